"""What cards are worth: in many worlds drawn as Marshal draws them, or in every single one there is.

A card's worth in a world is 1 where declarer makes its bid with open cards after it, and 0 where it fails.
"""

import itertools

from elba import layout
from elba.bots.foresight import Plays
from elba.bots.likely import Likely
from elba.bots.worlds import FACE_DOWN, STOCK, Worlds
from elba.solver import YES, Solver

_SLOTS = 8192


class Judge(Plays):
    """Solves cards in drawn worlds, without a limit of nodes."""

    def __init__(self, engine):
        super().__init__(engine, _SLOTS)
        self._found = []

    def worths(self, seen, seat, cards, rng, worlds):
        """Return a list of (weight of a world, [whether declarer makes it after each card])."""
        self._found = []
        self.table(seen[layout.SEATS])
        for i, card in enumerate(cards):
            self.cards[i] = card
        self.n = len(cards)
        self.look(seen, seat, rng, worlds, 0)
        while not self.step():
            pass
        return self._found

    def _book(self):
        self._found.append((self._current, [bool(self._yes[i]) for i in range(self.n)]))
        super()._book()


class Census:
    """Solves cards in every world that agrees with a view, each weighed as Marshal weighs it."""

    def __init__(self, engine):
        self._engine = engine
        self._worlds = Worlds(engine)
        self._likely = Likely(engine)
        self._solvers = {}

    def every(self, seen, seat, limit):
        """Return all worlds as a list of {place in CARDS: card}; None where there are more than `limit`.

        The stock's cards are put in no order: none comes to play. Only for games without a floater (ValueError).
        """
        if self._engine.rules.face_down:
            raise ValueError("%s has a floater: its worlds are not counted here" % self._engine.rules.id)
        if not self._worlds.read(seen, seat):
            return []
        found = list(itertools.islice(self._deal(seen), limit + 1))
        return None if len(found) > limit else found

    def _deal(self, seen):
        rules = self._engine.rules
        hands = seen[layout.SEATS] * rules.hand
        slots = {}
        for i in range(rules.pack_size(seen[layout.SEATS])):
            if not seen[layout.CARDS + i]:
                slots.setdefault(i // rules.hand if i < hands else STOCK, []).append(layout.CARDS + i)
        assert FACE_DOWN not in slots
        hidden = self._worlds.hidden
        # Hands first: what they leave is the stock, of which there is one kind only.
        yield from self._fill(sorted(slots.items()), tuple(hidden.cards[: hidden.n]), {})

    def _fill(self, places, left, world):
        if not places:
            yield world
            return
        hidden = self._worlds.hidden
        (place, slots), *others = places
        able = [card for card in left if hidden.may_lie(place, card)]
        for chosen in itertools.combinations(able, len(slots)):
            if place == hidden.need and not any(hidden.needed[c >> 4] >> (c & 15) & 1 for c in chosen):
                continue
            rest = tuple(card for card in left if card not in chosen)
            yield from self._fill(others, rest, {**world, **dict(zip(slots, chosen))})

    def worths(self, seen, seat, cards, limit):
        """Return what Judge.worths does, but for every world; None where there are more than `limit`."""
        worlds = self.every(seen, seat, limit)
        if worlds is None:
            return None
        players = seen[layout.SEATS]
        solver = self._solvers.setdefault(players, Solver(self._engine.rules, players, 64))
        self._likely.begin(seen, seat)
        state = bytearray(seen)
        found = []
        for world in worlds:
            for at, card in world.items():
                state[at] = card
            solver.load(state)
            found.append((self._likely.weight(state), [solver.answer(card) == YES for card in cards]))
        return found


def shares(found, n):
    """Return how often each of n cards is worth 1 in weighted worlds, 0..1."""
    total = sum(weight for weight, _ in found)
    return [sum(weight for weight, good in found if good[i]) / total for i in range(n)]
