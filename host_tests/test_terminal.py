"""Playing in a terminal: the parts one by one, and the whole through a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from conftest import ROOT
from handset import frames, terminal
from handset.panel import FRAME_BYTES
from handset.terminal import HOLD_MS, QUIT, Keys, Presses, Screen, TerminalError, choose_style

# Page 0 shows the button held, as a lit column of its own; each press also prints its name.
FIRMWARE = """
light_up()
print("ready")
show(1, b"\\xff" * 128)
last = None
while True:
    data = bytearray(128)
    now = None
    for name, pin in buttons.items():
        if not pin.value():
            now = name
            data["abdlru".index(name[0]) * 8] = 0xFF
    if now != last:
        last = now
        print("press", now)
    show(0, data)
    time.sleep_ms(5)
"""

CHILD = """
import sys
sys.path.insert(0, {tools!r})
from handset import terminal
from handset.unix import UnixHandset
with UnixHandset(source={source!r}) as handset:
    try:
        terminal.play(handset, {style!r})
    finally:
        print("guest:", handset._process and handset._process.pid)
        print("\\n".join(line for line in handset.console.splitlines() if line != "press None"))
print("the end")
"""


class Terminal:
    """A process on a pseudo-terminal, and what its screen shows."""

    def __init__(self, arguments, columns=200, lines=50, **environment):
        self.master, slave = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(slave)
        self.raw = ""
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", **environment},
            preexec_fn=lambda: os.login_tty(slave),  # noqa: PLW1509 (no threads here)
        )
        self.slave = slave

    def resize(self, columns, lines):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, seconds):
        """Read what comes within that time."""
        end = time.monotonic() + seconds
        data = b""
        while (left := end - time.monotonic()) > 0 and select.select([self.master], [], [], left)[0]:
            try:
                data += os.read(self.master, 65536)
            except OSError:
                break
        text = data.decode(errors="replace")
        self.raw += text
        return text

    def wait_for(self, condition, seconds=10):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "not in time; the terminal got %r" % self.raw[-2000:]
            self.read(0.02)

    def type(self, text):
        os.write(self.master, text.encode())

    def screen(self):
        """Return the lines of the second screen, from the placed texts."""
        text = self.raw.rsplit("\x1b[2J", 1)[-1]
        lines = {}
        for row, column, content in re.findall(r"\x1b\[(\d+);(\d+)H((?:\x1b\[[\d;]*m|[^\x1b])*)", text):
            lines[int(row)] = " " * (int(column) - 1) + re.sub(r"\x1b\[[\d;]*m", "", content)
        return [lines.get(row, "") for row in range(1, max(lines, default=0) + 1)]

    def finish(self, seconds=10):
        """Wait for the end of the process; return what it wrote to the first screen."""
        self.wait_for(lambda: self.process.poll() is not None, seconds)
        self.read(0.05)
        return self.raw.rsplit(terminal._LEAVE, 1)[-1].replace("\r\n", "\n")

    def restored(self):
        return termios.tcgetattr(self.slave) == self.before and self.raw.count(terminal._LEAVE) == 1

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def run(source, tmp_path):
    """A function (firmware, style=None, **options) -> Terminal that plays it."""
    made = []

    def start(firmware, style=None, **options):
        script = tmp_path / "child.py"
        script.write_text(CHILD.format(tools=str(ROOT / "tools"), source=str(source(firmware)), style=style))
        made.append(Terminal([str(script)], **options))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def play(tmp_path):
    """A function (*arguments, **options) -> Terminal that runs tools/play.py."""
    made = []

    def start(*arguments, **options):
        options.setdefault("XDG_DATA_HOME", str(tmp_path / "data"))
        made.append(Terminal([str(ROOT / "tools" / "play.py"), *arguments], **options))
        return made[-1]

    yield start
    for each in made:
        each.close()


# ---- the parts ----


@pytest.mark.parametrize(
    ("columns", "lines", "style"),
    [(128, 33, "half"), (300, 90, "half"), (127, 33, "braille"), (128, 32, "braille"), (64, 17, "braille")],
)
def test_the_larger_style_that_fits_is_chosen(columns, lines, style):
    assert choose_style(columns, lines) == style


@pytest.mark.parametrize(
    ("columns", "lines", "wanted", "needed"),
    [
        (63, 40, None, "64 x 17"),
        (200, 16, None, "64 x 17"),
        (127, 40, "half", "128 x 33"),
        (60, 9, "braille", "64 x 17"),
    ],
)
def test_a_terminal_that_is_too_small_is_told_the_size_needed(columns, lines, wanted, needed):
    message = "has %d x %d characters; the screen needs %s" % (columns, lines, needed)
    with pytest.raises(TerminalError, match=message):
        choose_style(columns, lines, wanted)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (b"wasd", ["up", "left", "down", "right"]),
        (b"hjkl", ["left", "down", "up", "right"]),
        (b"\r zZ", ["a"] * 4),
        (b"\x7f\x08x", ["b"] * 3),
        (b"q\x03Q", [QUIT] * 3),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),
        (b"\x1b[1;5C", ["right"]),
        (b"\x1b[3~\x1b[15~\x1bOPyz", ["a"]),
        (b"\x1bw", ["b", "up"]),
        ("é漢w".encode(), ["up"]),
    ],
)
def test_keys(typed, names):
    assert Keys().feed(typed) == names
    keys = Keys()  # and byte by byte
    assert [name for byte in typed for name in keys.feed(bytes([byte]))] == names


def test_a_lone_escape_is_a_key_after_a_moment(monkeypatch):
    now = [5.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.waiting
    assert keys.rest() == []
    now[0] += terminal.ESCAPE_S
    assert keys.rest() == ["b"]
    assert not keys.waiting


class FakeHandset:
    def __init__(self):
        self.board = {"BUTTONS": {"left": 12, "right": 13, "a": 14, "b": 15}}
        self.now_ms = 0.0
        self.log = []

    def hold(self, name):
        self.log.append((int(self.now_ms), "+" + name))

    def release(self, name):
        self.log.append((int(self.now_ms), "-" + name))

    def play(self, presses, typed, until):
        """Type keys at their times, a dict ms -> names; let time pass in steps of 1 ms."""
        for ms in range(until):
            self.now_ms = ms + 0.1
            for name in typed.get(ms, ()):
                presses.add(name)
            presses.step()
        return self.log


def test_a_press_holds_its_button_and_lets_go():
    handset = FakeHandset()
    assert handset.play(Presses(handset), {10: ["a"]}, 300) == [(10, "+a"), (10 + HOLD_MS, "-a")]


def test_keys_typed_ahead_are_pressed_one_after_the_other():
    handset = FakeHandset()
    log = handset.play(Presses(handset), {10: ["a", "b", "a"]}, 500)
    assert [what for _, what in log] == ["+a", "-a", "+b", "-b", "+a", "-a"]
    times = [ms for ms, _ in log]
    assert times[2] - times[1] == terminal.PAUSE_MS


def test_a_repeating_key_holds_its_button_down():
    handset = FakeHandset()
    typed = {ms: ["right"] for ms in range(10, 600, 33)}
    assert handset.play(Presses(handset), typed, 900) == [(10, "+right"), (10 + 33 * 17 + HOLD_MS, "-right")]


def test_a_slowly_repeating_key_does_not_pile_up():
    handset = FakeHandset()
    typed = {ms: ["right"] for ms in range(0, 2000, 80)}
    log = handset.play(Presses(handset), typed, 3000)
    assert log[-1][0] < 2000 + 2 * (HOLD_MS + terminal.PAUSE_MS)


def test_a_button_the_board_lacks_is_ignored():
    handset = FakeHandset()
    assert handset.play(Presses(handset), {10: ["up"]}, 300) == []


def test_only_changed_lines_are_drawn():
    written = []
    screen = Screen(written.append)
    screen.resize(200, 50)
    screen.draw(bytes(FRAME_BYTES))
    written.clear()
    frame = bytearray(FRAME_BYTES)
    screen.draw(frame)
    assert written == []
    frame[16 * 10] = 0x80
    screen.draw(frame)
    assert len(written) == 1
    assert written[0].count("\x1b[") == 1
    assert "▀" in written[0]


# ---- the whole ----


def test_the_picture_is_drawn_in_the_middle_and_the_terminal_restored(run):
    tty = run(FIRMWARE, columns=130, lines=35)
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    tty.read(0.1)
    frame = bytearray(FRAME_BYTES)
    frame[16 * 8 : 16 * 16] = b"\xff" * 128
    assert [line[1:] for line in tty.screen()[1:33]] == frames.half_blocks(frame)
    assert tty.screen()[33].strip() == terminal.HELP
    tty.type("q")
    assert "the end" in tty.finish()
    assert tty.process.returncode == 0
    assert tty.restored()


def test_a_smaller_terminal_gets_braille(run):
    tty = run(FIRMWARE, columns=80, lines=24)
    tty.wait_for(lambda: any("⣿" * 64 in line for line in tty.screen()))
    tty.type("\x03")
    assert "the end" in tty.finish()
    assert tty.restored()


@pytest.mark.parametrize(("typed", "name"), [("\r", "a"), ("\x1b", "b"), ("\x1b[D", "left"), ("l", "right")])
def test_a_key_is_a_press(run, typed, name):
    tty = run(FIRMWARE)
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    tty.type(typed)
    tty.read(0.3)
    tty.type("q")
    console = tty.finish()
    assert re.findall(r"press (\w+)", console) == [name]


def test_no_press_is_lost_while_the_firmware_is_busy(run):
    # Computes for a second of real time in which keys come, and looks at its buttons afterwards.
    busy = FIRMWARE.replace("last = None\n", "last = None\nfor _ in range(30_000_000 // 3):\n    pass\n", 1)
    tty = run(busy)
    tty.wait_for(lambda: "\x1b[?1049h" in tty.raw)
    tty.type("a\r")
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    tty.read(0.6)
    tty.type("q")
    assert re.findall(r"press (\w+)", tty.finish()) == ["left", "a"]


def test_a_resize_changes_the_style_and_says_when_it_is_too_small(run):
    tty = run(FIRMWARE, columns=128, lines=33)
    tty.wait_for(lambda: any("█" * 128 in line for line in tty.screen()))
    tty.resize(80, 24)
    tty.wait_for(lambda: any("⣿" * 64 in line for line in tty.screen()))
    tty.resize(40, 10)
    tty.wait_for(lambda: "Too small: the terminal has 40 x 10" in "".join(tty.screen()))
    tty.resize(128, 33)
    tty.wait_for(lambda: any("█" * 128 in line for line in tty.screen()))
    tty.type("q")
    assert "the end" in tty.finish()
    assert tty.restored()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal_and_ends_the_guest(run, number):
    tty = run(FIRMWARE)
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    tty.process.send_signal(number)
    guest = int(re.search(r"guest: (\d+)", tty.finish())[1])
    assert tty.process.returncode == 128 + number
    assert tty.restored()
    assert not os.path.exists("/proc/%d" % guest)


def test_a_fault_of_the_firmware_is_shown_on_the_restored_terminal(run):
    tty = run("light_up()\ntime.sleep_ms(50)\n1 // 0")
    assert "ZeroDivisionError" in tty.finish()
    assert tty.process.returncode == 1
    assert tty.restored()


def test_a_terminal_that_vanishes_ends_the_play(run):
    tty = run(FIRMWARE)
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    os.close(tty.slave)
    os.close(tty.master)
    try:
        assert tty.process.wait(10) != 0
    finally:
        tty.master, tty.slave = pty.openpty()  # something to close


# ---- tools/play.py ----


def test_play_needs_a_terminal():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "play.py"],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("play: this needs a terminal")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ([], {"columns": 60, "lines": 20}, "has 60 x 20 characters; the screen needs 64 x 17"),
        (["--style", "half"], {"columns": 80, "lines": 24}, "the screen needs 128 x 33"),
        ([], {"TERM": "dumb"}, "cannot place text"),
        (["--board", "piko"], {}, "unknown board 'piko'"),
        (["--saves", "/proc/no"], {}, "cannot be kept in /proc/no"),
        (["--seed", "x"], {}, "expected a whole number"),
        ([], {"ELBA_MICROPYTHON": "/no/such"}, "which is no program"),
    ],
)
def test_play_says_what_is_wrong(play, source, arguments, options, message):
    tty = play("--source", str(source("")), *arguments, **options)
    output = tty.finish()
    assert message in output
    assert "Traceback" not in output
    assert tty.process.returncode == 2
    assert termios.tcgetattr(tty.slave) == tty.before


def test_two_cannot_play_on_the_same_saves(play, tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        assert "somebody is playing" in play("--saves", str(tmp_path)).finish()
    finally:
        os.close(descriptor)


# Page 0: as many lit columns as times it was started, and in the middle as many as the seed says.
STARTS = """
import os
light_up()
try:
    with open("/saves/starts", "rb") as file:
        starts = file.read()
