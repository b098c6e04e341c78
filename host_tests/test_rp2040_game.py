"""The firmware on the emulated board: a deal played with buttons shows the same pictures as on the unix port."""

import pytest

import build
from handset.unix import UnixHandset
from player import Player
from rp2040.handset import Rp2040Handset
from test_game import ROOT, SEED, saved_session

pytestmark = pytest.mark.rp2040


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The files of the device, compiled for it."""
    target = tmp_path_factory.mktemp("build") / "device"
    build.build(ROOT, target, "pico", "armv6m")
    return target


@pytest.fixture(scope="module")
def on_unix():
    """A deal on the unix port, from power-on to its settlement: how often A was pressed in it, and all frames."""
    with UnixHandset(overrides=SEED) as handset:
        player = Player(handset)
        player.new_session()
        presses = 0
        while saved_session(handset.root).in_deal():
            player.act()
            presses += 1
            assert presses < 20
        return presses, player.frames


def play(handset, presses, player=None):
    player = player or Player(handset)
    player.new_session()
    for _ in range(presses):
        player.act()
    return player.frames


def test_a_whole_deal_looks_the_same_as_on_the_unix_port(tree, on_unix):
    presses, expected = on_unix
    handset = Rp2040Handset(tree, SEED)
    try:
        frames = play(handset, presses)
        assert frames == expected
        assert handset.panel.errors == []
        assert "Traceback" not in handset.console
        print("first frame %.0f ms after reset" % handset.first_frame_ms)
        assert handset.first_frame_ms < 1500
    finally:
        handset.close()


def test_memory_lasts_with_room_to_spare(tree, on_unix):
    presses, _ = on_unix
    handset = Rp2040Handset(tree, SEED, probe_ms=50)
    try:
        player = Player(handset)
        _, boot, size = handset.heap()
        play(handset, presses, player)
        _, peak, _ = handset.heap()
        print("heap in use: at the title %d bytes, at the peak of a deal %d, of %d" % (boot, peak, size))
        assert peak < 120_000
    finally:
        handset.close()
