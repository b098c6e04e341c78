"""Which card declarer names for its friend (napoleon-japanese.md "Friend")."""

from .. import tricks
from ..cards import JOKER
from .heights import special_card


def strongest_missing(rules, view, start, end, trump):
    """Return the strongest card that the hand view[start:end] lacks: above the trumps, a high trump, an ace, the joker.

    The joker comes behind the trumps that count: it takes a trick only where it is led.
    """
    for i in range(len(rules.above_trumps)):
        card = special_card(rules, i, trump)
        if not holds(view, start, end, card):
            return card
    for rank in range(14, 11, -1):
        if not holds(view, start, end, trump << 4 | rank):
            return trump << 4 | rank
    if rules.joker and not holds(view, start, end, JOKER):
        return JOKER
    for suit in range(4):
        card = suit << 4 | 14
        if not holds(view, start, end, card):
            return card
    return trump << 4 | 10


def own_card(rules, view, start, end, trump):
    """Return the strongest card of the hand itself: who names it plays alone."""
    best = view[start]
    for i in range(start, end):
        if tricks.power(rules, view[i], trump) > tricks.power(rules, best, trump):
            best = view[i]
    return best


def holds(view, start, end, card):
    """Return whether a card is among view[start:end]."""
    for i in range(start, end):
        if view[i] == card:
            return True
    return False
