"""Hidden cards and the places where they may lie: an assignment drawn so that each possible one is equally likely.

A place is a hand, the floater's place, the stock, ..: it has room for so many cards, and there may be cards that
cannot be in it, because its holder has shown to be void or for any other reason. Nothing here knows what the places
are, so other games bring their own.

To deal the cards out one by one and to mend what does not fit would favour some assignments. So they are counted:

1.  Cards that are forbidden in the same places form a class, places that forbid the same classes a group. All
    assignments in which each group gets the same number of each class are prod(size!) / prod(n!) many, n being these
    numbers and size that of each class. So the weight of a table of numbers is the product of 1 / n!.
2.  Group by group from the last one back, for all numbers that the groups before may have used up, the weights of
    all ways to go on are added up.
3.  Drawing goes forward through the groups and takes the numbers of each in proportion to these sums. Then the cards
    of each class and those of each group are shuffled.

The sums are kept in 15 bits and an exponent: the odds of an assignment are right to about one part in ten thousand,
and to notice the difference would take more than 10^8 drawings. Where nothing is forbidden all of this comes down to
one shuffle, which is exact.

Should there be more classes, groups or sums than there is room for (nearly every seat void, each in other suits),
then the place that forbids least is taken for one that forbids nothing, and what does not fit is drawn anew: slower,
and just as uniform.
"""

from array import array

import micropython
from micropython import const

try:
    from micropython import ptr8, ptr16, ptr32  # for CPython: MicroPython's compiler knows them by itself
except ImportError:
    pass

PLACES = const(12)  # the most that there may be

_PLACES = const(12)
_SUITS = const(5)
_CARDS = const(53)
_CLASSES = const(8)
_GROUPS = const(7)
_ROOM = const(96)  # sums that are kept: enough for 98 or 99 views of 100, of which hardly any has 4 seats
_TRIES = const(1000)
_FREE = const(255)  # the group of a place that forbids nothing, until all groups are known

# What the counting works with: bytes ..
_NUMBER = const(0)  # of classes
_BOUND = const(1)  # number of groups that forbid something; the one behind them takes the rest
_BEFORE = const(2)  # cards that the groups before the one in hand have taken
_SIZE = const(8)  # cards of each class
_FIRST = const(16)  # where each class begins among the cards
_USED = const(24)  # of each class, by the groups before
_TAKES = const(32)  # of each class, by this group
_MOST = const(40)  # that this group could take
_REACH = const(48)  # that the groups before could have taken
_CAPACITY = const(56)  # of each group
_FORBIDS = const(64)  # mask of classes, for each group
_BYTES = const(72)
# .. and words, behind the sums.
_FACTOR = const(96)  # 1 / n! for n of 0 to 53
_OFFSET = const(150)  # where the sums of each group lie
_STRIDE = const(158)  # how far apart they are, for each group and class
_PRODUCT = const(222)  # of the factors so far, for each class
_NEXT = const(230)  # the sum that goes on from the numbers chosen
_WORDS = const(231)

_BIAS = const(512)
_ONE = const(0xF94000)  # (512 - 14) << 15 | 1 << 14, the number 1


