"""Why a card or a call cannot be chosen, in a line."""

from elba import actions as act
from elba import systems as sy
from elba import tricks
from elba.layout import BID, TRUMP, TURN

from . import words
from .lang import say


def not_allowed(engine, state, action):
    """Return the line for an action of the seat to act that the rules do not allow; "" for one that they do.

    The codes are those of record-format.md (Engine.violation).
    """
    rules = engine.rules
    rule = engine.violation(state, action, state[TURN])
    if rule == "bid":
        return say("why_bid", words.call(rules.bid_name[state[BID]]))
    if rule == "bid_locked":
        return say("why_locked", words.call(_needed(rules, act.argument(action))))
    if rule == "follow":
        return say("why_follow", words.SUITS[tricks.suit_to_follow(state, engine.led(state))])
    if rule == "must_trump":
        return say("why_trump", words.SUITS[state[TRUMP]])
    if rule == "joker_lead":
        if _has(engine, state, state[TRUMP]):
            return say("why_joker", words.SUITS[state[TRUMP]])
        return say("why_joker_high")
    if rule == "first_lead":
        low_trump = rules.first_lead[state[BID]] == sy.LOW_TRUMP
        return say("why_low_trump" if low_trump else "why_low_plain")
    return say("why_not") if rule else ""


def _needed(rules, bid):
    """The name of the bid that another seat must have made before this one."""
    for other in range(1, rules.bids + 1):
        if rules.needs[bid] >> other & 1:
            return rules.bid_name[other]
    return rules.bid_name[bid]


def _has(engine, state, suit):
    seat = state[TURN]
    for i in range(engine.held_from(state, seat), engine.held_to(seat)):
        if state[i] >> 4 == suit:
            return True
    return False
