"""Looking ahead in the last tricks where cards are captured: each legal card, in worlds that agree with the view.

A world is drawn (side_worlds.py), counts as much as its friend is suspected to be the one (partner.py), and is solved
for each card (endings.py). Work is counted in nodes, never in time: the same seed thinks the same on all machines.
"""

from array import array

from micropython import const

from .. import tricks
from ..endings import GAVE_UP, THINKING, YES, Ending
from ..layout import BID
from .side_worlds import SideWorlds

_CARDS = const(10)
_SLICE = const(500)  # nodes a step
# What it takes, in nodes.
_A_TRY = const(130)
_A_LOAD = const(570)
# What the next step does, instead of the number of a card that is being solved.
_LOAD = const(-1)
_DRAW = const(-2)
_ADD_UP = const(-3)
_ARRANGE = const(-4)
_READ = const(-5)
_TRIES = const(200)  # for one world


class SideForesight:
    """Solves cards[:n] in world after world.

    good[i]    sum of the weights of the worlds in which declarer's side makes its bid after card i
    drawn      worlds solved, of `weight` together
    """

    def __init__(self, engine, partner, most_tricks, slots):
        self._engine = engine
        self._partner = partner
        self._worlds = SideWorlds(engine)
        self._ending = Ending(engine.rules.most, engine.rules.hand, most_tricks, slots)
        self.cards = bytearray(_CARDS)
        self.n = 0
        self.good = array("I", bytearray(4 * _CARDS))
        self.weight = 0
        self.drawn = 0
        self.nodes = 0
        self._yes = bytearray(_CARDS)
        self._rng = None
        self._goal = 0
        self._view = None
        self._seat = 0
        self._most_worlds = 0
        self._most_nodes = 0
        self._a_search = 0
        self._i = _READ
        self._current = 0
        self._tried = 0

    def look(self, view, seat, rng, worlds, nodes):
        """Begin with a view: at most so many worlds, and no more of them once so many nodes are spent (0: no limit).

        partner.read comes first.
        """
        self._view = view
        self._seat = seat
        self._rng = rng
        self._goal = self._engine.rules.goal[view[BID]]
        self._most_worlds = worlds
        self._most_nodes = nodes
        self._a_search = nodes >> 2
        self.weight = self.drawn = self.nodes = 0
        for i in range(_CARDS):
            self.good[i] = 0
        self._tried = 0
        self._i = _READ

    def step(self):
        """Do one step; return whether there is nothing more to do. Allocates nothing."""
        if self._i < 0:
            return self._prepare()
        ending = self._ending
        if ending.step(_SLICE) == THINKING:
            return False
        self.nodes += ending.nodes
        if ending.status == GAVE_UP:
            self._i = _DRAW
            return False
        self._yes[self._i] = ending.status == YES
        self._i += 1
        if self._i == self.n:
            self._book()
        else:
            ending.begin(self.cards[self._i], self._a_search)
        return False

    def _prepare(self):
        """Do one of the steps that lead to a world; return whether there is nothing more to do."""
        worlds = self._worlds
        if self._i == _READ:
            if not worlds.read(self._view, self._seat):
                return True
            self._i = _ARRANGE
        elif self._i == _ARRANGE:
            if worlds.arrange():
                self._i = _ADD_UP
        elif self._i == _ADD_UP:
            if not worlds.add_up():
                return True
            self._i = _DRAW
        elif self._i == _DRAW:
            if (
                self.drawn >= self._most_worlds
                or self._tried > _TRIES
                or self._most_nodes
                and self.nodes >= self._most_nodes
            ):
                return True
            self.nodes += _A_TRY
            self._tried += 1
            if worlds.try_to_draw(self._rng):
                self._tried = 0
                self._i = _LOAD
        else:
            self.nodes += _A_LOAD
            world = worlds.state
            self._current = self._partner.weight_of(tricks.friend(self._engine.rules, world))
            self._ending.load(world, self._goal)
            self._ending.begin(self.cards[0], self._a_search)
            self._i = 0
        return False

    def _book(self):
        for i in range(self.n):
            if self._yes[i]:
                self.good[i] += self._current
        self.weight += self._current
        self.drawn += 1
        self._i = _DRAW
