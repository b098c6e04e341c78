"""Waiting for a person: what every screen does between two drawings.

Screens are generators. They yield the milliseconds that may pass before they want to look again, so the same code
runs where the driver sleeps (the board) and where it must return to an event loop (a browser).
"""

from micropython import const

from . import lang
from .keys import DOWN, LEFT, RIGHT, UP, A, B
from .lang import say
from .loan import borrow

_MOST_KEPT = const(8)
_LOOK_MS = const(15)  # how often a waiting screen looks for a key

ROW = const(9)  # pixels from one line of text to the next
_TOP = const(11)  # first row of a list, under the headline
_ROWS = const(5)  # rows of a list on the screen at a time
_LINES = const(6)  # lines of a text
_TALL_ROWS = const(4)  # rows of a list and lines of a text where letters are higher


def row_top(i):
    """Return the first pixel row of row i below the headline where letters are higher than the device's own."""
    return lang.pitch + i * row_height()


def row_height():
    """Return the pixel rows of such a row."""
    return (64 - lang.pitch) // _TALL_ROWS


def row_text(i):
    """Return where such a row's text is to be written."""
    return row_top(i) + lang.above + row_height() - 12


class Ui:
    """Canvas and keys of a device, and the flows that all screens share.

    device  a handheld.device.Device or anything with its methods; canvas  its canvas
    motion  how fast cards and chips move, an index into motion.SPEEDS
    """

    def __init__(self, device):
        self.device = device
        self.motion = 0
        self.canvas = device.canvas
        self._kept = []  # presses that came in a pause, for whoever asks next
        self.step = 1  # see choose

    def key(self):
        """Show the canvas and wait for a key (generator); returns it."""
        device = self.device
        device.show()
        key = self._take()
        if key:
            return key
        device.led(True)  # the device waits for you
        while not key:
            yield _LOOK_MS
            key = self._take()
        device.led(False)
        return key

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

    def moves(self):
        """Return whether cards and chips are to be seen moving."""
        return self.motion and self.device.is_lit()

    def move(self, what, *of):
        """Have something of motion.py move (generator); where memory is short, it does not."""
        try:
            yield from getattr(borrow("motion"), what)(*of)
        except MemoryError:
            pass

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
        canvas.fill_rect(0, 0, 128, lang.pitch - (1 if lang.is_tall() else 0), 1)
        y = max(1, lang.above)
        canvas.lead(text, 2, y, 0)
        if right:
            canvas.trail(right, 2, y, 0)

    def page(self, title, lines, hint=None):
        """Show lines of text and wait for A or B (generator); returns the key.

        hint  the line at the bottom; None says that A goes on
        """
        if hint is None:
            hint = say("a_goes_on")
        self.headline(title)
        tall = lang.is_tall()
        for i in range(len(lines)):
            self.canvas.centred(lines[i], row_text(i) if tall else _TOP + 2 + i * ROW)
        if hint and not (tall and len(lines) == _TALL_ROWS):
            self.canvas.centred(hint, row_text(_TALL_ROWS - 1) if tall else 56)
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
        tall = lang.is_tall()
        on_screen = _TALL_ROWS if tall else _LINES
        last = max(0, len(lines) - on_screen)
        while True:
            self.headline(title)
            for i in range(top, min(top + on_screen, len(lines))):
                self.canvas.lead(lines[i], 1, row_text(i - top) if tall else _TOP + (i - top) * ROW)
            if last:
                y = (_TOP if not tall else lang.pitch - 1) + 40 * top // last
                self.canvas.fill_rect(0 if lang.from_right else 126, y, 2, 12, 1)
            key = yield from self.key()
            if key in (A, B):
                return
            # Sideways by a screen, up and down by a line.
            step = 1 if key in (UP, DOWN) else on_screen - 1
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
            top = max(min(top, at), at - (_TALL_ROWS if lang.is_tall() else _ROWS) + 1)
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
        tall = lang.is_tall()
        on_screen = _TALL_ROWS if tall else _ROWS
        free = 6 if len(rows) > on_screen else 0  # at the end of the line, for the bar
        for i in range(top, min(top + on_screen, len(rows))):
            bar_y = row_top(i - top) if tall else _TOP - 1 + (i - top) * 10
            y = row_text(i - top) if tall else bar_y + 1
            chosen = 1 if i == at else 0
            if chosen:
                canvas.fill_rect(free if lang.from_right else 0, bar_y, 128 - free, row_height() if tall else 10, 1)
            row = rows[i]
            text, value = row if isinstance(row, tuple) else (row, "")
            canvas.lead(text, 4, y, 1 - chosen)
            if value:
                canvas.trail(value, free + 3, y, 1 - chosen)
        if free:  # a bar that says how far down the list the screen is
            span = 50 * on_screen // len(rows)
            y = 64 - 50 if tall else _TOP
            y += (50 - span) * top // (len(rows) - on_screen)
            canvas.fill_rect(0 if lang.from_right else 125, y, 3, span, 1)

    def table(self, title, right, rows):
        """Show rows of (text, value) until a key (generator); where not all have room, one screen after another."""
        tall = lang.is_tall()
        on_screen = _TALL_ROWS if tall else _LINES
        for top in range(0, len(rows), on_screen):
            self.headline(title, right)
            for i in range(top, min(top + on_screen, len(rows))):
                y = row_text(i - top) if tall else _TOP + 1 + (i - top) * ROW
                self.canvas.lead(rows[i][0], 2, y)
                self.canvas.trail(rows[i][1], 2, y)
            yield from self.pause(-1)

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
