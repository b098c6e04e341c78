"""The measurements, one source for CPython, MicroPython's unix port and the board.

`run` is given a list of wishes and prints a line for each: RESULT, its number, and whole numbers or a reason.

    ("deals", system, players, slices, deals)   random legal play -> deals, microseconds: of the quickest slice
    ("bot", level, system, players, deals)      all seats of a level -> for each kind of decision in KINDS: decisions,
                                                mean, 95th percentile, longest; then the longest step (microseconds)
    ("heap", level)                             bytes that an engine, and a bot of that level, keep
    ("solver", system, players, bid, slices, deals)
                                                first leads of a bid, solved -> nodes, microseconds, deals: as above
"""

import gc
from array import array

from elba import actions as act
from elba import bots, dealing, layout, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

KINDS = ("call", "lead", "card", "other")  # lead: declarer's to the first trick
_MOST_STEPS = 100000
_HEAPS = 4


def run(wishes, clock, passed):
    """Carry out wishes. clock() tells the time, passed(before, after) is how many microseconds lie between two."""
    for number in range(len(wishes)):
        wish = wishes[number]
        gc.collect()
        try:
            found = _MEASURES[wish[0]](clock, passed, *wish[1:])
            print("RESULT", number, " ".join([str(int(value)) for value in found]))
        except (ImportError, ValueError, MemoryError) as error:
            print("REFUSED", number, type(error).__name__, error)


def _dealt(engine, players, seed):
    """Return a state with shuffled cards."""
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(engine.rules, players, Rng(0, seed), pack)
    engine.begin(state, players, seed % players)
    dealing.deal(engine.rules, state, pack)
    return state


def _deals(clock, passed, system, players, slices, deals):
    engine = Engine(Rules(system))
    rules = engine.rules
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    out = array("H", bytearray(1024))
    rng = Rng(0, 1)
    best = 0
    for _ in range(slices):
        gc.collect()
        before = clock()
        for number in range(deals):
            engine.begin(state, players, number % players)
            dealing.shuffled(rules, players, rng, pack)
            dealing.deal(rules, state, pack)
            while state[layout.PHASE] < layout.OVER:
                n = engine.fill_legal(state, out)
                engine.apply(state, out[rng.below(n) if n > 1 else 0])
        took = passed(before, clock())
        if not best or took < best:
            best = took
    return deals, best


def _bot(clock, passed, level, system, players, deals):
    engine = Engine(Rules(system))
    seen = bytearray(layout.SIZE)
    took = [[] for _ in KINDS]
    longest = 0
    mind = bots.make(bots.LEVELS.index(level), engine, 0, 1, 1)
    for number in range(deals):
        state = _dealt(engine, players, number)
        while engine.is_open(state):
            seat = state[layout.TURN]
            view.look(engine.rules, state, seat, seen)
            gc.collect()
            whole = 0
            before = clock()
            mind.think(seen)
            action = bots.THINKING
            for _ in range(_MOST_STEPS):
                action = mind.step()
                after = clock()
                step = passed(before, after)
                before = after
                whole += step
                longest = max(longest, step)
                if action != bots.THINKING:
                    break
            took[_kind(state, action)].append(whole)
            engine.apply(state, action)
    found = []
    for times in took:
        times.sort()
        n = len(times)
        found += [n, sum(times) // n, times[(19 * n - 1) // 20], times[-1]] if n else [0, 0, 0, 0]
    return found + [longest]


def _kind(state, action):
    kind = act.kind(action)
    if kind == act.CALL:
        return 0
    if kind == act.PLAY:
        return 2 if state[layout.TRICK] or state[layout.IN_TRICK] else 1
    return 3


def _heap(clock, passed, level):
    if not hasattr(gc, "mem_alloc"):
        raise ValueError("only MicroPython tells")
    # Several of each, for what else comes and goes on the heap; one more before, for what is imported is not theirs.
    kept = [None] * (2 * _HEAPS + 1)
    for i in range(_HEAPS + 1):
        kept[i] = Engine(Rules("nap"))
        if not i:
            bots.make(bots.LEVELS.index(level), kept[0], 0, 1, 1)
            gc.collect()
            start = gc.mem_alloc()
    gc.collect()
    engines = gc.mem_alloc()
    for i in range(_HEAPS):
        kept[_HEAPS + 1 + i] = bots.make(bots.LEVELS.index(level), kept[0], 0, 1, 1)
    gc.collect()
    return (engines - start) // _HEAPS, (gc.mem_alloc() - engines) // _HEAPS


def _solver(clock, passed, system, players, bid, slices, deals):
    from elba import solver

    rules = Rules(system)
    engine = Engine(rules)
    number = rules.bid_name.index(bid)
    search = solver.Solver(rules, players)
    states = []
    for i in range(deals):
        state = _dealt(engine, players, i)
        solver.suppose(state, i % players, number)
        states.append(state)
    best = nodes = 0
    for _ in range(slices):
        gc.collect()
        nodes = 0
        before = clock()
        for state in states:
            search.load(state)
            search.answer(0, 20000)
            nodes += search.nodes
        took = passed(before, clock())
        if not best or took < best:
            best = took
    return nodes, best, deals


_MEASURES = {"deals": _deals, "bot": _bot, "heap": _heap, "solver": _solver}
