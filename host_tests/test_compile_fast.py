"""lib/ compiled for the host: the types that are written into it, when it is taken, that it plays the same."""

import importlib.util
import shutil
import subprocess
import sys

import pytest

import compile_fast
import library

PLAY = """
import sys
sys.path[:0] = sys.argv[1:3]
from arena import duplicate
from elba import rng
counts = [duplicate.play((system, (), 4, "Recruit", "Corporal", ("up", "down")), 1, n)
          for system in ("nap", "floater", "izmena") for n in range(3)]
print(rng.__file__.endswith(".py"), sorted(counts[i].items() for i in range(len(counts))))
"""


def test_types_are_written_into_a_copy():
    text = (
        '"""Doc."""\nfrom micropython import const\nfrom micropython import const, viper\n'
        "X = const(5)\n_Y = const(X + 1)\n\ndef f(seat, state, other, card: int):\n    return seat\n"
    )
    assert compile_fast.typed(text) == (
        '"""Doc."""\nfrom typing import Final\nfrom micropython import viper\n'
        "X: Final = 5\n_Y: Final = X + 1\n\ndef f(seat: int, state: bytearray, other, card: int):\n    return seat\n"
    )


def test_only_what_is_of_the_same_sources_is_taken(tmp_path, monkeypatch):
    lib = tmp_path / "lib"
    lib.mkdir()
    (lib / "a.py").write_text("A = 1\n")
    monkeypatch.setattr(library, "LIB", lib)
    monkeypatch.setattr(library, "FAST", tmp_path / "fast")
    assert library.compiled() is None
    made = library.FAST / library.digest()
    made.mkdir(parents=True)
    assert library.compiled() == made
    assert compile_fast.build() == made
    (lib / "a.py").write_text("A = 2\n")
    assert library.compiled() is None


def test_what_is_missing_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "FAST", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(compile_fast.CompileError, match="no C compiler"):
        compile_fast.build()
    assert compile_fast.main([]) == 1


@pytest.mark.skipif(not importlib.util.find_spec("mypyc"), reason="no mypyc: see tools/requirements-fast.txt")
def test_a_module_is_compiled_and_plays_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "FAST", tmp_path)
    compiled = compile_fast.build(["actions", "cards", "rng", "no_such_module"])
    assert [path.name for path in tmp_path.iterdir()] == [compiled.name]
    printed = []
    for lib in (compiled, library.LIB):
        command = [sys.executable, "-c", PLAY, str(lib), str(library.SOURCE / "tools")]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        printed.append(done.stdout.split(" ", 1))
    assert [first for first, _ in printed] == ["False", "True"]
    assert printed[0][1] == printed[1][1]
