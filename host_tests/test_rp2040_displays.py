"""Displays of other kinds on the emulated board: what the drivers ask of a real MicroPython's buses and pins."""

import pytest

import build
from conftest import ROOT
from handset.panel import Panel, SH1106Panel
from handset.unix import UnixHandset
from rp2040 import image
from rp2040.handset import Rp2040Handset

pytestmark = pytest.mark.rp2040

SEED = {"SEED": 20}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of the device, {path: bytes}."""
    target = tmp_path_factory.mktemp("build") / "device"
    build.build(ROOT, target, "pico", "armv6m")
    return image.files_of(target)


@pytest.fixture(scope="module")
def expected():
    """The title, and what comes after A, on the unix port."""
    with UnixHandset(overrides=SEED) as handset:
        return both(handset)


def both(handset):
    handset.run_until(lambda: any(handset.frame()), 3000)  # the start takes nearly as long as it then has to rest
    title = handset.settle(700)
    handset.press("a")
    return title, handset.settle(700)


def test_an_sh1106_at_the_other_address_and_1_mhz(files, expected):
    overrides = {
        **SEED,
        "I2C": {"id": 1, "sda": 6, "scl": 7, "freq": 1_000_000},
        "DISPLAY": {"driver": "sh1106", "width": 128, "height": 64, "address": 0x3D, "rotate": 0},
    }
    handset = Rp2040Handset(files, overrides, panel=SH1106Panel(address=0x3D))
    assert both(handset) == expected
    assert handset.panel.errors == []
    assert max(duration for _, duration, _ in handset.updates()) < 25


def test_an_ssd1306_on_spi_with_a_button_at_the_pin_that_the_bus_would_read_from(files, expected):
    overrides = {
        **SEED,
        "I2C": None,
        "BUTTONS": {"up": 10, "down": 11, "left": 12, "right": 13, "a": 16, "b": 15},
    }
    spi = {"id": 0, "sck": 18, "mosi": 19, "dc": 20, "cs": 17, "reset": 21, "freq": 4_000_000}
    files = {**files, "/board.py": files["/board.py"] + ("SPI = %r\n" % spi).encode()}
    handset = Rp2040Handset(files, overrides, panel=Panel())
    assert both(handset) == expected
    assert handset.panel.errors == []