class Hidden:
    """The cards, the places, and a drawing.

    To be set between `clear` and `prepare`:
    cards, n             the hidden cards, in any order
    capacity[place]      how many of them lie there; all together n
    forbid()             what cannot lie where
    need, needed[suit]   a place that holds at least one of some cards, and which: masks of ranks like those below.
                         -1 where there is no such place. Acts by drawing anew, so what is needed must not be rare.

    To be read after `draw`:
    dealt, at[place]     the cards of a place are dealt[at : at + capacity]

    forbidden[place * 5 + suit] is the mask of ranks that a place cannot hold: bits 2..14, bit 0 for the joker.
    """

    def __init__(self):
        self.n = 0
        self.cards = bytearray(_CARDS)
        self.dealt = bytearray(_CARDS)
        self.capacity = bytearray(_PLACES)
        self.at = bytearray(_PLACES)
        self.forbidden = array("H", bytearray(2 * _PLACES * _SUITS))
        self.need = -1
        self.needed = array("H", bytearray(2 * _SUITS))
        self.loose = 0  # mask of the places whose cards are looked at after drawing
        self._places = 0
        self._kinds = bytearray(_CARDS)  # class of each card
        self._signs = array("H", bytearray(2 * _CLASSES))  # mask of the places that each class is forbidden in
        self._group = bytearray(_PLACES)  # of each place
        self._ends = bytearray(_GROUPS + 2)  # where each group ends in `dealt`; the first begins at 0
        self._bytes = bytearray(_BYTES)
        self._words = array("i", bytearray(4 * _WORDS))
        # Twice as many bits on the way as are kept of each factor.
        mantissa = 1 << 29
        exponent = -29
        for k in range(_CARDS + 1):
            if k > 1:
                mantissa //= k
                while mantissa < 1 << 28:
                    mantissa <<= 1
                    exponent -= 1
            kept = mantissa
            shift = 0
            while kept >= 1 << 16:
                kept >>= 1
                shift += 1
            kept = kept + 1 >> 1
            if kept == 1 << 15:
                kept >>= 1
                shift += 1
            self._words[_FACTOR + k] = exponent + shift + 1 + _BIAS << 15 | kept

    def clear(self, places):
        """Start anew with so many places, all of them empty, where nothing is forbidden."""
        self.n = 0
        self.loose = 0
        self.need = -1
        self._places = places
        for i in range(_PLACES):
            self.capacity[i] = 0
        for i in range(_PLACES * _SUITS):
            self.forbidden[i] = 0
        for i in range(_SUITS):
            self.needed[i] = 0

    def forbid(self, place, suit, ranks=0x7FFF):
        """Say that no card of a suit (0..4), or of a mask of ranks in it, lies in a place."""
        self.forbidden[place * _SUITS + suit] |= ranks

    def may_lie(self, place, card):
        """Return whether a card is not forbidden in a place."""
        return not self.forbidden[place * _SUITS + (card >> 4)] >> (card & 15) & 1

    # -- counting

    def prepare(self):
        """Count; return whether there is an assignment. Allocates nothing.

        Where places had to be taken for free, or something is needed, there may be none in spite of it: then `draw`
        finds none.
        """
        while not self.arrange():
            pass
        return self.add_up()

    def arrange(self):
        """Make room for the sums, or take one more place for free; return whether there is room.

        With `add_up` behind it this is `prepare`, for a bot that thinks in short steps.
        """
        if self._classify() and self._arrange() and self._lay_out():
            return True
        self._loosen()
        return False

    def add_up(self):
        """The last part of `prepare`."""
        work = self._bytes
        words = self._words
        groups = work[_BOUND]
        for g in range(groups - 1, -1, -1):
            self._reach(g)
            size = 1
            for k in range(work[_NUMBER] - 1):
                size *= work[_REACH + k] + 1
            _walk(work, words, g, size, 0, 0)
        return not groups or words[0] != 0

    def _classify(self):
        """Sort the cards by the places that they cannot be in; return False for more classes than there is room."""
        work = self._bytes
        bound = 0
        for place in range(self._places):
            if self.capacity[place] and not self.loose >> place & 1:
                bound |= 1 << place
        number = _classes(self.cards, self.n, self.forbidden, bound, self._signs, self._kinds)
        if number < 0:
            return False
        work[_NUMBER] = number
        if number:
            _sort(work, self.cards, self.n, self._signs, self._kinds, self.dealt)
        return True

    def _arrange(self):
        """Put the places into groups; return False for more of these than there is room."""
        work = self._bytes
        groups = 0
        for place in range(self._places):
            self._group[place] = _FREE
            forbids = 0
            for k in range(work[_NUMBER]):
                forbids |= (self._signs[k] >> place & 1) << k
            if not forbids:
                continue
            g = 0
            while g < groups and work[_FORBIDS + g] != forbids:
                g += 1
            if g == groups:
                if g == _GROUPS:
                    return False
                groups += 1
                work[_FORBIDS + g] = forbids
                work[_CAPACITY + g] = 0
            self._group[place] = g
            work[_CAPACITY + g] += self.capacity[place]
        work[_BOUND] = groups
        at = 0
        for g in range(groups + 1):
            for place in range(self._places):
                if self._group[place] == (g if g < groups else _FREE):
                    self.at[place] = at
                    at += self.capacity[place]
            self._ends[g] = at
        return True

    def _lay_out(self):
        """Find a place for the sums; return False where they are too many."""
        work = self._bytes
        words = self._words
        offset = 0
        for g in range(work[_BOUND]):
            words[_OFFSET + g] = offset
            self._reach(g)
            size = 1
            for k in range(work[_NUMBER] - 1):
                words[_STRIDE + g * _CLASSES + k] = size
                size *= work[_REACH + k] + 1
            offset += size
            if offset > _ROOM:
                return False
        return True

    def _reach(self, g):
        """Find how many cards of each class the groups before group g could have taken."""
        work = self._bytes
        before = 0
        for i in range(g):
            before += work[_CAPACITY + i]
        work[_BEFORE] = before
        for k in range(work[_NUMBER]):
            most = 0
            for i in range(g):
                if not work[_FORBIDS + i] >> k & 1:
                    most += work[_CAPACITY + i]
            work[_REACH + k] = min(most, work[_SIZE + k])

    def _loosen(self):
        """Take the place that forbids least for one that forbids nothing."""
        least = 0x7FFF
        found = 0
        for place in range(self._places):
            against = 0
            for i in range(self.n):
                if not self.may_lie(place, self.cards[i]):
                    against += self.capacity[place]
            if against and against < least and not self.loose >> place & 1:
                least = against
                found = place
        self.loose |= 1 << found

    def ways(self):
        """Return how many assignments there are of cards to places, a float (a look at what `prepare` counted).

        Not for play: it allocates. Places that were taken for free count as such, what is needed is left out.
        """
        work = self._bytes
        ways = 1.0
        if work[_BOUND]:
            total = self._words[0]
            ways = (total & 0x7FFF) * 2.0 ** ((total >> 15) - _BIAS)
            for k in range(work[_NUMBER]):
                ways *= _factorial(work[_SIZE + k])
        else:
            ways = _factorial(self.n)
        # All places of a group were one so far.
        for g in range(work[_BOUND] + 1):
            cards = 0
            for place in range(self._places):
                if self._group[place] == (g if g < work[_BOUND] else _FREE):
                    cards += self.capacity[place]
                    ways /= _factorial(self.capacity[place])
            ways *= _factorial(cards) if work[_BOUND] else 1.0
        return ways

    # -- drawing

    def draw(self, rng, tries=_TRIES):
        """Draw an assignment; return False where none was found in so many tries. Allocates nothing.

        More than one is only needed where places were taken for free, or something is needed.
        """
        work = self._bytes
        groups = work[_BOUND]
        for _ in range(tries):
            if groups:
                self._deal(rng, groups)
            else:
                for i in range(self.n):
                    self.dealt[i] = self.cards[i]
                rng.shuffle_bytes(self.dealt, 0, self.n)
            if not self.loose and self.need < 0 or self._fits():
                return True
        return False

    def _deal(self, rng, groups):
        work = self._bytes
        words = self._words
        for k in range(work[_NUMBER]):
            work[_USED + k] = 0
            first = work[_FIRST + k]
            rng.shuffle_bytes(self.cards, first, first + work[_SIZE + k])
        total = 0
        at = 0
        for g in range(groups):
            # In units of this base what follows adds up to a number of 29 bits.
            base = (words[total] >> 15) - 14
            n = _walk(work, words, g, 0, base, 0x3FFFFFFF)
            x = rng.bits29()
            while x >= n:
                x = rng.bits29()
            _walk(work, words, g, 0, base, x)
            total = words[_NEXT]
            _hand_out(work, self.cards, self.dealt, at)
            rng.shuffle_bytes(self.dealt, at, self._ends[g])
            at = self._ends[g]
        for k in range(work[_NUMBER]):
            work[_TAKES + k] = work[_SIZE + k] - work[_USED + k]
        _hand_out(work, self.cards, self.dealt, at)
        rng.shuffle_bytes(self.dealt, at, self.n)

    def _fits(self):
        """Whether what was drawn is right where places were taken for free, and holds what is needed."""
        for place in range(self._places):
            at = self.at[place]
            end = at + self.capacity[place]
            if self.loose >> place & 1:
                for i in range(at, end):
                    if not self.may_lie(place, self.dealt[i]):
                        return False
            if place == self.need:
                for i in range(at, end):
                    card = self.dealt[i]
                    if self.needed[card >> 4] >> (card & 15) & 1:
                        break
                else:
                    return False
        return True


