"""The machine model's way to the page: the same functions as tools/handset/guest/handset_link.py, which the models of
`machine` and `time` call, on the functions of a worker (page/worker.mjs) instead of two pipes.

A page cannot be kept waiting: sleep() is there for short waits only, see run.py for how the game's own are done.
"""

import elba_page as _page  # what the worker registers
from uctypes import addressof

# What a call of ticks_ms() takes where the page's clock stands still meanwhile (in tests).
_TICK_US = 10
_SLICE_US = 1000

clock = 0  # microseconds since power-on
held_low = 0  # mask of the pins that a pressed button connects to ground

watchdog_us = 0  # the model of a watchdog writes these; a page needs none
watchdog_fed = 0


def tick():
    """Take the time, and how the buttons are."""
    bus_time(_TICK_US)


def bus_time(us):
    """Let the time of a bus transfer pass, if time is not passing by itself."""
    global clock, held_low
    clock = _page.now(us) * 1000  # milliseconds, as numbers of more than 31 bits would not arrive
    held_low = _page.held()


def sleep(us):
    """Sleep for a short time."""
    end = clock + us
    while clock < end:
        bus_time(min(_SLICE_US, end - clock))


def i2c_write(address, parts, length, stop):
    """Send the parts of a write transaction; return whether it was acknowledged."""
    data = parts[0] if len(parts) == 1 else b"".join([bytes(part) for part in parts])
    return _page.i2c_write(address, addressof(data) if length else 0, length, stop)


def i2c_read(address, buffer):
    """Read into the buffer; return whether the address was acknowledged."""
    return _page.i2c_read(address, addressof(buffer), len(buffer))


def spi_write(buffer):
    raise NotImplementedError("the page's display is on I2C")


def pin_level(pin, level):
    _page.pin_level(pin, level)


def pin_wave(pin, frequency, duty):
    _page.pin_wave(pin, frequency, duty)


def measure(pin):
    """Return the voltage at a pin: none, a page has no battery of its own."""
    return 0


def reset(cause):
    """Have the page switch off and on again; never returns."""
    _page.reset(cause)
    raise SystemExit
