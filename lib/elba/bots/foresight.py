"""Looking ahead: what comes of a decision in worlds that agree with the view, each played out with open cards.

A world is drawn (worlds.py), weighed by the calls that were made (likely.py), and solved for each candidate
(solver.py); over many worlds the candidates' successes are added up. All of it goes in steps of a few milliseconds,
and the amount of work is counted in nodes of the search, never in time: the same seed thinks the same on all machines.
"""

from array import array

from micropython import const

from .. import systems as sy
from ..cards import NO_SUIT, NONE
from ..layout import CARDS, FLOATER, SEATS, SIZE, TAKEN
from ..solver import GAVE_UP, NO, THINKING, YES, Solver, suppose
from .likely import Likely
from .worlds import Worlds

_CANDIDATES = const(32)
_SLICE = const(400)  # nodes a step: 5 to 10 ms on an RP2040
_A_WORLD = const(150)  # what drawing and weighing a world takes, in nodes
_ONE = const(4096)


class Foresight:
    """Solves candidates in world after world.

    weight     sum of the weights of all worlds solved; `drawn` of them
    good[i]    sum of the weights of those in which candidate i is a success for declarer
    """

    def __init__(self, engine, slots):
        self._engine = engine
        self.rules = engine.rules
        self._slots = slots
        self._worlds = Worlds(engine)
        self._likely = Likely(engine)
        self.solver = None
        self._scene = bytearray(SIZE)
        self.n = 0
        self.good = array("I", bytearray(4 * _CANDIDATES))
        self._yes = bytearray(_CANDIDATES)
        self.weight = 0
        self.drawn = 0
        self.nodes = 0
        self._rng = None
        self._seat = 0
        self._most_worlds = 0
        self._most_nodes = 0
        self._a_search = 0
        self._i = -1  # candidate that is being solved, -1 where a world is to be drawn
        self._current = 0  # weight of the world that is on
        self._able = False

    def table(self, players):
        """Get ready for a table of so many: the solver is as large as its hands. Allocates, where that changes."""
        if not self.solver or self.solver.players != players:
            self.solver = None
            self.solver = Solver(self.rules, players, self._slots)

    def look(self, view, seat, rng, worlds, nodes):
        """Begin with a view: at most so many worlds, and no more of them once so many nodes are spent."""
        self._seat = seat
        self._rng = rng
        self._most_worlds = worlds
        self._most_nodes = nodes
        # A single search that takes this much is given up, and its world with it.
        self._a_search = nodes >> 2 if nodes else 0
        self.weight = self.drawn = self.nodes = 0
        for i in range(_CANDIDATES):
            self.good[i] = 0
        self._i = -1
        self._able = self._worlds.begin(view, seat)
        if self._able:
            self._likely.begin(view, seat)

    def step(self):
        """Do one step; return whether there is nothing more to do."""
        if self._i < 0:
            if (
                not self._able
                or self.drawn >= self._most_worlds
                or self._most_nodes
                and self.nodes >= self._most_nodes
            ):
                return True
            self._able = self._worlds.draw(self._rng)
            if self._able:
                self._current = self._likely.weight(self._worlds.state)
                self.nodes += _A_WORLD
                self._i = 0
                self._open(self._worlds.state)
                self._start()
            return False
        solver = self.solver
        if solver.status == THINKING:
            answer = solver.step(_SLICE)
            if answer == THINKING:
                return False
            self.nodes += solver.nodes
        else:
            answer = solver.status
        if answer == GAVE_UP:
            self._i = -1
            return False
        self._yes[self._i] = answer == YES
        self._i += 1
        if self._i == self.n:
            self._book()
        else:
            self._start()
        return False

    def _book(self):
        for i in range(self.n):
            if self._yes[i]:
                self.good[i] += self._current
        self.weight += self._current
        self.drawn += 1
        self._i = -1

    def share(self, i):
        """Return how often candidate i is a success for declarer, 0..4096."""
        # Weights add up to 24 bits at most: 1000 worlds of 4096. What is multiplied here stays within 31 bits.
        good = self.good[i]
        total = self.weight
        while total >= 1 << 18:
            total >>= 1
            good >>= 1
        return (good << 12) // total if total else 0

    def _open(self, world):
        """A new world: load it into the solver."""
        raise NotImplementedError

    def _start(self):
        """Begin the search for candidate `_i`."""
        raise NotImplementedError


