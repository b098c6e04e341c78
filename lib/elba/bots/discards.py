"""Which cards declarer discards for the widow (napoleon-japanese.md "Widow").

What counts and is discarded is the opponents' at once, so it stays; so do trumps and what beats them. Of the rest the
shortest suit goes first: once void, declarer may trump it.
"""

from micropython import const

from .. import tricks
from ..layout import CARDS, SEATS, TRUMP

_WIDOW = const(0xE000)
_JOKER_LED = const(32)  # see heights.py
_TRUMP = const(300)
_COUNTS = const(240)
_HIGH = const(400)  # an ace, a high trump
_SPECIAL = const(900)
_LENGTH = const(20)  # for each card of the suit that would remain
_COVERS = const(30)  # what counts in the suit cannot be thrown, so the suit does not run out
_TWO = const(25)
_NOT_NOW = const(4000)  # more than any other reason to keep a card


class Discards:
    """Chooses them.

    makes_voids   whether the shortest suit goes first, or simply the lowest cards
    """

    def __init__(self, rules, heights, makes_voids):
        self.rules = rules
        self._height = heights.of
        self._mask = 0
        self._gives = 0
        self.makes_voids = makes_voids
        self._length = bytearray(5)
        self._counting = bytearray(5)

    def begin(self, view, seat, gives):
        """Look at what the declarer has that is to discard.

        gives  how many cards that count it should give away, where taking all there are would fail
        """
        rules = self.rules
        length = self._length
        counting = self._counting
        self._mask = 0
        self._gives = gives
        for suit in range(5):
            length[suit] = counting[suit] = 0
        for i in range(rules.hand + rules.face_down):
            card = self._card(view, seat, i)
            length[card >> 4] += 1
            if tricks.counts(rules, card):
                counting[card >> 4] += 1

    def choose_one(self, view, seat):
        """Choose one card more: a step each, as many as the widow has. Return the WIDOW action for all so far."""
        rules = self.rules
        least = 10000
        found = 0
        for i in range(rules.hand + rules.face_down):
            if self._mask >> i & 1:
                continue
            card = self._card(view, seat, i)
            keep = self._keep(card, view[TRUMP])
            if self._gives and not tricks.counts(rules, card):
                keep += _NOT_NOW
            if keep < least:
                least = keep
                found = i
        self._mask |= 1 << found
        if self._gives:
            self._gives -= 1
        self._length[self._card(view, seat, found) >> 4] -= 1
        return _WIDOW | self._mask

    def _card(self, view, seat, i):
        """The i-th of declarer's cards, the widow behind the hand."""
        hand = self.rules.hand
        if i < hand:
            return view[CARDS + seat * hand + i]
        return view[CARDS + view[SEATS] * hand + i - hand]

    def _keep(self, card, trump):
        """How much speaks for keeping a card."""
        rules = self.rules
        rank = card & 15
        suit = card >> 4
        if self._height[card] >= _JOKER_LED:
            return _SPECIAL
        keep = rank
        if suit == trump:
            keep += _TRUMP
        elif self.makes_voids:
            keep += _LENGTH * self._length[suit] + _COVERS * self._counting[suit]
        if tricks.counts(rules, card):
            keep += _COUNTS
            if rank == 14 or suit == trump:
                keep += _HIGH
        elif rules.two_wins and rank == 2:
            keep += _TWO
        return keep
