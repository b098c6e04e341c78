"""Marshal: plays out what may be, and does what comes off most often."""

from array import array

from micropython import const

from .. import systems as sy
from ..layout import DECLARER, SEATS
from .base import THINKING
from .corporal import Corporal
from .foresight import Contracts, Plays

_CALL = const(0x2000)
_BID = const(0x1FFF)
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
_FOR_POT = const(1000)  # the same below which it does not try for a pot either: what it knows of chances can be trusted
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
        self.calling.least_for_pot = _FOR_POT
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
        """Sharpen the chances of bids in worlds, then call as Corporal does."""
        contracts = self.contracts
        if not self._trying:
            self._trying = True
            contracts.n = 0
            self._list_contracts()
            if contracts.n:
                contracts.look(self.view, self.seat, self.rng, self._number(True), self.CALL_NODES)
                return THINKING
        elif not contracts.step():
            return THINKING
        chance = self.calling.chance
        if contracts.n and contracts.drawn:
            for i in range(contracts.n):
                # With open cards nobody guesses wrong, and the estimate knows nothing of where the cards are: what one
                # errs by is no concern of the other, so their mean is nearer than either.
                bid = contracts.bid[i]
                chance[bid] = contracts.share(i) + chance[bid] >> 1
        self._trust_in_misere()
        action = super()._call()
        if action & ~_BID == _CALL:
            self.predicted = chance[action & _BID]
        return action

    def _trust_in_misere(self):
        """Raise the chances of miseres without trumps: of five that the estimate gives up, two come off at the table.

        Opponents who see nothing get in each other's way more often than Corporal thinks. Counted over miseres that
        were bid on hands of all kinds, against Marshals, with three to seven seats (tools/misere_stats.py).
        """
        rules = self.rules
        if rules.trump != sy.LED or rules.misere_trump:
            return
        chance = self.calling.chance
        for bid in range(1, rules.bids + 1):
            if not rules.tricks[bid]:
                chance[bid] = _ONE - ((_ONE - chance[bid]) * 5 >> 3)

    def _list_contracts(self):
        """Take the legal bids that are not hopeless, those of one trump and kind together.

        No misere: opponents who see all cards never get in each other's way, and at the table they mostly do. That it
        takes the solver longest is one more reason.
        """
        calling = self.calling
        rules = self.rules
        contracts = self.contracts
        for takes in range(2):  # without the floater or with it
            for trump in range(4):
                for i in range(1, self.choices):
                    if self.legal[i] >= _PEEK:
                        break
                    bid = self.legal[i] & _BID
                    if not rules.tricks[bid] or rules.takes[bid] != takes or calling.suit[bid] != trump:
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
