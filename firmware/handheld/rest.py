"""When nobody is there: the display is dimmed, then switched off, until a button is pressed."""

from time import ticks_diff

from micropython import const

AWAKE = const(0)
DIM = const(1)
OFF = const(2)

# How long nobody has pressed a button: from being awake to dim, and from then to off.
_AFTER_MS = (30_000, 90_000)

LEVEL = const(8)  # contrast when it is dim: the lowest that is seen on all panels


class Rest:
    """Counts the time since the last press; `state` is AWAKE, DIM or OFF."""

    def __init__(self, now):
        self.state = AWAKE
        self._since = now

    def poll(self, now, stirred):
        """Return the state that is to be entered now, or -1 for none.

        now  as time.ticks_ms() has it; to be called every second or so. stirred: somebody has pressed a button.
        """
        if stirred:
            self._since = now
            return AWAKE if self.state else -1
        # Once it is off no time is compared: it may get too old for that.
        if self.state < OFF and ticks_diff(now, self._since) >= _AFTER_MS[self.state]:
            self._since = now
            return self.state + 1
        return -1
