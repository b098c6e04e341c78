"""Buttons that connect a pin to ground: debounced, repeating where that helps, and none lost while a bot thinks.

They are looked at, not caught by interrupts: whoever waits or thinks calls `poll` every few milliseconds, and presses
wait in a small queue until somebody asks for them. A press counts at its first edge; what the contact does after that
is not looked at for a while.
"""

from micropython import const

from .keys import DOWN, LEFT, NAMES, RIGHT, UP

_DEBOUNCE_MS = const(50)  # no change is believed for so long after the last one
_REPEAT_AFTER_MS = const(400)
_REPEAT_MS = const(120)
_QUEUE = const(16)

_UP = const(0)
_DOWN = const(1)
_MUTED = const(2)  # down since before a flush: must be let go first


class Buttons:
    """The buttons of a board.

    pins        dict from names (keys.NAMES) to pins with value(), 0 while pressed
    ticks_diff  time.ticks_diff, for times that wrap around
    """

    def __init__(self, pins, ticks_diff):
        self._pins = [pins.get(name) for name in NAMES]
        self._diff = ticks_diff
        self._state = bytearray(len(NAMES))
        self._since = [0] * len(NAMES)  # when the state changed
        self._repeat = [0] * len(NAMES)  # when the press last counted
        self._repeats = bytearray(len(NAMES))
        self._settled = bytearray(b"\x01" * len(NAMES))  # the last change is longer ago than the lockout
        self._queue = bytearray(_QUEUE)
        self._first = 0
        self._count = 0

    def poll(self, now):
        """Look at all buttons at the time `now` (time.ticks_ms). Allocates nothing."""
        for key in range(1, len(self._pins)):
            pin = self._pins[key]
            if pin is not None:
                self._look(key, not pin.value(), now)

    def _look(self, key, low, now):
        state = self._state[key]
        if not self._settled[key]:
            if self._diff(now, self._since[key]) < _DEBOUNCE_MS:
                return
            self._settled[key] = 1
        if low == (state != _UP):
            if state == _DOWN and key <= RIGHT:
                self._repeat_press(key, now)
            return
        self._since[key] = now
        self._settled[key] = 0
        self._state[key] = _DOWN if low else _UP
        if low:
            self._repeat[key] = now
            self._repeats[key] = 0
            self._put(key)

    def _repeat_press(self, key, now):
        wait = _REPEAT_MS if self._repeats[key] else _REPEAT_AFTER_MS
        if self._diff(now, self._repeat[key]) >= wait:
            self._repeat[key] = now
            self._repeats[key] = 1
            # A repeated press that nobody has taken yet is enough; more would go on after the button is let go.
            if not self._count:
                self._put(key)

    def _put(self, key):
        if self._count < _QUEUE:
            self._queue[(self._first + self._count) % _QUEUE] = key
            self._count += 1

    def take(self):
        """Return the next key pressed (keys.UP ..), 0 if there is none."""
        if not self._count:
            return 0
        key = self._queue[self._first]
        self._first = (self._first + 1) % _QUEUE
        self._count -= 1
        return key

    def flush(self):
        """Forget all presses; a button that is down now counts again only after it was let go."""
        self._count = 0
        for key in range(len(self._state)):
            if self._state[key] == _DOWN:
                self._state[key] = _MUTED

    def held(self, key):
        """Return whether a button is down."""
        return self._state[key] != _UP

    def low(self):
        """Return the names of the buttons that are low right now, without debouncing: for a look at boot."""
        return [
            NAMES[key]
            for key in range(1, len(self._pins))
            if self._pins[key] is not None and not self._pins[key].value()
        ]


assert (UP, DOWN, LEFT, RIGHT) == (1, 2, 3, 4)  # what _look takes for granted
