"""The firmware in a real MicroPython process, with a modelled panel and buttons: the handset without a board.

MicroPython's unix port runs firmware/main.py; in place of `machine`, `time` and `os` it finds the modules in
guest/, which talk to this process through two pipes (the messages are described in guest/handset_link.py).
Time is virtual: it passes while the firmware sleeps and while bytes travel on the bus, and computing takes none.
A scripted run is therefore fast, and the same each time.
"""

import ast
import fcntl
import functools
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import texts

from .panel import Panel
from .viewing import Viewing

SOURCE = Path(__file__).resolve().parents[2]
_RUN = Path(__file__).resolve().parent / "guest" / "run.py"

# The RP2040 has about 241 kB of heap at the prompt. Objects of the 64-bit unix port are twice the size of the board's,
# and it compiles the sources, which the board gets compiled.
DEFAULT_HEAP = "512k"

_MINIMUM_VERSION = (1, 23)
_MPY_VERSION = 6

_HEADER = struct.Struct("<BBHIQ")
_WAKE = struct.Struct("<QI")
_LENGTH = struct.Struct("<I")

_POWER_ON = 1  # machine.PWRON_RESET


class HandsetError(Exception):
    """The handset cannot be started or was used wrongly; the message says what to do."""


class FirmwareError(Exception):
    """The firmware in the handset has ended with a traceback, died or hangs."""


