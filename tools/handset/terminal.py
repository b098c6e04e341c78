"""A handset drawn in a terminal, keys as buttons, in real time."""

import fcntl
import os
import select
import signal
import struct
import sys
import termios
import time
import tty
from collections import deque

from . import frames

STYLES = {
    # name: (characters across, lines, function frame -> lines)
    "half": (128, 32, frames.half_blocks),
    "braille": (64, 16, frames.braille),
}

HELP = "arrows  Enter: A  Esc: B  q: quit"

# A terminal says when a key goes down and never when it comes up. So a key holds its button for so long; the
# repeats of a key that is kept down prolong it.
HOLD_MS = 60

# Between two presses of one button. The firmware has to see it up, whatever bounce it allows for.
PAUSE_MS = 50

# An escape sequence comes in one piece, or nearly so. After this the byte 27 was the key Esc.
ESCAPE_S = 0.05

# If the host was busy or asleep for longer, the handset's clock falls behind instead of hurrying to catch up.
MAX_LAG_MS = 250

_MAX_WAITING = 12  # presses; more typed ahead are lost

QUIT = "quit"

_LETTERS = {
    "w": "up", "k": "up", "s": "down", "j": "down", "a": "left", "h": "left", "d": "right", "l": "right",
    "\r": "a", "\n": "a", " ": "a", "z": "a", "\x7f": "b", "\x08": "b", "x": "b", "q": QUIT, "\x03": QUIT,
}  # fmt: skip
_FINALS = {"A": "up", "B": "down", "C": "right", "D": "left"}

# Another screen, so that what was on the first is still there afterwards; no cursor; no wrapping at the edge.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[97;40m\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


class TerminalError(Exception):
    """This is no terminal to play in; the message says what is needed."""


def choose_style(columns, lines, wanted=None):
    """Return the name of the style that fits the terminal, the larger one if both do. The help takes a line more.

    Raises TerminalError if none fits, or not the one that is wanted.
    """
    for name in (wanted,) if wanted else STYLES:
        width, height, _ = STYLES[name]
        if columns >= width and lines > height:
            return name
    width, height, _ = STYLES[wanted or "braille"]
    raise TerminalError(
        "the terminal has %d x %d characters; the screen needs %d x %d%s"
        % (columns, lines, width, height + 1, " in this style" if wanted else "")
    )


def size(descriptor):
    """Return (columns, lines) of a terminal."""
    lines, columns, _, _ = struct.unpack(
        "HHHH", fcntl.ioctl(descriptor, termios.TIOCGWINSZ, struct.pack("HHHH", 0, 0, 0, 0))
    )
    # A serial console may not know its size: assume the size of the classic one.
    return columns or 80, lines or 24


