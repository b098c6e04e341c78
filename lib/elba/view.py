"""What one seat may know of a deal, as a state of its own.

A view has the layout of a state, and every card that its seat has not seen is 0 in it. Bots get a view and nothing
else: they cannot look at another hand, because the bytes are not there. All that reads a state (Engine.legal for
the seat to act, tricks.won_by, ...) reads a view as well.
"""

from . import tricks
from .layout import (
    CARDS,
    DEALER,
    DECLARER,
    DRAWN,
    FLOATER,
    IN_TRICK,
    LEADER,
    PEEKED,
    PHASE,
    SEATS,
    SEEN,
    SIZE,
    TAKE,
    TAKEN,
    TRICK,
)


def look(rules, state, seat, view):
    """Write to `view` (bytearray of SIZE) what a seat may know of a state, or an onlooker (NOBODY). Allocates nothing.

    Kept: everything public, every card played, the cards that the seat holds, those that it discarded in an
    exchange, the floater if it paid to see it or takes it, what it discarded for the floater or the widow, and those
    of such discards that lie face up because they count.
    """
    for i in range(CARDS):
        view[i] = state[i]
    for i in range(CARDS, SIZE):
        view[i] = 0
    players = state[SEATS]
    hand = rules.hand
    for other in range(players):
        at = CARDS + other * hand
        shown = state[TRICK]
        if (other - state[LEADER]) % players < state[IN_TRICK]:
            shown += 1
        if other == seat:
            shown = hand
        for i in range(at, at + shown):
            view[i] = state[i]
    taker = seat == state[DECLARER] and (state[TAKEN] or state[PHASE] == TAKE)
    if not (taker or (seat < players and state[SEEN + seat] & PEEKED)):
        view[FLOATER] = 0
    face_down = CARDS + players * hand
    if rules.face_down:
        for i in range(face_down, face_down + rules.face_down):
            if taker or (state[TAKEN] and tricks.counts(rules, state[i])):
                view[i] = state[i]
        if view[FLOATER] and not state[TAKEN]:
            view[face_down] = view[FLOATER]
    _own_discards(rules, state, seat, view, face_down + rules.face_down)


def _own_discards(rules, state, seat, view, stock):
    """Show a seat what it threw away itself: discards lie in the stock's places in the order of exchange."""
    players = state[SEATS]
    at = stock
    other = (state[DEALER] + 1) % players
    while at < stock + state[DRAWN]:
        n = state[SEEN + other] & 7
        if other == seat:
            for i in range(at, at + n):
                view[i] = state[i]
        at += n
        other = (other + 1) % players
