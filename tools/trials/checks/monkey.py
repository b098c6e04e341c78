"""Whatever is pressed: no fault, a way out of every screen, and no press counts twice

A monkey has the buttons of the compiled firmware: taps that bounce, several buttons at a time, long holds, quick runs,
presses while bots think and after minutes without one. Every 2,500 presses it looks for the title by B, up and A. Each
run begins with another game, level, language and number of buttons. Which screens were reached and left is counted.
"""

import collections
import re
import subprocess
from pathlib import Path

import build
from elba import bots, systems
from elba.rules import Rules
from handheld import lang
from handheld.settings import PACES, Settings
from handheld.storage import Store
from handset.unix import find_micropython

SHORT_S = 240
FULL_S = 4 * 3600

RUNS, RUNS_FULL = 3, 40
PRESSES, PRESSES_FULL = 3500, 25_000

_GUEST = Path(__file__).resolve().parent.parent / "guest" / "monkey" / "monkey.py"
_MODELS = Path(__file__).resolve().parents[2] / "handset" / "guest"

# What must have been seen when it has been at it for long, whatever else there is.
_MUST = ("_title", "choose", "page", "read", "table", "number", "_choose_call", "_choose_card", "_choose_exchange")


def run(full, report):
    tree = report.directory / "unix"
    build.build(build.SOURCE, tree, "pico", "x64")
    entered, left = set(), set()
    figures = collections.Counter()
    for number in range(RUNS_FULL if full else RUNS):
        said = one(tree, report, number, PRESSES_FULL if full else PRESSES)
        entered |= set(re.findall(r"^entered (.*)$", said, re.MULTILINE))
        left |= set(re.findall(r"^left (.*)$", said, re.MULTILINE))
        for name, value in re.findall(r"^(presses|titles|minutes) (\d+)$", said, re.MULTILINE):
            figures[name] += int(value)
    report.figure("presses", figures["presses"])
    report.figure("hours of the device's time", figures["minutes"] // 60)
    report.figure("times that the title was reached", figures["titles"])
    report.figure("screens reached, by kind and headline", len(entered))
    report.figure("of them left again", len(entered & left))
    report.expect(entered == left, "never left: %s", ", ".join(sorted(entered - left)))
    if full:
        for kind in _MUST:
            report.expect(any(name.split()[0] == kind for name in entered), "never reached: %s", kind)


def played(tree, root, seed, presses):
    """Return what the guest prints: see guest/monkey/monkey.py."""
    command = [find_micropython(), "-X", "heapsize=1m", _GUEST, _MODELS, tree, root, seed, presses]
    done = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True)
    return done.stdout + done.stderr


def one(tree, report, number, presses):
    """Let the monkey play once; note what is wrong with it and return what the guest has printed."""
    root = report.directory / ("device%d" % number)
    root.mkdir()
    chance = report.random("settings", number)
    settings = Settings()
    settings.change_system(number % systems.number() if number else 0)
    rules = Rules(systems.ids()[settings.system])
    settings.players = chance.randint(rules.fewest, rules.most)
    settings.level = chance.randrange(len(bots.LEVELS))
    settings.pace = chance.randrange(len(PACES))
    settings.language = number % len(lang.CODES)
    Store(str(root / "saves")).save("settings", settings.save())
    seed = report.random("seed", number).randrange(1 << 28)
    said = played(tree, root, seed, presses)
    where = "run %d, seed %d, %s" % (number, seed, rules.id)
    report.expect(said.endswith("end\n"), "%s: %s", where, said[-800:])
    for wrong in ("Traceback", "stuck", "restarted", "ended", "Warning"):
        report.expect(wrong not in said, "%s: %s", where, said[-4500:])
    report.expect("\ndouble" not in said, "%s: a press counted twice: %s", where, said[-300:])
    return said
