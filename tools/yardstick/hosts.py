"""Runs the measurements of guest.py on CPython, in MicroPython's unix port and on the emulated board.

Times on this computer are those that the processor worked for the process: other programs lengthen them little. Times
on the board are virtual: those that a Pico would take.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import build
from handset.unix import FirmwareError, find_micropython

_HERE = Path(__file__).resolve().parent
_TESTS = _HERE.parent.parent / "host_tests"
_HEAP = "1m"

_CPYTHON = """
import json, sys, time
sys.dont_write_bytecode = True
sys.path[:0] = json.loads(sys.argv[1])
{install}
import guest
guest.run(json.loads(sys.argv[2]), time.process_time, lambda a, b: (b - a) * 1e6)
"""
_UNIX = """
import time, sys
sys.path[:0] = {paths!r}
import guest
guest.run({wishes!r}, time.clock, lambda a, b: (b - a) * 1e6)
"""
_BOARD = """
import time
import guest
guest.run({wishes!r}, time.ticks_us, lambda a, b: time.ticks_diff(b, a))
print("THE END")
"""


def cpython(wishes, lib, install=""):
    """Return what wishes found, with lib/ at a path: a list of ints each, or a reason as text."""
    command = [sys.executable, "-c", _CPYTHON.format(install=install)]
    command += [json.dumps([str(lib), str(_HERE), str(_HERE.parent)]), json.dumps(wishes)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return _found(wishes, done.stdout, done.stderr)


def unix(wishes, tree):
    """Return the same for MicroPython's unix port, with lib/ compiled as for a board (build.build of "x64")."""
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "guest.mpy").write_bytes(build.compile_file(_HERE / "guest.py", "guest.py", "x64"))
        script = _UNIX.format(paths=[directory, str(tree / "lib")], wishes=wishes)
        command = [find_micropython(), "-X", "heapsize=" + _HEAP, "-c", script]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    return _found(wishes, done.stdout, done.stderr)


def board(wishes, tree, uf2, timeout_ms=600_000):
    """Return the same for the emulated board, with the files of build.build for "armv6m"."""
    handset = _emulated()
    files = handset.image.files_of(tree)
    files = {path: data for path, data in files.items() if path.startswith("/lib/elba/")}
    files["/guest.mpy"] = build.compile_file(_HERE / "guest.py", "guest.py", "armv6m")
    files["/main.py"] = _BOARD.format(wishes=wishes).encode()
    device = handset.Rp2040Handset(files, uf2=uf2, panel=None)
    try:
        device.run_until(lambda: "THE END" in device.console, timeout_ms)
    except (FirmwareError, TimeoutError) as error:
        return _found(wishes, device.console, str(error).splitlines()[0])
    return _found(wishes, device.console, "")


def firmware(tree, uf2, presses=6):
    """Start the game on the emulated board and press A; return (ms to the first picture, list of ms of each update)."""
    device = _emulated().Rp2040Handset(tree, {"SEED": 20}, uf2=uf2)
    device.settle(700)
    for _ in range(presses):
        device.press("a")
        device.settle(300, 60_000)
    return device.first_frame_ms, [duration for _, duration, _ in device.updates()]


def _emulated():
    """The harness of the tests: it mends what the emulator does otherwise than the chip."""
    if str(_TESTS) not in sys.path:
        sys.path.insert(0, str(_TESTS))
    from rp2040 import handset

    return handset


def _found(wishes, out, err):
    found = [(err.strip().splitlines() or ["nothing was printed"])[-1]] * len(wishes)
    for line in out.splitlines():
        word, _, rest = line.partition(" ")
        number, _, rest = rest.partition(" ")
        if word == "RESULT":
            found[int(number)] = [int(value) for value in rest.split()]
        elif word == "REFUSED":
            found[int(number)] = rest
    return found
