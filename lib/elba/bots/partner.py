"""Who plays with declarer? What a seat may make of the cards played while the card named as friend is hidden.

Suspicion is a small number a seat, worked out anew from the view each time (napoleon-japanese.md "Friend"): the card
itself, if it is in sight; suits that a seat has shown not to hold; and how freely it gave to declarer's tricks.
"""

from micropython import const

from .. import tricks
from ..cards import JOKER
from ..layout import CARDS, DECLARER, FRIEND, IN_TRICK, LEADER, NOBODY, SEATS, TRICK, TRUMP

_ONE = const(4096)
# What a seat is suspected of to begin with, and the bounds that keep every product a small int.
_START = const(64)
_LEAST = const(4)
_MOST = const(4000)
_ALONE = const(24)  # that the card lies with declarer itself, as the others see it
# By how many sixteenths suspicion changes with what a seat does.
_GAVE = const(26)  # a card that counts to a trick that declarer was winning
_GAVE_FREELY = const(32)  # the same where it could not follow: any other card would have done
_SPARED = const(13)  # no such card where it could have given any
_TOOK_OVER = const(8)  # took a trick away from declarer
_GAVE_OTHERS = const(11)  # gave one to a trick that another seat was winning


class Partner:
    """How far each seat is taken to be on this seat's side.

    ally[seat]   0..ONE: 0 an opponent, ONE on the same side for certain (its own entry included)
    known        whether it is certain for all seats
    """

    def __init__(self, engine, reading, infers):
        self._engine = engine
        self._reading = reading
        self._infers = infers
        self.ally = [0] * 8
        self.known = False
        self._weight = [0] * 8

    def read(self, view, seat):
        """Work out `ally` for a seat; reading.cards and reading.voids come first."""
        ally = self.ally
        players = view[SEATS]
        declarer = view[DECLARER]
        friend = tricks.friend(self._engine.rules, view)
        self.known = friend != NOBODY or not view[FRIEND]
        if self.known:
            # Declarer's own card, or no friend at all: then all others are together.
            ours = seat == declarer or seat == friend
            for other in range(players):
                ally[other] = _ONE if (other == declarer or other == friend) == ours else 0
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
        for trick in range(view[TRICK]):
            self._watch(view, trick, tricks.leader(rules, view, trick), players)
        if view[IN_TRICK]:
            self._watch(view, view[TRICK], view[LEADER], view[IN_TRICK])

    def _watch(self, view, trick, leader, n):
        """Learn from who gave what to a trick, of which n cards have been played."""
        rules = self._engine.rules
        players = view[SEATS]
        hand = rules.hand
        declarer = view[DECLARER]
        trump = view[TRUMP]
        best = view[CARDS + leader * hand + trick]
        led = tricks.suit_to_follow(view, best)
        winning = leader
        seat = leader
        for _ in range(n - 1):
            seat += 1
            if seat == players:
                seat = 0
            card = view[CARDS + seat * hand + trick]
            beats = tricks.beats(rules, card, best, trump)
            if self._weight[seat] and trick:
                if winning == declarer and beats:
                    self._change(seat, _TOOK_OVER)
                elif winning == declarer:
                    if tricks.counts(rules, card):
                        self._change(seat, _GAVE if card >> 4 == led else _GAVE_FREELY)
                    elif card >> 4 != led:
                        self._change(seat, _SPARED)
                elif tricks.counts(rules, card) and not beats:
                    self._change(seat, _GAVE_OTHERS)
            if beats:
                best = card
                winning = seat

    def _change(self, seat, sixteenths):
        weight = self._weight[seat] * sixteenths >> 4
        self._weight[seat] = max(_LEAST, min(weight, _MOST))
