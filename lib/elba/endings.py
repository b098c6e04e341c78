"""Exact play with open cards in the last tricks of Japanese Napoleon (source: napoleon-japanese.md "Play").

Used like solver.Solver; a hand of ten is too many for it, so it takes a state only once few enough cards are left.
Napoleon's side are Napoleon and whoever holds, or has played, the card named as friend. What counts are face cards.
"""

from array import array

from micropython import const

from . import endings_core as core
from .cards import JOKER, NONE, card
from .layout import (
    CARDS,
    DECLARER,
    FRIEND,
    IN_TRICK,
    LEADER,
    PHASE,
    PLAY,
    SEATS,
    TRICK,
    TRUMP,
    TURN,
    WINNERS,
)
from .stepping import GAVE_UP, NO, THINKING, YES, Stepping  # noqa: F401 - callers take the answers from here

MOST_LEFT = const(5)  # tricks
_FACES_IN_PACK = const(20)
_NOBODY = const(8)
_TEN = const(10)
_BACK_JACK = const(253)  # its rank, with two above it


def goal_of(number):
    """Return the goal of a bid of number 1..10: bit k is set where it is made with k face cards."""
    return (1 << (_FACES_IN_PACK + (number == 10))) - (1 << 10 + number)


class Ending(Stepping):
    """Solves the last tricks.

    players  seats, 2..5
    hand     cards dealt to each
    tricks   how many tricks may be left in a state, 1..MOST_LEFT
    slots    entries of 8 bytes of the table of positions met, a power of two

    The answers are YES where Napoleon's side makes it with best play of both sides, NO, THINKING and GAVE_UP.
    """

    def __init__(self, players=5, hand=10, tricks=4, slots=512):
        if not 2 <= players <= 5:
            raise ValueError("players: expected 2..5, not %d" % players)
        if not 1 <= tricks <= MOST_LEFT:
            raise ValueError("tricks: expected 1..%d, not %d" % (MOST_LEFT, tricks))
        if slots < 4 or slots & (slots - 1):
            raise ValueError("slots: expected a power of two from 4, not %d" % slots)
        Stepping.__init__(self)
        self.players = players
        self.hand = hand
        self.tricks = tricks
        self._m = array("I", range(core.memory(players * tricks)))
        for i in range(len(self._m)):
            self._m[i] = 0
        self._table = array("I", range(2 * slots))
        self._m[core.SLOTS] = slots
        self._cards = bytearray(players * tricks)  # the card of each bit
        self._ranks = bytearray(players * tricks)  # and a number that is higher the more it beats
        self._places = bytearray(JOKER + 1)  # the bit of each card, counted from 1
        self._n = 0

    def load(self, state, goal):
        """Take a state (layout.SIZE bytes, every card known, also those played); forget the last one.

        goal  bit k: Napoleon's side has made it with k face cards, see goal_of()
        Raises ValueError where no card is to be played, or more than `tricks` tricks are left, or it is the first.
        """
        trick = state[TRICK]
        left = self.hand - trick
        if state[PHASE] != PLAY or state[SEATS] != self.players:
            raise ValueError("state: expected %d seats and a card to be played" % self.players)
        if not 1 <= left <= self.tricks or not trick:
            raise ValueError("state: expected the last %d tricks, not %d to come" % (self.tricks, left))
        m = self._m
        self.status = NO  # whatever was under way is forgotten
        m[core.SEATS] = self.players
        m[core.GOAL] = goal
        m[core.ROOT_PLACE] = state[IN_TRICK]
        m[core.ROOT_LEFT] = left
        for i in range(core.JOKER, core.SUITS + 8):
            m[i] = 0
        trump = state[TRUMP]
        self._sort(state, trick, trump)
        self._mark(trump)
        for seat in range(self.players):
            m[core.HANDS + seat] = 0
            start = CARDS + seat * self.hand
            for i in range(start + trick + self._has_played(state, seat), start + self.hand):
                m[core.HANDS + seat] |= self._bit(state[i])
        self._take_sides(state)
        self._look_at_table(state, trick)
        core.clear(self._table, m[core.SLOTS])

    def aim(self, goal):
        """Ask for another goal."""
        self._m[core.GOAL] = goal
        core.clear(self._table, self._m[core.SLOTS])

    def begin(self, card=NONE, budget=0):
        """Start a search: the seat to act plays `card`, a legal one, or with NONE whatever is best for its side.

        budget  nodes after which to give up, 0 for none
        """
        self._restart(budget)
        core.begin(self._m, self._bit(card) if card else 0)

    def answer(self, card=NONE, budget=0):
        """Search to the end: begin() and step() in one."""
        self.begin(card, budget)
        return self.finish()

    def may_play(self, card):
        """Return whether the seat to act may play one of its cards."""
        m = self._m
        hand = m[core.HANDS + m[core.FRAMES + core.SEAT]]
        led = m[core.FRAMES + core.LED] if m[core.ROOT_PLACE] else 0
        return core.follow(m, hand, led) & self._bit(card) != 0

    def _run(self, nodes):
        status = core.run(self._m, self._table, nodes)
        self.nodes += self._m[core.NODES]
        return status

    def _take_back(self):
        core.unwind(self._m)

    # -- which card is which bit

    def _sort(self, state, trick, trump):
        """Give out the bits to the cards that are not in a full trick, by what beats what."""
        cards = self._cards
        ranks = self._ranks
        n = 0
        for seat in range(self.players):
            start = CARDS + seat * self.hand
            for i in range(start + trick, start + self.hand):
                c = state[i]
                cards[n] = c
                ranks[n] = self._rank(c, trump)
                n += 1
        self._n = n
        core.sort(cards, ranks, n)
        places = self._places
        for i in range(len(places)):
            places[i] = 0
        for i in range(n):
            places[cards[i]] = i + 1

    def _rank(self, c, trump):
        """A number that is higher the more a card beats, given the suit led."""
        if c == JOKER:
            return 0
        if c == card(0, 14):
            return _BACK_JACK + 2
        suit = c >> 4
        if c & 15 == 11:
            if suit == trump:
                return _BACK_JACK + 1
            if suit == _other_of_colour(trump):
                return _BACK_JACK
        return (64 if suit == trump else suit * 16) + (c & 15)

    def _mark(self, trump):
        """Write down which bits are of which suit and which are special."""
        m = self._m
        faces = special = 0
        for i in range(self._n):
            c = self._cards[i]
            b = 1 << i
            if c == JOKER:
                m[core.JOKER] = b
                continue
            m[core.SUITS + (c >> 4)] |= b
            if c & 15 == 2:
                m[core.TWOS + (c >> 4)] = b
            elif c & 15 >= _TEN:
                faces |= b
            if self._ranks[i] >= _BACK_JACK:
                special |= b
        m[core.FACES] = faces
        m[core.SPECIAL] = special
        m[core.TRUMPS] = m[core.SUITS + trump]
        m[core.HIGH] = m[core.TRUMPS] | special

    def _bit(self, c):
        place = self._places[c]
        if not place:
            raise ValueError("card: expected one that is still in play")
        return 1 << place - 1

    # -- what has happened so far

    def _has_played(self, state, seat):
        """Whether a seat has played to the trick on the table."""
        return (seat - state[LEADER]) % self.players < state[IN_TRICK]

    def _take_sides(self, state):
        """Napoleon and friend, and the face cards of the tricks that they have."""
        hand = self.hand
        side = 1 << state[DECLARER]
        for seat in range(self.players):
            for i in range(CARDS + seat * hand, CARDS + (seat + 1) * hand):
                if state[i] == state[FRIEND] != NONE:
                    side |= 1 << seat
        taken = 0
        for trick in range(state[TRICK]):
            if side >> state[WINNERS + trick] & 1:
                for seat in range(self.players):
                    c = state[CARDS + seat * hand + trick]
                    taken += c != JOKER and c & 15 >= _TEN
        self._m[core.SIDE] = side
        self._m[core.FRAMES + core.TAKEN] = taken

    def _look_at_table(self, state, trick):
        """The first frame: who is to act, and what lies on the table."""
        m = self._m
        at = core.FRAMES
        m[at + core.SEAT] = state[TURN]
        led = best = lying = 0
        who = state[LEADER]
        two_by = _NOBODY
        for behind in range(state[IN_TRICK]):
            seat = (state[LEADER] + behind) % self.players
            c = state[CARDS + seat * self.hand + trick]
            b = self._bit(c)
            lying |= b
            if not behind:
                led = best = b
            elif core.beats(m, b, best, led):
                best = b
                who = seat
            if c & 15 == 2 and core.same_suit(m, b, led):
                two_by = seat
        m[at + core.LED] = led
        m[at + core.BEST] = best
        m[at + core.WHO] = who
        m[at + core.LYING] = lying
        m[at + core.TWO_BY] = two_by


def _other_of_colour(suit):
    """Spades and clubs are black, hearts and diamonds red."""
    return 3 - suit
