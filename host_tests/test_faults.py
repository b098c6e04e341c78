"""What may go wrong while a game is on, on the real firmware: the game goes on, and what happened is noted."""

import shutil

import pytest

import storage_reader
from conftest import ROOT
from handset.unix import UnixHandset
from player import Player
from test_all_games import save, settings_of
from test_game import saved_session

WRONG_BOTS = {
    "raises": "raise ValueError('lost its mind')",
    "has no memory": "bytearray(10_000_000)",
    "plays what it has not": "return 0x4E if view_phase(self) else 0",
    "answers nothing": "return None",
}

BOT = '''
"""A bot that goes wrong."""

from elba.bots import recruit
from elba.layout import PHASE, PLAY


def view_phase(bot):
    return bot.view[PHASE] == PLAY


class Corporal(recruit.Recruit):
    """Recruit, but for one thing."""

    def think(self, view):
        self.view = view
        self.count = getattr(self, "count", 0) + 1
        super().think(view)

    def step(self):
        if self.count % 2 == 0:
            WRONG
        return super().step()
'''


def changed(tmp_path, **modules):
    """Return a copy of the sources in which modules (their paths with _ for /) have another text."""
    source = tmp_path / "source"
    for name in ("firmware", "lib", "boards"):
        shutil.copytree(ROOT / name, source / name)
    for name, text in modules.items():
        (source / (name.replace("__", "/") + ".py")).write_text(text)
    return source


def text_of(path, before, after):
    text = (ROOT / path).read_text()
    assert text.count(before) == 1
    return text.replace(before, after)


@pytest.mark.parametrize("how", sorted(WRONG_BOTS))
def test_a_bot_that_goes_wrong_does_not_end_the_game(tmp_path, how):
    source = changed(tmp_path, lib__elba__bots__corporal=BOT.replace("WRONG", WRONG_BOTS[how]))
    root = tmp_path / "device"
    root.mkdir()
    save(root, "settings", settings_of("nap", 4, {"deals": 4}))
    with UnixHandset(overrides={"SEED": 2}, root=root, source=source) as handset:
        player = Player(handset, 3)
        player.press("a", "a", "a")
        player.play_to_title()
        assert handset.console == ""
        assert handset.resets == 0
        faults = (root / "faults.txt").read_text()
        assert faults.count("Traceback") > 1
        assert "in _bot" in faults
        assert (root / "faults.txt").stat().st_size < 20_000


def hanging(table, trick):
    """Return the text of handheld.play, which hangs at a moment of a deal, but at the first time only."""
    hangs = text_of(
        "firmware/handheld/play.py",
        "            tricks = state[TRICK]\n            was",
        "            if self.session.table.number == %d and state[TRICK] == %d and not _hung():\n"
        "                while True:\n"
        "                    self.ui.device.now()\n"
        "            tricks = state[TRICK]\n            was" % (table, trick),
    )
    return hangs + (
        "\n\ndef _hung():\n    import os\n\n    try:\n        os.stat('/hung')\n        return True\n"
        "    except OSError:\n        open('/hung', 'w').close()\n        return False\n"
    )


def test_a_game_that_hangs_is_started_again_and_goes_on(tmp_path):
    source = changed(tmp_path, firmware__handheld__play=hanging(table=1, trick=2))
    root = tmp_path / "device"
    root.mkdir()
    save(root, "settings", settings_of("nap", 4, {"deals": 2}))
    with UnixHandset(overrides={"SEED": 2}, root=root, source=source) as handset:
        player = Player(handset, 3)
        player.press("a", "a", "a")
        for _ in range(60):
            if handset.resets:
                break
            player.act()
        assert handset.resets == 1
        assert (root / "hung").exists()
        before = bytes(saved_session(root).state)
        title = handset.settle(700)
        assert title != player.title  # it offers to continue
        handset.press("a")
        handset.settle(700)
        after = saved_session(root)
        assert after.table.number == 1
        assert sum(after.state[61:63]) >= 2  # tricks, and the cards of the next one
        assert before[122:175] != bytes(53)
        player.play_to_title()
        assert handset.resets == 1
        assert handset.console == ""


def test_somebody_who_thinks_for_an_hour_is_no_hang(tmp_path):
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path) as handset:
        player = Player(handset, 3)
        player.new_session()
        handset.run(3_600_000)
        assert handset.resets == 0
        assert handset.console == ""


def test_at_the_prompt_and_after_a_fault_no_watchdog_bites(tmp_path):
    broken = text_of(
        "firmware/handheld/play.py", "            tricks = state[TRICK]\n", "            tricks = 1 // 0\n"
    )
    with UnixHandset(
        overrides={"SEED": 2}, root=tmp_path / "a", source=changed(tmp_path, firmware__handheld__play=broken)
    ) as handset:
        player = Player(handset, 3)
        player.new_session()
        if "ZeroDivisionError" not in handset.console:  # else the bots had their turns first
            player.press("a")
        handset.run(60_000)
        assert "ZeroDivisionError" in handset.console
        assert handset.resets == 0
        handset.press("a")
        handset.run(500)
        assert handset.resets == 1


@pytest.mark.parametrize("error", [28, 30, 5], ids=["full", "read only", "broken"])
def test_a_flash_that_takes_nothing_more(tmp_path, error):
    storage = (ROOT / "firmware/handheld/storage.py").read_text()
    storage += (
        "\n_open = open\n\n\ndef open(path, mode):\n"
        "    if mode[0] != 'r':\n        raise OSError(%d)\n    return _open(path, mode)\n" % error
    )
    source = changed(tmp_path, firmware__handheld__storage=storage)
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path / "device", source=source) as handset:
        player = Player(handset, 3)
        settings = player.press("up", "a", "a")
        told = player.press("b")  # that the settings cannot be kept, once
        assert told not in (settings, player.title)
        player.press("a", "down")
        player.press("a", "a", "a")
        for _ in range(40):
            player.act()
        assert len({frame for _, frame in player.frames}) > 30  # a game is on
        assert handset.console == ""
        assert handset.resets == 0
        assert handset.panel.errors == []
        assert storage_reader.newest(handset.root / "saves", "session") is None


def test_a_stuck_data_line_in_mid_game(tmp_path):
    """Nothing is acknowledged for ten seconds: the game goes on, and the picture is whole when it is over."""
    with UnixHandset(overrides={"SEED": 2}, root=tmp_path) as handset, UnixHandset(overrides={"SEED": 2}) as other:
        players = [Player(each, 3) for each in (handset, other)]
        for player in players:
            player.new_session()
        handset.bus_fault = lambda address, data: True
        for name in ("right", "a"):
            for each in (handset, other):
                each.press(name)
        for each in (handset, other):
            each.run(10_000)
        handset.bus_fault = None
        for each in (handset, other):
            each.run(5000)
        assert handset.frame() == other.frame()
        assert "does not answer" in handset.console
        assert "The display is back." in handset.console
        assert storage_reader.newest(tmp_path / "saves", "session") == storage_reader.newest(
            other.root / "saves", "session"
        )
