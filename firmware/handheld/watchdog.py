"""The chip's watchdog: a game that hangs is started again, and goes on from its last save."""

import sys

import machine
from micropython import const

_TIMEOUT_MS = const(8000)  # the RP2040's counts to 8388; no step of the game takes a tenth of that

# The control register of the watchdog, where writing to it clears bits (RP2040 datasheet 2.1.2 and 4.7.6, RP2350
# datasheet 2.1.3 and 12.9.7).
_CONTROL = const(0x4005_B000)
_CONTROL_RP2350 = const(0x400D_B000)
_ENABLE = const(0x4000_0000)


class Watchdog:
    """Resets the chip unless feed() is called within 8 s of start() or of the last call; off until start()."""

    def __init__(self):
        self._dog = None

    def start(self):
        """From now on feed() has to be called."""
        self._dog = machine.WDT(timeout=_TIMEOUT_MS)

    def feed(self):
        """Say that all is well: from the main loop only, never from an interrupt, which would come in a hang, too."""
        if self._dog:
            self._dog.feed()


def stop():
    """Switch it off for whoever works at the prompt; MicroPython has no other way to do so."""
    chip = getattr(sys.implementation, "_machine", "")
    machine.mem32[_CONTROL_RP2350 if "RP2350" in chip else _CONTROL] = _ENABLE
