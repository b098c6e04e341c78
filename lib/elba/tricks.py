"""Tricks: who leads them, which card wins them, what they are worth and to whom.

Source: nap-family.md 1.5; napoleon-japanese.md "Play" and "Made". All of it goes by Rules, and reads views as well as
states.
"""

from micropython import const

from . import systems as sy
from .cards import JOKER, NO_SUIT
from .layout import (
    CARDS,
    DECLARER,
    FRIEND,
    IN_TRICK,
    LEADER,
    NOBODY,
    SEATS,
    TRICK,
    TRUMP,
    WINNERS,
    WINNING,
)

_TWO = const(2)
# How cards rank across suits: rank, + 16 for a trump; a joker that is led lies above the trumps, and what beats even
# that comes last, the first of `above_trumps` highest.
_TRUMPS = const(16)
_JOKER_LED = const(32)
_SPECIAL = const(48)


def leader(rules, state, trick):
    """Return the seat that leads or led to trick 0..TRICK of a deal that has a declarer."""
    if trick:
        return state[WINNERS + trick - 1]
    return (state[DECLARER] + rules.leads) % state[SEATS]


def special(rules, card, trump):
    """Return how high a card stands above the trumps: 0 if it does not, the highest of them most."""
    above = rules.above_trumps
    for i in range(len(above)):
        rank, suit = above[i]
        if suit == sy.TRUMP_SUIT:
            suit = trump
        elif suit == sy.COLOUR:
            suit = 3 - trump  # spades and clubs, hearts and diamonds
        if card == suit << 4 | rank:
            return len(above) - i
    return 0


def power(rules, card, trump):
    """Return how high a card ranks. It beats a lower one, but as a plain card only one of its own suit."""
    if rules.above_trumps:
        if card == JOKER:
            return _JOKER_LED
        height = special(rules, card, trump)
        if height:
            return _SPECIAL + height
    return card & 15 | (_TRUMPS if card >> 4 == trump else 0)


def beats(rules, card, best, trump):
    """Return whether a card, played later, beats the one that wins the trick so far."""
    if not rules.above_trumps:
        if card >> 4 == best >> 4:
            return card & 15 > best & 15
        return card >> 4 == trump
    if card == JOKER:  # not led
        return False
    high = power(rules, card, trump)
    return high > power(rules, best, trump) and (high >= _TRUMPS or card >> 4 == best >> 4)


def suit_to_follow(state, led):
    """Return the suit that a card led asks for: that of the card, or trump where it is the joker."""
    return state[TRUMP] if led == JOKER else led >> 4


def winner(rules, state):
    """Return the seat that wins the trick to which the last card has just been played; WINNING allows for no two."""
    best = state[WINNING]
    trick = state[TRICK]
    if not rules.two_wins or not trick:
        return best
    at = CARDS + trick
    card = state[at + best * rules.hand]
    if card == JOKER or special(rules, card, state[TRUMP]):
        return best
    suit = NO_SUIT
    two = NOBODY
    for seat in range(state[SEATS]):
        card = state[at + seat * rules.hand]
        if card == JOKER:
            continue
        if suit == NO_SUIT:
            suit = card >> 4
        if card >> 4 != suit:
            return best
        if card & 15 == _TWO:
            two = seat
    return best if two == NOBODY else two


def won_by(state, seat):
    """Return how many tricks a seat has taken so far."""
    n = 0
    for i in range(WINNERS, WINNERS + state[TRICK]):
        if state[i] == seat:
            n += 1
    return n


def counts(rules, card):
    """Return whether a card is one of those that are counted (a face card); never where tricks are."""
    return rules.capture > 0 and card & 15 >= rules.capture


def worth(rules, state, trick):
    """Return what a completed trick counts: 1, or the face cards in it."""
    if not rules.capture:
        return 1
    n = 0
    for seat in range(state[SEATS]):
        if state[CARDS + seat * rules.hand + trick] & 15 >= rules.capture:
            n += 1
    return n


def captured(rules, state, seat):
    """Return what a seat has taken so far: tricks, or the face cards in them."""
    if not rules.capture:
        return won_by(state, seat)
    n = 0
    for trick in range(state[TRICK]):
        if state[WINNERS + trick] == seat:
            n += worth(rules, state, trick)
    return n


def friend(rules, state):
    """Return the seat that plays with declarer: declarer itself where it named its own card; NOBODY where it is open.

    In a view it is open until the card has been seen: played, in the seat's own hand, or among declarer's discards.
    """
    card = state[FRIEND]
    if not card:
        return NOBODY
    hands = CARDS + state[SEATS] * rules.hand
    for i in range(CARDS, hands):
        if state[i] == card:
            return (i - CARDS) // rules.hand
    for i in range(hands, hands + rules.face_down):
        if state[i] == card:
            return state[DECLARER]
    return NOBODY


def taken_by_side(rules, state):
    """Return what declarer's side has taken so far, as far as it is known who belongs to it."""
    declarer = state[DECLARER]
    n = captured(rules, state, declarer)
    partner = friend(rules, state)
    if partner != NOBODY and partner != declarer:
        n += captured(rules, state, partner)
    return n


def played(state, seat):
    """Return how many cards a seat has played."""
    behind = seat - state[LEADER]
    if behind < 0:
        behind += state[SEATS]
    return state[TRICK] + (1 if behind < state[IN_TRICK] else 0)
