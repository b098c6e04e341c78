"""An action is one small int of 16 bits: its kind in the three high bits, what it is about in the others.

    PLAY      a card           the action is the card's byte itself
    CALL      a bid's number, 0 to pass
    PEEK      nothing
    EXCHANGE  a mask of places in the hand, bit i for the i-th card held; 0 to keep all
    TAKE      the card that declarer discards for the floater, 0 to discard the floater itself
    TRUMP     a suit
    FRIEND    the card that declarer names
    WIDOW     a mask of the cards that declarer discards: bit i for the i-th of its hand, then those of the widow
"""

from micropython import const

PLAY = const(0)
CALL = const(1)
PEEK = const(2)
EXCHANGE = const(3)
TAKE = const(4)
TRUMP = const(5)
FRIEND = const(6)
WIDOW = const(7)

_SHIFT = const(13)
_ARGUMENT = const(0x1FFF)

PASS = const(0x2000)  # action(CALL, 0)


def action(kind, argument=0):
    """Return the action of a kind with its argument (0..8191)."""
    return kind << _SHIFT | argument


def kind(a):
    """Return an action's kind."""
    return a >> _SHIFT


def argument(a):
    """Return what an action is about."""
    return a & _ARGUMENT
