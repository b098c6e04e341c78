"""Recruit and Corporal where cards are captured: bids, friend, widow and play, dispatched by the phase of the deal."""

from micropython import const

from .. import tricks
from ..layout import AUCTION, BID, CALLS_MADE, DECLARER, NAME_FRIEND, PHASE, SEATS, TAKE, TRICK, TRUMP
from . import naming
from .base import THINKING, Bot
from .discards import Discards
from .faces import Faces
from .partner import Partner
from .reading import Reading
from .side_play import SidePlay

_CALL = const(0x2000)
_FRIEND = const(0xC000)
_ONE = const(4096)
_WORST = const(-0x3FFFFFFF)


class SideBot(Bot):
    """What both levels share. They differ in `infers`, in the chances they bid on, and in their slips."""

    infers = True

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.reading = Reading(engine)
        self.partner = Partner(engine, self.reading, self.infers)
        self.faces = Faces(self.rules)
        self.discards = Discards(self.rules)
        self.play = SidePlay(engine, self.reading, self.partner)
        self._start = 0  # the hand lies in view[_start:_end]
        self._end = 0
        self._card = 0
        self._score = 0

    def consider(self, stage):
        view = self.view
        phase = view[PHASE]
        if stage == 1:
            self._start = self.engine.held_from(view, self.seat)
            self._end = self.engine.held_to(self.seat)
        if phase == AUCTION:
            if stage <= 4:
                self.faces.judge(view, self._start, self._end, stage - 1)
                return THINKING
            return _CALL | self._bid()
        if phase == NAME_FRIEND:
            self.faces.judge(view, self._start, self._end, view[TRUMP])
            return _FRIEND | self._friend()
        if phase == TAKE:
            return self.discards.choose(view, self.seat)
        return self._play(stage)

    # -- the auction

    def _bid(self):
        """The bid that is worth most, 0 to pass."""
        rules = self.rules
        best = 0
        most = self._worth_of_passing()
        # The lowest number that each suit still allows: more is never needed, for who wants to can raise again.
        for i in range(1, min(self.choices, 5)):
            bid = self.legal[i] & 0x1FFF
            chance = self.faces.chance(self.faces.mean[rules.suit[bid]], rules.tricks[bid])
            worth = rules.win[bid] * (chance * 32 - _ONE * 10 >> 4) + self.mood()
            if chance > self.least() and worth > most:
                most = worth
                best = bid
        return best

    def _worth_of_passing(self):
        return -(self.rules.win[self.view[BID]] << 12) // 10

    def mood(self):
        return 0

    def least(self):
        return 1700

    # -- friend

    def _friend(self):
        view = self.view
        faces = self.faces
        trump = view[TRUMP]
        wanted = self.rules.tricks[view[BID]]
        alone = faces.chance(faces.alone[trump], wanted)
        helped = faces.chance(faces.mean[trump], wanted)
        if alone * 16 > helped * 10 + _ONE:
            return naming.own_card(self.rules, view, self._start, self._end, trump)
        return naming.strongest_missing(self.rules, view, self._start, self._end, trump)

    # -- play

    def _play(self, stage):
        view = self.view
        play = self.play
        if stage == 1:
            self.reading.cards(view, self.seat)
            self.reading.voids(view)
            return THINKING
        if stage <= 6:
            play.heights(view, stage - 2)
            return THINKING
        if stage == 7:
            self.partner.read(view, self.seat)
            return THINKING
        if stage == 8:
            play.begin(view, self.seat)
            self._score = _WORST
            return THINKING
        at = self._start + stage - 9
        if at < self._end:
            play.expect(view[at])
            return THINKING
        n = at - self._end
        card = self.legal[n]
        score = play.score(card) + self.slip()
        if score > self._score:
            self._score = score
            self._card = card
        return THINKING if n + 1 < self.choices else self._card

    def slip(self):
        return 0


class Corporal(SideBot):
    """Counts cards, watches who helps whom, and bids by chances."""


class Recruit(SideBot):
    """Takes the others as they come, and slips now and then."""

    infers = False

    def slip(self):
        return self.rng.below(2000)

    def mood(self):
        return self.rng.below(8000) - 4000
