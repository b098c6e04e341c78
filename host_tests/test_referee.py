"""The referee from the command line, under CPython and under MicroPython: the same bytes, the right exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from elba import systems
from handset.unix import find_micropython

ROOT = Path(__file__).resolve().parent.parent
REFEREE = ROOT / "tools" / "referee.py"
CASES = sorted((ROOT / "host_tests" / "cases").glob("*.jsonl"))
EXCHANGING = {"purchase", "izmena", "pub-purchase", "ecarte"}


def run(runtime, *arguments, data=None):
    program = {"cpython": sys.executable, "micropython": find_micropython()}[runtime]
    return subprocess.run([program, REFEREE, *arguments], input=data, capture_output=True, timeout=60, check=False)


def both(*arguments, data=None):
    """Run under both runtimes; return what they both printed and their exit status."""
    one = run("cpython", *arguments, data=data)
    two = run("micropython", *arguments, data=data)
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode
    assert (one.stderr == b"") == (two.stderr == b""), (one.stderr, two.stderr)
    return one.stdout.decode("ascii").splitlines(), one.returncode


def test_there_are_cases_of_every_system():
    assert sorted(path.stem for path in CASES) == sorted(systems.ids())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_cases_agree(path):
    lines, status = both(str(path))
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == len(records) == 40
    for number, (line, record) in enumerate(zip(lines, records, strict=True), 1):
        answer = json.loads(line)
        wanted = {"line": number} | record["expect"]
        if wanted["status"] == "open" and record["system"] in EXCHANGING:
            assert answer.pop("legal")
            del wanted["legal"]
        assert list(answer.items()) == list(wanted.items()), (path.name, number)
        assert line == json.dumps(json.loads(line), separators=(",", ":"))
    assert status == any(record["expect"]["status"] in ("illegal", "bad") for record in records)


def good_line():
    return next(
        line for line in CASES[-1].read_text().splitlines() if json.loads(line)["expect"]["status"] == "complete"
    ).encode()


def test_standard_input():
    lines, status = both("-", data=good_line() + b"\n" + good_line())  # no line end behind the last one
    assert [json.loads(line)["line"] for line in lines] == [1, 2]
    assert status == 0
    assert both("-", data=b"") == ([], 0)


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"{}",
        b"[]",
        b"NaN",
        b'{"system":"nap" "players":3}',
        b"[" * 10000,
        b"\xff\xfe\x00",
        b'{"system":"\xe9"}',
        b'{"players":' + b"9" * 5000 + b"}",
        b"x" * 70000,
        b'"' + b"\xc3\xa9" * 40000 + b'"',
    ],
    ids=["empty", "object", "list", "NaN", "no comma", "deep", "bytes", "latin-1", "huge number", "long", "long text"],
)
def test_a_bad_line_does_not_end_the_run(bad):
    lines, status = both("-", data=good_line() + b"\r\n" + bad + b"\n" + good_line() + b"\n")
    assert [json.loads(line)["line"] for line in lines] == [1, 2, 3]
    assert [json.loads(line)["status"] for line in lines] == ["complete", "bad", "complete"]
    assert json.loads(lines[1])["why"]
    assert status == 1


def test_an_illegal_action_is_status_1():
    record = json.loads(good_line())
    record["actions"][0][1] = (record["actions"][0][1] + 1) % record["players"]
    lines, status = both("-", data=json.dumps(record).encode())
    assert json.loads(lines[0]) == {"line": 1, "status": "illegal", "at": 0, "rule": "turn"}
    assert status == 1


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_file_that_cannot_be_read(runtime, tmp_path):
    for name in (tmp_path / "missing.jsonl", tmp_path):
        done = run(runtime, str(name))
        assert done.returncode == 2
        assert done.stdout == b""
        assert b"referee.py: cannot read " + str(name).encode() in done.stderr
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_arguments(runtime):
    for arguments in ((), ("a", "b")):
        done = run(runtime, *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(b"usage: referee.py")
    done = run(runtime, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: referee.py")
