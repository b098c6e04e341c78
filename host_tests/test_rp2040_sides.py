"""Marshal in Japanese Napoleon on the emulated board: the same cards as on this computer, and in time."""

import re

import pytest

import build
from elba import bots, dealing, layout, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from rp2040.handset import Rp2040Handset

pytestmark = pytest.mark.rp2040

# Emulated code is up to 7 % faster than on a board. Buttons are looked at after each step.
MOST_STEP_US = 14000
MOST_CARD_US = 1_900_000
DEALS = 1

PROGRAM = """
from time import ticks_diff, ticks_us
from elba import bots, dealing, layout, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
clock = ticks_us
since = lambda start: ticks_diff(ticks_us(), start)
"""

# Run by both: Corporals play as far as Marshal begins to work things out.
DEAL = """
def deal(number, times):
    engine = Engine(Rules("napoleon-jp"))
    state = bytearray(layout.SIZE)
    seen = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(engine.rules, 5, Rng(7, number), pack)
    engine.begin(state, 5, number % 5)
    dealing.deal(engine.rules, state, pack)
    corporal = bots.make(1, engine, 0, number, 1)
    marshal = bots.make(2, engine, 0, number, 1)
    while engine.is_open(state):
        view.look(engine.rules, state, state[layout.TURN], seen)
        trick = state[layout.TRICK]
        # The longest decisions are the first ones; in between Corporals make short work of it.
        late = trick == 6 and state[layout.IN_TRICK] < 2 or trick > 7
        mind = marshal if late else corporal
        mind.think(seen)
        action = bots.THINKING
        steps = whole = longest = 0
        while action == bots.THINKING:
            start = clock()
            action = mind.step()
            took = since(start)
            whole += took
            longest = max(longest, took)
            steps += 1
        if late:
            times(trick, state[layout.IN_TRICK], action, steps, whole, longest)
        engine.apply(state, action)
"""


def test_the_last_tricks_are_worked_out_in_time_and_alike():
    files = {}
    for module, path in build.modules(build.SOURCE):
        if module.startswith("elba/"):
            files["/lib/%s.mpy" % module] = build.compile_file(path, module + ".py", "armv6m")
    call = "\nfor number in range(%d):\n    deal(number, lambda *all: print('card', *all))\nprint('THE END')\n" % DEALS
    files["/main.py"] = (PROGRAM + DEAL + call).encode()
    handset = Rp2040Handset(files, panel=None)
    handset.run_until(lambda: "THE END" in handset.console, 120_000)
    names = {
        "bots": bots,
        "dealing": dealing,
        "layout": layout,
        "view": view,
        "Engine": Engine,
        "Rng": Rng,
        "Rules": Rules,
        "clock": lambda: 0,
        "since": lambda start: 0,
    }
    exec(DEAL, names)
    here = []
    for number in range(DEALS):
        names["deal"](number, lambda *every: here.append(every[:4]))
    there = [tuple(map(int, row)) for row in re.findall(r"card (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)", handset.console)]
    assert len(here) == 12 * DEALS
    assert [row[:4] for row in there] == here
    assert max(steps for _, _, _, steps, _, _ in there) > 30  # worlds were looked at
    assert max(whole for *_, whole, _ in there) < MOST_CARD_US
    assert max(longest for *_, longest in there) < MOST_STEP_US
