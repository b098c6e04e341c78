"""A table of Japanese Napoleon for the tests."""

from harness import arranged, call, hand_of
from elba import actions as act
from elba import cards, layout
from elba.engine import Engine
from elba.rules import Rules

# Declarer is seat 0 in most tests: dealer 4, so that it is eldest; seat 1 leads.
HANDS = {
    0: "AS KS QS JS TS 9S AH KH 2D JO",
    1: "8S 7S QH JH TH AD KD QD 9D 2C",
    2: "6S 5S 9H 8H 7H 6H JD TD 8D AC",
    3: "4S 3S 5H 4H 3H 7D 6D KC QC JC",
    4: "2S 2H 5D 4D 3D TC 9C 8C 7C 6C",
}
WIDOW = "5C 4C 3C"
DISCARDS = layout.CARDS + 50


ENGINE = Engine(Rules("napoleon-jp"))  # one for nearly all tests: its forty bids take room


def table(hands=HANDS, widow=WIDOW, options=None):
    engine = Engine(Rules("napoleon-jp", options)) if options else ENGINE
    return engine, arranged(engine, 5, 4, hands, widow)


def friend(engine, state, text):
    engine.apply(state, act.action(act.FRIEND, cards.parse(text)))


def discard(engine, state, text):
    """Discard three cards by name."""
    hand = layout.CARDS + state[layout.TURN] * 10
    held = list(state[hand : hand + 10]) + list(state[DISCARDS : DISCARDS + 3])
    mask = 0
    for c in hand_of(text):
        mask |= 1 << held.index(c)
    engine.apply(state, act.action(act.WIDOW, mask))


def begun(bid="7S", named="AC", away=WIDOW, hands=HANDS, widow=WIDOW, options=None):
    """Return (engine, state) with seat 0 as declarer and seat 1 to lead."""
    engine, state = table(hands, widow, options)
    call(engine, state, bid if bid == "10S" else bid + " pass pass pass pass")
    friend(engine, state, named)
    discard(engine, state, away)
    return engine, state
