"""The Makefile on a machine that lacks things, without setting anything up: pip is a stand-in."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

TARGETS = "help play test test-rp2040 tournament proof bench fast build uf2 deploy flash backup restore logs".split()
TARGETS += "test-web trust trust-full web web-serve gif boards docs shot shots texts lint art clean".split()

# Stands in for a Python with venv and pip: makes a .venv whose python only says what it was asked to run.
PYTHON = """#!/bin/sh
here={here}
case "$1 $2" in
-c*version_info*) exit {old} ;;
"-c import venv, ensurepip") exit {bare} ;;
"--version ") echo "Python 3.9.9" ;;
"-m venv") echo made >> $here/made
    mkdir -p "$3/bin"
    printf '#!/bin/sh\\necho "ran: $*"\\ncase "$2" in pip) exit {pip} ;; esac\\n' > "$3/bin/python"
    chmod +x "$3/bin/python" ;;
*) exit 9 ;;
esac
"""


class Tree:
    def __init__(self, directory):
        self.directory = directory
        shutil.copy(ROOT / "Makefile", directory)
        (directory / "tools").mkdir()
        (directory / "tools" / "requirements.txt").write_text("pytest\n")
        for name in ("plot", "compare", "fast", "web"):
            (directory / "tools" / ("requirements-%s.txt" % name)).write_text("something\n")
        self.python()

    def python(self, old=0, bare=0, pip=0):
        path = self.directory / "python"
        path.write_text(PYTHON.format(here=self.directory, old=old, bare=bare, pip=pip))
        path.chmod(0o755)

    def make(self, *arguments):
        # A make that runs this test would hand its own flags and variables on.
        environment = {"PATH": os.environ["PATH"], "PORT": "3000"}
        return subprocess.run(
            ["make", "PYTHON=./python", *arguments],
            check=False,
            cwd=self.directory,
            capture_output=True,
            text=True,
            env=environment,
        )

    def times_made(self):
        path = self.directory / "made"
        return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.fixture
def tree(tmp_path):
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    return Tree(tmp_path)


def test_help_is_the_default_and_lists_every_target(tree):
    done = tree.make()
    assert done.returncode == 0
    listed = re.findall(r"^  ([a-z0-9-]+) +\S", done.stdout, re.MULTILINE)
    assert listed == sorted(TARGETS, key=listed.index)
    phony = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    assert sorted(phony) == sorted(listed)
    assert tree.times_made() == 0


def test_the_tools_are_set_up_once_and_again_when_the_requirements_change(tree):
    first = tree.make("test")
    assert first.returncode == 0
    assert "Setting up .venv" in first.stdout
    assert "ran: -m pip install" in first.stdout
    second = tree.make("test")
    assert second.stdout == "ran: -m pytest -m not rp2040\n"
    assert tree.times_made() == 1
    stamp = (tree.directory / ".venv" / ".ready").stat().st_mtime
    os.utime(tree.directory / "tools" / "requirements.txt", (stamp + 2, stamp + 2))
    tree.make("test")
    assert tree.times_made() == 2


def test_a_setup_that_failed_is_tried_again(tree):
    tree.python(pip=1)
    done = tree.make("play")
    assert done.returncode != 0
    assert "is there a network? Try again: make play" in done.stderr
    tree.python()
    done = tree.make("play")
    assert done.returncode == 0
    assert done.stdout.endswith("ran: tools/play.py\n")


def test_an_old_python_is_told(tree):
    tree.python(old=1)
    done = tree.make("test")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed, and ./python is Python 3.9.9" in done.stderr


def test_no_python_is_told(tree):
    (tree.directory / "python").unlink()
    done = tree.make("test")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed, and ./python is not there" in done.stderr


def test_a_python_without_venv_is_told_what_to_install(tree):
    tree.python(bare=1)
    done = tree.make("test")
    assert done.returncode != 0
    assert "sudo apt install python3-venv" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["play", "ARGS=--style braille"], "tools/play.py --style braille"),
        (["test", "ARGS=-k cards"], "-m pytest -m not rp2040 -k cards"),
        (["trust", "ARGS=--only saves"], "tools/trust.py --only saves"),
        (["trust-full"], "tools/trust.py --full"),
        (["test-rp2040"], "-m pytest -m rp2040 -rs"),
        (["tournament", "ARGS=--deals 5"], "tools/tournament.py --deals 5"),
        (["proof", "ARGS=price"], "tools/proof.py price"),
        (["bench"], "tools/bench.py"),
        (["bench", "COMPARE=1", "ARGS=--only engine"], "tools/bench.py --only engine"),
        (["fast"], "tools/compile_fast.py"),
        (["build", "BOARD=other"], "tools/build.py --board other"),
        (["deploy"], "tools/deploy.py"),
        (["deploy", "PORT=/dev/x"], "tools/deploy.py --port /dev/x"),
        (["flash", "UF2=a.uf2"], "tools/deploy.py --flash --board pico --uf2 a.uf2"),
        (["flash", "BOARD=pico2"], "tools/deploy.py --flash --board pico2"),
        (["uf2", "BOARD=pico_w"], "tools/uf2.py --board pico_w"),
        (["backup", "PORT=/dev/x"], "tools/saves.py backup --port /dev/x"),
        (["restore"], "tools/saves.py restore"),
        (["restore", "BACKUP=backups/1"], "tools/saves.py restore backups/1"),
        (["logs", "ARGS=--follow"], "tools/logs.py --follow"),
        (["boards"], "tools/board.py check"),
        (["boards", "ARGS=show pico"], "tools/board.py show pico"),
        (["docs"], "tools/packages.py"),
        (["shot", "SCREEN=title", "ARGS=--oled"], "tools/shot.py title --oled"),
        (["lint"], "-m ruff check ."),
        (["art"], "tools/art.py"),
    ],
)
def test_a_target_runs_its_tool(tree, arguments, last):
    done = tree.make(*arguments)
    assert done.returncode == 0, done.stderr
    assert " ".join(done.stdout.splitlines()[-1].split()) == "ran: " + last


@pytest.mark.parametrize(
    ("words", "extra", "tool"),
    [
        (["tournament", "ARGS=--png a.png"], "plot", "tools/tournament.py --png a.png"),
        (["bench", "COMPARE=1"], "compare", "tools/bench.py"),
        (["fast"], "fast", "tools/compile_fast.py"),
    ],
)
def test_what_is_rarely_needed_comes_when_it_is_asked_for(tree, words, extra, tool):
    lines = tree.make(*words).stdout.splitlines()
    assert lines[-2].endswith("--requirement tools/requirements-%s.txt" % extra)
    assert lines[-1].strip() == "ran: " + tool
    assert tree.make(*words).stdout.strip() == "ran: " + tool


def test_deploy_builds_first(tree):
    lines = tree.make("deploy").stdout.splitlines()
    assert [line.split()[1] for line in lines[-2:]] == ["tools/build.py", "tools/deploy.py"]


def test_clean_leaves_nothing_behind_but_the_sources(tree):
    tree.make("test")
    (tree.directory / "build").mkdir()
    before = {"Makefile", "tools", "python", "made"}
    tree.make("clean")
    assert {path.name for path in tree.directory.iterdir()} == before


def test_every_requirement_is_pinned_and_installed():
    from importlib.metadata import version

    lines = (ROOT / "tools" / "requirements.txt").read_text().splitlines()
    for extra in sorted((ROOT / "tools").glob("requirements-*.txt")):
        pins = [line for line in extra.read_text().splitlines() if line and not line.startswith("#")]
        assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ;.*)?", pin) for pin in pins), extra
    pins = [line.split(";")[0].strip() for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", pin) for pin in pins)
    if sys.prefix == str(ROOT / ".venv"):
        assert [pin for pin in pins if version(pin.split("==")[0]) != pin.split("==")[1]] == []


def test_no_rp2040_run_without_an_image_has_a_reason(tmp_path):
    (tmp_path / "conftest.py").write_text((ROOT / "host_tests" / "conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rp2040: slow\n")
    (tmp_path / "test_it.py").write_text("import pytest\n@pytest.mark.rp2040\ndef test_it():\n    assert False\n")
    environment = {name: value for name, value in os.environ.items() if name != "MICROPYTHON_UF2"}
    environment["PYTHONPATH"] = str(ROOT / "tools")
    command = [sys.executable, "-m", "pytest", "-m", "rp2040", "-rs", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "MICROPYTHON_UF2 is unset" in done.stdout
