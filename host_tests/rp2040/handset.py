"""A handset on the emulated board, used like handset.unix.UnixHandset, and what only a real chip can tell."""

import re
from pathlib import Path

from handset.panel import Panel
from handset.unix import FirmwareError, HandsetError
from handset.viewing import Viewing

from . import image
from .board import UF2_VARIABLE, Board, find_uf2

_NO_FILE = "%s names no UF2 file of MicroPython for RPI_PICO" % UF2_VARIABLE

# The wiring of firmware that brings no board.py of its own.
_BARE_BOARD = {
    "I2C": {"id": 0, "sda": 4, "scl": 5, "freq": 400_000},
    "BUTTONS": {"up": 10, "down": 11, "left": 12, "right": 13, "a": 14, "b": 15},
    "BUZZER": None,
    "LED": 25,
}

_TRACEBACK = b"Traceback (most recent call last)"
_NS = 1_000_000  # of a millisecond
_LOOK_NS = 10 * _NS  # run_until() looks at its condition at least this often

# Runs before main.py and tells how much memory is in use that no garbage collection would free. The firmware need not
# know of it; it is slower meanwhile, so times are not to be taken with it.
_PROBE = """
import gc, machine
gc.collect()
def _probe(_, seen=[gc.mem_alloc(), 0]):
    gc.collect()
    used = gc.mem_alloc()
    if used > seen[1]:
        seen[1] = used
        print("HEAP", seen[0], used, used + gc.mem_free())
_probe_timer = machine.Timer(period=%d, callback=_probe)
"""
_PROBED = re.compile(rb"HEAP (\d+) (\d+) (\d+)\r\n")


