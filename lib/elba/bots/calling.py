"""What each bid is worth to a hand: chance of making it, best trump, chips at stake (Corporal's auction).

Works through trumps and kinds of bids in short steps; when `step` says that it is done, `chance[bid]`, `suit[bid]`
and `worth(bid)` hold the answer for every bid of the system.
"""

from array import array

from micropython import const

from .. import systems as sy
from ..layout import (
    BID,
    CALLS,
    CALLS_MADE,
    FLOATER,
    POT,
    SEATS,
    SEEN,
    TAKEN,
    word,
)
from .estimate import Estimate

_ONE = const(4096)
_BITS = const(12)
_CARD_UNKNOWN = const(1500)  # what a floater that nobody has seen is taken to be worth, in tricks of 4096
_READING_STEPS = const(5)
_LEAST = const(1950)
_LEAST_FOR_POT = const(1850)
# More for less than half the tricks, exactly: they are easily overshot, most of all where few are at the table.
_LOW_BID = const(260)
_LOW_BID_OF_FEW = const(500)
# Seats that passed have little to beat this hand with; those that have called are strong. In chances of 4096.
_PASSED = const(40)
_CALLED = const(100)
_EXCHANGED = const(80)  # seats that have exchanged hold more than the cards not seen would have it


class Calling:
    """Judges a hand.

    chance[bid]   of making it, 0..ONE (before the correction for play: raw[bid])
    suit[bid]     that should be trump
    least_for_pot the least chance at which a bid that wins a large pot is sound
    """

    def __init__(self, engine, reading):
        rules = engine.rules
        self.rules = rules
        self._engine = engine
        self._reading = reading
        self.estimate = Estimate(reading)
        self.least_for_pot = _LEAST_FOR_POT
        self.raw = array("H", bytearray(2 * (rules.bids + 1)))
        self.chance = array("H", bytearray(2 * (rules.bids + 1)))
        self.suit = bytearray(rules.bids + 1)
        # The kinds of estimates that the bids of this system need: with the floater or not, and what is led first.
        kinds = []
        for bid in range(1, rules.bids + 1):
            kind = self._kind(bid)
            if kind not in kinds:
                kinds.append(kind)
        self._kinds = bytes(kinds)
        self._view = None
        self._seat = 0
        self._stage = 0

    def _kind(self, bid):
        rules = self.rules
        takes = rules.takes[bid] or rules.take == sy.MAY
        return rules.first_lead[bid] | takes << 2 | (0 if rules.tricks[bid] else 8)

    def begin(self, view, seat):
        """Start on a view."""
        self._view = view
        self._seat = seat
        self._stage = 0

    def step(self):
        """Do one step; return whether all is done."""
        stage = self._stage
        self._stage = stage + 1
        if not stage:
            self._reading.cards(self._view, self._seat)
        elif stage < _READING_STEPS:
            self._reading.table(stage - 1)
        else:
            stage -= _READING_STEPS
            kind = self._kinds[stage >> 2]
            self._judge(kind, stage & 3)
        return self._stage == _READING_STEPS + 4 * len(self._kinds)

    def _judge(self, kind, trump):
        """Estimate the hand with one suit as trump for all bids of a kind."""
        rules = self.rules
        view = self._view
        estimate = self.estimate
        start = self._engine.held_from(view, self._seat)
        floater = view[FLOATER] if kind & 4 and not view[TAKEN] else 0
        estimate.take_hand(view, start, self._engine.held_to(self._seat), floater)
        unknown = kind & 4 and not floater and not view[TAKEN]
        if kind & 8:
            chance = self._misere(trump, floater)
        else:
            estimate.judge(trump, kind & 3)
            if floater:
                estimate.add_up(estimate.worst)
            elif unknown:
                estimate.add_up(estimate.worst, _CARD_UNKNOWN)
            else:
                estimate.add_up()
            chance = 0
        for bid in range(1, rules.bids + 1):
            if self._kind(bid) != kind:
                continue
            wanted = rules.tricks[bid]
            if wanted:
                chance = self._of_tricks(wanted)
            if not trump or chance > self.raw[bid]:
                self.raw[bid] = chance
                self.chance[bid] = self._after_calls(self._made(bid, chance))
                self.suit[bid] = trump

    def _of_tricks(self, wanted):
        estimate = self.estimate
        if self.rules.count == sy.EXACT and wanted < self.rules.hand:
            # Every other time a trick too many can be given away, but hardly ever two.
            return min(_ONE, estimate.spread[wanted] + (estimate.spread[wanted + 1] >> 1))
        return estimate.tail(wanted)

    def _misere(self, trump, floater):
        chance = self.estimate.judge_misere(trump)
        if floater:  # the most dangerous card goes
            estimate = self.estimate
            chance = min(_ONE, (chance << 10) // (estimate.chance[estimate.worst] + 4 >> 2))
        return chance

    def _made(self, bid, estimate):
        """The chance of making a bid, from its estimate: their relation was measured over many deals."""
        rules = self.rules
        if not rules.tricks[bid]:
            if rules.trump == sy.LED and not rules.misere_trump:
                return min(estimate * 3 >> 1, _ONE * 15 // 16)  # opponents get in each other's way
            return (estimate * 5 >> 3) + _ONE // 6
        if rules.first_lead[bid] == sy.LOW_PLAIN:
            # A low plain card has to hold against the whole table: each seat more may be void and ruff it.
            return estimate * (9 - self._view[SEATS]) >> 3
        if rules.first_lead[bid]:
            return estimate
        if rules.sweep[bid]:
            # The cards help each other: who has no trump to beat the second has none for the third.
            return min(_ONE, estimate * 9 + _ONE // 4 >> 3)
        if rules.count == sy.EXACT:
            return estimate * 13 >> 4
        return estimate - (estimate >> 4)

    def _after_calls(self, chance):
        """Correct a chance by what the others have shown of their hands before play."""
        view = self._view
        for seat in range(view[SEATS]):
            if seat != self._seat and view[SEEN + seat] & 7:
                chance -= _EXCHANGED
        for i in range(CALLS, CALLS + view[CALLS_MADE]):
            chance += -_CALLED if view[i] else _PASSED
        return max(0, min(chance, _ONE))

    def gain(self, bid):
        """Return by how many chips declarer is ahead of the other seats where a bid is made."""
        rules = self.rules
        view = self._view
        others = view[SEATS] - 1
        # Each opponent is the value down, and declarer is up all of them unless the pot takes it.
        win = rules.win[bid]
        if rules.made_to == sy.PLAYERS:
            win += win * others
        if rules.sweep[bid] and rules.pot_won:
            win += word(view, POT)
            if rules.made_to == sy.POT:
                win += rules.win[bid] * others
        return win

    def loss(self, bid):
        """Return by how many chips declarer is behind the other seats where a bid fails."""
        rules = self.rules
        lose = rules.lose[bid] * (self._view[SEATS] - 1)
        if rules.lost_to == sy.PLAYERS or rules.lost_heads != sy.OPPONENTS:
            lose += rules.lose[bid]
        return lose

    def worth(self, bid):
        """Return what a bid gains over the other seats on average, in chips * ONE, below zero where it loses."""
        lose = self.loss(bid)
        chance = self.chance[bid]
        worth = chance * self.gain(bid) - (_ONE - chance) * lose
        if self.rules.tricks[bid] > 3:
            # A sure three would mostly be worth more than a likely nap: a little ambition makes a better evening, and
            # who bids high is not overcalled.
            worth += lose * (self.rules.tricks[bid] - 3) << _BITS - 3
        return worth

    def is_sound(self, bid):
        """Return whether a bid is likely enough to be made for a careful player, whatever it pays.

        With a pot to win that outweighs what the bid itself brings, a little less will do.
        """
        rules = self.rules
        view = self._view
        if rules.sweep[bid] and rules.pot_won:
            if word(view, POT) >= rules.win[bid] * (view[SEATS] - 1):
                return self.chance[bid] >= self.least_for_pot
        least = _LEAST
        if rules.count == sy.EXACT and 0 < 2 * rules.tricks[bid] < rules.hand:
            least += _LOW_BID if view[SEATS] > 3 else _LOW_BID_OF_FEW
        return self.chance[bid] >= least

    def worth_of_passing(self):
        """Return the same for a pass: the bid that stands is a little more often made than not."""
        view = self._view
        if not view[BID]:
            return 0
        return -(self.rules.win[view[BID]] << _BITS) // 5
