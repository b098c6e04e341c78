"""Marshal: plays out what may be, and does what comes off most often."""

from array import array

from micropython import const

from ..layout import BID, DEALER, DECLARER, SEATS
from .base import THINKING
from .corporal import Corporal
from .foresight import Contracts, Plays

_CALL = const(0x2000)
_PEEK = const(0x4000)
_ONE = const(4096)
_SLOTS = const(512)
# Worlds for a declarer and for an opponent, with up to four seats and with more.
_FEW_SEATS = const(4)
_DECLARER = const(64)
_OPPONENT = const(40)
_MANY = const(20)
_NODES = const(24000)  # after which no new world is begun: 0.4 s on an RP2040
_CALL_NODES = const(40000)
_HOPELESS = const(700)  # chance in 4096 by estimate below which a bid is not looked into


class Marshal(Corporal):
    """Corporal's judgement first; then candidates are tried in worlds (foresight.py).

    predicted   chance 0..4096 that its last call of a bid is made
    """

    WORLDS = 0  # where set, for all decisions
    NODES = _NODES
    CALL_NODES = _CALL_NODES
    SLOTS = _SLOTS

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.plays = Plays(engine, self.SLOTS)
        self.contracts = Contracts(engine, self.SLOTS, self.calling.estimate)
        self.predicted = 0
        self._scores = array("i", [0] * 32)
        self._trying = False

    def settle_down(self, players):
        """Get ready for a table of so many; `think` does so too. Allocates where that changes, and then only."""
        self.plays.table(players)
        self.contracts.solver = self.plays.solver

    def think(self, view):
        super().think(view)
        self._trying = False
        self.settle_down(view[SEATS])

    # -- the auction

    def _call(self):
        view = self.view
        contracts = self.contracts
        if not self._trying:
            self._trying = True
            contracts.n = 0
            self._list_contracts()
            if not contracts.n:
                return super()._call()
            contracts.look(view, self.seat, self.rng, self._number(True), self.CALL_NODES)
            return THINKING
        if not contracts.step():
            return THINKING
        if not contracts.drawn:
            return super()._call()
        return self._best_call()

    def _best_call(self):
        """The bid that is worth most, if that is more than what a pass is worth."""
        contracts = self.contracts
        best = 0
        most = self._worth_of_passing()
        for i in range(contracts.n):
            bid = contracts.bid[i]
            chance = contracts.share(i)
            self.calling.chance[bid] = chance
            worth = self._worth(bid, chance)
            if worth > most:
                most = worth
                best = bid
                self.predicted = chance
        if not best and self.is_legal(_PEEK) and self._peek_pays():
            return _PEEK
        return _CALL | best

    def _worth(self, bid, chance):
        """Return what a bid brings on average over the other seats, in chips * 4096."""
        return chance * self.calling.gain(bid) - (_ONE - chance) * self.calling.loss(bid)

    PASS_OPEN = 1770
    PASS_STANDING = 5

    def _worth_of_passing(self):
        """What is lost, mostly, where another seat declares."""
        view = self.view
        rules = self.rules
        if view[BID]:
            return -(rules.win[view[BID]] << 9) * self.PASS_STANDING
        behind = (view[DEALER] - self.seat) % view[SEATS]
        return -self.PASS_OPEN * behind

    def _list_contracts(self):
        """Take the legal bids that are not hopeless, those of one trump and kind together."""
        calling = self.calling
        rules = self.rules
        contracts = self.contracts
        for kind in range(4):  # with floater or without, misere or tricks
            for trump in range(4):
                for i in range(1, self.choices):
                    if self.legal[i] >= _PEEK:
                        break
                    bid = self.legal[i] & 0x1FFF
                    misere = 0 if rules.tricks[bid] else 1
                    if kind != rules.takes[bid] | misere << 1 or calling.suit[bid] != trump:
                        continue
                    if calling.chance[bid] >= _HOPELESS:
                        contracts.add(bid, trump)

    def _number(self, declares):
        if self.WORLDS:
            return self.WORLDS
        if self.view[SEATS] > _FEW_SEATS:
            return _MANY
        return _DECLARER if declares else _OPPONENT

    # -- the play

    def _choose(self, stage, trump):
        plays = self.plays
        if not self._trying:
            card = super()._choose(stage, trump)
            if stage:
                self._scores[stage - 1] = self.last_score
            if card == THINKING:
                return THINKING
            self._trying = True
            self._list_cards()
            if plays.n < 2:
                return card
            view = self.view
            plays.look(view, self.seat, self.rng, self._number(self.seat == view[DECLARER]), self.NODES)
            return THINKING
        if not plays.step():
            return THINKING
        return self._best() if plays.drawn else self._card

    def _list_cards(self):
        plays = self.plays
        n = 0
        for i in range(self.choices):
            card = self.legal[i]
            if card >= _CALL:
                break
            plays.cards[n] = card
            n += 1
        plays.n = n

    def _best(self):
        """The card that comes off most often; of equals the one that Corporal likes best."""
        plays = self.plays
        declares = self.seat == self.view[DECLARER]
        best = 0
        for i in range(1, plays.n):
            a = plays.good[i]
            b = plays.good[best]
            if not declares:
                a, b = b, a
            if a > b or a == b and self._scores[i] > self._scores[best]:
                best = i
        return plays.cards[best]