@functools.cache
def _check_micropython(path):
    code = "import sys; i = sys.implementation; print(i.name, i.version[0], i.version[1], i._mpy & 255)"
    try:
        done = subprocess.run([path, "-c", code], check=False, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HandsetError("%s does not run: %s" % (path, error)) from None
    words = done.stdout.split()
    if done.returncode or len(words) != 4 or words[0] != "micropython":
        raise HandsetError(
            "%s is not MicroPython's unix port (it said %r)" % (path, (done.stderr or done.stdout).strip()[-200:])
        )
    version = (int(words[1]), int(words[2]))
    if version < _MINIMUM_VERSION or int(words[3]) != _MPY_VERSION:
        raise HandsetError("%s is MicroPython %d.%d; 1.23 or newer is needed" % (path, *version))
    return path


def find_micropython():
    """Return the path of the micropython binary; raise HandsetError if there is none that will do.

    Looked for in $ELBA_MICROPYTHON, beside the running Python and on PATH, in this order.
    """
    chosen = os.environ.get("ELBA_MICROPYTHON")
    if chosen:
        found = shutil.which(chosen)
        if not found:
            raise HandsetError("ELBA_MICROPYTHON is %r, which is no program" % chosen)
        return _check_micropython(found)
    found = shutil.which("micropython", path=os.path.dirname(sys.executable)) or shutil.which("micropython")
    if not found:
        raise HandsetError(
            "no micropython program found: run this through make, which installs one on 64-bit x86 Linux; "
            "elsewhere build MicroPython's unix port (1.23 or newer) and put it on PATH or in ELBA_MICROPYTHON"
        )
    return _check_micropython(found)


class UnixHandset(Viewing):
    """The firmware running in MicroPython's unix port. Close it after use, or use it in a `with` statement.

    board       name of a module in boards/
    overrides   dict of names to replace in the board's data, for example {"SEED": 7}
    root        directory that is the device's file system, with the saves; None: an empty one, deleted on close
    heap        heap of the guest, a number of bytes or a text like "192k"
    panel       the display on the bus; None: none is connected
    build       directory of built files (make build) to run instead of the sources
    source      the source tree
    firmware    directory with main.py in place of the source tree's
    uptime_ms   how long the device has been up already when it starts
    patience_s  real seconds the guest may take between two messages; after that it counts as hanging

    Attributes to read: panel, board (dict: NAME, BUTTONS, LED, BUZZER, SPI), outputs (pin -> level), waves (list of
    (ms, pin, hz, duty of 65535): sounds, hz 0 ends one), resets (number of resets the firmware made),
    finished (main.py has returned), exit_status.
    Attributes to set: voltages (pin -> volts that the firmware measures there, 0.0 if it is not in it);
    bus_fault, None or a function (address, data) -> bool; True: this write is not acknowledged.
    """

    def __init__(
        self,
        board="pico",
        overrides=None,
        root=None,
        heap=DEFAULT_HEAP,
        panel=Ellipsis,
        build=None,
        source=SOURCE,
        firmware=None,
        uptime_ms=0,
        patience_s=30,
    ):
        self.panel = Panel() if panel is Ellipsis else panel
        self.bus_fault = None
        self.outputs = {}
        self.waves = []
        self.voltages = {}
        self.resets = 0
        self.board = None
        self.finished = False
        self.exit_status = None
        self._failure = None
        self._process = None
        self._console = None
        self._last_console = ""
        self._temporary = None
        self._from_guest = self._to_guest = -1
        self._heap = str(heap)
        self._patience = patience_s
        self._uptime_us = int(uptime_ms * 1000)
        self._held = set()
        self._base = 0  # handset time at which the guest's clock was 0
        self._now = 0
        self._reset_times = []
        self._config = self._layout(board, overrides, build, Path(source), firmware)
        self._program = find_micropython()
        try:
            if root is None:
                self._temporary = tempfile.TemporaryDirectory(prefix="elba-")
                root = self._temporary.name
            self.root = Path(root).resolve()
            self.root.mkdir(parents=True, exist_ok=True)
            self._config["root"] = str(self.root)
            self._console = tempfile.TemporaryFile()  # noqa: SIM115 (open until close)
            fcntl.fcntl(self._console, fcntl.F_SETFL, os.O_APPEND)  # a restarted guest goes on where it was
            self._start(_POWER_ON)
            while self.board is None and not self.finished:
                self._next_message()
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _layout(board, overrides, build, source, firmware):
        if build is not None:
            if firmware is not None:
                raise HandsetError("either the built files or another firmware directory, not both")
            build = Path(build).resolve()
            start = build / "main.py"
            mounts = [(str(build), "/_build")]
            path = ["", ".frozen", "/_build", "/_build/lib"]
            main = "/_build/main.py"
            module = "board"
        else:
            firmware = Path(firmware or source / "firmware").resolve()
            texts.ensure(firmware)
            start = firmware / "main.py"
            boards = source / "boards"
            known = sorted(file.stem for file in boards.glob("*.py"))
            if board not in known:
                raise HandsetError("unknown board %r; boards/ has: %s" % (board, ", ".join(known) or "none"))
            mounts = [(str(firmware), "/_firmware"), (str(source / "lib"), "/_lib"), (str(boards), "/_boards")]
            path = ["", ".frozen", "/_firmware", "/_lib", "/_boards"]
            main = "/_firmware/main.py"
            module = board
        if not start.is_file():
            raise HandsetError("there is no %s" % start)
        return {
            "mounts": mounts,
            "path": path,
            "main": main,
            "board": module,
            "overrides": dict(overrides or {}),
        }

    # ---- the process ----

    def _start(self, cause):
        guest_reads, self._to_guest = os.pipe()
        self._from_guest, guest_writes = os.pipe()
        self._buffer = bytearray()
        self._wake = None  # handset time at which the guest wants to wake; None while it runs
        self._config.update(cause=cause, clock=self._uptime_us, held=self._held_mask())
        self._base = self._now - self._uptime_us
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MICROPY")}
        try:
            self._process = subprocess.Popen(
                [self._program, "-X", "heapsize=" + self._heap, str(_RUN), str(guest_reads), str(guest_writes)],
                stdin=subprocess.DEVNULL,
                stdout=self._console,
                stderr=self._console,
                pass_fds=(guest_reads, guest_writes),
                env=environment,
                start_new_session=True,  # the keys Ctrl-C and Ctrl-Z of a terminal are not for the guest
            )
        except OSError as error:
            raise HandsetError("%s cannot be started: %s" % (self._program, error)) from None
        finally:
            os.close(guest_reads)
            os.close(guest_writes)
        config = repr(self._config).encode()
        self._send(_LENGTH.pack(len(config)) + config)

    def _end_process(self):
        if self._process is not None:
            if self._process.poll() is None:
                self._process.kill()
            self._process.wait(10)
            self.exit_status = self._process.returncode
            self._process = None
        for descriptor in (self._from_guest, self._to_guest):
            if descriptor >= 0:
                os.close(descriptor)
        self._from_guest = self._to_guest = -1

    def _fail(self, text):
        self._failure = text
        raise FirmwareError(text)

    def _died(self):
        try:
            self._process.wait(2)  # it has closed its pipe: it is about to end by itself
        except subprocess.TimeoutExpired:
            pass
        self._end_process()
        status = self.exit_status
        if status is not None and status < 0:
            how = "was ended by signal %s" % signal.Signals(-status).name
        else:
            how = "ended with status %s" % status
        self._fail("micropython %s\n%s" % (how, self.console[-2000:]))

    # ---- messages ----

    def _fill(self, timeout):
        """Wait up to `timeout` seconds for bytes of the guest; return whether some came."""
        if not select.select([self._from_guest], [], [], max(timeout, 0))[0]:
            return False
        data = os.read(self._from_guest, 65536)
        if not data:
            self._died()
        self._buffer += data
        return True

    def _take_message(self):
        """Act on one message if it is there whole; return whether it was."""
        buffer = self._buffer
        if len(buffer) < _HEADER.size:
            return False
        kind, a, b, c, clock = _HEADER.unpack_from(buffer)
        size = _HEADER.size + (c if kind in b"WVBX" else 0)
        if len(buffer) < size:
            return False
        payload = bytes(buffer[_HEADER.size : size])
        del buffer[:size]
        moment = self._base + clock
        if kind == ord("S"):
            self._wake = moment + c
        elif kind == ord("W"):
            self._send(b"\x01" if self._bus_write(a, payload, b) else b"\x00")
        elif kind == ord("V"):
            self._spi_write(payload)
        elif kind == ord("R"):
            if self.panel is not None and a == self.panel.address and not self.panel.unplugged:
                self._send(b"\x01" + bytes([self.panel.read()]) * c)
            else:
                self._send(b"\x00")
        elif kind == ord("G"):
            self.outputs[a] = b
        elif kind == ord("A"):
            level = min(max(self.voltages.get(a, 0.0) / 3.3, 0.0), 1.0)
            self._send(round(level * 65535).to_bytes(2, "little"))
        elif kind == ord("P"):
            self.waves.append((moment / 1000, a, c, b))
        elif kind == ord("B"):
            self.board = ast.literal_eval(payload.decode())
        elif kind == ord("Z"):
            self._reset(moment, a)
        elif kind == ord("X"):
            self.finished = True
            if payload:
                self._fail("the firmware ended with a traceback\n" + payload.decode(errors="replace"))
        else:
            raise AssertionError("message of unknown kind %r" % kind)
        return True

    def _send(self, data):
        try:
            os.write(self._to_guest, data)
        except BrokenPipeError:
            self._died()

    def _next_message(self):
        """Wait for one message and act on it."""
        deadline = time.monotonic() + self._patience
        while not self._take_message():
            if not self._fill(deadline - time.monotonic()) and time.monotonic() >= deadline:
                self._end_process()
                self._fail(
                    "the firmware neither slept nor wrote to the bus for %g s of real time, at %.3f s of its own"
                    "\n%s" % (self._patience, self._now / 1e6, self.console[-2000:])
                )

    def _bus_write(self, address, data, stop):
        panel = self.panel
        if panel is None or address != panel.address or panel.unplugged:
            return False
        if self.bus_fault is not None and self.bus_fault(address, data):
            return False
        panel.start()
        for value in data:
            panel.write(value)
        if stop:
            panel.stop()
        return True

    def _spi_write(self, data):
        wires = self.board["SPI"]
        panel = self.panel
        if panel is None or panel.unplugged or (wires.get("cs") is not None and self.outputs.get(wires["cs"], 1)):
            return
        panel.spi(self.outputs.get(wires["dc"], 0), data)

    def _reset(self, moment, cause):
        self._end_process()
        self._now = max(self._now, moment)
        self.resets += 1
        self._reset_times.append(self._now)
        if self._reset_times[-5:][0] > self._now - 100_000 and len(self._reset_times) >= 5:
            self._fail("the firmware resets again and again\n" + self.console[-2000:])
        self.outputs.clear()
        self._uptime_us = 0
        self._start(cause or _POWER_ON)

    # ---- time ----

    @property
    def now_ms(self):
        """Milliseconds since power-on, in the handset's time."""
        return self._now / 1000

    @property
    def wakes_ms(self):
        """When the firmware wants to wake; None while it runs or after it has ended."""
        return None if self._wake is None or self.finished else self._wake / 1000

    def fileno(self):
        """The descriptor that becomes readable when the firmware has something to say."""
        return self._from_guest

    def _check(self):
        if self._failure:
            raise FirmwareError(self._failure)
        if self._process is None and not self.finished:
            raise HandsetError("the handset is closed")

    def _answer(self):
        """Wake the sleeping guest."""
        wake, self._wake = self._wake, None
        self._now = max(self._now, wake)
        self._send(_WAKE.pack(wake - self._base, self._held_mask()))

    def _held_mask(self):
        mask = 0
        for name in self._held:
            mask |= 1 << self.board["BUTTONS"][name]
        return mask

    def _step(self, target):
        """Let the guest run until it sleeps, if it need not wake after `target`; return False when time is up."""
        while self._wake is None and not self.finished:
            self._next_message()
        if self.finished or self._wake > target:
            self._now = max(self._now, target)
            return False
        self._answer()
        while self._wake is None and not self.finished:
            self._next_message()
        return True

    def run(self, ms):
        """Let `ms` milliseconds of the handset's time pass."""
        self._check()
        target = self._now + int(ms * 1000)
        while self._step(target):
            pass

    def run_until(self, condition, timeout_ms=10_000):
        """Run until condition() is true, looked at whenever the firmware sleeps; TimeoutError if it never is."""
        self._check()
        target = self._now + int(timeout_ms * 1000)
        while not condition():
            if not self._step(target):
                if condition():
                    return
                raise TimeoutError("not so within %g ms; the screen is\n%s" % (timeout_ms, self.text()))

    def settle(self, quiet_ms=150, timeout_ms=10_000):
        """Run until the picture has not changed for `quiet_ms`; return it. TimeoutError if it never rests."""
        self._check()
        end = self._now + int(timeout_ms * 1000)
        quiet = int(quiet_ms * 1000)
        picture, since = self.frame(), self._now
        while True:
            more = self._step(min(since + quiet, end))
            seen = self.frame()
            if seen != picture:
                picture, since = seen, self._now
            elif not more and self._now >= since + quiet:
                return picture
            if self._now >= end:
                raise TimeoutError("the picture never rested for %g ms; it is\n%s" % (quiet_ms, self.text()))

    def pump(self, now_ms):
        """Do what can be done without waiting, up to the given time: for loops that wait for other things too."""
        self._check()
        target = int(now_ms * 1000)
        while not self.finished:
            if self._wake is not None:
                if self._wake > target:
                    break
                self._answer()
            elif not self._take_message() and not self._fill(0):
                return
        self._now = max(self._now, target)

    # ---- buttons ----

    def _button(self, name):
        buttons = self.board["BUTTONS"]
        if name not in buttons:
            raise HandsetError("this board has no button %r, only %s" % (name, ", ".join(sorted(buttons))))
        return name

    def hold(self, name):
        """Press a button down and keep it there."""
        self._held.add(self._button(name))

    def release(self, name):
        """Let a button go."""
        self._held.discard(self._button(name))

    # ---- what is seen ----

    @property
    def console(self):
        """Everything the firmware has printed since power-on: what the board would send over USB."""
        if self._console is None:
            return self._last_console
        descriptor = self._console.fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode(errors="replace")

    # ---- power ----

    def power_cycle(self, held=()):
        """Cut the power at this very moment and switch on again, with some buttons held. Files stay."""
        self._check()
        self._end_process()
        self.finished = False
        self.outputs.clear()
        self._held = {self._button(name) for name in held}
        self._uptime_us = 0
        if self.panel is not None:
            self.panel.power_on()
        self._start(_POWER_ON)

    def close(self):
        """Switch off: end the process and delete the temporary file system. May be called again."""
        self._end_process()
        if self._console is not None:
            self._last_console = self.console
            self._console.close()
            self._console = None
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
