"""Reading a view: which cards are out, who is known to be void, how likely somebody holds what.

Chances are whole numbers of 0..ONE: products of two stay within the 31 bits of a small int.
"""

from array import array

from micropython import const

from .. import tricks
from ..cards import JOKER, NO_SUIT
from ..layout import CARDS, IN_TRICK, LEADER, SEATS, TRICK, TRUMP

ONE = const(4096)

_ONE = const(4096)  # under a name that the compiler puts straight into this module's code
_RANKS = const(13)
_COLUMNS = const(8)
_ONES = b"\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"  # bits set in 0..15


def count(mask):
    """Return how many bits of a mask of 16 are set."""
    ones = _ONES
    return ones[mask & 15] + ones[mask >> 4 & 15] + ones[mask >> 8 & 15] + ones[mask >> 12 & 15]


def read_voids(rules, view, void):
    """Fill void[seat] (room for 8) with the mask of suits that each seat has shown not to hold by what it played."""
    hand = rules.hand
    players = view[SEATS]
    trump = view[TRUMP]
    for seat in range(players):
        void[seat] = 0
    for trick in range(view[TRICK] + 1):
        seats = players
        if trick == view[TRICK]:
            leader = view[LEADER]
            seats = view[IN_TRICK]
        else:
            leader = tricks.leader(rules, view, trick)
        led = tricks.suit_to_follow(view, view[CARDS + leader * hand + trick])
        seat = leader
        for _ in range(seats):
            suit = view[CARDS + seat * hand + trick] >> 4
            if suit != led and suit < NO_SUIT:  # the joker says nothing: it may be played at any time
                void[seat] |= 1 << led
                if rules.must_trump and suit != trump:
                    void[seat] |= 1 << trump
            seat += 1
            if seat == players:
                seat = 0


class Reading:
    """What one seat can tell from its view.

    held[suit], unseen[suit]   masks of ranks (bit 2..14): in this seat's hand; not seen by it so far
    void[seat]                 mask of suits that a seat has shown not to hold
    hidden                     number of cards not seen; `size` of them lie in each other hand that has yet to act
    none[k]                    chance that one hand of `size` holds none of k given unseen cards
    """

    def __init__(self, engine):
        self._engine = engine
        self.held = array("H", bytearray(2 * 5))
        self.unseen = array("H", bytearray(2 * 5))
        self.void = bytearray(8)
        self.none = array("H", bytearray(2 * (_RANKS + 1)))
        self.hidden = 0
        self.size = 0
        self.players = 0
        self._some = array("H", bytearray(2 * (_RANKS + 1) * _COLUMNS))
        self._exactly = array("H", bytearray(2 * (_COLUMNS + 1)))

    def cards(self, view, seat):
        """Read which cards are held and which are unseen; fill `none`."""
        rules = self._engine.rules
        players = view[SEATS]
        held = self.held
        unseen = self.unseen
        pack = 0x7FFF & ~((1 << rules.lowest_rank(players)) - 1)
        for suit in range(4):
            held[suit] = 0
            unseen[suit] = pack
        held[4] = 0
        unseen[4] = rules.joker
        hidden = rules.pack_size(players)
        for i in range(CARDS, CARDS + hidden):
            card = view[i]
            if card:
                unseen[card >> 4] &= ~(1 << (card & 15))
                hidden -= 1
        for i in range(self._engine.held_from(view, seat), self._engine.held_to(seat)):
            held[view[i] >> 4] |= 1 << (view[i] & 15)
        self.players = players
        self.hidden = hidden
        self.size = size = rules.hand - view[TRICK]
        none = self.none
        chance = _ONE
        for k in range(_RANKS + 1):
            none[k] = chance
            if hidden - k > 0:
                chance = chance * (hidden - k - size) // (hidden - k) if hidden - k > size else 0

    def voids(self, view):
        """Read from the tricks who did not follow suit."""
        read_voids(self._engine.rules, view, self.void)

    def forget(self, view, rank):
        """Take the cards below a rank that were played in earlier tricks for unseen, as who does not count would."""
        rules = self._engine.rules
        for seat in range(view[SEATS]):
            at = CARDS + seat * rules.hand
            for i in range(at, at + view[TRICK]):
                if view[i] != JOKER and view[i] & 15 < rank and not tricks.special(rules, view[i], view[TRUMP]):
                    self.unseen[view[i] >> 4] |= 1 << (view[i] & 15)

    def table(self, part):
        """Fill a part 0..3 of the table behind `some`, in that order (a part a step: it takes a while)."""
        first = part * 4
        exactly = self._exactly
        hidden = self.hidden
        size = self.size
        if not part:
            for held in range(_COLUMNS + 1):
                exactly[held] = 0
            exactly[0] = _ONE
        for k in range(first, min(first + 4, _RANKS + 1)):
            # exactly[a]: chance to hold a of k. First its tails, then the step from k to k + 1.
            tail = 0
            for held in range(_COLUMNS - 1, -1, -1):
                tail += exactly[held]
                self._some[k * _COLUMNS + held] = tail
            left = hidden - k
            if left <= 0:
                continue
            for held in range(size, -1, -1):
                gone = exactly[held]
                if size - held < left:
                    gone = gone * (size - held) // left
                exactly[held] -= gone
                exactly[held + 1] += gone

    def some(self, least, k):
        """Return the chance that one other hand holds at least so many (0..7) of k given unseen cards."""
        return self._some[k * _COLUMNS + least]

    def above(self, card):
        """Return how many unseen cards of a card's suit are higher."""
        return count(self.unseen[card >> 4] >> (card & 15) + 1)

    def below(self, card):
        """Return how many unseen cards of a card's suit are lower."""
        return count(self.unseen[card >> 4] & (1 << (card & 15)) - 1)

    def length(self, suit):
        """Return how many cards of a suit are unseen."""
        return count(self.unseen[suit])
