"""Corporal: calls by careful estimate and plays by the book."""

from micropython import const

from .. import systems as sy
from ..layout import (
    AUCTION,
    BID,
    EXCHANGE,
    FLOATER,
    IN_TRICK,
    NAME_TRUMP,
    PHASE,
    PLAY,
    SEATS,
    TAKE,
    TAKEN,
    TRICK,
    TRUMP,
)
from . import swaps
from .base import THINKING, Bot
from .calling import Calling
from .card_play import CardPlay
from .reading import Reading

_CALL = const(0x2000)
_PEEK = const(0x4000)
_TAKE = const(0x8000)
_TRUMP = const(0xA000)
_NEAR = const(1600)  # from this chance of making a bid on, a look at the floater may decide
_WORST = const(-0x3FFFFFFF)
_IN_SUIT = const(0x100000)  # more than any score
_POOR = const(1300)  # a card with less than this chance of a trick is swapped for one not seen


class Corporal(Bot):
    """See the rooms that it is put together from: reading, estimate, calling, card_play, swaps."""

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.reading = Reading(engine)
        self.calling = Calling(engine, self.reading)
        self.card_play = CardPlay(engine, self.reading)
        self._called = 0  # the stage at which all bids had been judged
        self._card = 0
        self._score = 0
        self.last_score = 0

    def consider(self, stage):
        phase = self.view[PHASE]
        if phase == EXCHANGE:
            return self._exchange()
        if phase == PLAY and (self.view[TRICK] or self.view[IN_TRICK]):
            return self._play(stage)
        if stage == 1:
            self.calling.begin(self.view, self.seat)
            self._called = 0
        if not self._called:
            if self.calling.step():
                self._called = stage
            return THINKING
        if phase == AUCTION:
            return self._call()
        if phase == TAKE:
            return _TAKE | self._to_drop()
        if phase == NAME_TRUMP:
            return self._name_trump()
        return self._first_lead(stage - self._called)

    def _exchange(self):
        self.reading.cards(self.view, self.seat)
        start = self.engine.held_from(self.view, self.seat)
        return swaps.exchange(
            self.rules, self.view, start, self.engine.held_to(self.seat), self.reading
        )

    # -- the auction

    def _call(self):
        calling = self.calling
        best = 0
        most = calling.worth_of_passing()
        for i in range(1, self.choices):
            if self.legal[i] >= _PEEK:
                break
            bid = self.legal[i] & 0x1FFF
            worth = calling.worth(bid)
            if worth > most and calling.is_sound(bid):
                most = worth
                best = bid
        if not best and self.is_legal(_PEEK) and self._peek_pays():
            return _PEEK
        return _CALL | best

    def _peek_pays(self):
        """Whether a look at the floater may well turn a pass into a bid, and is cheap against what that wins."""
        for i in range(1, self.choices - 1):
            bid = self.legal[i] & 0x1FFF
            if self.rules.takes[bid] or self.rules.take == sy.MAY:
                near = self.calling.chance[bid] >= _NEAR
                if near and self.rules.win[bid] * self.view[SEATS] > 6 * self.rules.peek_price:
                    return True
        return False

    # -- declarer before the first trick

    def _to_drop(self):
        """The card to discard for a floater that is known: 0 where it is the floater itself."""
        estimate = self.calling.estimate
        bid = self.view[BID]
        self._judge(bid)
        card = estimate.cards[estimate.worst]
        return 0 if card == self.view[FLOATER] else card

    def _judge(self, bid):
        """Judge the hand again for the trump chosen, so that the estimate's cards can be told apart."""
        estimate = self.calling.estimate
        floater = 0 if self.view[TAKEN] else self.view[FLOATER]
        start = self.engine.held_from(self.view, self.seat)
        estimate.take_hand(self.view, start, self.engine.held_to(self.seat), floater)
        if self.rules.tricks[bid]:
            estimate.judge(self.calling.suit[bid], self.rules.first_lead[bid])
        else:
            estimate.judge_misere(self.calling.suit[bid])

    def _name_trump(self):
        bid = self.view[BID]
        action = _TRUMP | self.calling.suit[bid]
        return action if self.is_legal(action) else self.legal[0]

    def _first_lead(self, stage):
        """Swap for the floater if that is allowed and helps, then choose a card: where trump is led, one of it."""
        if stage == 1:
            return self._swap()
        bid = self.view[BID]
        trump_is_led = self.rules.trump == sy.LED and (
            self.rules.tricks[bid] or self.rules.misere_trump
        )
        return self._choose(stage - 2, self.calling.suit[bid] if trump_is_led else self.view[TRUMP])

    def _swap(self):
        """Return the TAKE action, or THINKING where there is nothing to swap."""
        if not self.is_legal(_TAKE):
            return THINKING
        if self.view[FLOATER]:
            card = self._to_drop()
            return _TAKE | card if card else THINKING
        self._judge(self.view[BID])
        estimate = self.calling.estimate
        if estimate.chance[estimate.worst] < _POOR:
            return _TAKE | estimate.cards[estimate.worst]
        return THINKING

    # -- the play

    def _play(self, stage):
        """Choose a card, once the hand has been read."""
        if stage == 1:
            self.reading.cards(self.view, self.seat)
            return THINKING
        return self._choose(stage - 2, self.view[TRUMP])

    def _choose(self, stage, trump):
        """Look at the trick (stage 0), then score a card a step; return the best one.

        Where `trump` is not trump yet, it is to be led.
        """
        if not stage:
            self.reading.voids(self.view)
            self.card_play.begin(self.view, self.seat, trump)
            self._score = _WORST
            return THINKING
        card = self.legal[stage - 1]
        score = self.card_play.score(card)
        if card >> 4 == trump != self.view[TRUMP]:
            score += _IN_SUIT
        self.last_score = score
        if score > self._score or score == self._score and card < self._card:
            self._score = score
            self._card = card
        # Swaps for the floater, where they are legal, are listed behind the cards.
        if stage == self.choices or self.legal[stage] >= _CALL:
            return self._card
        return THINKING
