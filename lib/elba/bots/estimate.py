"""How many tricks is a hand worth to declarer? An estimate card by card, from what may lie where.

It plays no cards. For each trump it asks of every card: when its turn comes, how likely is it that no opponent
can beat or ruff it? In a short pack few cards are undealt, so that a missing ace is out against you more often than
not; with many players or a full pack lengths and voids are other than with few. All that comes in by Reading.some.
"""

from array import array

from micropython import const

from ..systems import LOW_TRUMP
from .reading import count

_ONE = const(4096)
_BITS = const(12)
# Chance that a suit is led against a misere a first, second, .. time.
_LED_AGAIN = (4096, 3000, 1700, 900, 400, 200, 100)


class Estimate:
    """Judges `cards[:n]`, which may be one card more than a hand: then the worst one is thrown away.

    chance[i]   that the i-th card takes a trick
    worst       index of the card that is worth least
    spread[k]   that exactly k tricks are taken
    """

    def __init__(self, reading):
        self._reading = reading
        self.cards = bytearray(8)
        self.n = 0
        self.worst = 0
        self.chance = array("H", bytearray(2 * 8))
        self.spread = array("H", bytearray(2 * 10))

    def take_hand(self, view, start, end, extra=0):
        """Take the cards view[start:end] as the hand, and an extra card where it is not 0."""
        n = 0
        for i in range(start, end):
            self.cards[n] = view[i]
            n += 1
        if extra:
            self.cards[n] = extra
            n += 1
        self.n = n

    def judge(self, trump, duty=0):
        """Fill `chance` and `worst` for a trump; `duty` is what declarer owes to the first trick (system_tables.py)."""
        least = _ONE + 1
        first = -1
        if duty:
            first = self._owed(trump, duty)
        for i in range(self.n):
            chance = self._card(i, trump, first)
            self.chance[i] = chance
            # Of equally poor cards the lower rank goes.
            lower = self.cards[i] & 15 < self.cards[self.worst] & 15
            if chance < least or chance == least and lower:
                least = chance
                self.worst = i

    def _owed(self, trump, duty):
        """The index of the card that must be led first, -1 where there is none."""
        found = -1
        for i in range(self.n):
            if (self.cards[i] >> 4 == trump) == (duty == LOW_TRUMP):
                if found < 0 or self.cards[i] & 15 < self.cards[found] & 15:
                    found = i
        return found

    def _card(self, i, trump, first):
        reading = self._reading
        card = self.cards[i]
        suit = card >> 4
        rank = card & 15
        before = 0  # rounds of this suit that are led before this card
        trumps = 0
        for j in range(self.n):
            c = self.cards[j]
            if j != i:
                if c >> 4 == trump:
                    trumps += 1
                if c >> 4 == suit and c & 15 > rank:
                    before += 1
        if i == first:
            before = trumps = 0
        elif first >= 0 and self.cards[first] >> 4 == suit and self.cards[first] & 15 < rank:
            before += 1
        higher = count(reading.unseen[suit] >> rank + 1)
        lower = count(reading.unseen[suit] & (1 << rank) - 1)
        # One opponent takes it by holding on to a higher card through the rounds before ..
        beaten = reading.some(before + 1, higher + lower)
        beaten -= reading.none[higher] * reading.some(before + 1, lower) >> _BITS
        if suit != trump:  # .. or by a trump that is left when the suit is gone
            void = _ONE - reading.some(before + 1, higher + lower)
            if trump < 4:
                left = reading.some(min(trumps + 1, 7), reading.length(trump))
                beaten += void * left >> _BITS
        good = _ONE - max(0, min(beaten, _ONE))
        chance = _ONE
        for _ in range(reading.players - 1):
            chance = chance * good >> _BITS
        return chance

    def add_up(self, thrown=-1, at_least=0):
        """Fill `spread` from `chance`.

        thrown    index of a card to leave out, -1 for none
        at_least  the least chance of the card that comes for it, 0 where none comes
        """
        spread = self.spread
        for k in range(10):
            spread[k] = 0
        spread[0] = _ONE
        n = 0
        for i in range(self.n):
            chance = self.chance[i]
            if i == thrown:
                if not at_least:
                    continue
                chance = max(chance, at_least)
            n += 1
            for k in range(n, 0, -1):
                spread[k] += (spread[k - 1] - spread[k]) * chance >> _BITS
            spread[0] -= spread[0] * chance >> _BITS

    def tail(self, least):
        """Return the chance of at least so many tricks."""
        total = 0
        for k in range(least, 9):
            total += self.spread[k]
        return min(total, _ONE)

    # -- misere

    def judge_misere(self, trump):
        """Fill `chance` with how likely each card loses, `worst` with the likeliest not to; return that of all.

        Declarer leads first, so the card that is safest to lead is taken to be gone.
        """
        least = _ONE + 1
        for i in range(self.n):
            safe = self._safe(i, trump)
            self.chance[i] = safe
            if safe < least:
                least = safe
                self.worst = i
        chance = _ONE
        for i in range(self.n):
            chance = chance * self.chance[i] >> _BITS
        return chance

    def _safe(self, i, trump):
        reading = self._reading
        card = self.cards[i]
        suit = card >> 4
        before = 0  # lower cards of the suit, which are played before this one
        for j in range(self.n):
            if self.cards[j] >> 4 == suit and self.cards[j] & 15 < card & 15:
                before += 1
        higher = reading.above(card)
        lower = reading.below(card)
        # An opponent saves declarer by having nothing but higher cards when the suit is led.
        forced = reading.none[lower] * (_ONE - reading.none[higher]) >> _BITS
        danger = _ONE
        for _ in range(reading.players - 1):
            danger = danger * (_ONE - forced) >> _BITS
        nobody_lower = reading.none[lower]
        for _ in range(reading.players - 2):
            nobody_lower = nobody_lower * reading.none[lower] >> _BITS
        danger = min(danger, _ONE - nobody_lower)
        return _ONE - (danger * _LED_AGAIN[before] >> _BITS)
