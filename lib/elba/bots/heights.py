"""How high every card ranks with a trump, as a table: asked often enough that working it out each time takes too long.

The order is that of tricks.power; host_tests/lib/test_bots_japanese.py holds the two against each other.
"""

from micropython import const

from .. import systems as sy
from ..cards import JOKER

_TRUMP = const(16)
_JOKER_LED = const(32)
_SPECIAL = const(48)


def special_card(rules, i, trump):
    """Return the i-th of the cards that beat all trumps, the highest first."""
    rank, suit = rules.above_trumps[i]
    if suit == sy.TRUMP_SUIT:
        suit = trump
    elif suit == sy.COLOUR:
        suit = 3 - trump
    return suit << 4 | rank


class Heights:
    """The table.

    of[card]   16 and more beat cards of any suit led; 32 is the joker where it is led; 48 and more stand above the
               trumps: 48 + n is the n-th from below
    """

    def __init__(self, rules):
        self._rules = rules
        self.of = bytearray(JOKER + 1)

    def fill(self, trump):
        """Fill the table for a trump."""
        rules = self._rules
        of = self.of
        for suit in range(4):
            plus = _TRUMP if suit == trump else 0
            first = suit << 4
            for rank in range(2, 15):
                of[first | rank] = plus | rank
        of[JOKER] = _JOKER_LED
        n = len(rules.above_trumps)
        for i in range(n):
            of[special_card(rules, i, trump)] = _SPECIAL + n - i