class Rp2040Handset(Viewing):
    """The firmware on an emulated Pico. Nothing has run yet when it is made; time passes in run() and its like.

    tree        directory with the device's files (build/device), or {path: bytes}; None: the UF2 file has them
    overrides   names to replace in the board's data, for example {"SEED": 7}
    uf2         MicroPython; None: the file that $MICROPYTHON_UF2 names
    panel       the display on the bus; None: none is connected
    flash_time  whether erasing and programming the flash take the time they do
    usb         whether a computer is connected: without one nothing is printed
    probe_ms    look how much memory is in use each so many milliseconds, see heap(); None: leave the firmware alone
    strict      raise FirmwareError as soon as a traceback is printed

    Attributes to read: panel, board (dict of the board's data), outputs (pin -> level of the LED and the buzzer),
    edges (list of (ms, pin, level) of the same), first_frame_ms (from the last reset to the first picture, or None).
    """

    def __init__(
        self,
        tree,
        overrides=None,
        uf2=None,
        panel=Ellipsis,
        flash_time=False,
        usb=True,
        probe_ms=None,
        strict=True,
    ):
        path = find_uf2(uf2)
        if path is None:
            raise HandsetError(_NO_FILE)
        if tree is None:
            if overrides or probe_ms is not None:
                raise HandsetError("what is in a UF2 file cannot be changed: no overrides, no probe_ms")
            files = image.in_uf2(path)
            self.board = self._override(files, {})
        else:
            files = dict(tree) if isinstance(tree, dict) else image.files_of(tree)
            self.board = self._override(files, overrides or {})
        if probe_ms is not None:
            files["/boot.py"] = (_PROBE % probe_ms).encode() + files.get("/boot.py", b"")
        self.panel = Panel() if panel is Ellipsis else panel
        self.outputs = {}
        self.edges = []
        self.first_frame_ms = None
        self._strict = strict
        self._searched = 0  # how much of what was printed has been searched for a traceback
        self._changed_at = 0
        self._watching = False
        i2c, spi = self.board.get("I2C"), self.board.get("SPI")
        self._board = Board(
            path,
            None if tree is None else files,
            self.panel,
            i2c and (i2c["id"], i2c["sda"], i2c["scl"]),
            spi and (spi["id"], spi["dc"], spi.get("cs")),
            flash_time=flash_time,
            usb=usb,
        )
        self._board.bus.changed = self._picture_changed
        self._board.heard = self._something_happened
        for name in ("LED", "BUZZER"):
            pin = self.board.get(name)
            if isinstance(pin, dict):
                pin = next(iter(pin.values()))
            if pin is not None:
                self._watch(pin)

    @staticmethod
    def _override(files, overrides):
        """Append the overrides to /board.py in `files`; return the data of the board."""
        data = dict(_BARE_BOARD)
        source = files.get("/board.py")
        if source is None:
            if overrides:
                raise HandsetError("there is no /board.py to override %s in" % ", ".join(sorted(overrides)))
            return data
        exec(compile(source, "board.py", "exec"), data)
        del data["__builtins__"]
        unknown = sorted(set(overrides) - set(data))
        if unknown:
            raise HandsetError("/board.py has no %s" % ", ".join(unknown))
        data.update(overrides)
        files["/board.py"] = source + "".join("\n%s = %r" % item for item in overrides.items()).encode() + b"\n"
        return data

    def _watch(self, pin):
        def moved(level, _):
            level = int(int(level) == 1)
            if self.outputs.get(pin, 0) != level:
                self.edges.append((self.now_ms, pin, level))
            self.outputs[pin] = level

        self._board.chip.gpio[pin].add_listener(moved)

    @property
    def wired(self):
        """The board.Board inside, for what connects to its USB."""
        return self._board

    # ---- what happens meanwhile ----

    def _picture_changed(self):
        self._changed_at = self._board.nanos
        if self.first_frame_ms is None and any(self.panel.frame()):
            self.first_frame_ms = self.up_ms
        self._something_happened()

    def _something_happened(self):
        if self._watching:
            self._board.halt()

    def _check(self):
        printed = self._board.printed
        if not self._strict or len(printed) == self._searched:
            return
        at = printed.find(_TRACEBACK, max(0, self._searched - len(_TRACEBACK)))
        self._searched = len(printed)
        if at >= 0:
            self._board.run_to(self._board.nanos + 50 * _NS)  # the rest of it
            self._searched = len(printed)
            raise FirmwareError(bytes(printed[at:]).decode(errors="replace"))

    # ---- time ----

    @property
    def now_ms(self):
        """Milliseconds since the first power-on, in the handset's time."""
        return self._board.nanos / _NS

    @property
    def up_ms(self):
        """Milliseconds since the last reset."""
        return self._board.nanos_up / _NS

    def share_awake(self, ms):
        """Let `ms` milliseconds pass; return in which part of them the processor did not wait for an interrupt."""
        board = self._board
        awake, start = board.nanos_awake, board.nanos
        self.run(ms)
        return (board.nanos_awake - awake) / (board.nanos - start)

    def _run_to(self, nanos):
        if self.power_lost:
            raise HandsetError("the power is cut")
        reached = self._board.run_to(nanos)
        self._check()
        return reached

    def run(self, ms):
        """Let `ms` milliseconds of the handset's time pass, or less if the power is cut meanwhile."""
        self._run_to(self._board.nanos + ms * _NS)

    def run_until(self, condition, timeout_ms=10_000):
        """Run until condition() is true; raise TimeoutError if it never is.

        It is looked at when the picture has changed, when something was printed, and every 10 ms.
        """
        end = self._board.nanos + timeout_ms * _NS
        self._watching = True
        try:
            while not condition():
                if self._board.nanos >= end:
                    raise TimeoutError("not so within %g ms; the screen is\n%s" % (timeout_ms, self._state()))
                self._run_to(min(end, self._board.nanos + _LOOK_NS))
        finally:
            self._watching = False

    def settle(self, quiet_ms=150, timeout_ms=10_000):
        """Run until the picture has not changed for `quiet_ms`; return it. Raise TimeoutError if it never rests."""
        start = self._board.nanos
        end = start + timeout_ms * _NS
        quiet = quiet_ms * _NS
        picture, since = self.frame(), start
        while True:
            self._run_to(min(since + quiet, end))
            seen = self.frame()
            if seen != picture:
                # Another picture: quiet counts from the moment of the last change, which is known exactly.
                picture, since = seen, max(self._changed_at, start)
            elif self._board.nanos >= since + quiet:
                return picture
            if self._board.nanos >= end:
                raise TimeoutError("the picture never rested for %g ms; it is\n%s" % (quiet_ms, self._state()))

    def _state(self):
        return self.text() + "\n" + self.console[-1000:]

    # ---- buttons ----

    def _pin(self, name):
        buttons = self.board["BUTTONS"]
        if name not in buttons:
            raise HandsetError("this board has no button %r, only %s" % (name, ", ".join(sorted(buttons))))
        return self._board.chip.gpio[buttons[name]]

    def hold(self, name):
        """Press a button down and keep it there, through a power cycle too."""
        self._pin(name).set_input_value(False)

    def release(self, name):
        """Let a button go: its pin is open then, and high only if the firmware has switched its pull-up on."""
        self._pin(name).release_input()

    # ---- what is seen ----

    @property
    def console(self):
        """Everything the firmware has printed since the first power-on."""
        return bytes(self._board.printed).decode(errors="replace").replace("\r\n", "\n")

    def type(self, text):
        """Send text over USB, as if typed; \\x03 is Ctrl-C."""
        self._board.type(text.encode())

    # ---- what was measured ----

    def updates(self, gap_ms=3):
        """Return what was sent to the panel as a list of (start ms, duration ms, bytes).

        Transfers with less than `gap_ms` between them are one update: the windows and the data of one show().
        """
        result = []
        for start, end, count in self._board.bus.transfers:
            if result and start - result[-1][1] < gap_ms * _NS:
                result[-1][1] = end
                result[-1][2] += count
            else:
                result.append([start, end, count])
        return [(start / _NS, (end - start) / _NS, count) for start, end, count in result]

    def heap(self):
        """Return (bytes in use before main.py, most bytes in use since, bytes of the heap); needs probe_ms."""
        looks = _PROBED.findall(self._board.printed)
        if not looks:
            raise HandsetError("no look at the memory yet: it needs probe_ms, usb and some time")
        before, most, size = map(int, looks[-1])
        return before, most, size

    # ---- power and files ----

    def cut_power(self, operation, part=0.0):
        """Cut the power at the flash operation of this number from now (0 is the next), done for that part only.

        run() returns when it has happened; power_cycle() switches on again.
        """
        flash = self._board.flash
        flash.cut = (len(flash.operations) + operation, part)

    @property
    def power_lost(self):
        """Whether the power has been cut."""
        return self._board.flash.lost

    @property
    def flash_operations(self):
        """List of (ms, "erase" or "program", address, bytes)."""
        return [(now / _NS, *rest) for now, *rest in self._board.flash.operations]

    @property
    def resets(self):
        """How often the firmware has reset the chip."""
        return self._board.resets

    def power_cycle(self):
        """Cut the power at this very moment and switch on again. Files stay as they are, buttons held are held."""
        self.first_frame_ms = None
        self.outputs.clear()
        self._board.power_on()

    def files(self):
        """Return {path: bytes} of what is in flash now; raise image.ImageError if no file system is."""
        return image.unpack(self._board.image())

    def saves(self, directory):
        """Write the files in /saves into a directory of the host, as the unix port has them; return its path."""
        target = Path(directory)
        target.mkdir(parents=True, exist_ok=True)
        for path, data in self.files().items():
            if path.startswith("/saves/"):
                (target / path.removeprefix("/saves/")).write_bytes(data)
        return target

    def close(self):
        """Nothing is left to end; here because every handset has it."""

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
