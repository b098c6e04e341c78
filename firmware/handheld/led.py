"""The board's LED, of whatever kind, and its flashing: what can be said without a display."""

from time import ticks_add, ticks_diff

from machine import Pin
from micropython import const

# What so many flashes, and a pause, mean. docs/troubleshooting.md lists them for people.
NO_ANSWER = const(2)  # nothing on the bus answers
OTHER_ADDRESS = const(3)  # something does, but not where the display should be
BAD_BOARD = const(4)  # board.py describes no board that works
LOST = const(2)  # the display was there

_LIT_MS = const(150)
_DARK_MS = const(250)
_PAUSE_MS = const(1000)

_NEOPIXEL_LEVEL = const(12)  # of 255: these are bright


class Led:
    """what: a board file's LED. None; a GPIO or the name of one; {"pin": GPIO, "lit": level that lights it};
    {"neopixel": GPIO} for one with a controller of its own (WS2812)."""

    def __init__(self, what):
        self._pin = None
        self._pixel = None
        self._lit = 1
        self._flashes = 0
        self._step = 0
        self._next_at = 0
        if isinstance(what, dict) and "neopixel" in what:
            try:
                from neopixel import NeoPixel
            except ImportError:  # a MicroPython without it: better no light than no game
                return
            self._pixel = NeoPixel(Pin(what["neopixel"], Pin.OUT), 1)
        elif isinstance(what, dict):
            self._lit = what["lit"]
            self._pin = Pin(what["pin"], Pin.OUT, value=1 - self._lit)
        elif what is not None:
            self._pin = Pin(what, Pin.OUT, value=0)

    def light(self, on):
        """Light it, or put it out; while it flashes nothing changes."""
        if not self._flashes:
            self._set(on)

    def _set(self, on):
        if self._pin is not None:
            self._pin.value(self._lit if on else 1 - self._lit)
        elif self._pixel is not None:
            level = _NEOPIXEL_LEVEL if on else 0
            self._pixel[0] = (level, level, level)
            self._pixel.write()

    def flash(self, count, now):
        """Flash `count` times with a pause after them, again and again; 0 ends it. now as for poll()."""
        self._flashes = count
        self._step = 0
        self._next_at = now
        self._set(False)
        if count:
            self.poll(now)

    def poll(self, now):
        """Do what is due at the time `now`, in milliseconds as time.ticks_ms() has it; to be called often."""
        if not self._flashes or ticks_diff(now, self._next_at) < 0:
            return
        # Even steps begin a flash, odd ones end it.
        lit = self._step & 1 == 0
        self._set(lit)
        self._step += 1
        ms = _LIT_MS if lit else _DARK_MS
        if self._step == 2 * self._flashes:
            self._step = 0
            ms = _PAUSE_MS
        self._next_at = ticks_add(now, ms)
