"""The same deals everywhere: selfplay prints the same bytes on CPython, MicroPython and the RP2040

Every level plays every game on CPython and inside MicroPython (unix), and on the emulated RP2040 a part of that where
MICROPYTHON_UF2 names its MicroPython. What is printed, each deal as a record with every card, call and payment, is
compared byte by byte. The hash of it all is the same on any computer, as long as the bots are.
"""

import hashlib
import os
import subprocess
import sys

from elba import bots, systems
from elba.rules import Rules
from handset.unix import find_micropython
from rp2040.board import UF2_VARIABLE, find_uf2
from trials import guest_selfplay

SHORT_S = 200
FULL_S = 4 * 3600

# Deals of each level: two times 24 and 8 in 18 games, of which one has no third level, are 1,000.
DEALS = (6, 6, 2)
DEALS_FULL = (24, 24, 8)
HEAP = "2m"

_BOARD = ("nap",)
_BOARD_MARSHAL = ("nap", "floater-teesside", "savremeni")
_BOARD_S = 400  # a deal of Marshal takes the board some ten seconds


def command(system_id, level, deals, seed):
    """Return the arguments of selfplay.py: as many seats as the game is mostly played with."""
    rules = Rules(system_id)
    players = min(max(4, rules.fewest), rules.most)
    name = bots.LEVELS[level]
    line = ["--system", system_id, "--players", players, "--seed", seed, "--deals", deals, "--bots", name]
    return [str(word) for word in line]


def printed(program, line):
    """Return what selfplay.py prints under a program (a list of words), as bytes."""
    path = os.path.join(os.path.dirname(__file__), "..", "..", "selfplay.py")
    done = subprocess.run([*program, path, *line], check=False, capture_output=True)
    if done.returncode or done.stderr:
        raise RuntimeError("%s: %s" % (" ".join(line), (done.stdout + done.stderr).decode()[-500:]))
    return done.stdout


def _games(full):
    for system_id in systems.ids():
        for level in range(bots.levels(Rules(system_id))):
            yield system_id, level, (DEALS_FULL if full else DEALS)[level]


def run(full, report):
    runtimes = {
        "CPython": [sys.executable],
        "MicroPython": [find_micropython(), "-X", "heapsize=" + HEAP],
    }
    whole = hashlib.sha256()
    deals = 0
    for system_id, level, number in _games(full):
        line = command(system_id, level, number, report.seed)
        said = [printed(program, line) for program in runtimes.values()]
        report.expect(said[0] == said[1], "differs: %s", " ".join(line))
        report.expect(said[0].count(b"\n") == number, "not %d deals: %s", number, " ".join(line))
        whole.update(said[0])
        deals += number
    report.figure("deals, on each of %s" % " and ".join(runtimes), deals)
    report.figure("SHA-256 of what is printed", whole.hexdigest()[:32])
    _on_the_board(full, report, [sys.executable])


def _on_the_board(full, report, python):
    if not find_uf2():
        report.figure("deals on the RP2040", "none: %s names no file" % UF2_VARIABLE)
        return
    files = guest_selfplay.files()
    deals = 0
    for system_id in systems.ids() if full else _BOARD:
        lines = []
        for level in range(bots.levels(Rules(system_id)) if full and system_id in _BOARD_MARSHAL else 2):
            lines.append(command(system_id, level, 1, report.seed))
        said = guest_selfplay.printed(files, lines, _BOARD_S)
        expected = b"".join([printed(python, line) for line in lines])
        report.expect(said == expected, "differs on the RP2040: %s", "; ".join(map(" ".join, lines)))
        deals += len(lines)
    report.figure("deals on the RP2040, the same bytes", deals)
