"""Recruit and Corporal where cards are captured: bids, friend, widow and play (napoleon-japanese.md).

See the rooms that they are put together from: faces, naming, discards, partner, side_play. They play such systems as
name trump with the bid.
"""

from micropython import const

from .. import systems as sy
from ..layout import AUCTION, BID, CALLS, CALLS_MADE, FRIEND, NAME_FRIEND, PHASE, TAKE, TRUMP
from . import naming
from .base import THINKING, Bot
from .discards import Discards
from .faces import Faces
from .heights import Heights
from .partner import Partner
from .reading import Reading
from .side_play import SidePlay

_CALL = const(0x2000)
_FRIEND = const(0xC000)
_SPECIAL = const(48)  # see heights.py
_ONE = const(4096)
# What each call says of the hands of others, in 64ths of a card that counts.
_PASSED = const(4)
_CALLED = const(10)
# From how near to all there is, in 64ths, a declarer with so many to spare gives one away.
_NEARLY_ALL = const(208)
_TO_SPARE = const(4)
_REMEMBERED = const(13)  # the lowest rank that Recruit keeps in mind once it is played
_WORST = const(-0x3FFFFFFF)


class SideBot(Bot):
    """What both levels share; they differ in what the class attributes say.

    careful   counts all cards, watches who helps whom, and makes voids
    slips     by how much a card may be misjudged, in 4096ths of a card that counts
    misjudges by how much a hand may be misjudged, in 64ths of a card that counts
    least     the least chance of making it (of 4096) that it bids on
    """

    careful = True
    slips = 0
    misjudges = 0
    least = 1150

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.reading = Reading(engine)
        self.partner = Partner(engine, self.reading, self.careful)
        self.heights = Heights(self.rules)
        self.faces = Faces(self.rules, self.heights)
        self.discards = Discards(self.rules, self.heights, self.careful)
        self.play = SidePlay(engine, self.reading, self.partner, self.heights)
        self._start = 0  # the hand lies in view[_start:_end]
        self._end = 0
        self._card = 0
        self._score = 0
        self.last_score = 0

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
            if stage == 5:
                self._score = self._worth_of_passing()
                return THINKING
            return _CALL | self._bid()
        if phase == NAME_FRIEND:
            self.faces.judge(view, self._start, self._end, view[TRUMP])
            return _FRIEND | self._friend()
        if phase == TAKE:
            return self._discard(stage)
        return self._play(stage)

    # -- the auction

    def _bid(self):
        """The bid that is worth most, 0 to pass."""
        rules = self.rules
        best = 0
        most = self._score
        # The next bids in the ladder, one a suit: nobody needs to bid more at once, for who is overcalled may raise.
        for i in range(1, min(self.choices, 5)):
            bid = self.legal[i] & 0x1FFF
            chance = self._chance(bid)
            # Nobody loses points, but what the others get is lost in the standings: of c points each, declarer and
            # friend with 2c and c are 1.4 and 0.4 ahead of the mean of five if it is made, and 0.6 behind if not.
            worth = rules.win[bid] * (10 * chance - 3 * _ONE)
            if chance >= self.least and worth > most:
                most = worth
                best = bid
        return best

    def _chance(self, bid):
        """The chance that this hand makes a bid, as far as the hand and the calls tell."""
        rules = self.rules
        mean = self.faces.mean[rules.suit[bid]]
        view = self.view
        for i in range(CALLS, CALLS + view[CALLS_MADE]):
            mean += -_CALLED if view[i] else _PASSED
        if self.misjudges:
            # The same hand is misjudged in the same way each time, or a second look would mend it.
            salt = 0
            for i in range(self._start, self._end):
                salt += view[i] * 7
            mean += salt % (2 * self.misjudges) - self.misjudges
        return self.faces.chance(mean, rules.tricks[bid])

    def _worth_of_passing(self):
        """The same for a pass: the bid that stands is taken to be made three times in five.

        Whoever holds the cards that declarer is likely to lack will be the friend.
        """
        rules = self.rules
        view = self.view
        bid = view[BID]
        if not bid:
            return 0
        friend = 1  # sixteenths
        self.heights.fill(rules.suit[bid])
        for i in range(self._start, self._end):
            height = self.heights.of[view[i]]
            if height > _SPECIAL:
                friend += 2 * (height - _SPECIAL)
        friend = min(friend, 12)
        # Made: the friend is 0.4 ahead, an opponent 0.6 behind; failed: the other way round.
        return rules.win[bid] * (friend - 16) * (_ONE // 16)

    # -- friend

    def _friend(self):
        """The card to name: one of its own where being alone, for 3c, promises more than 2c with a friend."""
        view = self.view
        faces = self.faces
        trump = view[TRUMP]
        wanted = self.rules.tricks[view[BID]]
        alone = faces.chance(faces.alone[trump], wanted)
        helped = faces.chance(faces.mean[trump], wanted)
        # In the standings, alone is 2.4c ahead or 0.8c behind, with a friend 1.4c or 0.6c (of the mean of five).
        if alone * 16 > helped * 10 + _ONE:
            return naming.own_card(self.rules, view, self._start, self._end, trump)
        return naming.strongest_missing(self.rules, view, self._start, self._end, trump)

    def _discard(self, stage):
        """Discard for the widow, a card a step."""
        if stage == 1:
            self.heights.fill(self.view[TRUMP])
            return THINKING
        if stage == 2:
            self.discards.begin(self.view, self.seat, self._to_give())
            return THINKING
        action = self.discards.choose_one(self.view, self.seat)
        return THINKING if stage - 2 < self.rules.face_down else action

    def _to_give(self):
        """How many cards that count to discard: one, where the hand may well take all and fail with that."""
        rules = self.rules
        view = self.view
        bid = view[BID]
        gives = 0
        if rules.count == sy.LEAST_NOT_ALL and rules.tricks[bid] + _TO_SPARE <= rules.countable:
            self.faces.judge(view, self._start, self._end, view[TRUMP])
            alone = naming.holds(view, self._start, self._end, view[FRIEND])
            mean = (self.faces.alone if alone else self.faces.mean)[view[TRUMP]]
            if mean >= (rules.countable << 6) - _NEARLY_ALL:
                gives = 1
        return gives

    # -- play

    def _play(self, stage):
        """Read the view in three steps, look at each card held, then score each legal one; return the best."""
        view = self.view
        play = self.play
        if stage == 1:
            self.reading.cards(view, self.seat)
            self.reading.voids(view)
            if not self.careful:
                self.reading.forget(view, _REMEMBERED)
            return THINKING
        if stage == 2:
            self.heights.fill(view[TRUMP])
            self.partner.read(view, self.seat)
            return THINKING
        if stage == 3:
            play.begin(view, self.seat)
            self._score = _WORST
            return THINKING
        at = self._start + stage - 4
        if at < self._end:
            play.expect(view[at])
            return THINKING
        n = at - self._end
        card = self.legal[n]
        score = play.score(card)
        if self.slips:
            score += self.rng.below(self.slips)
        self.last_score = score
        if score > self._score:
            self._score = score
            self._card = card
        return THINKING if n + 1 < self.choices else self._card

class Corporal(SideBot):
    """Counts cards, watches who helps whom, and bids by chances."""


class Recruit(SideBot):
    """Remembers high cards alone, takes the others as they come, and slips now and then."""

    careful = False
    slips = 3000
    misjudges = 80
    least = 1700
