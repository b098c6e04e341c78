"""The table of measurements: what is measured, what is said where nothing is, what has changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bench
import library
from elba import bots
from yardstick import hosts, others, table

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def run(*words, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "MICROPYTHON_UF2"}
    return subprocess.run(
        [sys.executable, TOOLS / "bench.py", *map(str, words)],
        env=environment | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_table_and_its_change(tmp_path):
    path = tmp_path / "deep" / "last.json"
    first = run("--only", "engine,solver,bots,sizes,board", "--slices", 1, "--json", path)
    assert first.returncode == 0, first.stderr
    data = json.loads(path.read_text())
    assert (data["format"], data["version"]) == ("elba-bench", 1)
    rows = {entry["name"]: entry for entry in data["rows"]}
    for place in ("CPython", "MicroPython"):
        assert rows["engine nap 4: " + place]["value"] > 50
    for level in bots.LEVELS:
        assert rows["%s nap 4 call p95: CPython" % level]["value"] > 0
        assert 500 < rows["%s heap: MicroPython" % level]["value"] < 30000
    assert rows["all .mpy"]["value"] > 50000
    for name in ("engine nap 4: RP2040", "boot to first picture", "frame longest"):
        assert rows[name]["value"] is None
        assert "MICROPYTHON_UF2 is unset" in rows[name]["why"]
    again = run("--only", "sizes", "--json", path)
    assert again.returncode == 0
    assert "all .mpy" in again.stdout
    assert again.stdout.count("+0.0 %") == len(again.stdout.splitlines())
    # What was not measured again is not forgotten.
    assert {entry["name"] for entry in json.loads(path.read_text())["rows"]} >= {"engine nap 4: CPython", "all .mpy"}


def test_changes_are_those_of_the_last_run():
    before = [table.row("a", "deals/s", 200.0), table.row("b", "ms", None, "why")]
    rows = [table.row("a", "deals/s", 250.0), table.row("b", "ms", 3.25), table.row("c", "ms", None, "no board")]
    assert [line.split() for line in table.lines(rows, before)] == [
        ["a", "250", "deals/s", "+25.0", "%"],
        ["b", "3.25", "ms"],
        ["c", "-", "no", "board"],
    ]


def test_a_wish_that_cannot_be_met_is_said():
    found = hosts.cpython([("deals", "nap", 12, 1, 1), ("heap", "Recruit"), ("deals", "nap", 4, 1, 1)], library.LIB)
    assert found[0] == "ValueError players: nap takes at most 7"
    assert found[1] == "ValueError only MicroPython tells"
    assert found[2][0] == 1
    assert hosts.cpython([("deals", "nap", 4, 1, 1)], Path("/nonexistent")) != found[2:]


def test_what_is_not_installed_is_said(tmp_path):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho \"ModuleNotFoundError: No module named 'x'\" >&2\nexit 1\n")
    python.chmod(0o755)
    for package, game, games in others.GAMES:
        said = others.measure(package, game, games, 1, python)
        assert said == "%s is not installed: make bench COMPARE=1" % package


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "engines"], "--only: expected engine, solver, bots, sizes, board, compare, found engines"),
        (["--slices", "0"], "--slices: expected 1 or more, found 0"),
        (["--json", str(TOOLS / "bench.py")], "is no file of bench.py"),
    ],
)
def test_a_bad_command_line_is_said(capsys, words, message):
    with pytest.raises(SystemExit) as ended:
        bench.main(words)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