def _factorial(n):
    product = 1.0
    for i in range(2, n + 1):
        product *= i
    return product


@micropython.viper
def _classes(cards: ptr8, n: int, forbidden: ptr16, bound: int, signs: ptr16, kinds: ptr8) -> int:
    """Find the class of each card and the sign of each class; return their number, -1 for too many."""
    number = 0
    for i in range(n):
        suit = cards[i] >> 4
        rank = cards[i] & 15
        sign = 0
        place = 0
        left = bound
        while left:
            if left & 1:
                sign |= (forbidden[place * _SUITS + suit] >> rank & 1) << place
            left >>= 1
            place += 1
        k = 0
        while k < number and signs[k] != sign:
            k += 1
        if k == number:
            if number == _CLASSES:
                return -1
            signs[k] = sign
            number += 1
        kinds[i] = k
    return number


@micropython.viper
def _sort(work: ptr8, cards: ptr8, n: int, signs: ptr16, kinds: ptr8, spare: ptr8):
    """Put the classes one behind the other, the largest last: how many of that are used need not be kept."""
    number = work[_NUMBER]
    last = number - 1
    for k in range(number):
        work[_SIZE + k] = 0
    for i in range(n):
        spare[i] = cards[i]
        work[_SIZE + kinds[i]] += 1
    most = last
    for k in range(last):
        if work[_SIZE + k] > work[_SIZE + most]:
            most = k
    size = work[_SIZE + most]
    work[_SIZE + most] = work[_SIZE + last]
    work[_SIZE + last] = size
    sign = signs[most]
    signs[most] = signs[last]
    signs[last] = sign
    at = 0
    for k in range(number):
        work[_FIRST + k] = at
        kind = k
        if k == last:
            kind = most
        elif k == most:
            kind = last
        for i in range(n):
            if kinds[i] == kind:
                cards[at] = spare[i]
                at += 1


