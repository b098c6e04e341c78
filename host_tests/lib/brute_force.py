"""Who makes it with open cards, the long way: every legal card of every seat is tried, nothing is skipped.

It goes by Engine.fill_legal and Engine.apply alone, so that it shares nothing with what it is to check.
"""

from array import array

from elba import layout

_CARDS = 15  # held by all together
_LEGAL = 16


class BruteForce:
    """Tries all that may be played; for small hands and for deals that are nearly over.

    engine  may be exchanged for another at any time
    """

    def __init__(self, engine):
        self.engine = engine
        self.nodes = 0
        self._copies = [(bytearray(layout.SIZE), array("H", bytearray(2 * _LEGAL))) for _ in range(_CARDS + 1)]

    def makes(self, state, goal, depth=0):
        """Return whether declarer ends with a number of tricks k for which bit k of the goal is set."""
        if state[layout.PHASE] != layout.PLAY:
            declarer = state[layout.DECLARER]
            tricks = 0
            for winner in state[layout.WINNERS : layout.WINNERS + state[layout.TRICK]]:
                tricks += winner == declarer
            return goal >> tricks & 1 == 1
        own = state[layout.TURN] == state[layout.DECLARER]
        copy, legal = self._copies[depth]
        found = not own
        for i in range(self.engine.fill_legal(state, legal)):
            copy[:] = state
            self.engine.apply(copy, legal[i])
            self.nodes += 1
            if self.makes(copy, goal, depth + 1) == own:
                found = own
        return found

    def makes_with(self, state, card, goal):
        """The same after a card of the seat to act."""
        copy = bytearray(state)
        self.engine.apply(copy, card)
        return self.makes(copy, goal, 1)
