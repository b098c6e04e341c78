"""In place of the link to a parent process: a clock of its own, and buttons that are pressed by chance.

The modules beside tools/handset/guest/run.py stand on it, so the firmware runs on them unchanged, in one process and as
fast as it can. What is pressed comes from a seed alone. A press is one button going down and up again, however it
bounces; several may be down at a time.

    clock, held_low, watchdog_us, watchdog_fed   as in the other link
    presses      how many presses there were
    begun        for each button, how often it has gone down so far
    begun_at     for each button, when it last did (microseconds)
    wanted       a function () -> name of the button to press next, or None: chance chooses
    left         presses until the run ends by Finished
"""

from micropython import const

_TICK_US = const(10)

UP, DOWN, LEFT, RIGHT, A, B = range(6)
_OFTEN = bytes((A, A, A, A, A, A, B, UP, DOWN, DOWN, LEFT, RIGHT, RIGHT, RIGHT))


class Finished(BaseException):
    """There were as many presses as were asked for."""


class Restart(BaseException):
    """The firmware has asked for a reset; the argument is the reason."""


clock = 0
held_low = 0
watchdog_us = 0
watchdog_fed = 0
presses = 0
begun = [0] * 6
begun_at = [0] * 6
wanted = None
left = 0
told = []  # lines of what the board would do and nobody shall see

_pins = (0,) * 6
_x = 1
_due = 500_000  # when the next edge comes
_plan = []  # what comes: (microseconds that it lasts, mask of the pins that are low, mask of those whose press begins)
_status = 0


def begin(seed, pins, events):
    """Start anew: pins are those of up, down, left, right, A and B."""
    global _x, _pins, left
    _x = seed * 2 + 1 & 0x3FFFFFFF
    _pins = pins
    left = events
    for _ in range(10):
        below(2)


def below(n):
    """Return a number 0..n-1 by chance."""
    global _x
    _x = _x * 1103515245 + 12345 & 0x3FFFFFFF
    return (_x >> 12) % n


def _press(mask, hold_ms, bounces):
    """Plan a press of the buttons in a mask; contacts may bounce for a while at both ends."""
    global presses, left
    begins = mask
    for end in (mask, 0):
        for _ in range(bounces):
            _plan.append((below(3000), end, begins))
            begins = 0
            _plan.append((below(3000), mask - end, 0))
        _plan.append((below(3000), end, begins))
        begins = 0
        if end:
            _plan.append((hold_ms * 1000, mask, 0))
    for button in range(6):
        if mask >> _pins[button] & 1:
            presses += 1
            left -= 1


def _next():
    """Plan what comes next: a tap, a tap that bounces, several buttons, a long hold, a run of quick taps, nothing."""
    if left <= 0:
        raise Finished()
    if wanted:
        button = wanted()
        if button is not None:
            _press(1 << _pins[button], 60, 0)
            _plan.append((300_000 + below(120) * 100_000, 0, 0))  # bots may have their turns before it is the person's
            return
    what = below(100)
    mask = 1 << _pins[_OFTEN[below(len(_OFTEN))]]
    if what < 50:
        _press(mask, 20 + below(100), 0)
    elif what < 75:
        _press(mask, 30 + below(60), 1 + below(5))
    elif what < 83:
        _press(mask | 1 << _pins[below(6)] | 1 << _pins[below(6)], 30 + below(300), below(2))
    elif what < 88:
        _press(mask, 400 + below(3000), below(3))
    elif what < 96:
        for _ in range(3 + below(8)):
            _press(mask, 15 + below(20), 0)
            _plan.append((60_000 + below(40_000), 0, 0))
    pause = below(1000)
    if pause < 900:
        pause = 60 + below(350)
    elif pause < 995:
        pause = 500 + below(4000)
    else:
        pause = 20_000 + below(130_000)  # long enough for the display to go dark
    _plan.append((pause * 1000, 0, 0))


def _edges():
    global _due, held_low
    while clock >= _due:
        if not _plan:
            _next()
        after, mask, begins = _plan.pop(0)
        held_low = mask
        for button in range(6) if begins else ():
            if begins >> _pins[button] & 1:
                begun[button] += 1
                begun_at[button] = _due
        _due += after


def _check_watchdog():
    if watchdog_us and clock - watchdog_fed > watchdog_us:
        raise Restart("the watchdog")


def tick():
    global clock
    clock += _TICK_US
    if clock >= _due:
        _edges()
    if watchdog_us:
        _check_watchdog()


def bus_time(us):
    global clock
    clock += us


def sleep(us):
    global clock
    end = clock + us
    while clock < end:  # a long sleep may be ended by a button, which has to have its moment
        clock = min(end, max(_due, clock + 1))
        _edges()
    if watchdog_us:
        _check_watchdog()


def i2c_write(address, parts, length, stop):
    global _status
    if length == 2:
        for part in parts:
            for value in part:
                if value in (0xAE, 0xAF):
                    _status = 0x40 if value == 0xAE else 0
    return 1


def i2c_read(address, buffer):
    for i in range(len(buffer)):
        buffer[i] = _status
    return 1


def spi_write(buffer):
    pass


def measure(pin):
    """Return the voltage at a pin: any, as of a battery whose wire is loose."""
    return below(65536)


def pin_level(pin, level):
    pass


def pin_wave(pin, frequency, duty):
    pass


def reset(cause):
    raise Restart(cause)
