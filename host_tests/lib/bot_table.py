"""Arranging deals for bots and asking them: what the tests of the bots share. No test itself."""

# ruff: noqa: E402, F401
# The longest modules come first, and the heap is swept between them: where they are compiled on import, what stays
# of one must not lie scattered all over the heap when the next one is read.
import gc

from elba.engine import Engine

gc.collect()
from elba.bots import card_play

gc.collect()
from elba.bots import recruit

gc.collect()
from elba.bots import corporal

gc.collect()
from elba import actions as act
from elba import bots, cards, dealing, layout, view
from elba.rng import Rng
from elba.rules import Rules

RECRUIT, CORPORAL = range(2)
MOST_STEPS = 60


def decide(bot, seen):
    """Return a bot's action for a view; fails where it does not come to an end."""
    bot.think(seen)
    for _ in range(MOST_STEPS):
        action = bot.step()
        if action != bots.THINKING:
            return action
    raise AssertionError("still thinking after %d steps" % MOST_STEPS)


def crew_of(engine, seats, high, low):
    """Return the bots of so many seats, levels in turn. Two of them serve all: a bot remembers nothing."""
    pair = [bots.make(level, engine, high, low, level) for level in (RECRUIT, CORPORAL)]
    return [pair[seat & 1] for seat in range(seats)]


def dealt(engine, players, dealer, seed, pot=0):
    """Return the state of a shuffled deal."""
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(engine.rules, players, Rng(0, seed), pack)
    engine.begin(state, players, dealer, pot)
    dealing.deal(engine.rules, state, pack)
    return state


def arranged(engine, players, dealer, hands, floater=""):
    """Return a state in which seats hold what `hands` says (seat -> "AS KS .."); the others get what is left."""
    rules = engine.rules
    state = bytearray(layout.SIZE)
    engine.begin(state, players, dealer)
    rest = bytearray(layout.MAX_CARDS)
    n = cards.fill_pack(rest, rules.lowest_rank(players), rules.joker)
    given = floater + " " + " ".join([hands[seat] for seat in sorted(hands)])
    taken = [cards.parse(name) for name in given.split()]
    left = [card for card in rest[:n] if card not in taken]
    Rng(0, 1).shuffle(left, len(left))
    at = layout.CARDS
    for seat in range(players):
        hand = [cards.parse(name) for name in hands.get(seat, "").split()]
        for _ in range(rules.hand - len(hand)):
            hand.append(left.pop())
        state[at : at + rules.hand] = bytes(hand)
        at += rules.hand
    if floater:
        state[layout.FLOATER] = cards.parse(floater)
        left.append(state[layout.FLOATER])
    while left:
        state[at] = left.pop()
        at += 1
    return state


def see(engine, state):
    """Return the view of the seat to act."""
    seen = bytearray(layout.SIZE)
    view.look(engine.rules, state, state[layout.TURN], seen)
    return seen


def call(engine, state, *names):
    """Make calls in order, by name."""
    for name in names:
        engine.apply(state, act.action(act.CALL, engine.rules.bid_name.index(name)))


def play(engine, state, names):
    """Play cards in order, by name."""
    for name in names.split():
        engine.apply(state, cards.parse(name))


def choice(system, level, state, engine):
    """Return the action of a fresh bot, after checking that it is legal."""
    bot = bots.make(level, engine, 0, 7, 1)
    action = decide(bot, see(engine, state))
    assert action in engine.legal(state), (system, action)
    return action


def called(system, players, hand, level=CORPORAL, before=(), options=None):
    """Return the name of the bid that seat `len(before)` calls on a hand, eldest being seat 0."""
    engine = Engine(Rules(system, options))
    state = arranged(engine, players, players - 1, {len(before): hand})
    call(engine, state, *before)
    action = choice(system, level, state, engine)
    assert act.kind(action) == act.CALL
    return engine.rules.bid_name[act.argument(action)]


def card_of(system, state, engine, level=CORPORAL):
    """Return the name of the card that the seat to act plays."""
    action = choice(system, level, state, engine)
    assert act.kind(action) == act.PLAY
    return cards.name(action)


def play_out(engine, state, crew, log):
    """Let a bot a seat play a deal to its end; append two bytes an action to `log`."""
    seen = bytearray(layout.SIZE)
    while engine.is_open(state):
        seat = state[layout.TURN]
        view.look(engine.rules, state, seat, seen)
        kept = bytes(seen)
        action = decide(crew[seat], seen)
        assert seen == kept, "a bot changed its view"
        assert not engine.violation(state, action, seat), (engine.rules.id, action)
        log.append(action >> 8)
        log.append(action & 255)
        engine.apply(state, action)


def contract(system, players, hands, bid, declarer=0, options=None):
    """Return (engine, state) at the first lead of a bid; eldest is seat 0, the others pass."""
    engine = Engine(Rules(system, options))
    state = arranged(engine, players, players - 1, hands)
    for seat in range(players):
        call(engine, state, bid if seat == declarer else "pass")
    return engine, state
