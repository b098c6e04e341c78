"""Worlds agree with the view, with the rules, and with each other in how often they come.

What could have been is worked out here by the engine alone: a world is dealt again from the start, and all that was
done in the real deal is done in it. If every action is legal, it could have been the real one.
"""

import binascii
import gc

from harness import dealt
from elba import actions as act
from elba import layout, sanity, systems, view
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from micropython import heap_lock, heap_unlock

CARDS = layout.CARDS


def seen_by(engine, state, seat):
    seen = bytearray(layout.SIZE)
    view.look(engine.rules, state, seat, seen)
    return seen


def hand_at(engine, state, seat):
    at = CARDS + seat * engine.rules.hand
    return list(state[at : at + engine.rules.hand])


def replay(engine, world, log):
    """Deal a world again and do in it what was done; return the state that comes of it, None where that is illegal.

    log  the actions as they were; what others threw in exchanges and for the floater is taken from the world
    """
    rules = engine.rules
    players = world[layout.SEATS]
    face_down = CARDS + players * rules.hand
    stock = face_down + rules.face_down
    hands = [hand_at(engine, world, seat) for seat in range(players)]
    rest = list(world[stock : CARDS + rules.pack_size(players)])
    under = world[face_down] if rules.face_down else 0
    thrown = 0
    if world[layout.TAKEN]:
        floater = world[layout.FLOATER]
        if floater != under:
            hand = hands[world[layout.DECLARER]]
            if floater not in hand:
                return None
            thrown = under
            hand[hand.index(floater)] = thrown
            under = floater
    # Exchanges, the last one first: the cards drawn may be any, so take the first of the hand.
    at = world[layout.DRAWN]
    for i in range(players):
        seat = (world[layout.DEALER] - i) % players
        n = world[layout.SEEN + seat] & 7
        at -= n
        for k in range(n):
            hands[seat][k], rest[at + k] = rest[at + k], hands[seat][k]
    state = bytearray(layout.SIZE)
    engine.begin(state, players, world[layout.DEALER])
    everything = []
    for hand in hands:
        everything += hand
    if rules.face_down:
        everything.append(under)
        state[layout.FLOATER] = under
    everything += rest
    state[CARDS : CARDS + len(everything)] = bytes(everything)
    for done in log:
        action = done
        kind = act.kind(action)
        if kind == act.EXCHANGE:
            n = world[layout.SEEN + state[layout.TURN]] & 7
            action = act.action(act.EXCHANGE, (1 << n) - 1)
        elif kind == act.TAKE:
            action = act.action(act.TAKE, thrown)
        if engine.violation(state, action, state[layout.TURN]):
            return None
        engine.apply(state, action)
    return state


def same(engine, a, b):
    """Whether two states differ at most in the order of cards held or undealt, which nobody has seen."""
    if a[:CARDS] != b[:CARDS]:
        return False
    for seat in range(a[layout.SEATS]):
        start = engine.held_from(a, seat)
        end = engine.held_to(seat)
        base = end - engine.rules.hand
        if a[base:start] != b[base:start] or sorted(a[start:end]) != sorted(b[start:end]):
            return False
    return True


def admits(engine, worlds, seen, truth):
    """Whether what a view hides is, where it really is, nothing that was ruled out."""
    hidden = worlds.hidden
    hand = engine.rules.hand
    players = truth[layout.SEATS]
    need = hidden.need
    for i in range(engine.rules.pack_size(players)):
        if not seen[CARDS + i]:
            card = truth[CARDS + i]
            place = i // hand if i < players * hand else 8 if i < players * hand + engine.rules.face_down else 9
            if not hidden.may_lie(place, card):
                return False
            if place == need and hidden.needed[card >> 4] >> (card & 15) & 1:
                need = -1
    return need < 0


def check(engine, worlds, state, seat, rng, log, number):
    """Check worlds of a seat's view."""
    what = (engine.rules.id, state[layout.SEATS], seat, len(log))
    seen = seen_by(engine, state, seat)
    assert worlds.begin(seen, seat), what
    assert admits(engine, worlds, seen, state), what
    for _ in range(number):
        assert worlds.draw(rng), what
        world = worlds.state
        assert sanity.is_state(engine.rules, world, state[layout.SEATS]), what
        assert seen_by(engine, world, seat) == seen, what
        again = replay(engine, world, log)
        assert again, what
        assert same(engine, again, world), what


