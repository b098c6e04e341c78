"""A deal that is played from its code, for practice: what was done can be taken back."""

import pytest

from handset import stages
from handset.unix import UnixHandset
from player import Player
from test_rest import reset_settings

KEYS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def begin(handset, stage):
    session = stages.session_of(stage)
    player = Player(handset, 2)
    title = player.press("down")
    player.press("a")
    for character in session.table.code(session.state).replace("-", ""):
        steps = KEYS.index(character)
        player.press(*(["up"] * steps if steps <= 16 else ["down"] * (32 - steps)), "a")
    return player, title


DEALS = [("nap 1 3", 0, 5), ("savremeni 1 4", 4, 5), ("napoleon-jp 2 4", 0, 1)]


@pytest.mark.parametrize(("stage", "language", "most"), DEALS)
def test_actions_are_taken_back_one_by_one(tmp_path, stage, language, most):
    reset_settings(tmp_path, pace=3, language=language)
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path) as handset:
        player, title = begin(handset, stage)
        turns = [handset.frame()]
        for _ in range(most):
            player.press("right")
            if player.press("a") == title or handset.frame() == turns[-1]:
                break
            turns.append(handset.frame())
        assert len(turns) > min(most, 2)
        below = 3 if stage.startswith("napoleon-jp") else 2  # after Hint, and Sides
        for wanted in reversed(turns[:-1]):
            player.press("b")
            assert player.press(*["down"] * below, "a") == wanted
        # Nothing is left to be taken back: its row is gone, and the next one is there.
        menu = player.press("b")
        assert player.press(*["down"] * below, "a") != turns[0]
        player.press("b")
        assert menu in {frame for _, frame in player.frames}
        player.press("up", "a")  # Leave the deal
        assert player.press("b") != title
        assert handset.console == ""
        assert handset.panel.errors == []


def test_a_practice_deal_is_left_by_its_menu(tmp_path):
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path) as handset:
        player, title = begin(handset, "nap 1 3")
        player.press("b", "up", "a")
        assert player.press("a") == title
        assert not list((tmp_path / "saves").glob("session*")) if (tmp_path / "saves").exists() else True
