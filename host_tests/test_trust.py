"""The runner of `make trust`, with checks made up for it, and what every real check must have."""

import json
import subprocess
import sys

import pytest

import trust
from conftest import ROOT

GOOD = '''"""What is promised.

More of it.
"""
SHORT_S = FULL_S = 30

def run(full, report):
    report.figure("tries", 1234567 if full else 5)
    report.figure("share", 0.25, "of all")
    report.figure("chance", report.random("a").randrange(1000))
    assert not list(report.directory.iterdir())
    (report.directory / "x").write_text("x")
'''


@pytest.fixture
def checks(tmp_path):
    directory = tmp_path / "checks"
    directory.mkdir()

    def add(name, text, limit=30):
        if '"""' not in text:
            text = '"""T."""\nSHORT_S = FULL_S = %d\ndef run(full, report):\n    %s\n' % (limit, text)
        (directory / (name + ".py")).write_text(text)
        return directory

    return add


def run(directory, *arguments):
    command = [sys.executable, str(ROOT / "tools" / "trust.py"), "--checks", str(directory), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.stderr == "" or done.returncode == 2, done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_promise_that_is_kept(checks, tmp_path):
    status, said = run(checks("good", GOOD), "--json", str(tmp_path / "out.json"))
    assert status == 0
    assert "good                 kept" in said
    assert "What is promised." in said
    assert "More of it" not in said
    assert "tries" in said
    assert " 0.25 of all" in said
    assert said.rstrip().splitlines()[-1].startswith("1 kept, in ")
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["full"] is False
    assert found["checks"]["good"]["figures"][0] == ["tries", 5, ""]


def test_full_seed_and_chance(checks):
    directory = checks("good", GOOD)
    assert "1,234,567" in run(directory, "--full")[1]

    def chances(*arguments):
        return [line for line in run(directory, *arguments)[1].splitlines() if "chance" in line]

    assert chances() == chances("--seed", "1") != chances("--seed", "2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("report.problem('seed 5: lost')", "! seed 5: lost"),
        ("report.expect(1 == 2, 'got %d', 2)", "! got 2"),
        ("1 // 0", "! ZeroDivisionError"),
        ("import os; os._exit(3)", "! ended with status 3 and said nothing"),
        ("print('last words', flush=True); import os; os.abort()", "! last words"),
        ("report.problem('first'); report.skip('then')", "! first"),
        ("[report.problem('x') for _ in range(25)]", "! and 5 more"),
        ("no python", "! SyntaxError"),
    ],
)
def test_a_promise_that_is_broken(checks, text, expected):
    checks("good", GOOD)
    status, said = run(checks("bad", text))
    assert status == 1
    assert expected in said
    assert "bad                  BROKEN" in said
    assert "1 kept, 1 BROKEN" in said


def test_a_check_that_hangs_is_ended_with_all_that_it_started(checks, tmp_path):
    mark = tmp_path / "mark"
    text = "import subprocess, time; subprocess.Popen(['sh', '-c', 'sleep 4; touch %s']); time.sleep(60)" % mark
    status, said = run(checks("hangs", text, limit=2))
    assert status == 1
    assert "took longer than 2 s" in said
    import time

    time.sleep(3)
    assert not mark.exists()


def test_what_cannot_be_checked_here_is_no_failure_but_is_told(checks):
    status, said = run(checks("needy", "report.skip('there is no board')"))
    assert status == 0
    assert "there is no board" in said
    assert "1 skipped" in said


def test_some_checks_only(checks):
    checks("bad", "1 // 0")
    directory = checks("good", GOOD)
    status, said = run(directory, "--only", "good")
    assert status == 0
    assert "bad" not in said
    status, said = run(directory, "--only", "good,goof")
    assert status == 2
    assert "unknown check goof; there are: bad, good" in said
    status, said = run(directory, "--list")
    assert status == 0
    assert [line.split()[0] for line in said.splitlines()] == ["bad", "good"]


@pytest.mark.parametrize("name", trust.names(trust.CHECKS))
def test_each_check_has_what_the_runner_needs(name):
    module = trust.load(trust.CHECKS, name)
    assert module.__doc__.strip()
    assert 0 < module.SHORT_S <= 300
    assert module.FULL_S >= module.SHORT_S
    assert callable(module.run)


# ---- checks that could not fail would prove nothing: the storage is made worse, and each must notice ----

_SLOT = "slot = 1 - slot if slot >= 0 else 0"
WORSE = {
    "one slot alone, which is deleted first": (_SLOT, "slot = 0; _remove(self._path(name, 0))"),
    "the newer slot is written over": (_SLOT, "slot = max(0, slot); _remove(self._path(name, slot))"),
    "the newer one is deleted first": ("for which in (older, 1 - older):", "for which in (1 - older, older):"),
    "the counter stays": ("counter = (counter + 1) & 0xFFFF", "counter = counter or 1"),
    "the checksum is not looked at": ("or crc32(data, crc32(content[:_SUMMED])) != crc", ""),
    "nothing is put aside": ("self._put_aside(self._path(name, which))", "pass"),
    "nothing is said": ("return not lost", "return True"),
}


def worse_storage(monkeypatch, worse):
    from trials import flash

    source = (ROOT / "firmware" / "handheld" / "storage.py").read_text()
    old, new = WORSE[worse]
    assert old in source
    monkeypatch.setattr(flash, "_storage_code", lambda: compile(source.replace(old, new), "worse storage", "exec"))


def problems_of(name, tmp_path, seed=1):
    report = trust.Report(tmp_path, seed)
    trust.load(trust.CHECKS, name).run(False, report)
    return report.problems


@pytest.mark.parametrize("worse", list(WORSE)[:3])
def test_power_cuts_notices(monkeypatch, tmp_path, worse):
    worse_storage(monkeypatch, worse)
    assert problems_of("power_cuts", tmp_path)


@pytest.mark.parametrize("worse", list(WORSE)[3:])
def test_bad_saves_notices(monkeypatch, worse):
    from trials import flash

    worse_storage(monkeypatch, worse)
    check = trust.load(trust.CHECKS, "bad_saves")
    report = trust.Report(None, 1)
    ram = check._Ram()
    check._damage(flash.storage_on(ram), ram, "settings", check._settings(), report)
    assert report.problems
