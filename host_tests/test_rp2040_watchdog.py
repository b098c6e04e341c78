"""The watchdog on the emulated board: it starts a game that hangs again, and bites nobody at the prompt."""

import pytest

import build
from handset.unix import SOURCE
from player import Player
from rp2040 import image
from rp2040.handset import Rp2040Handset
from test_faults import changed, hanging

pytestmark = pytest.mark.rp2040

_TIMEOUT_MS = 8000


def _files(source, target):
    build.build(source, target, "pico", "armv6m")
    return image.files_of(target)


def test_a_game_that_hangs_is_started_again_and_goes_on(tmp_path):
    source = changed(tmp_path, firmware__handheld__play=hanging(table=1, trick=1))
    files = _files(source, tmp_path / "build")
    with Rp2040Handset(files, {"SEED": 20}) as handset:
        player = Player(handset, 4)
        player.new_session()
        for _ in range(12):
            if "/hung" in handset.files():
                break
            handset.press("right")
            handset.press("a")
            handset.run(1500)
        assert "/hung" in handset.files()
        hung_at = handset.now_ms
        assert handset.resets == 0
        handset.run_until(lambda: handset.resets, _TIMEOUT_MS + 500)
        assert handset.now_ms - hung_at > _TIMEOUT_MS - 2000
        title = handset.settle(700)
        assert title != player.title  # it offers to continue
        handset.press("a")
        handset.settle(700)
        for _ in range(4):
            player.act()
        assert handset.resets == 1


def test_nobody_at_the_prompt_is_bitten_and_no_game_that_waits(tmp_path):
    files = _files(SOURCE, tmp_path / "build")
    with Rp2040Handset(files, {"SEED": 20}) as handset:
        Player(handset, 4).new_session()
        handset.run(_TIMEOUT_MS + 1000)
        assert handset.resets == 0
        handset.type("\x03")
        handset.run_until(lambda: "Elba was stopped." in handset.console)
        handset.run(_TIMEOUT_MS + 1000)
        assert handset.resets == 0
        handset.type("print(6 * 7)\r\n")
        handset.run_until(lambda: "42" in handset.console)