def play_and_check(system, players, seed, options=None):
    engine = Engine(Rules(system, options))
    worlds = Worlds(engine)
    rng = Rng(3, seed)
    state = dealt(engine, players, seed % players, seed)
    log = []
    while True:
        check(engine, worlds, state, state[layout.TURN], rng, log, 2)
        check(engine, worlds, state, rng.below(players), rng, log, 1)
        if not engine.is_open(state):
            return
        legal = engine.legal(state)
        action = legal[rng.below(len(legal))]
        log.append(action)
        engine.apply(state, action)


def test_worlds_could_have_been_the_real_deal():
    for system in systems.ids()[:17]:  # of the Nap family: what a friend and a widow tell is not read here
        rules = Rules(system)
        for players in (rules.fewest, rules.most):
            gc.collect()
            play_and_check(system, players, 10 + players)


def test_worlds_after_a_revoke():
    engine = Engine(Rules("pub", {"revoke": "penalty"}))
    worlds = Worlds(engine)
    state = dealt(engine, 3, 2, 4)
    for _ in range(3):
        engine.apply(state, engine.legal(state)[1 if not state[layout.BID] else 0])
    while engine.is_open(state):
        seat = state[layout.TURN]
        bad = [card for card in range(1, 64) if engine.violation(state, card, seat) == "follow"]
        engine.apply(state, bad[0] if bad else engine.legal(state)[0])
    assert state[layout.PHASE] == layout.REVOKED
    led = state[CARDS + 5 * state[layout.LEADER] + state[layout.TRICK]] >> 4
    held = engine.held_from(state, seat), engine.held_to(seat)
    for other in range(3):
        seen = seen_by(engine, state, other)
        assert worlds.begin(seen, other)
        assert admits(engine, worlds, seen, state)
        for _ in range(30):
            assert worlds.draw(Rng(2, other))
            assert [card for card in worlds.state[held[0] : held[1]] if card >> 4 == led]


def test_worlds_are_the_same_on_every_runtime():
    crc = 0
    for system, players in (("nap", 4), ("floater", 3), ("ecarte", 5), ("savremeni", 8), ("peep", 4)):
        engine = Engine(Rules(system))
        worlds = Worlds(engine)
        rng = Rng(12, players)
        state = dealt(engine, players, 0, 3)
        while engine.is_open(state):
            worlds.begin(seen_by(engine, state, state[layout.TURN]), state[layout.TURN])
            worlds.draw(rng)
            crc = binascii.crc32(worlds.state, crc)
            legal = engine.legal(state)
            engine.apply(state, legal[rng.below(len(legal))])
    assert crc == WORLDS, crc


WORLDS = 583716712


def test_worlds_take_no_heap():
    """On CPython heap_lock does nothing: there this only plays."""
    seen = bytearray(layout.SIZE)
    rng = Rng(1, 6)
    for system in ("pub-seven", "floater", "purchase", "savremeni"):
        engine = Engine(Rules(system))
        players = engine.rules.most
        worlds = Worlds(engine)
        state = dealt(engine, players, 1, 21)
        while engine.is_open(state):
            seat = state[layout.TURN]
            view.look(engine.rules, state, seat, seen)
            heap_lock()
            try:
                worlds.begin(seen, seat)
                worlds.draw(rng)
                worlds.draw(rng)
            finally:
                heap_unlock()
            legal = engine.legal(state)
            engine.apply(state, legal[rng.below(len(legal))])


def test_a_view_that_cannot_be_has_no_worlds():
    engine = Engine(Rules("nap"))
    worlds = Worlds(engine)
    state = dealt(engine, 3, 0, 1)
    good = seen_by(engine, state, 1)
    at = CARDS + 5
    assert worlds.begin(good, 1)
    for card in (good[at + 1], 0x02, 0x0F, 0x7E, 0x40):  # twice, too low, too high, no suit, no joker in this pack
        seen = bytearray(good)
        seen[at] = card
        assert not worlds.begin(seen, 1), card
    # Eldest leads every suit once, nobody ever follows: then the last two cards are of no suit.
    seen = bytearray(good)
    for i in range(CARDS, layout.SIZE):
        seen[i] = 0
    seen[layout.PHASE] = layout.PLAY
    seen[layout.DECLARER] = 1
    seen[layout.LEADER] = seen[layout.TURN] = 1
    seen[layout.BID] = 1
    seen[layout.TRICK] = 4
    for trick in range(4):
        seen[layout.WINNERS + trick] = 1
        for seat in range(3):
            seen[CARDS + 5 * seat + trick] = (trick + (seat != 1)) % 4 << 4 | 14 - trick - 4 * (seat == 0)
    assert not worlds.begin(seen, 1)
