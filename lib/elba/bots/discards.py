"""Which cards declarer discards for the widow (napoleon-japanese.md "Widow").

What counts and is discarded is the opponents' at once, so it stays; so do trumps and what beats them. Of the rest the
shortest suit goes first: once void, declarer may trump it.
"""

from micropython import const

from .. import tricks
from ..cards import JOKER
from ..layout import CARDS, SEATS, TRUMP

_WIDOW = const(0xE000)
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

    def __init__(self, rules, makes_voids):
        self.rules = rules
        self.makes_voids = makes_voids
        self._length = bytearray(5)
        self._counting = bytearray(5)

    def choose(self, view, seat, gives):
        """Return the WIDOW action for the declarer that is to discard.

        gives  how many cards that count it should give away, where taking all there are would fail
        """
        rules = self.rules
        n = rules.hand + rules.face_down
        mask = 0
        length = self._length
        counting = self._counting
        for suit in range(5):
            length[suit] = counting[suit] = 0
        for i in range(n):
            card = self._card(view, seat, i)
            length[card >> 4] += 1
            if tricks.counts(rules, card):
                counting[card >> 4] += 1
        for _ in range(rules.face_down):
            least = 10000
            found = 0
            for i in range(n):
                if not mask >> i & 1:
                    card = self._card(view, seat, i)
                    keep = self._keep(card, view[TRUMP])
                    if gives and not tricks.counts(rules, card):
                        keep += _NOT_NOW
                    if keep < least:
                        least = keep
                        found = i
            mask |= 1 << found
            if gives:
                gives -= 1
            length[self._card(view, seat, found) >> 4] -= 1
        return _WIDOW | mask

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
        if card == JOKER or tricks.special(rules, card, trump):
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
