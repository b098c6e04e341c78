"""The first game, on the real firmware: played with the calls and cards that it advises, in every language."""

import pytest

import storage_reader
from handset.unix import UnixHandset
from player import Player
from test_rest import reset_settings


@pytest.mark.parametrize("language", range(5))
def test_the_first_game_is_played_and_then_not_offered_any_more(tmp_path, language):
    reset_settings(tmp_path / "other", pace=3, language=language, learned=1)
    with UnixHandset(root=tmp_path / "other") as handset:
        title = handset.settle(500)
    root = tmp_path / "device"
    reset_settings(root, pace=3, language=language)
    with UnixHandset(overrides={"SEED": 2}, root=root, heap="600k") as handset:
        player = Player(handset, 2, 1500)
        assert player.title != title  # one row more
        player.press("down", "down")
        pages = [player.press("a")]
        for _ in range(60):
            if handset.frame() == title:
                break
            pages.append(player.press("a"))
            if len(pages) == 4:  # the call: Three, as it says
                pages.append(player.press("right"))
        assert handset.frame() == title
        assert len(set(pages)) > 20
        assert handset.console == ""
        assert handset.panel.errors == []
        from handheld.settings import Settings

        settings = Settings()
        settings.load(storage_reader.newest(root / "saves", "settings"))
        assert settings.learned == 1
        assert not list((root / "saves").glob("session*"))
        assert not list((root / "saves").glob("stats*"))


def test_it_can_be_left_and_is_among_the_rows_of_a_new_game(tmp_path):
    reset_settings(tmp_path, pace=3)
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path) as handset:
        player = Player(handset, 2, 1500)
        player.press("down", "down", "a", "a", "a", "a")
        asked = player.press("b")
        player.press("b")  # stay
        assert player.press("b") == asked
        left = player.press("a")
        player.press("a")
        assert player.press("up", "a") not in (left, asked)
        assert handset.console == ""
