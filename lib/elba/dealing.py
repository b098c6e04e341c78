"""Getting cards into a state and out of it again: shuffle, cut, deal, gather (source: match.md "Shuffling")."""

from micropython import const

from . import tricks
from .cards import fill_pack
from .layout import CARDS, DEALER, DRAWN, FLOATER, IN_TRICK, LEADER, SEATS, TRICK

_LEAST_CUT = const(4)  # cards in the smaller part


def shuffled(rules, players, rng, pack):
    """Fill `pack` (53 bytes) with the rules' pack for so many players, shuffled by `rng`; return its size."""
    n = fill_pack(pack, rules.lowest_rank(players), rules.joker)
    rng.shuffle(pack, n)
    return n


def cut(rng, pack, n):
    """Cut pack[0:n] in place, at least four cards in each part."""
    at = _LEAST_CUT + rng.below(n - 2 * _LEAST_CUT + 1)
    pack[:n] = pack[at:n] + pack[:at]


def deal(rules, state, pack):
    """Deal `pack`, top card first, into a state made ready by Engine.begin: packets from eldest, then the rest."""
    players = state[SEATS]
    top = 0
    filled = 0
    for size in rules.packets:
        for i in range(players):
            seat = (state[DEALER] + 1 + i) % players
            at = CARDS + seat * rules.hand + filled
            state[at : at + size] = pack[top : top + size]
            top += size
        filled += size
    state[CARDS + top : CARDS + rules.pack_size(players)] = pack[top : rules.pack_size(players)]
    if rules.face_down == 1:
        state[FLOATER] = state[CARDS + top]


def gather(rules, state, pack):
    """Write the cards of a finished deal to `pack` in the order in which they lie; return their number.

    Tricks in order of play, then hands not played from eldest on, then discards, then the floater or widow, then
    the stock. Nothing is shuffled: that is what makes the next deal of this family so lively.
    """
    players = state[SEATS]
    eldest = (state[DEALER] + 1) % players
    n = 0
    for trick in range(state[TRICK] + 1):
        if trick == state[TRICK]:  # the one in progress, which may have no card yet
            leader = state[LEADER]
            seats = state[IN_TRICK]
        else:
            leader = tricks.leader(rules, state, trick)
            seats = players
        for i in range(seats):
            pack[n] = state[CARDS + (leader + i) % players * rules.hand + trick]
            n += 1
    for i in range(players):
        seat = (eldest + i) % players
        for card in range(tricks.played(state, seat), rules.hand):
            pack[n] = state[CARDS + seat * rules.hand + card]
            n += 1
    face_down = CARDS + players * rules.hand
    stock = face_down + rules.face_down
    end = CARDS + rules.pack_size(players)
    for start, stop in (
        (stock, stock + state[DRAWN]),
        (face_down, stock),
        (stock + state[DRAWN], end),
    ):
        for at in range(start, stop):
            pack[n] = state[at]
            n += 1
    return n
