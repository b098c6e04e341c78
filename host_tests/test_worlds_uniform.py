"""How often each world comes, compared with a list of all of them that the engine lets be."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent / "lib"))

from harness import dealt
from test_hidden import surprise
from test_worlds import CARDS, hand_at, replay, seen_by

from elba import actions as act
from elba import layout
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


def group_of(engine, seen, at):
    """Return a number for the place that a card lies in: seats, then face down, stock, discards of each seat."""
    rules = engine.rules
    players = seen[layout.SEATS]
    i = at - CARDS
    if i < players * rules.hand:
        return i // rules.hand
    i -= players * rules.hand
    if i < rules.face_down:
        return 8
    i -= rules.face_down
    for k in range(1, players + 1):
        seat = (seen[layout.DEALER] + k) % players
        i -= seen[layout.SEEN + seat] & 7
        if i < 0:
            return 10 + seat
    return 9


def assignments(cards, groups):
    """Yield all ways to give cards to slots of these groups, equal ones side by side, in one order in each group."""
    if not groups:
        yield []
        return
    for k, card in enumerate(cards):
        for rest in assignments(cards[:k] + cards[k + 1 :], groups[1:]) if len(set(groups)) > 1 else [cards[1:]]:
            if len(groups) == 1 or groups[1] != groups[0] or card < rest[0]:
                yield [card, *rest]
        if len(set(groups)) == 1:
            return


def possible_worlds(engine, seen, log):
    """Return a sorted list of all worlds of a view, as `key` writes them, found by trying."""
    rules = engine.rules
    players = seen[layout.SEATS]
    pack = [suit << 4 | rank for suit in range(4) for rank in range(rules.lowest_rank(players), 15)]
    unseen = [card for card in pack if card not in seen[CARDS:]]
    slots = [at for at in range(CARDS, CARDS + rules.pack_size(players)) if not seen[at]]
    groups = [group_of(engine, seen, at) for at in slots]
    under = CARDS + players * rules.hand
    found = []
    for order in assignments(unseen, groups):
        world = bytearray(seen)
        for at, card in zip(slots, order):
            world[at] = card
        floaters = [seen[layout.FLOATER]]
        if rules.face_down and not floaters[0]:
            floaters = [world[under]]
            if world[layout.TAKEN]:
                floaters += hand_at(engine, world, world[layout.DECLARER])
        for floater in floaters:
            world[layout.FLOATER] = floater
            if replay(engine, world, log):
                found.append(key(engine, world))
    assert len(set(found)) == len(found)
    return sorted(found)


def key(engine, world):
    """Return a world as bytes in which the order of cards within a place is no matter."""
    size = engine.rules.pack_size(world[layout.SEATS])
    cards = sorted((group_of(engine, world, at), world[at]) for at in range(CARDS, CARDS + size))
    return bytes([world[layout.FLOATER]] + [value for pair in cards for value in pair])


def surprise_at(engine, state, seat, log, least, most, number=20):
    """Check that a view has `least` to `most` worlds; return by how many deviations chi-square is too large."""
    seen = seen_by(engine, state, seat)
    possible = possible_worlds(engine, seen, log)
    assert least <= len(possible) <= most
    assert key(engine, state) in possible
    worlds = Worlds(engine)
    assert worlds.begin(seen, seat)
    rng = Rng(4, seat)

    def drawn():
        assert worlds.draw(rng)
        return key(engine, worlds.state)

    return surprise(possible, drawn, number * len(possible))


def act_all(engine, state, actions, log):
    for action in actions:
        log.append(action)
        engine.apply(state, action)


def calls(engine, names):
    return [act.action(act.CALL, engine.rules.bid_name.index(name)) for name in names.split()]


def play_to(engine, state, trick, log, rng):
    """Play by chance up to a trick."""
    while state[layout.TRICK] < trick:
        legal = [action for action in engine.legal(state) if act.kind(action) == act.PLAY]
        act_all(engine, state, [legal[rng.below(len(legal))]], log)


@pytest.mark.parametrize(
    ("system", "players", "trick", "seed"),
    [("nap", 3, 4, 0), ("nap", 3, 4, 1), ("nap", 3, 4, 2), ("savremeni", 2, 3, 0)],
)
def test_voids_and_stock(system, players, trick, seed):
    options = {} if system != "nap" else {"pack": "short"}
    engine = Engine(Rules(system, options))
    state = dealt(engine, players, players - 1, seed)
    log = []
    while state[layout.PHASE] == layout.AUCTION:
        act_all(engine, state, calls(engine, "pass" if state[layout.BID] else "three"), log)
    play_to(engine, state, trick, log, Rng(1, seed))
    assert surprise_at(engine, state, state[layout.TURN], log, 5, 1600, 8) < 4


@pytest.mark.parametrize(
    ("bid", "seat", "seed"),
    [("four-w", 1, 0), ("four-w", 2, 1), ("bonaparte-w", 1, 0), ("wellington-w", 2, 2), ("nap-o", 2, 0)],
)
def test_floater(bid, seat, seed):
    engine = Engine(Rules("floater"))
    state = dealt(engine, 3, 2, seed)
    log = []
    act_all(engine, state, [*calls(engine, bid), act.action(act.PEEK), *calls(engine, "pass pass")], log)
    if state[layout.PHASE] == layout.TAKE:
        legal = engine.legal(state)
        act_all(engine, state, [legal[(3 * seed) % len(legal)]], log)
    legal = engine.legal(state)
    act_all(engine, state, [legal[seed % len(legal)]], log)
    play_to(engine, state, 4, log, Rng(1, seed))
    assert surprise_at(engine, state, seat, log, 1, 2600, 12) < 4


@pytest.mark.parametrize("system", ["purchase"])
def test_exchanges(system):
    # They exchanged 1, 3 and 1 cards. In the last trick but one, little enough is hidden from the second seat.
    engine = Engine(Rules(system, {"pack": "short"}))
    state = dealt(engine, 3, 2, 5)
    log = []
    exchanges = [act.action(act.EXCHANGE, mask) for mask in (0b00010, 0b00111, 0b00001)]
    act_all(engine, state, [*exchanges, *calls(engine, "three pass pass")], log)
    play_to(engine, state, 4, log, Rng(1, 5))
    assert surprise_at(engine, state, 1, log, 300, 2000, 12) < 4
