"""What all bots share: the random numbers, the legal actions, and thinking in short steps."""

from array import array

from micropython import const

from .. import systems as sy
from ..layout import CALLS_MADE, EXCHANGE, IN_TRICK, PHASE, TAKE, TRICK, TURN
from ..rng import Rng

THINKING = const(-1)
_MOST_ACTIONS = const(128)


class Bot:
    """A player that decides from a view. Subclasses implement `consider`.

    A bot remembers nothing from one decision to the next. Its random numbers depend on its seed and on the moment
    in the deal alone, so a game that is saved and taken up again goes on as if there had been no pause.
    """

    def __init__(self, engine, high, low, stream):
        self.engine = engine
        self.rules = engine.rules
        self.rng = Rng()
        self.legal = array("H", bytearray(2 * _MOST_ACTIONS))
        self.choices = 0
        self.view = None
        self.seat = 0
        self._seed = (high, low, stream)
        self._stage = 0

    def think(self, view):
        """Start on the decision of the seat to act in `view`, which must not change before there is an answer."""
        self.view = view
        self.seat = view[TURN]
        self._stage = 0
        high, low, stream = self._seed
        # Within a deal no two decisions of a seat happen at the same moment, a look at the floater apart.
        moment = view[PHASE] + 8 * (view[CALLS_MADE] + view[TRICK] * 8 + view[IN_TRICK])
        self.rng.seed(high, low, (stream + 1024 * self.seat + moment) & 0xFFFF)

    def step(self):
        """Think on for a few milliseconds: return an action, or THINKING to be called again. Allocates nothing."""
        stage = self._stage
        self._stage = stage + 1
        if stage:
            return self.consider(stage)
        phase = self.view[PHASE]
        if phase == EXCHANGE or phase == TAKE and self.rules.take == sy.ALL:
            return THINKING  # any mask of so many cards is legal: no need to list hundreds
        self.choices = self.engine.fill_legal(self.view, self.legal)
        return self.legal[0] if self.choices == 1 else THINKING

    def consider(self, stage):
        """Return what `step` returns, for stage 1, 2, ... `legal[:choices]` is filled, except in an exchange."""
        raise NotImplementedError

    def is_legal(self, action):
        """Return whether an action is among the legal ones."""
        for i in range(self.choices):
            if self.legal[i] == action:
                return True
        return False