def check_terminal(wanted=None):
    """Raise TerminalError if a handset cannot be drawn here."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise TerminalError("this needs a terminal: neither input nor output may be a file or a pipe")
    if os.environ.get("TERM", "dumb") == "dumb":
        raise TerminalError("this terminal cannot place text (TERM is dumb or unset)")
    choose_style(*size(sys.stdout.fileno()), wanted)


class Keys:
    """Turns the bytes of a terminal into names: those of buttons, and QUIT."""

    def __init__(self):
        self._pending = ""
        self._since = 0

    @property
    def waiting(self):
        """Whether the bytes so far end in what may be the beginning of an escape sequence."""
        return bool(self._pending)

    def feed(self, data):
        """Take bytes; return the names of the keys that are complete."""
        text = self._pending + data.decode("latin-1")
        self._pending = ""
        names = []
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                end = self._sequence(text, at)
                if end is None:
                    self._pending = text[at:]
                    self._since = time.monotonic()
                    break
                if end == at + 1:
                    names.append("b")  # Esc, and then another key
                elif text[end - 1] in _FINALS:
                    names.append(_FINALS[text[end - 1]])
                at = end
            else:
                name = _LETTERS.get(text[at].lower())
                if name:
                    names.append(name)
                at += 1
        return names

    def rest(self):
        """No byte has come: return the names in what is pending if nothing will follow any more."""
        if not self._pending or time.monotonic() < self._since + ESCAPE_S:
            return []
        pending, self._pending = self._pending, ""
        return ["b"] if pending == "\x1b" else []

    @staticmethod
    def _sequence(text, at):
        """Return where the escape sequence ends that begins at `at`; None if its end has not come yet."""
        if at + 1 == len(text):
            return None
        if text[at + 1] not in "[O":
            return at + 1
        end = at + 2
        while end < len(text) and text[end] in "0123456789;<=>?":
            end += 1
        return None if end == len(text) else end + 1


class Presses:
    """Presses the handset's buttons one after the other, each for HOLD_MS of the handset's own time.

    Its own, because a press must not be over before firmware that is busy had a chance to look.
    """

    def __init__(self, handset):
        self._handset = handset
        self._waiting = deque()
        self._held = None
        self._until = 0  # when the button is let go, or may be pressed again

    def add(self, name):
        """A key was typed."""
        if name not in self._handset.board["BUTTONS"]:
            return
        if name == self._held:
            self._until = int(self._handset.now_ms) + HOLD_MS  # the key repeats
        elif len(self._waiting) < _MAX_WAITING and (not self._waiting or self._waiting[-1] != name):
            # One that waits already is enough: repeats that come faster than presses would pile up.
            self._waiting.append(name)

    def step(self):
        """Press and release what is due; return the time of the handset at which to call this again, or None."""
        now = int(self._handset.now_ms)
        if self._held and now >= self._until:
            self._handset.release(self._held)
            self._held = None
            self._until = now + PAUSE_MS
        if not self._held and self._waiting and now >= self._until:
            self._held = self._waiting.popleft()
            self._handset.hold(self._held)
            self._until = now + HOLD_MS
        return self._until if self._held or self._waiting else None


class Screen:
    """Draws frames in the middle of the terminal, only the lines that differ from what is there."""

    def __init__(self, write, wanted=None):
        self._write = write
        self._wanted = wanted
        self._drawn = None

    def resize(self, columns, lines):
        """The terminal has this size now: everything is drawn anew."""
        out = ["\x1b[97;40m\x1b[2J"]
        try:
            style = choose_style(columns, lines, self._wanted)
        except TerminalError as error:
            self._drawn = None
            # In pieces, for a terminal that is narrower than the text.
            words = "Too small: " + str(error)
            for line in range(min(lines, -(-len(words) // columns))):
                out.append("\x1b[%d;1H%s" % (line + 1, words[line * columns : (line + 1) * columns]))
        else:
            width, height, self._render = STYLES[style]
            self._left = (columns - width) // 2 + 1
            self._top = (lines - height - 1) // 2 + 1
            self._drawn = [None] * height
            out.append("\x1b[%d;%dH\x1b[90m%s\x1b[97m" % (self._top + height, self._left, HELP))
        self._write("".join(out))

    def draw(self, frame):
        """Show a frame."""
        if self._drawn is None:
            return
        out = []
        for number, line in enumerate(self._render(frame)):
            if line != self._drawn[number]:
                out.append("\x1b[%d;%dH%s" % (self._top + number, self._left, line))
                self._drawn[number] = line
        if out:
            self._write("".join(out))


class _Raw:
    """The terminal in raw mode on its second screen; as it was before, whatever happens."""

    def __init__(self, descriptor, write):
        self._descriptor = descriptor
        self._write = write

    def __enter__(self):
        self._before = termios.tcgetattr(self._descriptor)
        try:
            self.resume()
        except BaseException:
            self.__exit__()
            raise
        return self

    def resume(self):
        tty.setraw(self._descriptor)  # Ctrl-C too comes as a byte
        self._write(_ENTER)

    def __exit__(self, *exception):
        try:
            self._write(_LEAVE)
        except OSError:
            pass  # the terminal is gone
        try:
            termios.tcsetattr(self._descriptor, termios.TCSAFLUSH, self._before)
        except termios.error:
            pass


class _Signals:
    """Notes size changes and continuation after a stop; turns SIGTERM and SIGHUP into SystemExit."""

    def __init__(self):
        self.resized = True
        self.continued = False

    def __enter__(self):
        self._before = {
            number: signal.signal(number, handler)
            for number, handler in (
                (signal.SIGWINCH, self._on_resize),
                (signal.SIGCONT, self._on_continue),
                (signal.SIGTERM, self._on_end),
                (signal.SIGHUP, self._on_end),
            )
        }
        return self

    def __exit__(self, *exception):
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_resize(self, number, frame):
        self.resized = True

    def _on_continue(self, number, frame):
        self.resized = self.continued = True

    @staticmethod
    def _on_end(number, frame):
        raise SystemExit(128 + number)


def _write_all(descriptor, text):
    data = text.encode()
    while data:
        data = data[os.write(descriptor, data) :]


def play(handset, wanted=None):
    """Run the handset in this terminal until the player quits or main.py returns.

    Raises FirmwareError as the handset does; the terminal is restored first.
    """
    reading, writing = sys.stdin.fileno(), sys.stdout.fileno()

    def write(text):
        _write_all(writing, text)

    with _Signals() as signals, _Raw(reading, write) as raw:
        _Loop(handset, reading, writing, Screen(write, wanted), raw, signals).run()


class _Loop:
    def __init__(self, handset, reading, writing, screen, raw, signals):
        self._handset = handset
        self._reading = reading
        self._writing = writing
        self._screen = screen
        self._raw = raw
        self._signals = signals
        self._keys = Keys()
        self._presses = Presses(handset)
        self._start = time.monotonic() - handset.now_ms / 1000
        self._shown = None

    def run(self):
        while not self._handset.finished:
            if self._signals.continued:
                self._signals.continued = False
                self._raw.resume()
            if self._signals.resized:
                self._signals.resized = False
                self._screen.resize(*size(self._writing))
                self._shown = None
            due = self._advance()
            self._draw()
            if not self._read(self._wait(due)):
                return

    def _advance(self):
        """Let the handset catch up with the time; return when it has to be looked after, in its time."""
        handset = self._handset
        now = (time.monotonic() - self._start) * 1000
        while True:
            due = self._presses.step()
            target = now if due is None else min(now, due)
            handset.pump(target)
            if handset.now_ms < target or target == now:  # it is busy, or there is no more to do now
                break
        if now - handset.now_ms > MAX_LAG_MS:
            self._start = time.monotonic() - (handset.now_ms + MAX_LAG_MS) / 1000
        times = [each for each in (due, handset.wakes_ms) if each is not None]
        return min(times) if times and handset.wakes_ms is not None else None

    def _draw(self):
        # While it runs it may be in the middle of a picture.
        panel = self._handset.panel
        if self._handset.wakes_ms is not None and panel.version != self._shown:
            self._shown = panel.version
            self._screen.draw(panel.frame())

    def _wait(self, due):
        """Wait for a key, for the firmware or until `due`; return the ready descriptors."""
        watched = [self._reading]
        timeout = 0.1  # at the latest: signals only set flags
        if due is None:
            watched.append(self._handset.fileno())
        else:
            timeout = min(timeout, max(0, self._start + due / 1000 - time.monotonic()))
        if self._keys.waiting:
            timeout = min(timeout, ESCAPE_S)
        return select.select(watched, [], [], timeout)[0]

    def _read(self, ready):
        """Take the keys typed; return False if the player quits."""
        if self._reading in ready:
            data = os.read(self._reading, 1024)
            if not data:
                return False  # the terminal is gone
            names = self._keys.feed(data)
        else:
            names = self._keys.rest()
        for name in names:
            if name == QUIT:
                return False
            self._presses.add(name)
        return True
