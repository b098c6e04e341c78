"""Marshal where cards are captured: Corporal, who works out the last tricks with open cards in worlds that may be."""

from array import array

from micropython import const

from ..layout import DECLARER, TRICK
from .base import THINKING
from .side_foresight import SideForesight
from .sides import Corporal

_TRICKS = const(4)  # the last ones, which it works out
_WORLDS = const(60)
_NODES = const(80000)  # after which no new world is begun: 1.1 s on an RP2040
_SLOTS = const(512)
_ONE = const(4096)


class Marshal(Corporal):
    """Corporal's judgement first; then the legal cards are tried in worlds (side_foresight.py)."""

    WORLDS = _WORLDS
    NODES = _NODES
    SLOTS = _SLOTS
    TRICKS = _TRICKS

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.plays = SideForesight(engine, self.partner, self.TRICKS, self.SLOTS)
        self._scores = array("i", bytearray(4 * 10))
        self._trying = False

    def think(self, view):
        super().think(view)
        self._trying = False

    def _play(self, stage):
        plays = self.plays
        if self._trying:
            if not plays.step():
                return THINKING
            return self._best() if plays.drawn else self._card
        card = super()._play(stage)
        view = self.view
        n = stage - 4 - (self._end - self._start)
        if n >= 0:
            self._scores[n] = self.last_score
        if card == THINKING:
            return THINKING
        if self.rules.hand - view[TRICK] > self.TRICKS:
            return card
        self._trying = True
        plays.n = self.choices
        for i in range(self.choices):
            plays.cards[i] = self.legal[i]
        plays.look(view, self.seat, self.rng, self.WORLDS, self.NODES)
        return THINKING

    def _best(self):
        """The card that comes off most often for this seat's side; of equals the one that Corporal likes best."""
        plays = self.plays
        ours = self.partner.ally[self.view[DECLARER]] == _ONE
        best = 0
        for i in range(1, plays.n):
            a = plays.good[i]
            b = plays.good[best]
            if not ours:
                a, b = b, a
            if a > b or a == b and self._scores[i] > self._scores[best]:
                best = i
        return plays.cards[best]