@micropython.viper
def _walk(work: ptr8, words: ptr32, g: int, states: int, base: int, x: int) -> int:
    """Go through all numbers of each class that group g could take, and add up what follows from each.

    With `states` > 0: for so many numbers used by the groups before, the whole table of group g, which is filled.
    With 0: for the numbers in work[_USED], in units of 2^base, until the sum is more than x; return the sum. Then
    work[_TAKES] are the numbers that made it so, words[_NEXT] the place of the sum that follows from them.
    """
    last = work[_NUMBER] - 1
    ends = work[_BOUND] - 1 - g  # 0 for the group before the one that takes the rest
    forbids = work[_FORBIDS + g]
    here = words[_OFFSET + g]
    there = words[_OFFSET + g + 1]
    stride = _STRIDE + (g + 1) * _CLASSES
    state = 0
    if states:
        for k in range(last):
            work[_USED + k] = 0
    while 1:
        total = 0
        valid = 1
        if states:
            used = work[_BEFORE]
            for k in range(last):
                used -= work[_USED + k]
            if used < 0 or used > work[_REACH + last]:
                valid = 0
            else:
                work[_USED + last] = used
        if valid:
            to = there
            for k in range(last + 1):
                work[_MOST + k] = 0
                if not forbids >> k & 1:
                    work[_MOST + k] = work[_SIZE + k] - work[_USED + k]
                if k < last and ends:
                    to += work[_USED + k] * words[stride + k]
            left = work[_CAPACITY + g]
            words[_PRODUCT] = _ONE
            c = 0
            while c >= 0:
                if c < last:
                    work[_TAKES + c] = 0
                    words[_PRODUCT + c + 1] = words[_PRODUCT + c]
                    c += 1
                    continue
                # All numbers but the last are chosen, and that is what is left.
                if left <= work[_MOST + last]:
                    a = words[_PRODUCT + last]
                    b = words[_FACTOR + left]
                    work[_TAKES + last] = left
                    k = 0
                    while 1:
                        m = (a & 0x7FFF) * (b & 0x7FFF)
                        e = (a >> 15) + (b >> 15) - _BIAS
                        if ends:
                            if k:
                                break
                            b = words[to]
                        else:
                            if k > last:
                                break
                            b = words[_FACTOR + work[_SIZE + k] - work[_USED + k] - work[_TAKES + k]]
                        k += 1
                        if m < 1 << 29:
                            m = m + (1 << 13) >> 14
                            e += 14
                        else:
                            m = m + (1 << 14) >> 15
                            e += 15
                        if m > 0x7FFF:
                            m >>= 1
                            e += 1
                        a = e << 15 | m
                    if m:
                        m >>= 1
                        e += 1
                        if states and not total:
                            base = e
                        d = e - base
                        if d > 0:
                            if states:
                                total = total >> d if d < 31 else 0
                                base = e
                            else:
                                m <<= d
                        elif d < 0:
                            m = m >> 0 - d if d > -31 else 0
                        total += m
                        if states:
                            if total >= 1 << 29:
                                total >>= 1
                                base += 1
                        elif total > x:
                            words[_NEXT] = to
                            return total
                # Back to the last number that can be raised by one.
                c -= 1
                while c >= 0 and (left == 0 or work[_TAKES + c] == work[_MOST + c]):
                    left += work[_TAKES + c]
                    if ends:
                        to -= work[_TAKES + c] * words[stride + c]
                    c -= 1
                if c >= 0:
                    work[_TAKES + c] += 1
                    left -= 1
                    if ends:
                        to += words[stride + c]
                    a = words[_PRODUCT + c]
                    b = words[_FACTOR + work[_TAKES + c]]
                    m = (a & 0x7FFF) * (b & 0x7FFF)
                    e = (a >> 15) + (b >> 15) - _BIAS
                    if m < 1 << 29:
                        m = m + (1 << 13) >> 14
                        e += 14
                    else:
                        m = m + (1 << 14) >> 15
                        e += 15
                    if m > 0x7FFF:
                        m >>= 1
                        e += 1
                    words[_PRODUCT + c + 1] = e << 15 | m
                    c += 1
        if not states:
            return total
        if total:
            while total > 0xFFFF:
                total >>= 1
                base += 1
            while total < 1 << 15:
                total <<= 1
                base -= 1
            total = total + 1 >> 1
            base += 1
            if total > 0x7FFF:
                total >>= 1
                base += 1
            total |= base << 15
        words[here + state] = total
        state += 1
        if state == states:
            return 0
        k = 0
        while work[_USED + k] == work[_REACH + k]:
            work[_USED + k] = 0
            k += 1
        work[_USED + k] += 1
    return 0


@micropython.viper
def _hand_out(work: ptr8, cards: ptr8, dealt: ptr8, at: int):
    """Give a group its numbers of cards, from dealt[at] on."""
    for k in range(int(work[_NUMBER])):
        first = work[_FIRST + k] + work[_USED + k]
        takes = int(work[_TAKES + k])
        for i in range(takes):
            dealt[at] = cards[first + i]
            at += 1
        work[_USED + k] += takes
