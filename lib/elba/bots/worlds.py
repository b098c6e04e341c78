"""Worlds: complete deals that agree with all that a seat has seen, each of them equally likely.

    worlds = Worlds(engine)
    if worlds.begin(view, seat):        # once a view
        while worlds.draw(rng):         # as often as wanted
            ... worlds.state ...        # a state like the real one; view.look shows this seat nothing new in it

What is drawn is the whole history of the deal, not only what lies where now. A history is a deal of the pack together
with what each seat chose to exchange and to discard; all histories that would look to the seat as this deal did are
equally likely. Because a card that changes places does so against one other, exchanges and discards turn no two
histories into the same one, and this comes to:

-   Every assignment of the hidden cards to the hidden places counts once: hands, stock, the floater's place, and the
    discards of others, which lie in the stock's places. Whoever exchanged k cards may have thrown any k.
-   Where declarer took a floater that this seat does not know, it may be any one of the cards that declarer was dealt
    or got and what it discarded: the hand as it was after the swap and the card in the floater's place, each equally
    likely. Where the seat did pay for a look, the floater is in declarer's hand, has been played, or was discarded.

Ruled out is what the rules rule out:

-   a suit that a seat did not follow; where trumps must be played, also trumps, if it neither followed nor trumped;
-   a lower trump (or a lower card of the other suits) with a declarer who had to lead the lowest one; and before that
    lead a hand without any, for the trump could not have been named;
-   after a revoke, a hand without the suit that was led.

That a seat called or discarded as players do who want to win is no matter of rules: see likely.py.
"""

import micropython

from .. import systems as sy
from ..cards import NO_SUIT
from ..layout import (
    BID,
    CARDS,
    DECLARER,
    FLOATER,
    IN_TRICK,
    LEADER,
    MAX_CARDS,
    MAX_SEATS,
    PHASE,
    PLAY,
    REVOKED,
    REVOKER,
    SEATS,
    SIZE,
    TAKEN,
    TRICK,
    TRUMP,
)
from .hidden import Hidden
from .reading import read_voids

try:
    from micropython import ptr8  # for CPython: MicroPython's compiler knows it by itself
except ImportError:
    pass

# Places 0..7 are the seats' hands. Behind them:
FACE_DOWN = MAX_SEATS  # the floater or what was discarded for it
STOCK = MAX_SEATS + 1  # with what others threw into it
_PLACES = MAX_SEATS + 2

_ALL = 0x7FFF


