"""The LED of every kind, and its flashing, in the real micropython on pins that only remember."""

import pytest

_PRELUDE = """
class Pin:
    OUT = 1
    made = {}

    def __init__(self, number, mode, value=None):
        self.levels = [] if value is None else [value]
        Pin.made[number] = self

    def value(self, level):
        self.levels.append(level)

class NeoPixel:
    def __init__(self, pin, count):
        self.colours = [None] * count
        NeoPixel.made = self
        self.written = []

    def __setitem__(self, index, colour):
        self.colours[index] = colour

    def write(self):
        self.written.append(self.colours[0])

class Machine:
    pass

machine = Machine()
machine.Pin = Pin
sys.modules["machine"] = machine
"""

_WITH_NEOPIXEL = """
module = Machine()
module.NeoPixel = NeoPixel
sys.modules["neopixel"] = module
"""

_LED = "from handheld.led import Led\n"


@pytest.mark.parametrize(
    ("what", "pin", "lit"), [("25", 25, 1), ("'LED'", "LED", 1), ("{'pin': 25, 'lit': 0}", 25, 0)]
)
def test_a_light_is_lit_by_its_level_and_dark_at_first(micropython, what, pin, lit):
    script = "led = Led(%s)\nled.light(True)\nled.light(False)\nprint(Pin.made[%r].levels)" % (what, pin)
    assert micropython(_PRELUDE + _LED + script).strip() == str([1 - lit, lit, 1 - lit])


def test_none_is_silent(micropython):
    script = "led = Led(None)\nled.light(True)\nled.flash(3, 0)\nled.poll(100)\nled.flash(0, 200)\nprint(Pin.made)"
    assert micropython(_PRELUDE + _LED + script).strip() == "{}"


def test_a_neopixel_is_lit_dimly_and_missed_quietly(micropython):
    script = "led = Led({'neopixel': 16})\nled.light(True)\nled.light(False)\n"
    out = micropython(_PRELUDE + _WITH_NEOPIXEL + _LED + script + "print(NeoPixel.made.written)")
    assert out.strip() == "[(12, 12, 12), (0, 0, 0)]"
    assert micropython(_PRELUDE + _LED + script + "led.flash(2, 0)\nled.poll(5)\nprint(Pin.made)").strip() == "{}"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("start", [0, (1 << 30) - 700])  # the clock wraps in between
def test_so_many_flashes_and_a_pause(micropython, count, start):
    script = """
from time import ticks_add
led = Led(25)
led.flash(%d, %d)
pin = Pin.made[25]
seen = []
for ms in range(0, 8000, 10):
    led.poll(ticks_add(%d, ms))
    seen.append(str(pin.levels[-1]))
led.light(True)
assert pin.levels[-1] == int(seen[-1])  # nothing changes meanwhile
led.flash(0, ticks_add(%d, 8000))
assert pin.levels[-1] == 0
led.light(True)
assert pin.levels[-1] == 1
print("".join(seen))
""" % (count, start, start, start)
    seen = micropython(_PRELUDE + _LED + script).strip()
    groups = [group for group in seen.split("0" * 90) if group.strip("0")]
    assert len(groups) >= 3
    for group in groups[:-1]:
        assert len([part for part in group.split("0") if part]) == count
        assert max(len(part) for part in group.split("0")) == 15  # 150 ms
