"""The processor of the emulated board: core.c where there is a C compiler, else rp2040py's own loop.

Both drive the same chip of rp2040py: its memory, its peripherals, its clock and its interrupts.
"""

import ctypes
import functools
import hashlib
import math
import os
import shutil
import subprocess
from pathlib import Path

from rp2040py.execute_batch import execute_batch

SOURCE = Path(__file__).with_name("core.c")
CACHE = Path(__file__).resolve().parents[2] / "build" / "emulator"

_NS_PER_CYCLE = 8
_FOREVER = 1_000_000  # cycles, when nothing is due

_UNKNOWN = 1  # what run() returns at an instruction it leaves to rp2040py

_Read = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32)
_Write = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32)


class _State(ctypes.Structure):
    """struct core of core.c."""

    _fields_ = [
        ("registers", ctypes.c_void_p),
        ("rom", ctypes.c_void_p),
        ("flash", ctypes.c_void_p),
        ("ram", ctypes.c_void_p),
        ("read", _Read),
        ("write", _Write),
        ("cycles", ctypes.c_uint64),
        ("limit", ctypes.c_uint64),
        ("stop", ctypes.c_uint32),
        *((name, ctypes.c_uint32) for name in ("n", "z", "c", "v", "primask", "ipsr", "irq_pending", "event")),
        *((name, ctypes.c_uint32) for name in ("spinlocks", "dividend", "divisor", "quotient", "remainder", "csr")),
    ]


@functools.cache
def library():
    """Return core.c compiled and loaded, or None where there is no C compiler ($CC, else cc)."""
    compiler = shutil.which(os.environ.get("CC") or "cc")
    if not compiler:
        return None
    path = CACHE / ("core-%s.so" % hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16])
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".%d" % os.getpid())  # several test runs may compile at once
        options = ["-O2", "-fno-strict-aliasing", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, "-o", str(unfinished), str(SOURCE)], check=True)
        unfinished.replace(path)
    loaded = ctypes.CDLL(str(path))
    loaded.run.argtypes = [ctypes.POINTER(_State)]
    loaded.run.restype = ctypes.c_int
    return loaded


class PlainCore:
    """rp2040py's own loop over instructions."""

    def __init__(self, simulator):
        self._simulator = simulator
        self._halted = False

    def run(self):
        """Execute until halt() is called."""
        self._halted = False
        while not self._halted:
            self._simulator.stopped = False
            execute_batch(self._simulator, 1)

    def halt(self):
        """Make run() return after the current instruction."""
        self._halted = True
        self._simulator.stopped = True

    def reset(self):
        """Nothing to do: rp2040py has reset its processor with the chip."""


class FastCore:
    """core.c for the instructions, rp2040py for exceptions, waiting and all that is not memory.

    Not for the PIO blocks, which stand still: nothing on a handset uses them.
    """

    def __init__(self, chip):
        self._chip = chip
        self._core = chip.core
        self._clock = chip.clock
        self._library = library()
        self._halted = False
        self._error = None
        self._synced = 0  # cycles that the clock has been told of
        # Views of the chip's own memory, kept so that it stays where it is.
        views = [memoryview(self._core.registers), chip.bootrom, chip.flash, chip.sram]
        self._views = [(ctypes.c_char * view.nbytes).from_buffer(view) for view in views]
        registers, rom, flash, ram = (ctypes.addressof(view) for view in self._views)
        self._state = _State(registers, rom, flash, ram, _Read(self._read), _Write(self._write))
        self._pointer = ctypes.pointer(self._state)
        self._readers = {1: chip.read_uint8, 2: chip.read_uint16, 4: chip.read_uint32}
        self._writers = {1: chip.write_uint8, 2: chip.write_uint16, 4: chip.write_uint32}

    def halt(self):
        """Make run() return after the current instruction."""
        self._halted = True

    def reset(self):
        """Forget what is kept in C; the chip has been reset."""
        state = self._state
        for name in ("n", "z", "c", "v", "primask", "ipsr", "spinlocks", "dividend", "quotient", "remainder"):
            setattr(state, name, 0)
        state.divisor = 1
        state.stop = 1  # if it was an instruction that did it

    def run(self):
        """Execute until halt() is called."""
        core, clock = self._core, self._clock
        self._halted = False
        while not self._halted:
            if core.interrupts_updated and core.check_for_interrupts():
                core.waiting = False
            if core.waiting:
                if not clock.has_scheduled_alarm:
                    raise RuntimeError("the processor waits for an event, and none can come")
                clock.tick(clock.nanos_to_next_alarm)
            elif self._run_c() == _UNKNOWN and not self._halted:
                cycles = core.execute_instruction()
                clock.tick(cycles * _NS_PER_CYCLE)

    def step(self):
        """Execute one instruction."""
        if self._run_c(1) == _UNKNOWN:
            self._core.execute_instruction()

    def _run_c(self, cycles=None):
        """Execute in C until something is due, or for so many cycles; return why it ended."""
        core, state = self._core, self._state
        state.n, state.z, state.c, state.v = core.n, core.z, core.c, core.v
        state.primask, state.ipsr = core.pm, core.ipsr
        self._plan()
        if cycles is not None:
            state.limit = state.cycles + cycles
        before = state.cycles
        why = self._library.run(self._pointer)
        core.n, core.z, core.c, core.v = bool(state.n), bool(state.z), bool(state.c), bool(state.v)
        core.pm = bool(state.primask)
        core.cycles += state.cycles - before
        if state.event:
            state.event = 0
            core.event_registered = True
        if state.irq_pending:
            core.interrupts_updated = True
        if self._error:
            error, self._error = self._error, None
            raise error
        self._sync()
        return why

    def _sync(self):
        cycles = self._state.cycles
        if cycles != self._synced:
            passed, self._synced = cycles - self._synced, cycles
            self._clock.tick(passed * _NS_PER_CYCLE)

    def _plan(self):
        """Tell the C code how far it may go, and whether an interrupt waits."""
        core, clock, state = self._core, self._clock, self._state
        cycles = math.ceil(clock.nanos_to_next_alarm / _NS_PER_CYCLE) if clock.has_scheduled_alarm else _FOREVER
        state.limit = state.cycles + max(cycles, 1)
        state.irq_pending = bool(
            core.pending_interrupts & core.enabled_interrupts
            or core.pending_pend_sv
            or core.pending_systick
            or core.pending_svcall
            or core.pending_nmi
        )
        if self._halted or core.interrupts_updated:
            state.stop = 1

    # An exception must not leave a callback: ctypes would print and forget it.

    def _read(self, address, size):
        try:
            self._sync()
            value = self._readers[size](address) & 0xFFFFFFFF
            self._plan()
        except BaseException as error:
            self._fail(error)
            value = 0
        return value

    def _write(self, address, value, size):
        try:
            self._sync()
            self._writers[size](address, value)
            self._plan()
        except BaseException as error:
            self._fail(error)

    def _fail(self, error):
        self._error = error
        self._state.stop = 1
