"""Waiting for a person: what every screen does between two drawings.

Screens are generators. They yield the milliseconds that may pass before they want to look again, so the same code
runs where the driver sleeps (the board) and where it must return to an event loop (a browser).
"""

from micropython import const

from .keys import DOWN, LEFT, RIGHT, UP, A, B
from .lang import say

_MOST_KEPT = const(8)
_LOOK_MS = const(15)  # how often a waiting screen looks for a key

ROW = const(9)  # pixels from one line of text to the next
_TOP = const(11)  # first row of a list, under the headline
_ROWS = const(5)  # rows of a list on the screen at a time
_LINES = const(6)  # lines of a text


class Ui:
    """Canvas and keys of a device, and the flows that all screens share.

    device  a handheld.device.Device or anything with its methods; canvas  its canvas
    """

    def __init__(self, device):
        self.device = device
        self.canvas = device.canvas
        self._kept = []  # presses that came in a pause, for whoever asks next
        self.step = 1  # see choose

    def key(self):
        """Show the canvas and wait for a key (generator); returns it."""
        self.device.show()
        while True:
            key = self._take()
            if key:
                return key
            yield _LOOK_MS

    def pause(self, ms):
        """Show the canvas for so long, or until A or B (generator), and return that key.

        A negative time waits for the key alone. While time runs, a press of another key is kept for whoever asks
        next: one who is quick loses none.
        """
        self.device.show()
        start = self.device.now()
        while ms < 0 or self.device.since(start) < ms:
            key = self.device.key()
            if key in (A, B):
                return key
            if ms >= 0:
                self.keep(key)
            yield _LOOK_MS
        # Not even one look where no time is to pass: give the driver its turn all the same.
        if not ms:
            yield 0
        return 0

    def keep(self, key):
        """Keep a press (0: none) for whoever asks next."""
        if key and len(self._kept) < _MOST_KEPT:
            self._kept.append(key)

    def _take(self):
        return self._kept.pop(0) if self._kept else self.device.key()

    # -- drawing that screens share

    def headline(self, text, right=""):
        """Clear the canvas and write a headline, light on dark turned round."""
        canvas = self.canvas
        canvas.fill(0)
        canvas.fill_rect(0, 0, 128, 9, 1)
        canvas.write(text, 2, 1, 0)
        if right:
            canvas.right(right, 126, 1, 0)

    def page(self, title, lines, hint=None):
        """Show lines of text and wait for A or B (generator); returns the key.

        hint  the line at the bottom; None says that A goes on
        """
        if hint is None:
            hint = say("a_goes_on")
        self.headline(title)
        y = _TOP + 2
        for line in lines:
            self.canvas.centred(line, y)
            y += ROW
        if hint:
            self.canvas.centred(hint, 56)
        while True:
            key = yield from self.key()
            if key in (A, B):
                return key

    def ask(self, title, lines, yes, no):
        """Ask a question (generator); returns True for A, False for B."""
        key = yield from self.page(title, lines, say("a_or_b", yes, no))
        return key == A

    def read(self, title, lines):
        """Let a person read lines of text that are more than a screen (generator): A or B ends it."""
        top = 0
        last = max(0, len(lines) - _LINES)
        while True:
            self.headline(title)
            for i in range(top, min(top + _LINES, len(lines))):
                self.canvas.write(lines[i], 1, _TOP + (i - top) * ROW)
            if last:
                self.canvas.fill_rect(126, _TOP + 40 * top // last, 2, 12, 1)
            key = yield from self.key()
            if key in (A, B):
                return
            # Sideways by a screen, up and down by a line.
            step = 1 if key in (UP, DOWN) else _LINES - 1
            top = max(0, min(last, top + (step if key in (DOWN, RIGHT) else -step)))

    def choose(self, title, rows, at=0, right=""):
        """Let a person choose a row (generator); returns its index, or -1 for B.

        rows  list of texts, or of (text, value) pairs whose value stands at the right edge
        Up and down move; left and right choose a row with a value and set `step`, which is the direction in which it
        is to be changed. Without buttons for up and down, left and right move and A changes forward.
        """
        six = self.device.has_up_down
        at = max(0, min(at, len(rows) - 1))
        top = 0
        while True:
            top = max(min(top, at), at - _ROWS + 1)
            self.headline(title, right)
            self._list(rows, top, at)
            key = yield from self.key()
            if key == B:
                return -1
            self.step = -1 if key == LEFT else 1
            if key == A or six and key in (LEFT, RIGHT) and isinstance(rows[at], tuple):
                return at
            if key in (UP, DOWN) or not six:
                at = (at + (1 if key in (DOWN, RIGHT) else -1)) % len(rows)

    def _list(self, rows, top, at):
        canvas = self.canvas
        y = _TOP
        edge = 122 if len(rows) > _ROWS else 128
        for i in range(top, min(top + _ROWS, len(rows))):
            chosen = 1 if i == at else 0
            if chosen:
                canvas.fill_rect(0, y - 1, edge, 10, 1)
            row = rows[i]
            text, value = row if isinstance(row, tuple) else (row, "")
            canvas.write(text, 4, y, 1 - chosen)
            if value:
                canvas.right(value, edge - 3, y, 1 - chosen)
            y += 10
        if len(rows) > _ROWS:  # a bar that says how far down the list the screen is
            span = 50 * _ROWS // len(rows)
            canvas.fill_rect(125, _TOP + (50 - span) * top // (len(rows) - _ROWS), 3, span, 1)

    def number(self, title, value, low, high):
        """Let a person set a number (generator); returns it, or None for B."""
        while True:
            self.headline(title)
            text = "◀ %d ▶" % value
            self.canvas.title(text, 64 - self.canvas.title_width(text) // 2, 24)
            self.canvas.centred(say("from_to", low, high), 48)
            key = yield from self.key()
            if key == A:
                return value
            if key == B:
                return None
            # With up and down there are big steps as well.
            step = 10 if key in (UP, DOWN) else 1
            if key in (LEFT, DOWN):
                step = -step
            value = max(low, min(high, value + step))
