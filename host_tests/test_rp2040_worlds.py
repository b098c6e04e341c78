"""Worlds on the emulated board: the same as on this computer, and in time."""

import binascii
import re

import pytest

import build
from elba import dealing, layout, view
from elba.bots.likely import Likely
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from rp2040.handset import Rp2040Handset

pytestmark = pytest.mark.rp2040

# Emulated code is up to 7 % faster than on a board.
MOST_US = {"read": 12000, "count": 12000, "draw": 2000, "likely": 2000, "weight": 2500}

PROGRAM = """
import binascii
from time import ticks_diff, ticks_us
from elba import dealing, layout, view
from elba.bots.likely import Likely
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
clock = ticks_us
since = lambda start: ticks_diff(ticks_us(), start)
"""

# Run by both: deals a deal, plays it by chance, and draws worlds for the last to play to each trick.
DEAL = """
def deal(system, players, seed):
    engine = Engine(Rules(system))
    worlds = Worlds(engine)
    likely = Likely(engine)
    state = bytearray(layout.SIZE)
    seen = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    rng = Rng(1, seed)
    dealing.shuffled(engine.rules, players, rng, pack)
    engine.begin(state, players, 0)
    dealing.deal(engine.rules, state, pack)
    most = {"read": 0, "count": 0, "draw": 0, "likely": 0, "weight": 0}
    crc = 0
    def timed(name, function, *arguments):
        start = clock()
        found = function(*arguments)
        most[name] = max(most[name], since(start))
        return found
    while engine.is_open(state):
        legal = engine.legal(state)
        if state[layout.PHASE] == layout.AUCTION:
            choice = 0 if state[layout.BID] else 1
        else:
            choice = rng.below(len(legal))
        if state[layout.PHASE] == layout.PLAY and state[layout.IN_TRICK] == players - 1:
            seat = state[layout.TURN]
            view.look(engine.rules, state, seat, seen)
            timed("read", worlds.read, seen, seat)
            timed("count", worlds.count)
            timed("likely", likely.begin, seen, seat)
            for _ in range(3):
                timed("draw", worlds.draw, rng)
                weight = timed("weight", likely.weight, worlds.state)
                crc = binascii.crc32(worlds.state, crc) ^ weight
        engine.apply(state, legal[choice])
    return crc, most
"""


def test_worlds_are_drawn_in_time_and_are_the_same():
    system, players, seed = "savremeni", 7, 3  # many cards, many seats, two ways to be void: it takes longest
    files = {}
    for module, path in build.modules(build.SOURCE):
        if module.startswith("elba/"):
            files["/lib/%s.mpy" % module] = build.compile_file(path, module + ".py", "armv6m")
    call = "\nprint(deal(%r, %d, %d))\nprint('THE END')\n" % (system, players, seed)
    files["/main.py"] = (PROGRAM + DEAL + call).encode()
    handset = Rp2040Handset(files, panel=None)
    handset.run_until(lambda: "THE END" in handset.console, 5000)
    names = {
        "binascii": binascii,
        "dealing": dealing,
        "layout": layout,
        "view": view,
        "Likely": Likely,
        "Worlds": Worlds,
        "Engine": Engine,
        "Rng": Rng,
        "Rules": Rules,
        "clock": lambda: 0,
        "since": lambda start: 0,
    }
    exec(DEAL, names)
    crc, _ = names["deal"](system, players, seed)
    assert int(re.search(r"\((\d+), {", handset.console).group(1)) == crc
    for name, most in MOST_US.items():
        took = int(re.search(r"'%s': (\d+)" % name, handset.console).group(1))
        assert 0 < took < most, (name, took)
