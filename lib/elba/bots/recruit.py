"""Recruit: knows the rules and the plain advice of a first evening, and is a little moody."""

from micropython import const

from .. import systems as sy
from .. import tricks
from ..layout import (
    AUCTION,
    BID,
    CARDS,
    DECLARER,
    EXCHANGE,
    FLOATER,
    IN_TRICK,
    NAME_TRUMP,
    PHASE,
    PLAY,
    SEATS,
    TAKE,
    TRICK,
    TRUMP,
    WINNING,
)
from . import swaps
from .base import THINKING, Bot
from .reading import Reading

_CALL = const(0x2000)
_PEEK = const(0x4000)
_EXCHANGE = const(0x6000)
_TAKE = const(0x8000)
_TRUMP = const(0xA000)
# Where the tricks are to be exact: the least chance to call on, and how far the mood raises it. In chances of 4096.
_LIKELY = const(1700)
_MOOD = const(500)
_EXCHANGED = const(280)  # more where the others had a chance to better their hands
_OVERCALLS = const(100)  # more to bid over another
_FEW = const(180)  # more for each seat short of four
# How many middling cards a misere may have that has no trump: a high one counts as two.
_BLEMISHES = const(3)


class Recruit(Bot):
    """Counts likely tricks in quarters, calls what they allow, wins when it can and plays low when it cannot.

    Where the tricks are to be exact it takes its time, and calls the bid that Calling thinks likeliest to be made.
    """

    def __init__(self, engine, high, low, stream):
        super().__init__(engine, high, low, stream)
        self.reading = Reading(engine)
        self._start = 0  # the hand lies in view[_start:_end]
        self._end = 0
        self._judged = False  # whether `calling` has been through all bids
        self.calling = None
        if self.rules.count == sy.EXACT:
            # A trick too many is as bad as one too few: rough counting makes no such bid more often than not.
            from .calling import Calling

            self.calling = Calling(engine, self.reading)

    def consider(self, stage):
        view = self.view
        phase = view[PHASE]
        if stage == 1:
            self.reading.cards(view, self.seat)
            self._judged = not self.calling or not self._calls_or_names_trump()
            if not self._judged:
                self.calling.begin(view, self.seat)
            return THINKING
        if not self._judged:
            self._judged = self.calling.step()
            return THINKING
        self._start = self.engine.held_from(view, self.seat)
        self._end = self.engine.held_to(self.seat)
        if phase == EXCHANGE:
            return self._exchange()
        if phase == AUCTION:
            return self._call()
        if phase == TAKE:
            return _TAKE | self._lowest_of_hand()
        if phase == NAME_TRUMP:
            action = _TRUMP | swaps.suit_to_keep(view, self._start, self._end)
            return action if self.is_legal(action) else self.legal[0]
        return self._play()

    def _calls_or_names_trump(self):
        """Whether the decision is a call, or the first lead, which makes its suit trump."""
        view = self.view
        if view[PHASE] == AUCTION:
            return True
        return view[PHASE] == PLAY and not view[TRICK] and not view[IN_TRICK]

    # -- calling

    def _call(self):
        best = self._likeliest_bid() if self.calling else self._highest_bid()
        if not best and self.is_legal(_PEEK) and not self.rng.below(8):
            return _PEEK
        return _CALL | best

    def _likeliest_bid(self):
        """The bid that is likeliest to be made, 0 where none is likely enough for the mood of the moment."""
        rules = self.rules
        chance = self.calling.chance
        seats = self.view[SEATS]
        most = _LIKELY + self.rng.below(_MOOD)
        if rules.exchange_max:
            most += _EXCHANGED
        if self.view[BID]:
            most += _OVERCALLS
        # With few at the table most cards lie undealt, and more tricks come in than were wanted.
        most += _FEW * max(0, 4 - seats)
        least = 0
        if seats < 4 or rules.exchange_max and 2 * seats * rules.hand < rules.pack_size(seats):
            least = rules.hand  # a bid of less than half the tricks is seldom hit here
        low = self._is_low()
        best = 0
        for i in range(1, self.choices):
            if self.legal[i] >= _PEEK:
                break
            bid = self.legal[i] & 0x1FFF
            wanted = self.rules.tricks[bid]
            if not wanted:
                if low:
                    return bid
            elif chance[bid] > most and 2 * wanted >= least:
                most = chance[bid]
                best = bid
        return best

    def _highest_bid(self):
        """The highest bid that the quarters allow, 0 for none."""
        quarters = 0
        for suit in range(4):
            quarters = max(quarters, self._quarters(suit))
        if quarters < 4 * self.rules.hand:
            # The more cards are dealt, the likelier somebody is void or holds the card that is missing; who bids over
            # another at a large table meets a strong hand besides.
            crowd = max(0, self.view[SEATS] * self.rules.hand - 15) // 10
            quarters -= crowd * 3 if self.view[BID] else crowd
        quarters += self.rng.below(5)  # the mood of the moment
        low = self._is_low()
        best = 0
        for i in range(1, self.choices):
            if self.legal[i] >= _PEEK:
                break
            bid = self.legal[i] & 0x1FFF
            wanted = self.rules.tricks[bid]
            if best and wanted == self.rules.tricks[best]:
                continue  # so many tricks are called already, and more cheaply
            if not wanted:
                fits = low
            elif self.rules.needs[bid]:
                fits = quarters >= 4 * wanted + 1
            else:
                fits = quarters >= 4 * wanted
            if fits:
                best = bid
        return best

    def _quarters(self, trump):
        """Tricks that the hand looks good for with a trump, in quarters."""
        total = 0
        trumps = 0
        for i in range(self._start, self._end):
            card = self.view[i]
            above = self.reading.above(card)
            if card >> 4 == trump:
                trumps += 1
                total += 4 if not above or trumps > 3 else 3 if above < 3 else 2
            elif above < 2:
                total += 3 if not above else 1
        return total

    def _is_low(self):
        """Whether all cards are low, but for one high or three middling ones where a misere has no trump."""
        rules = self.rules
        left = 0
        if rules.trump == sy.LED and not rules.misere_trump:
            left = min(_BLEMISHES, self.view[SEATS] - 1)  # two opponents get less in each other's way than three
        for i in range(self._start, self._end):
            below = self.reading.below(self.view[i])
            above = self.reading.above(self.view[i])
            if below > above:
                left -= 2
            elif below * 3 > above:
                left -= 1
        return left >= 0

    # -- swaps

    def _exchange(self):
        """Throw whatever is neither in the best suit nor an ace, when the mood is for it."""
        start = self._start
        suit = swaps.suit_to_keep(self.view, start, self._end)
        most = swaps.limit(self.rules, self.view)
        mask = 0
        for i in range(start, self._end):
            card = self.view[i]
            if most and card >> 4 != suit and card & 15 < 14:
                mask |= 1 << i - start
                most -= 1
        return _EXCHANGE | (mask if self.rng.below(2) else 0)

    def _lowest_of_hand(self):
        """The lowest card outside the best suit, the floater as 0 where that is lower still."""
        suit = swaps.suit_to_keep(self.view, self._start, self._end)
        best = 0
        least = 99
        for i in range(self._start, self._end):
            card = self.view[i]
            rank = (card & 15) + (20 if card >> 4 == suit else 0)
            if rank < least:
                least = rank
                best = card
        floater = self.view[FLOATER]
        return 0 if floater >> 4 != suit and floater & 15 < least else best

    # -- play

    def _play(self):
        view = self.view
        declares = self.seat == view[DECLARER]
        wanted = self.rules.tricks[view[BID]]
        has = tricks.won_by(view, view[DECLARER])
        losing = not wanted or self.rules.count == sy.EXACT and has >= wanted
        if not view[IN_TRICK]:
            if declares and not view[TRICK] and wanted and self.rules.trump == sy.LED:
                if self.calling:
                    suit = self.calling.suit[view[BID]]
                else:
                    suit = swaps.suit_to_keep(view, self._start, self._end)
                return self._pick(suit, not losing)
            if not self.rng.below(6):
                return self._any()
            return self._pick(-1, not losing)
        at = CARDS + view[TRICK]
        best = view[at + view[WINNING] * self.rules.hand]
        mine = declares or view[WINNING] == view[DECLARER] or not self.rng.below(3)
        if losing:
            return self._under(best) if declares else self._pick(-1, False)
        if mine:
            card = self._over(best)
            if card:
                return card
        return self._pick(-1, False)

    def _any(self):
        """Any card that is legal."""
        n = 0
        while n < self.choices and self.legal[n] < _CALL:
            n += 1
        return self.legal[self.rng.below(n)]

    def _pick(self, suit, high):
        """The highest or lowest legal card, of a suit if there is one; trumps count as higher than all others."""
        best = -1
        found = 0
        for i in range(self.choices):
            card = self.legal[i]
            if card >= _CALL:
                break
            rank = card & 15
            if card >> 4 == self.view[TRUMP]:
                rank += 16
            if not high:
                rank = 40 - rank
            if card >> 4 == suit:
                rank += 100
            if rank > best:
                best = rank
                found = card
        return found

    def _over(self, best):
        """The highest legal card that beats `best`, 0 for none."""
        found = 0
        for i in range(self.choices):
            card = self.legal[i]
            if tricks.beats(self.rules, card, best, self.view[TRUMP]) and card & 15 > found & 15:
                found = card
        return found

    def _under(self, best):
        """The highest legal card that does not beat `best`, else the lowest."""
        found = 0
        for i in range(self.choices):
            card = self.legal[i]
            if not tricks.beats(self.rules, card, best, self.view[TRUMP]) and card & 15 > found & 15:
                found = card
        return found if found else self._pick(-1, False)
