"""Who pays whom.

Source: nap-family.md 1.6, 1.7 and "Systems with a pot"; match.md "Revoke"; napoleon-japanese.md "Score".
"""

from . import systems as sy
from . import tricks
from .cards import NO_SUIT
from .layout import (
    BID,
    DECLARER,
    PAY,
    PHASE,
    POT,
    REVOKED,
    REVOKER,
    SEATS,
    TRICK,
    TRUMP,
    VOID,
    WINNERS,
    add_word,
    word,
)


def pay_pot(state, seat, chips):
    """Move chips from a seat into the pot (out of it where negative)."""
    add_word(state, PAY + 2 * seat, -chips)
    add_word(state, POT, chips)


def is_made(rules, bid, taken):
    """Return whether a bid is made where declarer's side has taken so much (tricks, or cards that are counted)."""
    return rules.goal[bid] >> taken & 1 == 1


def deal(rules, state):
    """Settle a deal of which all tricks have been played."""
    bid = state[BID]
    declarer = state[DECLARER]
    made = is_made(rules, bid, tricks.taken_by_side(rules, state))
    if (rules.made_to if made else rules.lost_to) == sy.SIDE:
        _credit_side(rules, state, made)
    elif made and rules.made_to == sy.POT:
        for seat in range(state[SEATS]):
            if seat != declarer:
                pay_pot(state, seat, rules.win[bid])
    elif made:
        _pay_declarer(state, rules.win[bid])
    elif rules.lost_to == sy.POT:
        heads = state[SEATS] - 1
        if rules.lost_heads == sy.EVERYBODY or (
            rules.lost_heads == sy.EVERYBODY_IF_SWEEP and rules.sweep[bid]
        ):
            heads += 1
        pay_pot(state, declarer, rules.lose[bid] * heads)
    else:
        _pay_declarer(state, -rules.lose[bid])
    if made and rules.sweep[bid] and rules.pot_won:
        pay_pot(state, declarer, -word(state, POT))


def _credit_side(rules, state, made):
    """Credit each seat of the side that has won with the value of the bid, and a declarer who has with it once more."""
    bid = state[BID]
    declarer = state[DECLARER]
    partner = tricks.friend(rules, state)
    for seat in range(state[SEATS]):
        against = seat != declarer and seat != partner
        if against != made:
            add_word(state, PAY + 2 * seat, rules.win[bid] if made else rules.lose[bid])
    if made:
        # The friend's share is declarer's too where it has none but itself.
        add_word(state, PAY + 2 * declarer, rules.win[bid] * (2 if partner == declarer else 1))


def revoke(rules, state):
    """Settle a deal that a revoke ended: declarer loses the bid, or the opponent pays for all as if it was made."""
    declarer = state[DECLARER]
    if state[REVOKER] == declarer:
        _pay_declarer(state, -rules.lose[state[BID]])
    else:
        chips = rules.win[state[BID]] * (state[SEATS] - 1)
        add_word(state, PAY + 2 * state[REVOKER], -chips)
        add_word(state, PAY + 2 * declarer, chips)


def _pay_declarer(state, chips):
    """Every opponent pays declarer so much, or is paid where it is negative."""
    for seat in range(state[SEATS]):
        if seat != state[DECLARER]:
            add_word(state, PAY + 2 * seat, -chips)
            add_word(state, PAY + 2 * state[DECLARER], chips)


class Result:
    """A deal that has ended.

    status    "complete", "void" (all passed) or "revoke"
    declarer, bid    seat and number of the bid; 255 and 0 in a void deal
    trump     suit 0..3, or cards.NO_SUIT
    winners   list: seat that won each trick
    tricks    list: tricks taken by each seat
    friend    seat that played with declarer, which may be declarer itself; 255 where the system knows no friend
    taken     what declarer's side took: tricks, or cards that are counted
    made      whether declarer made the bid
    revoker   seat that revoked, else 255
    pay       list: net chips of each seat for the deal, antes and prices included
    pot       chips in the pot after it
    """

    def __init__(self, rules, state):
        seats = state[SEATS]
        self.status = {VOID: "void", REVOKED: "revoke"}.get(state[PHASE], "complete")
        self.declarer = state[DECLARER]
        self.bid = state[BID]
        self.trump = state[TRUMP] if self.bid else NO_SUIT
        self.winners = list(state[WINNERS : WINNERS + state[TRICK]])
        self.tricks = [tricks.won_by(state, seat) for seat in range(seats)]
        self.friend = tricks.friend(rules, state)
        self.taken = tricks.taken_by_side(rules, state) if self.bid else 0
        self.made = self.status == "complete" and is_made(rules, self.bid, self.taken)
        self.revoker = state[REVOKER]
        self.pay = [word(state, PAY + 2 * seat) for seat in range(seats)]
        self.pot = word(state, POT)
