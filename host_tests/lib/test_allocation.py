"""What runs for every action and every thought of a bot takes no heap: on a board that would mean pauses and, in the
end, a heap in pieces. CPython runs these tests too, but has no heap to lock."""

import gc
from array import array

from harness import MICROPYTHON, dealt, raises
from elba import actions as act
from elba import cards, layout, solver, systems, tricks, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from micropython import heap_lock, heap_unlock


def deal_without_heap(engine, state, seen, out, rng, players):
    """Play a deal by chance, all of it with the heap locked; return the number of actions."""
    rules = engine.rules
    n = 0
    gc.collect()
    heap_lock()
    try:
        while engine.is_open(state):
            view.look(rules, state, state[layout.TURN], seen)
            view.look(rules, state, layout.NOBODY, seen)
            count = engine.fill_legal(state, out)
            for kind in range(8):  # refused ones as well, at every turn
                engine.violation(state, act.action(kind, n), state[layout.TURN])
                engine.violation(state, act.action(kind, n), n % players)
            tricks.won_by(state, state[layout.TURN])
            action = out[rng.below(count)]
            cards.name(cards.NONE)
            engine.apply(state, action)
            n += 1
    finally:
        heap_unlock()
    return n


def test_a_deal_of_every_system_takes_no_heap():
    seen = bytearray(layout.SIZE)
    out = array("H", bytearray(2 * 286))
    rng = Rng(1, 5)
    for system in systems.ids():
        engine = Engine(Rules(system))
        for players in (engine.rules.fewest, engine.rules.most):
            state = dealt(engine, players, 1, players)
            assert deal_without_heap(engine, state, seen, out, rng, players) >= players


def test_a_revoke_takes_no_heap():
    engine = Engine(Rules("pub", {"revoke": "penalty"}))
    state = dealt(engine, 3, 2, 4)
    for _ in range(3):
        engine.apply(state, engine.legal(state)[1 if not state[layout.BID] else 0])
    # Any card that breaks the rule of following suit ends the deal.
    for _ in range(15):
        bad = [
            card
            for card in range(1, 64)
            if engine.violation(state, card, state[layout.TURN]) == "follow"
        ]
        action = bad[0] if bad else engine.legal(state)[0]
        gc.collect()
        heap_lock()
        try:
            engine.apply(state, action)
        finally:
            heap_unlock()
        if bad:
            break
    assert state[layout.PHASE] == layout.REVOKED


def test_random_numbers_and_sorting_take_no_heap():
    rng = Rng(1, 2)
    pack = bytearray(53)
    saved = bytearray(8)
    gc.collect()
    heap_lock()
    try:
        n = cards.fill_pack(pack, 2, 1)
        rng.shuffle(pack, n)
        cards.sort_hand(pack, 0, n)
        rng.seed(3, 4, 5)
        rng.save(saved, 0)
        rng.load(saved, 0)
        layout.set_word(saved, 0, -5)
        layout.add_word(saved, 0, 3)
    finally:
        heap_unlock()
    assert layout.word(saved, 0) == -2


def solve_without_heap(engine, found, state):
    """Ask all that a bot may ask about a deal, with the heap locked; return the nodes searched."""
    nodes = 0
    gc.collect()
    heap_lock()
    try:
        for bid in range(1, engine.rules.bids + 1):
            for declarer in range(state[layout.SEATS]):
                solver.suppose(state, declarer, bid, 1 if engine.rules.trump == systems.NAMED else 4)
                found.load(state)
                found.begin(cards.NONE, 300)
                while found.step(50) == solver.THINKING:
                    pass
                nodes += found.nodes
                found.begin()
                found.step(1)
                found.answer(found.twin(state[layout.CARDS + declarer * engine.rules.hand]), 300)
                nodes += found.nodes
                found.aim(2)
                found.answer(cards.NONE, 300)
    finally:
        heap_unlock()
    return nodes


def test_a_search_takes_no_heap():
    for system in ("nap", "pub-seven", "floater-teesside", "savremeni"):
        engine = Engine(Rules(system))
        nodes = 0
        for players in (engine.rules.fewest, engine.rules.most):
            found = solver.Solver(engine.rules, players, 256)
            nodes += solve_without_heap(engine, found, dealt(engine, players, 1, players))
        assert nodes > 100, system


def test_a_locked_heap_is_noticed():
    # Else the tests above would show nothing.
    if not MICROPYTHON:
        return
    heap_lock()
    try:
        raises_nothing = True
        try:
            bytearray(100)
        except MemoryError:
            raises_nothing = False
    finally:
        heap_unlock()
    assert not raises_nothing
    raises(MemoryError, bytearray, 1 << 20)
