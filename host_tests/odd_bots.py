"""Bots for the tests of tournaments, named odd_bots:CLASS. No test itself."""

from elba import bots
from elba import layout as at
from elba.bots.base import THINKING, Bot

_THREE = 0x2001  # the lowest bid of British Nap


class First(Bot):
    """Takes the first legal action: passes always, unless it leads to nothing but revokes."""

    def consider(self, stage):
        if self.view[at.PHASE] == at.EXCHANGE:
            return 0x6000
        return self.legal[0]


class Timid(First):
    """The same by another name."""


class Sure(Bot):
    """Bids three whenever it may, takes four steps for it, and gives itself an even chance."""

    predicted = 2048

    def consider(self, stage):
        if stage < 3:
            return THINKING
        return self.legal[1 if self.is_legal(_THREE) else 0]


def sees_nothing(engine, high, low, stream):
    """Corporal made by a function instead of a class."""
    return bots.make(1, engine, high, low, stream)
