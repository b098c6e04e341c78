"""Buttons that connect a pin to ground: debounced, with auto-repeat, and with a memory for presses.

Pins are looked at when poll() is called; no interrupts, so nothing here can come at a bad moment. A press counts
at the first look that finds the pin low, at once and however short it is. It has ended when the pin was high at
every look for 50 ms. No switch bounces for longer than that, so a bounce is never taken for a second press. Where
nobody looks for a while (a save, a picture on its way), what a pin did meanwhile is not known, and the next look may
fall into a bounce: the 50 ms begin anew. Where it is always so long from one look to the next, the third of such looks
is the end.
"""

from time import ticks_add, ticks_diff

from micropython import const

from handheld import keys

_QUIET_MS = const(50)
_BLIND_MS = const(25)  # between two looks: long enough for a pin that is high at both to have been low
_OPPOSITE = bytes((0, keys.DOWN, keys.UP, keys.RIGHT, keys.LEFT))
_TAP_MS = const(45)  # between two taps a button is up for longer than this
_BLIND_MOST = const(3)  # the second and third such wait are 50 ms together
_REPEAT_AFTER_MS = const(400)
_REPEAT_EVERY_MS = const(120)

_RING = const(8)  # presses kept until somebody takes them; a power of two

_UP = const(0)
_DOWN = const(1)
_MUTED = const(2)  # down since before flush()


class Buttons:
    """pins: dict of a button's name (see keys.NAMES) to an object whose value() is 0 while it is pressed.

    Any of the six may be missing. Raises ValueError for a name that is no button. clock() returns the time in
    milliseconds as time.ticks_ms() does, wrapping at its period.
    """

    def __init__(self, pins, clock):
        for name in pins:
            if name not in keys.NAMES or not name:
                raise ValueError("unknown button: %s" % name)
        self._pins = [pins.get(name) for name in keys.NAMES]
        self._clock = clock
        self._state = bytearray(len(keys.NAMES))
        # 0 while a button is low; from the first look that finds it high 1 more than there were long waits since.
        self._rising = bytearray(len(keys.NAMES))
        self._looked_at = 0
        # Times are looked at only while a button is down, from one poll to the next: a time too old for ticks_diff()
        # is never compared.
        self._high_at = [0] * len(keys.NAMES)  # since when it was high at every look
        self._repeat_at = [0] * len(keys.NAMES)
        self.stirred = False  # somebody has pressed; for whoever looks, and sets it back
        self.asleep = False  # a press wakes and does nothing else
        self.turned = False  # the device is held upside down
        self._ring = bytearray(_RING)
        self._first = 0
        self._count = 0

    def poll(self, now):
        """Look at all pins; now is the time in milliseconds. Call it at least every 20 ms or so."""
        state = self._state
        gap = ticks_diff(now, self._looked_at)
        blind = not 0 <= gap <= _BLIND_MS
        long_blind = not 0 <= gap <= _TAP_MS
        self._looked_at = now
        for key in range(1, len(state)):
            pin = self._pins[key]
            if pin is None:
                continue
            if not pin.value():
                if self._rising[key] or long_blind:
                    # It may have been let go and pressed again: it is not for sure that it is held so long.
                    self._repeat_at[key] = ticks_add(now, _REPEAT_AFTER_MS)
                self._rising[key] = 0
                if state[key] == _UP:
                    self.stirred = True
                    state[key] = _MUTED if self.asleep else _DOWN
                    self._repeat_at[key] = ticks_add(now, _REPEAT_AFTER_MS)
                    if not self.asleep:
                        self._put(key)
                elif state[key] == _DOWN and key <= keys.RIGHT and ticks_diff(now, self._repeat_at[key]) >= 0:
                    self._repeat_at[key] = ticks_add(now, _REPEAT_EVERY_MS)
                    # Repeats must not pile up while nobody takes them, or the cursor would run on after release.
                    if not self._count:
                        self._put(key)
            elif state[key] != _UP:
                if blind or not self._rising[key]:
                    self._rising[key] += 1
                    self._high_at[key] = now
                if self._rising[key] > _BLIND_MOST or ticks_diff(now, self._high_at[key]) >= _QUIET_MS:
                    state[key] = _UP
                    self._rising[key] = 0

    def _put(self, key):
        # When the ring is full the newest press is dropped: the ones before it were meant for what comes first.
        if self._count < _RING:
            if self.turned and key <= keys.RIGHT:
                key = _OPPOSITE[key]
            self._ring[(self._first + self._count) & (_RING - 1)] = key
            self._count += 1

    def take(self):
        """Return the oldest press not taken yet, or 0."""
        if not self._count:
            return 0
        key = self._ring[self._first]
        self._first = (self._first + 1) & (_RING - 1)
        self._count -= 1
        return key

    def held(self, key):
        """Return whether a button is down, as of the last poll."""
        return self._state[key] != _UP

    def flush(self):
        """Forget all presses. What is down now does nothing before it was released and pressed again."""
        self.poll(self._clock())
        self._count = 0
        state = self._state
        for key in range(len(state)):
            if state[key] == _DOWN:
                state[key] = _MUTED

    def low(self):
        """Return which pins are low at this moment, not debounced: bit 1 << key for each."""
        mask = 0
        for key in range(1, len(self._pins)):
            pin = self._pins[key]
            if pin is not None and not pin.value():
                mask |= 1 << key
        return mask

    def stuck(self, sleep_ms, ms=1000):
        """Return the names of the buttons that are low for `ms` milliseconds from now without a break.

        That is nobody's thumb but a pin without its pull-up, or wired to ground. Returns at once if none is low.
        """
        mask = self.low()
        start = self._clock()
        while mask and ticks_diff(self._clock(), start) < ms:
            sleep_ms(10)
            mask &= self.low()
        return [keys.NAMES[key] for key in range(1, len(self._pins)) if mask & 1 << key]
