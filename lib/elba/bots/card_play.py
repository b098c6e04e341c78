"""Corporal's card play: every legal card gets a score, the best one is played.

What a side wants of a trick depends on the bid. Declarer either wants to WIN it or, in a misere and when an exact
bid has its tricks, to DUCK it; the opponents STOP a declarer who wants tricks and FORCE them on one who does not.
When nothing can change the result any more, cards are thrown cheaply.
"""


from micropython import const

from .. import systems as sy
from .. import tricks
from ..layout import BID, CARDS, DECLARER, IN_TRICK, LEADER, SEATS, TRICK, WINNING
from .reading import count

_ONE = const(4096)
_BITS = const(12)

WIN = const(0)
DUCK = const(1)
STOP = const(2)
FORCE = const(3)
FREE = const(4)

# Weight of the chance to get what the side wants of this trick, against what the card may do later.
_TRICK = const(8)
_LOSERS_FIRST = const(2500)  # by how much, in tricks of 4096, the prospects of a low bid may fall short


class CardPlay:
    """Scores cards from a view and its Reading."""

    def __init__(self, engine, reading):
        self._engine = engine
        self._reading = reading
        # Everything that `begin` finds out is named here: an instance that grows later would allocate.
        self.mode = FREE
        self._view = None
        self._seat = 0
        self._declarer = 0
        self._trump = 4
        self._trumps_out = 0
        self._led = 4
        self._best = 0
        self._behind = 0
        self._declarer_behind = False
        self._partners_between = 0
        self._partners_after = 0

    def begin(self, view, seat, trump):
        """Look at the trick: who leads, who wins it, who plays after this seat, and what this side wants.

        trump  the suit that is trump, or will be as soon as it has been led.
        """
        rules = self._engine.rules
        reading = self._reading
        self._view = view
        self._seat = seat
        self._trump = trump
        self._declarer = view[DECLARER]
        self._behind = view[SEATS] - 1 - view[IN_TRICK]  # seats that play after this one
        self._best = 0
        self._led = 4
        if view[IN_TRICK]:
            base = CARDS + view[TRICK]
            self._best = view[base + view[WINNING] * rules.hand]
            self._led = view[base + view[LEADER] * rules.hand] >> 4
        # Seats between this one and declarer, where declarer is still to play.
        to_declarer = (self._declarer - seat) % view[SEATS]
        self._declarer_behind = 0 < to_declarer <= self._behind
        self._partners_between = to_declarer - 1
        self._partners_after = self._behind - to_declarer
        # Trumps that may be out against declarer.
        self._trumps_out = reading.length(self._trump) if self._trump < 4 else 0
        for other in range(view[SEATS]):
            if self._trump < 4 and other != seat and not reading.void[other] >> self._trump & 1:
                break
        else:
            self._trumps_out = 0
        self.mode = self._wanted(view, seat == self._declarer)

    def _wanted(self, view, declares):
        rules = self._engine.rules
        wanted = rules.tricks[view[BID]]
        left = rules.hand - view[TRICK]
        need = wanted - tricks.won_by(view, self._declarer)
        exact = not wanted or rules.count == sy.EXACT
        if need < 0 or need > left or not need and not exact:
            return FREE
        if not need:
            return DUCK if declares else FORCE
        if not declares:
            return STOP
        # With an exact bid losers go first: an opponent still takes them then, and later nobody may have the suit.
        if exact and need < left:
            short = _LOSERS_FIRST if 2 * wanted < rules.hand else 0
            if self._prospects(view) > need * _ONE - short:
                return DUCK
        return WIN

    def _prospects(self, view):
        """Return roughly how many tricks declarer's cards will still take, times ONE."""
        total = 0
        for i in range(self._engine.held_from(view, self._seat), self._engine.held_to(self._seat)):
            total += self._power(view[i])
        return total

    def score(self, card):
        """Return how good it is to play a legal card now; more is better."""
        mode = self.mode
        if mode == WIN:
            return self._win(card)
        if mode == DUCK:
            return self._duck(card)
        if mode == STOP:
            return self._stop(card)
        if mode == FORCE:
            return self._force(card)
        return -self._cost(card)

    # -- what may happen to a card

    def _beats_best(self, card):
        return not self._best or tricks.beats(self._engine.rules, card, self._best, self._trump)

    def _beaten_by(self, seat, card, led):
        """The chance that a seat can beat a card which is winning a trick."""
        reading = self._reading
        none = reading.none
        void = reading.void[seat]
        suit = card >> 4
        trump = self._trump
        led_void = _ONE if void >> led & 1 else none[reading.length(led)]
        if suit == led:
            chance = 0 if void >> led & 1 else _ONE - none[reading.above(card)]
            if trump < 4 and led != trump and not void >> trump & 1:
                chance += led_void * (_ONE - none[reading.length(trump)]) >> _BITS
            return chance
        if void >> trump & 1:  # a ruff, which only a higher one beats
            return 0
        return led_void * (_ONE - none[reading.above(card)]) >> _BITS

    def _stands(self, card):
        """The chance that a card which wins the trick now is not beaten by any seat still to play."""
        led = self._led if self._best else card >> 4
        chance = _ONE
        seat = self._seat
        for _ in range(self._behind):
            seat += 1
            if seat == self._view[SEATS]:
                seat = 0
            chance = chance * (_ONE - min(_ONE, self._beaten_by(seat, card, led))) >> _BITS
        return chance

    def _must_rise(self, seat, card):
        """The chance that a seat has nothing but cards of this suit above this one, so cannot go under it."""
        reading = self._reading
        if reading.void[seat] >> (card >> 4) & 1:
            return 0
        not_lower = reading.none[reading.below(card)]
        return not_lower * (_ONE - reading.none[reading.above(card)]) >> _BITS

    def _stuck(self, card):
        """The chance that a card which wins the trick now goes on to win it when all others try to lose it."""
        chance = _ONE
        seat = self._seat
        for _ in range(self._behind):
            seat += 1
            if seat == self._view[SEATS]:
                seat = 0
            chance = chance * (_ONE - self._must_rise(seat, card)) >> _BITS
        return chance

    def _power(self, card):
        """The chance that a card would take a trick if it were led."""
        reading = self._reading
        above = reading.above(card)
        chance = _ONE
        for seat in range(self._view[SEATS]):
            if seat != self._seat and not reading.void[seat] >> (card >> 4) & 1:
                chance = chance * reading.none[above] >> _BITS
        if card >> 4 != self._trump and self._trumps_out:
            chance -= chance >> 2
        return chance

    def _cost(self, card):
        """What it costs to part with a card that could take a trick later."""
        reading = self._reading
        suit = card >> 4
        cost = (card & 15) * 16 + (self._power(card) >> 1)
        if suit == self._trump:
            cost += 1200
        # A king or queen with one small card beside it is a guard against declarer: bare it is none.
        held = reading.held[suit]
        if suit != self._trump and count(held) == 2 and held >> (card & 15) + 1 != 0:
            top = held & ~(1 << (card & 15))
            if count(reading.unseen[suit] & ~(top - 1)) == 1:
                cost += 500
        return cost

    # -- the four aims

    def _win(self, card):
        if not self._beats_best(card):
            return -self._cost(card)
        stands = self._stands(card)
        score = stands * _TRICK - self._cost(card)
        if not self._best and card >> 4 == self._trump and self._trumps_out:
            # Draw their trumps before they ruff; the highest first, so that the low ones grow.
            score += 6000 + self._cost(card) * 2
        return score

    def _duck(self, card):
        wins = self._stuck(card) if self._beats_best(card) and self._may_win(card) else 0
        return (_ONE - wins) * _TRICK + self._danger(card)

    def _may_win(self, card):
        return not self._best or card >> 4 == self._led or card >> 4 == self._trump

    def _danger(self, card):
        """How glad declarer is to be rid of a card that may have to take a trick."""
        reading = self._reading
        suit = card >> 4
        own_lower = count(reading.held[suit] & (1 << (card & 15)) - 1)
        return (card & 15) * 16 + (reading.below(card) - own_lower) * 60

    def _stop(self, card):
        cost = self._cost(card)
        beats = self._beats_best(card)
        if self._declarer_behind:
            best = card if beats else self._best
            return (_ONE - self._declarer_takes(best, card)) * _TRICK - cost
        if self._view[WINNING] != self._declarer:
            return -cost  # a fellow opponent has it
        if beats:
            return _ONE * _TRICK - cost
        return (_ONE - self._stands(self._best)) * _TRICK - cost

    def _declarer_takes(self, best, card):
        """The chance that declarer, still to play, takes a trick that `best` would win so far.

        card  what this seat is about to play
        """
        led = self._led if self._best else card >> 4
        takes = min(_ONE, self._beaten_by(self._declarer, best, led))
        # Each partner yet to play has the top card of those out about as often as declarer.
        return takes * 2 // (2 + self._partners_between + self._partners_after)

    def _force(self, card):
        beats = self._beats_best(card)
        rank = card & 15
        if self._declarer_behind:
            best = card if beats and self._may_win(card) else self._best
            if best >> 4 != (self._led if self._best else card >> 4):
                return rank * 16  # trumped: declarer is safe, be rid of what is high
            forced = self._must_rise(self._declarer, best)
            return forced * _TRICK + (rank * 16 if not beats else -rank * 16)
        if self._view[WINNING] != self._declarer:
            return rank * 16
        return rank * 16 - (_ONE * _TRICK if beats and self._may_win(card) else 0)
