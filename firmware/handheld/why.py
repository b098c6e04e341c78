"""Why a card or a call cannot be chosen, in a line."""

from micropython import const

from elba import actions as act
from elba import systems as sy
from elba import tricks
from elba.layout import BID, TRUMP, TURN

from . import words
from .lang import say

_ROOM = const(126)


def not_allowed(canvas, engine, state, action):
    """Return the line for an action of the seat to act that the rules do not allow; "" for one that they do.

    The codes are those of record-format.md (Engine.violation).
    """
    rules = engine.rules
    rule = engine.violation(state, action, state[TURN])
    if rule == "bid":
        return _about(canvas, "why_bid", rules.bid_name[state[BID]])
    if rule == "bid_locked":
        return _about(canvas, "why_locked", _needed(rules, act.argument(action)))
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
    if rule == "trump":
        low_trump = rules.first_lead[state[BID]] == sy.LOW_TRUMP
        return say("why_no_suit" if low_trump else "why_all_suit", words.SUITS[act.argument(action)])
    return say("why_not") if rule else ""


def _about(canvas, text, bid):
    """The line about a bid, with its name as for a narrow column where the whole one has no room ("Bonaparte with")."""
    return words.fitting(canvas, [say(text, words.call(bid)), say(text, words.call(bid, True))], _ROOM)


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