except OSError:
    starts = b""
    if "saves" not in os.listdir("/"):
        os.mkdir("/saves")
starts += b"\\xff"
with open("/saves/starts", "wb") as file:
    file.write(starts)
seed = board.SEED or 0
show(0, starts + bytes(64 - len(starts)) + b"\\xff" * seed)
while buttons["a"].value():
    time.sleep_ms(10)
print("over")
"""


@pytest.fixture
def starts(play, source):
    """A function (*arguments) -> (number of starts, seed) as the screen shows them; it quits then."""
    tree = source(STARTS)

    def start(*arguments):
        tty = play("--source", str(tree), *arguments, columns=128, lines=33)
        tty.wait_for(lambda: any("█" in line for line in tty.screen()))
        tty.read(0.05)
        line = tty.screen()[0].ljust(128)
        tty.type("q")
        assert tty.finish() == ""
        assert tty.process.returncode == 0
        assert tty.restored()
        return line[:64].count("█"), line[64:].count("█")

    start.tree = tree
    return start


def test_saves_are_kept_where_the_user_keeps_data(starts, tmp_path):
    assert starts() == (1, 0)
    assert starts() == (2, 0)
    assert (tmp_path / "data" / "elba" / "saves" / "starts").read_bytes() == b"\xff\xff"


def test_saves_can_be_kept_elsewhere_or_not_at_all(starts, tmp_path):
    assert starts("--saves", str(tmp_path / "a")) == (1, 0)
    assert starts("--saves", str(tmp_path / "a")) == (2, 0)
    assert starts("--saves", str(tmp_path / "b")) == (1, 0)
    assert starts("--new") == (1, 0)
    assert starts("--new") == (1, 0)
    assert not (tmp_path / "data").exists()


def test_without_xdg_data_home_saves_are_in_the_home(monkeypatch, tmp_path):
    import play

    monkeypatch.setenv("HOME", str(tmp_path))
    for value in (None, "", "not/absolute"):
        if value is None:
            monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        else:
            monkeypatch.setenv("XDG_DATA_HOME", value)
        assert play.saves_directory() == tmp_path / ".local" / "share" / "elba"


def test_a_seed_reaches_the_board(starts):
    assert starts("--new", "--seed", "5") == (1, 5)
    assert starts("--new", "--seed", "0x1f") == (1, 31)


def test_the_built_files_can_be_played(starts, play):
    tty = play("--new", "--build", "--source", str(starts.tree))
    assert "make build" in tty.finish()
    tools = str(ROOT / "tools" / "build.py")
    subprocess.run([sys.executable, tools, "--source", starts.tree], check=True, stdout=subprocess.DEVNULL)
    assert starts("--new", "--build") == (1, 0)


def test_a_firmware_that_ends_is_told_with_its_last_words(starts, play):
    tty = play("--new", "--source", str(starts.tree))
    tty.wait_for(lambda: any("█" in line for line in tty.screen()))
    tty.type(" ")
    output = tty.finish()
    assert "a board would be at its prompt now.\nover" in output
    assert tty.process.returncode == 0