class Plays(Foresight):
    """Candidates are cards of the seat to act: cards[:n]."""

    def __init__(self, engine, slots):
        super().__init__(engine, slots)
        self.cards = bytearray(_CANDIDATES)

    def _open(self, world):
        self.solver.load(world)

    def _start(self):
        self.solver.begin(self.cards[self._i], self._a_search)


class Contracts(Foresight):
    """Candidates are bids with a trump: bid[:n], trump[:n]; those of one trump stand together, low to high.

    The seat is supposed to become declarer with each of them. A floater that it takes is swapped for the card that
    an Estimate thinks worst.
    """

    def __init__(self, engine, slots, estimate):
        super().__init__(engine, slots)
        self.bid = bytearray(_CANDIDATES)
        self.trump = bytearray(_CANDIDATES)
        self._estimate = estimate

    def add(self, bid, trump):
        """Add a candidate."""
        if self.n < _CANDIDATES:
            self.bid[self.n] = bid
            self.trump[self.n] = trump
            self.n += 1

    def find(self, bid):
        """Return the candidate of a bid, -1 for none."""
        for i in range(self.n):
            if self.bid[i] == bid:
                return i
        return -1

    def _kind(self, i):
        """What must be the same so that two bids can be asked of one position."""
        rules = self.rules
        bid = self.bid[i]
        misere = 0 if rules.tricks[bid] else 1
        return self.trump[i] | rules.takes[bid] << 3 | rules.first_lead[bid] << 4 | misere << 6

    def _open(self, world):
        pass

    def _start(self):
        i = self._i
        rules = self.rules
        solver = self.solver
        bid = self.bid[i]
        if i and self._kind(i) == self._kind(i - 1):
            if rules.count != sy.EXACT and not self._yes[i - 1]:
                solver.status = NO  # who fails with fewer tricks fails with more
                return
            solver.aim(rules.goal[bid])
        else:
            self._stage(i)
        if rules.trump == sy.LED and (rules.tricks[bid] or rules.misere_trump):
            solver.begin_in(self.trump[i], self._a_search)
        else:
            solver.begin(NONE, self._a_search)

    def _stage(self, i):
        """Load the world with this seat as declarer, before the first lead."""
        rules = self.rules
        scene = self._scene
        world = self._worlds.state
        for at in range(SIZE):
            scene[at] = world[at]
        bid = self.bid[i]
        trump = self.trump[i]
        if (rules.takes[bid] or rules.take == sy.MAY) and not scene[TAKEN]:
            self._swap(scene, bid, trump)
        no_trump = rules.trump == sy.LED  # the first card makes it, or nothing does
        suppose(scene, self._seat, bid, NO_SUIT if no_trump else trump)
        self.solver.load(scene)

    def _swap(self, scene, bid, trump):
        rules = self.rules
        estimate = self._estimate
        at = CARDS + self._seat * rules.hand
        floater = CARDS + scene[SEATS] * rules.hand
        estimate.take_hand(scene, at, at + rules.hand, scene[floater])
        if rules.tricks[bid]:
            estimate.judge(trump, rules.first_lead[bid])
        else:
            estimate.judge_misere(trump)
        worst = estimate.worst
        if worst < rules.hand:
            scene[at + worst], scene[floater] = scene[floater], scene[at + worst]
            scene[FLOATER] = scene[at + worst]
            scene[TAKEN] = 1


