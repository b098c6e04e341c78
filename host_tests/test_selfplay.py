"""Selfplay: the same bytes on both runtimes, deals that the referee judges alike, no chip lost."""

import json
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from elba import systems
from elba.rules import Rules
from handset.unix import find_micropython

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def run(runtime, tool, *arguments, data=None):
    program = {"cpython": sys.executable, "micropython": find_micropython()}[runtime]
    command = [program, TOOLS / tool, *arguments]
    return subprocess.run(command, input=data, capture_output=True, timeout=120, check=False)


@cache
def played(*arguments):
    """Return the bytes that both runtimes print for a command line."""
    one = run("cpython", "selfplay.py", *arguments)
    two = run("micropython", "selfplay.py", *arguments)
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr) == (0, b"")
    assert one.stdout == two.stdout
    return one.stdout


@pytest.mark.parametrize("system", systems.ids())
def test_both_runtimes_and_the_referee_agree(system):
    rules = Rules(system)
    players = max(4, rules.fewest)
    out = played("--system", system, "--players", str(players), "--seed", "7", "--deals", "12")
    deals = [json.loads(line) for line in out.splitlines()]
    assert len(deals) == 12
    judged = run("cpython", "referee.py", "-", data=out)
    assert judged.returncode == 0, judged.stdout
    for number, (deal, answer) in enumerate(zip(deals, judged.stdout.splitlines(), strict=True), 1):
        assert {"line": number} | deal["result"] == json.loads(answer)
        assert list(deal)[-1] == "result"
        assert deal["result"]["status"] in ("complete", "void")
        if rules.made_to != systems.SIDE:  # else points are credited, and nobody pays them
            assert sum(deal["result"]["pay"]) + deal["result"]["pot"] - deal["pot"] == 0, "chips came or went"
    for before, after in pairwise(deals):
        assert after["pot"] == before["result"]["pot"]
        assert after["dealer"] == (before["dealer"] + 1) % players


@pytest.mark.parametrize(
    "arguments",
    [
        ("--system", "pub", "--options", '{"revoke":"penalty","misere_pay":"nap"}', "--bots", "Recruit"),
        ("--system=nap", "--players=3", "--options", '{"two":true,"blucher":true}', "--bots=Recruit,Corporal,Recruit"),
        ("--system", "savremeni", "--players", "2", "--seed", "4294967295"),
        ("--system", "savremeni", "--players", "8", "--seed", "65536"),
        ("--system", "floater", "--players", "7", "--options", '{"packets":"2-3"}'),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_command_lines(arguments):
    deals = [json.loads(line) for line in played(*arguments, "--deals", "8").splitlines()]
    assert len(deals) == 8
    if "--options" in arguments:
        assert deals[0]["options"] == json.loads(arguments[arguments.index("--options") + 1])


def test_another_seed_other_deals():
    hands = {
        played("--system", "nap", "--players", "4", "--seed", seed, "--deals", "1")
        for seed in ("0", "1", "65536", "4294967295")
    }
    assert len(hands) == 4


def test_a_longer_run_begins_like_a_shorter_one():
    short = played("--system", "pub", "--players", "3", "--seed", "5", "--deals", "4")
    assert played("--system", "pub", "--players", "3", "--seed", "5", "--deals", "20").startswith(short)


def test_no_deals_print_nothing():
    assert played("--system", "nap", "--deals", "0") == b""


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--system: expected one of nap"),
        (("--system", "whist"), "--system: expected one of nap"),
        (("--system",), "--system: expected a value behind it"),
        (("--sistem", "nap"), "--sistem: expected one of --"),
        (("nap",), "nap: expected one of --"),
        (("--system", "nap", "--players", "8"), "--players: expected a whole number from 3 to 7, found 8"),
        (("--system", "nap", "--players", "two"), "--players: expected a whole number from 3 to 7, found two"),
        (("--system", "nap", "--seed", "4294967296"), "--seed: expected a whole number from 0 to 4294967295"),
        (("--system", "nap", "--seed", "-1"), "--seed: expected a whole number from 0 to 4294967295"),
        (("--system", "nap", "--deals", "1e3"), "--deals: expected a whole number from 0 to "),
        (
            ("--system", "nap", "--bots", "General"),
            "--bots: expected Recruit or Corporal or Marshal in nap, found General",
        ),
        (("--system", "nap", "--players", "3", "--bots", "Recruit,Recruit"), "--bots: expected 1 or 3 names, found 2"),
        (("--system", "nap", "--options", "{"), "--options: no JSON, expected a key at byte 1"),
        (("--system", "nap", "--options", "[]"), "--options: expected a JSON object"),
        (("--system", "nap", "--options", '{"two":2}'), "--options: options.two: expected false or true"),
        (("--system", "nap", "--options", '{"revoke":"penalty"}'), "--options: options.revoke: nap takes only"),
    ],
)
def test_a_bad_command_line_is_said(runtime, arguments, message):
    done = run(runtime, "selfplay.py", *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith("selfplay.py: " + message), done.stderr


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_help(runtime):
    done = run(runtime, "selfplay.py", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: selfplay.py")