class Worlds:
    """Draws worlds for a view.

    state    the world: the view with every hidden card filled in. Taken up by `begin`, written anew by each `draw`.
    hidden   the cards and places as they were read from the view, see hidden.Hidden
    """

    def __init__(self, engine):
        self._engine = engine
        self.state = bytearray(SIZE)
        self.hidden = Hidden()
        self._kept = bytearray(MAX_CARDS + 1)  # hidden cards of a world, and its floater
        self._void = bytearray(MAX_SEATS)
        self._slots = bytearray(MAX_CARDS)  # where in CARDS the cards of `dealt` go
        self._which_floater = False  # whether it has to be chosen among declarer's cards

    def begin(self, view, seat):
        """Read a view (bytearray of SIZE, by view.look for this seat); return whether any world agrees with it.

        False is for a view that no deal can show: the cards in it, or what was played, are not possible. (A few such
        views are only found out by `draw`.) Nothing is raised, a bot has to be able to go on. Allocates nothing.
        """
        return self.read(view, seat) and self.count()

    def read(self, view, seat):
        """The first half of `begin`, for a bot that thinks in short steps; where it is True, `count` has to follow."""
        rules = self._engine.rules
        hidden = self.hidden
        _copy(view, self.state, SIZE)
        hidden.clear(_PLACES)
        if not self._unseen(view):
            return False
        # Declarer took a floater that this seat does not know: it is one of declarer's cards.
        self._which_floater = bool(
            rules.face_down == 1 and view[TAKEN] and not view[FLOATER] and seat != view[DECLARER]
        )
        read_voids(rules, view, self._void)
        for other in range(view[SEATS]):
            if self._void[other] and hidden.capacity[other]:
                for suit in range(NO_SUIT):
                    if self._void[other] >> suit & 1:
                        hidden.forbid(other, suit)
        self._first_lead(view)
        self._known_floater(view)
        if view[PHASE] == REVOKED and hidden.capacity[view[REVOKER]]:
            led = view[CARDS + view[LEADER] * rules.hand + view[TRICK]] >> 4
            hidden.need = view[REVOKER]
            hidden.needed[led] = _ALL
        return True

    def count(self):
        """The second half of `begin`."""
        while not self.hidden.arrange():
            pass
        return self._add_up()

    def _add_up(self):
        """What is left of `count` once there is room for the sums."""
        if not self.hidden.add_up():
            return False
        self._find_slots(self.state)
        return True

    def draw(self, rng):
        """Fill in `state` anew; return False where no world was found. Allocates nothing."""
        return self.hidden.draw(rng) and self._fill(rng)

    def _fill(self, rng):
        """Fill in `state` from what was drawn; return True."""
        hidden = self.hidden
        state = self.state
        _put(state, CARDS, self._slots, hidden.dealt, hidden.n)
        rules = self._engine.rules
        if rules.face_down == 1:
            place = CARDS + state[SEATS] * rules.hand
            if not state[TAKEN]:
                state[FLOATER] = state[place]
            elif self._which_floater:
                k = rng.below(rules.hand + 1)
                if k < rules.hand:
                    place = CARDS + state[DECLARER] * rules.hand + k
                state[FLOATER] = state[place]
        return True

    def draw_likely(self, rng, weight, tries):
        """Fill `state` with a world drawn in proportion to its weight; return False where no world was found.

        weight  function of a state, 0..4096, such as Likely.weight (to be kept: taking it off its object allocates)
        tries   most worlds to draw. One is taken with its weight as the chance in 4096, which is exact; when none was,
                it is chosen in proportion among those drawn, which with few tries still leans to the unweighted.
        """
        state = self.state
        kept = self._kept
        total = 0
        for _ in range(tries):
            if not self.draw(rng):
                return False
            w = weight(state)
            if rng.word() >> 4 < w:
                return True
            total += w
            if total and rng.below(min(total, 65536)) < w:
                _copy(self.hidden.dealt, kept, MAX_CARDS)
                kept[MAX_CARDS] = state[FLOATER]
        if total:
            _put(state, CARDS, self._slots, kept, self.hidden.n)
            state[FLOATER] = kept[MAX_CARDS]
        return True

    # -- reading the view

    def _unseen(self, view):
        """Find the hidden cards, and how many lie in each place; return False where the two do not add up."""
        rules = self._engine.rules
        hidden = self.hidden
        players = view[SEATS]
        size = rules.pack_size(players)
        low = rules.lowest_rank(players)
        hands = players * rules.hand
        places = 0
        for i in range(size):
            if not view[CARDS + i]:
                places += 1
                if i < hands:
                    place = i // rules.hand
                elif i < hands + rules.face_down:
                    place = FACE_DOWN
                else:
                    place = STOCK
                hidden.capacity[place] += 1
        # `dealt` is not in use yet: marks for the cards seen.
        seen = hidden.dealt
        for i in range(MAX_CARDS):
            seen[i] = 0
        for i in range(CARDS, CARDS + size):
            if view[i]:
                k = _index(view[i], low)
                if k < 0 or k >= size or seen[k]:
                    return False
                seen[k] = 1
        n = 0
        for k in range(size):
            if not seen[k]:
                ranks = 15 - low
                hidden.cards[n] = (k // ranks << 4 | low + k % ranks) if k < 4 * ranks else NO_SUIT << 4
                n += 1
        hidden.n = n
        return n == places

    def _first_lead(self, view):
        """What declarer's duty in the first trick tells: it had no lower card to lead, or can at least do its duty."""
        rules = self._engine.rules
        hidden = self.hidden
        duty = rules.first_lead[view[BID]]
        declarer = view[DECLARER]
        if not duty or view[PHASE] < PLAY or not hidden.capacity[declarer]:
            return
        trump = view[TRUMP] if rules.trump == sy.NAMED else NO_SUIT  # when declarer came to lead
        led = 0
        if view[TRICK] or view[IN_TRICK]:
            led = view[CARDS + declarer * rules.hand] & 15
        else:
            hidden.need = declarer
        for suit in range(NO_SUIT):
            if (suit == trump) == (duty == sy.LOW_TRUMP):
                if led:
                    hidden.forbid(declarer, suit, (1 << led) - 1)
                else:
                    hidden.needed[suit] = _ALL

    def _known_floater(self, view):
        """The floater that this seat saw and declarer took is with declarer, or was discarded again."""
        floater = view[FLOATER]
        if not floater or not view[TAKEN]:
            return
        for place in range(_PLACES):
            if place != view[DECLARER] and place != FACE_DOWN:
                self.hidden.forbid(place, floater >> 4, 1 << (floater & 15))

    def _find_slots(self, view):
        rules = self._engine.rules
        hidden = self.hidden
        hands = view[SEATS] * rules.hand
        i = 0
        for place in range(_PLACES):
            at = hidden.at[place]
            end = at + hidden.capacity[place]
            if place < MAX_SEATS:
                i = place * rules.hand
            elif place == FACE_DOWN:
                i = hands
            else:
                i = hands + rules.face_down
            while at < end:
                if not view[CARDS + i]:
                    self._slots[at] = i
                    at += 1
                i += 1


def _index(card, low):
    """Return the number of a card in a pack from rank `low` up, -1 for none that could be in any."""
    if card >> 4 == NO_SUIT and not card & 15:
        return NO_SUIT * (15 - low)
    if card >> 4 > 3 or card & 15 < low or card & 15 > 14:
        return -1
    return (card >> 4) * (15 - low) + (card & 15) - low


@micropython.viper
def _put(state: ptr8, start: int, slots: ptr8, cards: ptr8, n: int):
    for i in range(n):
        state[start + slots[i]] = cards[i]


@micropython.viper
def _copy(source: ptr8, target: ptr8, n: int):
    for i in range(n):
        target[i] = source[i]
