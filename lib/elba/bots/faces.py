"""How many of the cards that count will declarer's side take? An estimate of a hand for each trump.

The weights were fitted to what Corporal took as declarer of random hands with random trumps. They hold for a hand of
ten with a friend and a widow of three to come (napoleon-japanese.md).
"""

from micropython import const

from .. import tricks
from ..cards import JOKER

_ONE = const(4096)
# Chance, in 256ths, to take at least what is wanted where the mean lies 0, 1/2, 1, .. above that; below it likewise.
_TAIL = b"\x80\x91\xa1\xb0\xbe\xcb\xd6\xe0\xe8\xee\xf3\xf7\xfa\xfc\xfd\xfe\xff"
_SPECIAL = const(48)  # see heights.py
_STEP = const(32)  # half a card, in 64ths
# In 64ths of a card: the empty hand, and what each thing in it adds. With a friend to come, and alone.
# First to third are the cards above the trumps, side is what is no trump, short a suit of one card (twice for none).
_BASE = const(0)
_TRUMP = const(1)
_THIRD = const(4)
_ACE = const(5)
_JOKER = const(8)
_SIDE_ACE = const(9)
_SIDE = const(11)
_SHORT = const(12)
#        base trump first second third ace king queen joker side ace, king, other, short
_WITH = (481, 50, 107, 87, 113, 48, 19, 19, 53, 36, 15, -11, 6)
_ALONE = (111, 39, 168, 118, 141, 65, 50, 51, 62, 23, -8, -26, 12)
# From here on a better hand takes only half of what the weights say: there are no more than so many to be had.
_FULL = const(992)


class Faces:
    """Judges a hand.

    mean[trump], alone[trump]   cards that declarer's side takes on average, in 64ths: with a friend, and without
    """

    def __init__(self, rules, heights):
        self.rules = rules
        self._heights = heights
        self.mean = [0] * 4
        self.alone = [0] * 4
        self._length = bytearray(5)
        self.found = bytearray(13)

    def judge(self, view, start, end, trump):
        """Judge the cards view[start:end] with one suit as trump."""
        found = self.found
        self.count(view, start, end, trump)
        mean = alone = 0
        for i in range(len(found)):
            mean += found[i] * _WITH[i]
            alone += found[i] * _ALONE[i]
        self.mean[trump] = _bounded(mean)
        self.alone[trump] = _bounded(alone)

    def count(self, view, start, end, trump):
        """Fill `found`: how often each thing that the weights are for is there."""
        found = self.found
        length = self._length
        self._heights.fill(trump)
        of = self._heights.of
        for i in range(len(found)):
            found[i] = 0
        for suit in range(5):
            length[suit] = 0
        found[_BASE] = 1
        for i in range(start, end):
            card = view[i]
            suit = card >> 4
            rank = card & 15
            length[suit] += 1
            if suit == trump:
                found[_TRUMP] += 1
            if of[card] > _SPECIAL:
                found[_THIRD + 1 + _SPECIAL - of[card]] += 1
            elif card == JOKER:
                found[_JOKER] += 1
            elif suit == trump:
                if rank >= 12:
                    found[_ACE + 14 - rank] += 1
            elif rank >= 13:
                found[_SIDE_ACE + 14 - rank] += 1
            elif tricks.counts(self.rules, card):
                found[_SIDE] += 1
        for suit in range(4):
            if suit != trump and length[suit] < 2:
                found[_SHORT] += 2 - length[suit]

    def chance(self, mean, wanted):
        """Return the chance (0..ONE) to take at least so many, where `mean` 64ths are expected."""
        ahead = mean - (wanted << 6) + _STEP
        sign = 1
        if ahead < 0:
            ahead = -ahead
            sign = -1
        at = ahead // _STEP
        last = len(_TAIL) - 1
        if at >= last:
            tail = _TAIL[last] << 4
        else:
            low = _TAIL[at]
            tail = (low << 4) + (_TAIL[at + 1] - low) * (ahead % _STEP) * 16 // _STEP
        return tail if sign > 0 else _ONE - tail


def _bounded(mean):
    return mean if mean < _FULL else _FULL + (mean - _FULL >> 1)
