"""The module `time` of the rp2 port on the parent's clock.

Ticks wrap at 2**30 as they do on the board (on the unix port they practically never do), so that code which
compares them without ticks_diff fails here too.
"""

# Everything that only converts is the port's own.
from time import gmtime, localtime, mktime  # noqa: F401

from micropython import const

import handset_link as _link

_PERIOD = const(0x4000_0000)
_MASK = const(0x3FFF_FFFF)
_HALF = const(0x2000_0000)

# A board without a battery starts its clock at 2021-01-01.
_START = const(1_609_459_200)


def sleep(seconds):
    if seconds > 0:
        _link.sleep(int(seconds * 1_000_000))


def sleep_ms(ms):
    if ms > 0:
        _link.sleep(ms * 1000)


def sleep_us(us):
    if us > 0:
        _link.sleep(us)


def ticks_ms():
    _link.tick()
    return _link.clock // 1000 & _MASK


def ticks_us():
    _link.tick()
    return _link.clock & _MASK


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & _MASK


def ticks_diff(end, start):
    return ((end - start + _HALF) & _MASK) - _HALF


def time():
    _link.tick()
    return _START + _link.clock // 1_000_000


def time_ns():
    _link.tick()
    return _START * 1_000_000_000 + _link.clock * 1000
