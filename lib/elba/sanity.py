"""Whether bytes that claim to be a state are one: a save may be whole and still come from somewhere else."""

from . import tricks
from .cards import NO_SUIT, fill_pack
from .layout import (
    AUCTION,
    BID,
    CALLS,
    CALLS_MADE,
    CARDS,
    DEALER,
    DECLARER,
    DRAWN,
    FLOATER,
    FRIEND,
    IN_TRICK,
    LEADER,
    MAX_CALLS,
    MAX_CARDS,
    NAME_FRIEND,
    NAME_TRUMP,
    NOBODY,
    PASSED,
    PHASE,
    PLAY,
    REVOKED,
    REVOKER,
    SEATS,
    SEEN,
    TAKE,
    TAKEN,
    TRICK,
    TRUMP,
    TURN,
    VOID,
    WINNERS,
    WINNING,
)


def is_state(rules, state, seats):
    """Return whether a state (layout.SIZE bytes) could be one of a deal under these rules for so many seats.

    Whatever passes can be drawn, continued and settled: no index in it leads outside, nothing in it never ends, and
    the cards are those of the pack. It need not have come about by legal play.
    """
    if state[SEATS] != seats or state[PHASE] > REVOKED:
        return False
    for at in (DEALER, TURN, LEADER, WINNING):
        if state[at] >= seats:
            return False
    if state[REVOKER] >= seats and state[REVOKER] != NOBODY:
        return False
    return (
        state[TRUMP] <= NO_SUIT
        and _are_calls(rules, state, seats)
        and _are_tricks(rules, state, seats)
        and _are_draws(rules, state, seats)
        and is_pack(rules, state[CARDS:], seats)
        and _is_floater(rules, state, seats)
        and _is_friend(rules, state)
        and _is_turn(rules, state, seats)
    )


def is_pack(rules, cards, seats):
    """Return whether `cards` begins with exactly the cards of the rules' pack, in any order."""
    pack = bytearray(MAX_CARDS)
    size = fill_pack(pack, rules.lowest_rank(seats), rules.joker)
    return sorted(cards[:size]) == sorted(pack[:size])


def _are_calls(rules, state, seats):
    made = state[CALLS_MADE]
    if state[PHASE] < AUCTION and made:
        return False
    if rules.rounds != 1:
        if made > min(rules.bids + seats, MAX_CALLS):  # each call is a higher bid or a pass for good
            return False
    elif made > seats or (made == seats) != (state[PHASE] > AUCTION):
        return False
    # Seat by seat as the calls were made: those who have passed are out, and one at least is left.
    out = 0
    bid = 0
    declarer = NOBODY
    seat = (state[DEALER] + 1) % seats
    for i in range(made):
        if out == (1 << seats) - 1 or state[CALLS + i] > rules.bids:
            return False
        while out >> seat & 1:
            seat = (seat + 1) % seats
        if state[CALLS + i]:
            if state[CALLS + i] <= bid:
                return False
            bid = state[CALLS + i]
            declarer = seat
        else:
            out |= 1 << seat
        seat = (seat + 1) % seats
    if (state[BID], state[DECLARER]) != (bid, declarer):
        return False
    for seat in range(seats):
        if (state[SEEN + seat] & PASSED != 0) != (out >> seat & 1 != 0):
            return False
    # After the auction somebody is declarer, if not all have passed.
    return state[PHASE] <= AUCTION or state[PHASE] == VOID or state[BID] > 0


def _are_tricks(rules, state, seats):
    trick = state[TRICK]
    if trick > rules.hand or state[IN_TRICK] >= seats:
        return False
    if state[PHASE] == PLAY and trick == rules.hand:
        return False
    if state[PHASE] < PLAY and (trick or state[IN_TRICK]):
        return False
    for i in range(trick):
        if state[WINNERS + i] >= seats:
            return False
    return True


def _is_floater(rules, state, seats):
    floater = state[FLOATER]
    if rules.face_down != 1:
        return not floater
    # It lies in its place, or, once it is taken, anywhere.
    place = CARDS + seats * rules.hand
    return floater == state[place] or (state[TAKEN] and state[CARDS:].find(bytes((floater,))) >= 0)


def _is_friend(rules, state):
    """Whether a friend has been named exactly where it is time for it, by a card of the pack."""
    if not rules.friend or state[PHASE] <= NAME_FRIEND or state[PHASE] == VOID:
        return not state[FRIEND]
    return state[FRIEND] > 0 and state[CARDS:].find(bytes((state[FRIEND],))) >= 0


def _is_turn(rules, state, seats):
    """Whether the seat to act is the one that the phase asks for."""
    phase = state[PHASE]
    turn = state[TURN]
    if phase == AUCTION:
        if rules.rounds == 1:
            return turn == (state[DEALER] + 1 + state[CALLS_MADE]) % seats
        return not state[SEEN + turn] & PASSED and turn != state[DECLARER]
    if phase in (NAME_FRIEND, TAKE, NAME_TRUMP):
        return turn == state[DECLARER]
    if phase == PLAY:
        leader = tricks.leader(rules, state, state[TRICK])
        return state[LEADER] == leader and turn == (leader + state[IN_TRICK]) % seats
    return True


def _are_draws(rules, state, seats):
    drawn = 0
    for seat in range(seats):
        drawn += state[SEEN + seat] & 7
    return drawn == state[DRAWN] and drawn <= rules.stock_size(seats)
