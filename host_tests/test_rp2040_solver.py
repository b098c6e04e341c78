"""The solver on the emulated board: its slices are short, and fast enough for the bots."""

import re
from pathlib import Path

import pytest

import build
from rp2040.handset import Rp2040Handset

pytestmark = pytest.mark.rp2040

LIB = Path(__file__).resolve().parent.parent / "lib"

# What a slice costs beside its nodes counts, as it does for a bot; so do only whole slices.
PROGRAM = """
import gc, time
from elba import layout
from elba.cards import fill_pack
from elba.rng import Rng
from elba.rules import Rules
from elba.solver import THINKING, Solver, suppose

def measure(system, players, bid, options, deals):
    rules = Rules(system, options)
    gc.collect()
    free = gc.mem_free()
    solver = Solver(rules, players)
    gc.collect()
    print("heap", free - gc.mem_free())
    rng = Rng(0, 5)
    state = bytearray(layout.SIZE)
    state[layout.SEATS] = players
    pack = bytearray(layout.MAX_CARDS)
    for _ in range(deals):
        n = fill_pack(pack, rules.lowest_rank(players))
        rng.shuffle(pack, n)
        for i in range(n):
            state[layout.CARDS + i] = pack[i]
        suppose(state, 0, rules.bid_name.index(bid))
        begun = time.ticks_us()
        solver.load(state)
        solver.begin(0, 2000)
        print("begin", time.ticks_diff(time.ticks_us(), begun))
        status = THINKING
        while status == THINKING:
            before = solver.nodes
            begun = time.ticks_us()
            status = solver.step(200)
            spent = time.ticks_diff(time.ticks_us(), begun)
            print("slice", solver.nodes - before, spent)

measure("nap", 4, "three", {}, 10)
measure("pub", 5, "three", {}, 4)
measure("nap", 4, "misere", {"misere": True}, 4)
print("THE END")
"""


def board_files():
    files = {"/main.py": PROGRAM.encode()}
    for name, path in build.modules(LIB.parent):
        if name.startswith("elba/") and "/bots" not in name:
            files["/lib/%s.mpy" % name] = build.compile_file(path, name + ".py", "armv6m")
    return files


def test_slices_are_short_and_nodes_fast():
    handset = Rp2040Handset(board_files())
    handset.run_until(lambda: "THE END" in handset.console, 10_000)
    slices = [(int(nodes), int(us)) for nodes, us in re.findall(r"slice (\d+) (\d+)", handset.console)]
    whole = [(nodes, us) for nodes, us in slices if nodes == 200]
    assert len(whole) >= 5
    # A bot's step may take 10 ms.
    assert max(us for _, us in slices) < 10_000
    rate = sum(nodes for nodes, _ in whole) / sum(us for _, us in whole) * 1e6
    assert rate > 50_000, rate
    assert max(map(int, re.findall(r"begin (\d+)", handset.console))) < 2_000
    assert max(map(int, re.findall(r"heap (\d+)", handset.console))) < 6_000
