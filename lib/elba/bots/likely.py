"""How likely a world is, given what was called: who called four was strong, who let three pass was not.

Worlds are drawn as if the calls told nothing. This weighs a world by the chance that each other seat, with the hand
that the world gives it, would have called what it did call, and declarer have chosen the trump that it did choose. The
chances are measured: tools/call_odds.py lets bots play, sorts hands into 16 classes by a quick estimate of their
tricks, and counts what was called on each; for the trump it is by how much the hand would be stronger with another.
"""

from array import array

import micropython
from micropython import const

from .. import systems as sy
from ..cards import NO_SUIT
from ..layout import (
    BID,
    CALLS,
    CALLS_MADE,
    CARDS,
    DEALER,
    DECLARER,
    FLOATER,
    MAX_CALLS,
    SEATS,
    TAKEN,
    TRUMP,
)
from .call_odds import ODDS, TRUMP_ODDS

try:
    from micropython import ptr8, ptr16  # for CPython: MicroPython's compiler knows them by itself
except ImportError:
    pass

ONE = const(4096)
CLASSES = const(16)
ROWS = const(16)  # of ODDS for each way to count tricks: 0 misere, 1..7 a bid of so many tricks, 8 + k a pass below k

_ONE = const(4096)
_CLASSES = const(16)
_ROWS = const(16)
_MOST_TRICKS = const(7)
_PASS = const(8)
_MISERE = const(0)
_PER_CLASS = const(20)  # of the units of strength, 64 to a trick
_PER_STEP = const(8)  # the same for how much weaker a hand is with the trump chosen
_NOTHING = const(255)


class Likely:
    """Weighs worlds of one view.

    likely.begin(view, seat); likely.weight(worlds.state)
    """

    def __init__(self, engine):
        self._rules = engine.rules
        self._alone = array("H", bytearray(2 * 13))
        self._players = 0
        self._hand = bytearray(8)
        self._seat = bytearray(MAX_CALLS)
        self._row = bytearray(MAX_CALLS)
        self._calls = 0
        self._trump = NO_SUIT  # chosen by another seat

    def begin(self, view, seat):
        """Read the calls of all seats but this one, and the trump. Allocates nothing."""
        self._calls = 0
        self._trump = NO_SUIT
        if view[DECLARER] != seat and self._rules.tricks[view[BID]]:
            self._trump = view[TRUMP]
        self.table(view[SEATS])
        players = view[SEATS]
        caller = (view[DEALER] + 1) % players
        out = 0
        bid = 0
        for i in range(view[CALLS_MADE]):
            while out >> caller & 1:
                caller = (caller + 1) % players
            call = view[CALLS + i]
            row = self.row(bid, call)
            if row != _NOTHING and caller != seat:
                self._seat[self._calls] = caller
                self._row[self._calls] = row
                self._calls += 1
            if call:
                bid = call
            else:
                out |= 1 << caller
            caller = (caller + 1) % players

    def table(self, players):
        """Prepare for a table of so many: alone[k] is the chance in 64 that none of k cards is in another hand."""
        if players == self._players:
            return
        self._players = players
        rules = self._rules
        others = rules.pack_size(players) - rules.hand
        undealt = others - (players - 1) * rules.hand
        chance = 64 << 8
        for k in range(13):
            self._alone[k] = chance + 128 >> 8
            chance = chance * undealt // others

    def row(self, standing, call):
        """Return the row of ODDS for a call over a standing bid (0 none), 255 for a pass that tells nothing."""
        rules = self._rules
        if call:
            row = rules.tricks[call]
        else:
            row = 0
            for bid in range(standing + 1, rules.bids + 1):
                if rules.tricks[bid]:
                    row = _PASS + rules.tricks[bid]
                    break
            if not row:
                return _NOTHING
        return row + (_ROWS if rules.count == sy.EXACT else 0)

    def class_of(self, hand, row):
        """Return the class 0..15 of a hand (bytes, one a card) as it counts for a row."""
        if row % _ROWS == _MISERE:
            return min(_CLASSES - 1, _height(hand, self._rules.hand, self._rules.lowest_rank(self._players)))
        return min(_CLASSES - 1, self.strength(hand) // _PER_CLASS)

    def strength(self, hand, trump=NO_SUIT):
        """Return about how many tricks a hand takes with a trump, its best one unless given, in 64ths."""
        return _strength(hand, self._rules.hand, self._alone, trump)

    def step_of(self, hand, trump):
        """Return the class 0..15 of a trump: 0 for the one that a hand is strongest with."""
        return min(_CLASSES - 1, (self.strength(hand) - self.strength(hand, trump)) // _PER_STEP)

    def hand_when_calling(self, world, seat, hand):
        """Fill `hand` with a seat's cards as they were in the auction, before the floater was taken."""
        size = self._rules.hand
        at = CARDS + seat * size
        for i in range(size):
            card = world[at + i]
            if world[TAKEN] and card == world[FLOATER] and seat == world[DECLARER]:
                card = world[CARDS + world[SEATS] * size]
            hand[i] = card

    def weight(self, world):
        """Return the weight of a world of the view, 1..ONE: chances relative to those of the likeliest hands."""
        weight = _ONE
        hand = self._hand
        last = _NOTHING
        for i in range(self._calls):
            row = self._row[i]
            if self._seat[i] != last:
                last = self._seat[i]
                self.hand_when_calling(world, last, hand)
            weight = weight * (ODDS[row * _CLASSES + self.class_of(hand, row)] + 1) >> 8
        if self._trump != NO_SUIT:
            at = CARDS + world[DECLARER] * self._rules.hand
            for i in range(self._rules.hand):
                hand[i] = world[at + i]
            k = self.step_of(hand, self._trump)
            if self._rules.count == sy.EXACT:
                k += _CLASSES
            weight = weight * (TRUMP_ODDS[k] + 1) >> 8
        return max(weight, 1)


@micropython.viper
def _strength(hand: ptr8, n: int, alone: ptr16, only: int) -> int:
    best = 0
    for trump in range(4):
        if only < 4 and trump != only:
            continue
        total = 0
        for i in range(n):
            card = hand[i]
            suit = card >> 4
            higher = 0
            for j in range(n):
                if hand[j] >> 4 == suit and hand[j] > card:
                    higher += 1
            against = 14 - (card & 15) - higher
            if suit == trump:
                # Each higher trump of one's own draws one of those that are against this one.
                against -= higher
                if against < 0:
                    against = 0
                value = int(alone[against])
                if higher >= 3 and value < 48:
                    value = 48
            else:
                value = int(alone[against]) * 3 >> 2
                if higher:
                    value >>= 1
            total += value
        if total > best:
            best = total
    return best


@micropython.viper
def _height(hand: ptr8, n: int, low: int) -> int:
    total = 0
    for i in range(n):
        total += (hand[i] & 15) - low
    # The average card of a pack makes for half of 16 classes, whatever its size.
    return total * 16 // (n * (15 - low))
