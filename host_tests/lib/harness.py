"""What the tests of lib/elba share. They run under pytest and, by run.py, inside MicroPython: no pytest here."""

import sys

from elba import actions as act
from elba import cards, dealing, layout
from elba.engine import Illegal
from elba.rng import Rng

MICROPYTHON = sys.implementation.name == "micropython"

# A file that lies where the sources of the tests do: MicroPython runs them compiled, from another place.
BESIDE = sys.argv[0] if MICROPYTHON else __file__


def raises(kind, function, *arguments):
    """Call a function; return the exception of a kind that it raises, fail where it raises none."""
    try:
        function(*arguments)
    except kind as error:
        return error
    raise AssertionError("%s was not raised" % kind.__name__)


def hand_of(text):
    """Return the list of card bytes that a text such as "AS TD 9H" names."""
    found = [cards.parse(name) for name in text.split()]
    assert all(found), text
    return found


def dealt(engine, players, dealer, seed, pot=0):
    """Return the state of a shuffled deal."""
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(engine.rules, players, Rng(0, seed), pack)
    engine.begin(state, players, dealer, pot)
    dealing.deal(engine.rules, state, pack)
    return state


def arranged(engine, players, dealer, hands, floater="", stock="", pot=0):
    """Return a state in which seats hold what `hands` says (seat -> "AS KS ..."); the rest falls as the pack is sorted.

    floater  the card or cards face down; stock  the first cards of the stock
    """
    rules = engine.rules
    state = bytearray(layout.SIZE)
    engine.begin(state, players, dealer, pot)
    pack = bytearray(layout.MAX_CARDS)
    n = cards.fill_pack(pack, rules.lowest_rank(players), rules.joker)
    named = hand_of(" ".join([floater, stock] + [hands[seat] for seat in sorted(hands)]))
    left = [card for card in pack[:n] if card not in named]
    assert len(left) + len(named) == n, "a card twice, or one that is not in this pack"
    order = []
    for seat in range(players):
        hand = hand_of(hands.get(seat, ""))
        while len(hand) < rules.hand:
            hand.append(left.pop())
        order += hand
    face_down = hand_of(floater)
    while len(face_down) < rules.face_down:
        face_down.append(left.pop())
    order += face_down
    if rules.face_down == 1:
        state[layout.FLOATER] = face_down[0]
    order += hand_of(stock) + left
    assert len(order) == n
    state[layout.CARDS : layout.CARDS + n] = bytes(order)
    return state


def call(engine, state, names):
    """Make calls in order, by name: "pass three pass"."""
    for name in names.split():
        engine.apply(state, act.action(act.CALL, engine.rules.bid_name.index(name)))


def play(engine, state, names):
    """Play cards in order, by name."""
    for name in names.split():
        engine.apply(state, cards.parse(name))


def call_code(engine, state, name, seat=None):
    """Return the rule that a call breaks, "" for none; of the seat to act unless another is given."""
    action = act.action(act.CALL, engine.rules.bid_name.index(name))
    return engine.violation(state, action, state[layout.TURN] if seat is None else seat)


def play_code(engine, state, name, seat=None):
    """The same for a card."""
    return engine.violation(state, cards.parse(name), state[layout.TURN] if seat is None else seat)


def refused(engine, state, action, rule):
    """Check that `apply` refuses an action with a rule's code and leaves every byte of the state alone."""
    before = bytes(state)
    error = raises(Illegal, engine.apply, state, action)
    assert error.rule == rule, (error.rule, rule)
    assert state == before, "an illegal action changed the state"


def play_out(engine, state, rng, watch=None):
    """Play a deal to its end by chance; call watch(state) before each action and at the end."""
    while engine.is_open(state):
        if watch:
            watch(state)
        legal = engine.legal(state)
        assert legal, "nothing is legal in an open deal"
        engine.apply(state, legal[rng.below(len(legal))])
    if watch:
        watch(state)


def pay_of(state):
    """Return what each seat has been paid so far, a list."""
    return [layout.word(state, layout.PAY + 2 * seat) for seat in range(state[layout.SEATS])]


def pack_of(state, rules):
    """Return the sorted list of all cards in a state."""
    return sorted(state[layout.CARDS : layout.CARDS + rules.pack_size(state[layout.SEATS])])

