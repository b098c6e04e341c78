"""Who plays with declarer? What a seat may make of the cards played while the card named as friend is hidden.

Suspicion is a small number a seat, worked out anew from the view each time (napoleon-japanese.md "Friend"): the card
itself, if it is in sight; suits that a seat has shown not to hold; and how freely it gave to declarer's tricks.
"""

from array import array

from micropython import const

from .. import tricks
from ..cards import JOKER
from ..layout import CARDS, DECLARER, FRIEND, IN_TRICK, LEADER, NOBODY, SEATS, TRICK, TRUMP

_ONE = const(4096)
# What a seat is suspected of to begin with, and the bounds that keep every product a small int.
_START = const(256)
_LEAST = const(8)
_MOST = const(16000)
_ALONE = const(90)  # that the card lies with declarer itself, as the others see it
# By how many sixteenths suspicion changes with a card: how often friends did this against how often opponents did,
# counted in many deals. Rows: declarer is winning the trick; another is, and declarer has played; another is, and
# declarer is still to play. In a row: the card does not count, it counts, it takes the trick; each first where it
# follows suit, then where it does not.
_CHANGES = (b"\x0e\x0b\x1a\x24\x10\x0a", b"\x11\x1c\x08\x03\x13\x1a", b"\x0f\x12\x0d\x07\x11\x14")
_DECLARER = const(0)
_ANOTHER = const(1)
_UNDECIDED = const(2)


class Partner:
    """How far each seat is taken to be on this seat's side.

    ally[seat]   0..ONE: 0 an opponent, ONE on the same side for certain (its own entry included)
    known        whether it is certain for all seats
    """

    def __init__(self, engine, reading, infers):
        self._engine = engine
        self._reading = reading
        self._infers = infers
        self.ally = array("H", bytearray(2 * 8))
        self.known = False
        self._declarer = NOBODY
        self._weight = array("H", bytearray(2 * 8))

    def read(self, view, seat):
        """Work out `ally` for a seat; reading.cards and reading.voids come first."""
        ally = self.ally
        players = view[SEATS]
        declarer = view[DECLARER]
        self._declarer = declarer
        friend = tricks.friend(self._engine.rules, view)
        self.known = friend != NOBODY or not view[FRIEND]
        if self.known:
            if friend == NOBODY:
                friend = declarer  # no friend at all: then all others are together
            ours = seat == declarer
            if seat == friend:
                ours = True
            for other in range(players):
                ally[other] = 0 if ours else _ONE
            ally[declarer] = ally[friend] = _ONE if ours else 0
            return
        self._suspect(view, seat)
        weight = self._weight
        total = 0 if seat == declarer else _ALONE
        for other in range(players):
            total += weight[other]
        for other in range(players):
            share = weight[other] * _ONE // total if total else 0
            ally[other] = share if seat == declarer else _ONE - share
        ally[seat] = _ONE
        if seat != declarer:
            ally[declarer] = 0

    def weight_of(self, friend):
        """Return how much speaks for a seat being the friend (NOBODY: there is none), relative to other seats."""
        if self.known or friend == NOBODY:
            return _START
        if friend == self._declarer:
            return _ALONE
        return self._weight[friend]

    def _suspect(self, view, seat):
        """Fill `_weight`: how much speaks for each seat being the friend, 0 where it cannot be."""
        rules = self._engine.rules
        weight = self._weight
        players = view[SEATS]
        declarer = view[DECLARER]
        card = view[FRIEND]
        for other in range(players):
            possible = other != seat and other != declarer
            if card != JOKER and self._reading.void[other] >> (card >> 4) & 1:
                possible = False
            weight[other] = _START if possible else 0
        if not self._infers:
            return
        for trick in range(1, view[TRICK]):  # the first says little: nobody knows anything yet
            self._watch(view, trick, tricks.leader(rules, view, trick), players)
        if view[TRICK] and view[IN_TRICK]:
            self._watch(view, view[TRICK], view[LEADER], view[IN_TRICK])

    def _watch(self, view, trick, leader, n):
        """Learn from who gave what to a trick, of which n cards have been played."""
        rules = self._engine.rules
        players = view[SEATS]
        hand = rules.hand
        declarer = view[DECLARER]
        best = view[CARDS + leader * hand + trick]
        led = tricks.suit_to_follow(view, best)
        row = _DECLARER if leader == declarer else _UNDECIDED
        passed = leader == declarer  # whether declarer has played
        seat = leader
        for _ in range(n - 1):
            seat += 1
            if seat == players:
                seat = 0
            card = view[CARDS + seat * hand + trick]
            takes = tricks.beats(rules, card, best, view[TRUMP])
            if self._weight[seat]:
                column = 4 if takes else 2 if tricks.counts(rules, card) else 0
                weight = self._weight[seat] * _CHANGES[row][column + (card >> 4 != led)] >> 4
                self._weight[seat] = max(_LEAST, min(weight, _MOST))
            if seat == declarer:
                passed = True
            if takes:
                best = card
                row = _DECLARER if seat == declarer else _UNDECIDED
            if row == _UNDECIDED and passed:
                row = _ANOTHER
