"""The compiled solver is the same solver: same answers, same nodes."""

import sys
from pathlib import Path

import pytest

import fast
from elba import endings_core, layout, solver_core
from elba.rng import Rng

sys.path.insert(0, str(Path(__file__).resolve().parent / "lib"))

needs_compiler = pytest.mark.skipif(not fast.find_compiler(), reason="there is no C compiler")


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    return tmp_path_factory.mktemp("fast")


def run_of(core, output):
    """The compiled functions of a module, a dict."""
    return fast.compiled(Path(core.__file__), output)


def exchange(monkeypatch, core, functions):
    for name, function in functions.items():
        monkeypatch.setattr(core, name, function)


def solve_all(seed, count):
    from harness import dealt

    from elba.engine import Engine
    from elba.rules import Rules
    from elba.solver import Solver, suppose

    found = []
    for system, players in (("nap", 4), ("pub", 3), ("savremeni", 5), ("nap-mizer", 4), ("pub-seven", 3)):
        engine = Engine(Rules(system))
        solver = Solver(engine.rules, players, 64)
        rng = Rng(0, seed)
        for _ in range(count):
            state = dealt(engine, players, 0, rng.below(65536))
            suppose(state, rng.below(players), 1 + rng.below(engine.rules.bids))
            solver.load(state)
            found.append((solver.answer(budget=1000), solver.nodes))
            card = state[layout.CARDS + state[layout.TURN] * engine.rules.hand]
            found.append((solver.twin(card), solver.answer(card, 1000), solver.nodes))
    return found


@needs_compiler
def test_it_solves_deals_in_the_same_way(monkeypatch, output):
    expected = solve_all(1, 10)
    exchange(monkeypatch, solver_core, run_of(solver_core, output))
    assert solve_all(1, 10) == expected
    assert len({nodes for *_, nodes in expected}) > 20


@needs_compiler
def test_it_agrees_with_brute_force(monkeypatch, output):
    from open_deals import with_small
    from test_endings import compare as compare_endings
    from test_solver import compare

    exchange(monkeypatch, solver_core, run_of(solver_core, output))
    exchange(monkeypatch, endings_core, run_of(endings_core, output))
    with_small(compare, Rng(0, 7), 100, 9)
    compare_endings(Rng(0, 8), 100)


@needs_compiler
def test_a_library_is_built_once_and_again_after_a_change(tmp_path):
    source = tmp_path / "thing.py"
    source.write_text("@micropython.viper\ndef f(x: int) -> int:\n    return x + 1\n")
    first = fast.build(source, tmp_path)
    assert fast.build(source, tmp_path) == first
    assert fast.compiled(source, tmp_path)["f"](41) == 42
    source.write_text(source.read_text().replace("+ 1", "- 1"))
    assert fast.compiled(source, tmp_path)["f"](41) == 40
    assert first.is_file()


@needs_compiler
def test_arithmetic_and_precedence_are_those_of_python(tmp_path):
    expressions = [
        "a & b == c",
        "a | b ^ c & 3 << 2",
        "-a + ~b * c",
        "a - (b - c)",
        "a if b > c else b if c else 7",
        "(not a) + 2 * (not b)",
        "a >> 1 & b",
        "-5 >> 1",
    ]
    text = "_K = const(3)\n"
    for i, expression in enumerate(expressions):
        text += "@micropython.viper\ndef f%d(a: int, b: int, c: int) -> int:\n    return %s\n" % (i, expression)
    source = tmp_path / "thing.py"
    source.write_text(text)
    functions = fast.compiled(source, tmp_path)
    for i, expression in enumerate(expressions):
        for a, b, c in ((6, 3, 2), (0, 5, 5), (-7, 2, 0), (1023, 12, 4)):
            assert functions["f%d" % i](a, b, c) == int(eval(expression, {"a": a, "b": b, "c": c})), expression


def test_what_is_not_viper_is_refused(tmp_path):
    for body in ("return len(x)", "for i in [x]:\n        pass", "return x ** 2", "return 1 < x < 3"):
        text = "@micropython.viper\ndef f(x: int) -> int:\n    %s\n" % body
        with pytest.raises(fast.FastError, match="line 3"):
            fast.Translator(text, "thing.py").translate()


@pytest.mark.skipif(fast.find_compiler() is None, reason="there is no C compiler")
def test_division_and_ranges_are_those_of_python(tmp_path):
    source = tmp_path / "thing.py"
    source.write_text(
        "@micropython.viper\n"
        "def f(a: int, b: int) -> int:\n"
        "    total = 0\n"
        "    for i in range(3, a):\n"
        "        total += i\n"
        "    for i in range(b):\n"
        "        total += 100\n"
        "    return total + a // b * 1000000 + a % b\n"
    )
    f = fast.compiled(source, tmp_path)["f"]
    for a in (-7, -1, 0, 1, 7, 12):
        for b in (-5, -1, 1, 3, 5):
            assert f(a, b) == sum(range(3, a)) + 100 * max(b, 0) + a // b * 1000000 + a % b, (a, b)


def test_without_a_compiler_it_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fast, "find_compiler", lambda: None)
    monkeypatch.setattr(fast, "OUTPUT", tmp_path)
    with pytest.raises(fast.FastError, match="no C compiler"):
        fast.build(fast.CORES[0], tmp_path)
    monkeypatch.setattr(fast.build, "__defaults__", (tmp_path,))
    assert fast.main([]) == 1
    assert "no C compiler" in capsys.readouterr().err
