"""Worlds where cards are captured: worlds.py, and what a joker led and the cards laid off tell on top of it.

Ruled out besides (napoleon-japanese.md "Widow", "Play"):

-   a card that counts among those that declarer laid off and that are not in sight: it would lie face up;
-   a card that counts with who gave neither a trump nor such a card to a joker that was led.
"""

from .. import tricks
from ..cards import JOKER, NO_SUIT
from ..layout import CARDS, IN_TRICK, LEADER, SEATS, TAKEN, TRICK, TRUMP
from .worlds import FACE_DOWN, Worlds


class SideWorlds(Worlds):
    """Draws worlds for a view of a game with sides; used like Worlds."""

    def read(self, view, seat):
        """See Worlds.read. Allocates nothing."""
        if not super().read(view, seat):
            return False
        rules = self._engine.rules
        if view[TAKEN]:
            self._forbid_counting(FACE_DOWN)
        if rules.joker_calls:
            hand = rules.hand
            for trick in range(view[TRICK] + 1):
                if trick < view[TRICK]:
                    seats = view[SEATS]
                    other = tricks.leader(rules, view, trick)
                else:
                    seats = view[IN_TRICK]
                    other = view[LEADER]
                if not seats or view[CARDS + other * hand + trick] != JOKER:
                    continue
                for _ in range(seats - 1):
                    other += 1
                    if other == view[SEATS]:
                        other = 0
                    card = view[CARDS + other * hand + trick]
                    if card >> 4 != view[TRUMP] and not tricks.counts(rules, card):
                        self._forbid_counting(other)
        return True

    def arrange(self):
        """One step of `count`, to be repeated until it returns True; then comes `add_up`."""
        return self.hidden.arrange()

    def add_up(self):
        """The last step of `count`; return whether any world agrees with the view."""
        return self._add_up()

    def try_to_draw(self, rng):
        """Draw once, where `draw` goes on until it finds a world: return whether one was found. Allocates nothing.

        With so many classes of cards many views have more sums than there is room for (see hidden.py): of their tries
        not all find one, and a step must not take as long as many tries.
        """
        return self.hidden.draw(rng, 1) and self._fill(rng)

    def _forbid_counting(self, place):
        ranks = 0x7FFF & ~((1 << self._engine.rules.capture) - 1)
        for suit in range(NO_SUIT):
            self.hidden.forbid(place, suit, ranks)
