"""How long the emulated board's processor is awake while nobody presses anything."""

import pytest

import build
from conftest import ROOT
from player import Player
from rp2040 import image
from rp2040.handset import Rp2040Handset
from test_faults import changed

pytestmark = pytest.mark.rp2040


def test_while_it_waits_the_processor_sleeps(tmp_path):
    rest = (ROOT / "firmware/handheld/rest.py").read_text()
    assert "(30_000, 90_000)" in rest
    # Minutes would take the emulator long, and tell no more.
    source = changed(tmp_path, firmware__handheld__rest=rest.replace("(30_000, 90_000)", "(8000, 1000)"))
    build.build(source, tmp_path / "build", "pico", "armv6m")
    with Rp2040Handset(image.files_of(tmp_path / "build"), {"SEED": 20}, usb=False) as handset:
        Player(handset, 4).new_session()
        handset.press("right")
        in_use = handset.share_awake(1000)
        handset.run(2500)
        waiting = handset.share_awake(2000)
        handset.run_until(lambda: not handset.panel.on, 20_000)
        off = handset.share_awake(2000)
        print("awake: %.3f in use, %.3f while it waits, %.3f with the display off" % (in_use, waiting, off))
        assert in_use < 0.3
        assert waiting < 0.15
        assert off < 0.05
        handset.press("a")
        assert handset.panel.on
