"""A player made of button presses: it knows nothing of the firmware but what a person sees, and plays a session.

It works on any handset: the unix port's and the emulated board's. Between two presses it waits until the picture has
come to rest for longer than any pause of the pace that it chose, so its frames do not depend on how fast a board is.
"""

import random

# The pace "fast" leaves a finished trick on the screen for 500 ms; what rests for longer waits for a key.
QUIET_MS = 700
PATIENCE_MS = 60_000


class Player:
    """Plays on a handset and keeps what it saw.

    frames   list of (press that led to it, frame), one for each time the picture came to rest
    """

    def __init__(self, handset, seed=1, quiet_ms=QUIET_MS):
        self.handset = handset
        self._quiet_ms = quiet_ms
        self.frames = []
        self._random = random.Random(seed)
        handset.run_until(lambda: any(handset.frame()), PATIENCE_MS)  # a start may take longer than QUIET_MS
        self._rest("power")
        self.title = self.frames[0][1]

    def press(self, *names):
        """Press buttons one after another; return the frame that the last one led to."""
        for name in names:
            self.handset.press(name)
            self._rest(name)
        return self.frames[-1][1]

    def _rest(self, name):
        self.frames.append((name, self.handset.settle(self._quiet_ms, PATIENCE_MS)))

    def new_session(self):
        """From the title (without a saved game) to the first deal: the standard choices, but the pace "fast"."""
        self.press("up", "a", "a", "b", "down")  # Settings, Pace: normal -> fast, back, round to the top
        self.press("a", "a")  # New game, Start: the cards drawn for the deal
        return self.press("a")

    def act(self):
        """Move the cursor by a few places at random and press A; return the frame that this led to."""
        self.press(*["right"] * self._random.randrange(3))
        return self.press("a")

    def play_to_title(self, most=2000):
        """Act until the title is back; return how often A was pressed. Raises AssertionError if it never comes."""
        for count in range(1, most + 1):
            if self.act() == self.title:
                return count
        raise AssertionError("no end of the session within %d presses:\n%s" % (most, self.handset.text()))
