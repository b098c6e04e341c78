"""Card play where cards are captured and sides may be secret: every legal card gets a score, the best one is played.

A card's score is what this side may expect of the trick by it, in cards that count, less what the card might have
brought later. Who takes the trick is a chance: each seat behind beats what lies there where it may hold something to
do so and is taken to be on the other side (Partner). The led joker and the two come in there.
"""

from array import array

from micropython import const

from .. import systems as sy
from .. import tricks
from ..cards import JOKER
from ..layout import BID, CARDS, DECLARER, FRIEND, IN_TRICK, LEADER, SEATS, TRICK, TRUMP, WINNING

_ONE = const(4096)
_BITS = const(12)
_HIGH = const(16)  # from this height on a card beats others than those of its own suit: see heights.py
_JOKER_LED = const(32)
_TWO = const(2)
# Cards that count which a seat yet to play adds to a trick, on average.
_ADDS = const(1800)
# What is later made of a card that counts, at the least: what the others take it with, it may also be fed to.
_KEEPS = const(1900)
_KEEPS_AGAINST = const(1500)
_SPENDS = const(14)  # how much of its later captures a card is worth now, in sixteenths
_DECLARER_TRUMPS = const(2)  # how many times as likely as another seat declarer is to hold a trump
_RUFF = const(700)  # the least chance of a trick of a trump
_DRAW = const(1500)  # for declarer, to lead trumps while others hold some


class SidePlay:
    """Scores cards from a view, its Reading, its Partner and the Heights for its trump."""

    def __init__(self, engine, reading, partner, heights):
        self._engine = engine
        self._reading = reading
        self._partner = partner
        # Everything that `begin` finds out is named here: an instance that grows later would allocate.
        self.sign = 1
        self._view = None
        self._seat = 0
        self._trump = 4
        self._led = 4
        self._best = 0
        self._behind = 0
        self._value = 0
        self._left = 0
        self._fellow = 0
        self._entry = 0
        self._each = 0
        self._keeps = 0
        self._one_suit = True
        self._two = -1
        self._inside = 0
        self._outside = 0
        self._outside_trumps = 0
        self._height = heights.of
        self._later = array("H", bytearray(2 * (JOKER + 1)))

    def begin(self, view, seat):
        """Look at the trick: what lies there, who plays after this seat, and what this side wants."""
        rules = self._engine.rules
        players = view[SEATS]
        self._view = view
        self._seat = seat
        self._trump = view[TRUMP]
        self._behind = players - 1 - view[IN_TRICK]
        self._best = 0
        self._led = 4
        self._value = 0
        # The card named as friend takes nothing from its own side.
        self._fellow = view[FRIEND] if self._partner.ally[view[DECLARER]] == _ONE else 0
        self._entry = 0
        self._one_suit = True
        self._two = -1
        left = rules.hand - view[TRICK] - 1  # tricks after this one
        if view[IN_TRICK]:
            at = CARDS + view[TRICK]
            self._best = view[at + view[WINNING] * rules.hand]
            self._led = tricks.suit_to_follow(view, view[at + view[LEADER] * rules.hand])
            other = view[LEADER]
            for _ in range(view[IN_TRICK]):
                card = view[at + other * rules.hand]
                if tricks.counts(rules, card):
                    self._value += 1
                if card != JOKER:
                    self._one_suit = self._one_suit and card >> 4 == self._led
                    if card & 15 == _TWO:
                        self._two = other
                other += 1
                if other == players:
                    other = 0
        self._left = left
        self._survey(view, left)

    def _survey(self, view, left):
        """What there is still to be captured, and whether this side wants it."""
        rules = self._engine.rules
        ally = self._partner.ally
        ours = ally[view[DECLARER]] == _ONE  # whether this seat plays with declarer
        sure = possible = others = 0  # what declarer's side has taken
        for other in range(view[SEATS]):
            n = tricks.captured(rules, view, other)
            with_declarer = ally[other] if ours else _ONE - ally[other]
            if with_declarer == _ONE:
                sure += n
            else:
                others += n
            if with_declarer:
                possible += n
        face_down = CARDS + view[SEATS] * rules.hand
        discarded = 0
        for i in range(face_down, face_down + rules.face_down):
            if tricks.counts(rules, view[i]):
                discarded += 1
        still = rules.countable - sure - others - discarded
        self._each = (still - self._value << _BITS) // (left + 1)
        self._keeps = _KEEPS if ours else _KEEPS_AGAINST
        wanted = rules.tricks[view[BID]]
        self.sign = 1
        if possible + still < wanted:
            self.sign = 0
        elif sure >= wanted:
            # It is made, unless by taking all there is it may fail yet: then nobody wants any more of it.
            all_fails = rules.count == sy.LEAST_NOT_ALL and wanted < rules.countable
            self.sign = -1 if all_fails and not others + discarded else 0

    def expect(self, card):
        """Note what a held card may still bring if it is led later: a step each, before the first `score`."""
        chance = 0
        if self._left:
            chance = self._side_takes(card, card >> 4 if card != JOKER else self._trump, self._view[SEATS] - 1, True)
            if card >> 4 == self._trump and chance < _RUFF:
                chance = _RUFF
        self._later[card] = chance
        if card != JOKER:
            self._entry = max(self._entry, chance)

    def score(self, card):
        """Return how good it is to play a legal card now; more is better. `expect` has seen all that is held."""
        rules = self._engine.rules
        counts = tricks.counts(rules, card)
        led = self._led
        if not self._best:
            led = self._trump if card == JOKER else card >> 4
        mine = self._beats_best(card)
        takes = self._side_takes(card if mine else self._best, led, self._behind, mine, card)
        value = (self._value << _BITS) + _ADDS * self._behind + (_ONE if counts else 0)
        if card == JOKER and not self._best and rules.joker_calls:
            value += self._called(self._behind)
        later = self._later[card]
        if card == JOKER:  # it takes nothing unless some other card has taken the lead
            later = later * self._entry >> _BITS
        cost = (later * self._each >> _BITS) * _SPENDS >> 4
        if not self._left:
            cost = 0
        elif counts:
            cost += max(later, self._keeps)
        if self.sign < 0:
            return ((_ONE - 2 * takes) * (value >> 4) >> _BITS - 4) - later - (card & 15)
        # Of cards that are worth the same the lower goes.
        low = (card & 15) * 4
        if not self.sign:
            return -cost - low
        score = (takes * value >> _BITS) - cost - low
        if not self._best and card >> 4 == self._trump and self._seat == self._view[DECLARER]:
            if self._reading.length(self._trump) and later > _ONE * 3 >> 2:
                score += _DRAW
        return score

    def _called(self, behind):
        """How much more than usual a led joker brings: who has no trump must give a card that counts."""
        reading = self._reading
        more = 0
        seat = self._seat
        for _ in range(behind):
            seat += 1
            if seat == self._view[SEATS]:
                seat = 0
            bare = reading.void[seat] >> self._trump & 1
            more += (_ONE if bare else reading.none[reading.length(self._trump)]) * (_ONE - _ADDS) >> _BITS
        return more

    # -- who takes the trick

    def _beats_best(self, card):
        return not self._best or self._beats(card, self._best)

    def _beats(self, card, best):
        if card == JOKER:  # not led
            return False
        height = self._height[card]
        return height > self._height[best] and (height >= _HIGH or card >> 4 == best >> 4)

    def _count_beaters(self, best, led):
        """Count the unseen cards that beat `best`: of the suit led, and others, of these the trumps."""
        unseen = self._reading.unseen
        height = self._height
        least = height[best] + 1
        trump = self._trump
        fellow = self._fellow
        inside = outside = trumps = 0
        for suit in range(4):
            mask = unseen[suit]
            bottom = least
            if suit != trump and suit != best >> 4 and bottom < _HIGH:
                bottom = _HIGH
            rank = 2
            mask >>= 2
            while mask:
                if mask & 1 and height[suit << 4 | rank] >= bottom and suit << 4 | rank != fellow:
                    if suit == led:
                        inside += 1
                    else:
                        outside += 1
                        if suit == trump:
                            trumps += 1
                mask >>= 1
                rank += 1
        self._inside = inside
        self._outside = outside
        self._outside_trumps = trumps

    def _side_takes(self, best, led, behind, mine, card=0):
        """Return the chance that this side takes a trick in which `best` wins so far and so many seats are to play.

        mine  whether `best` is this seat's own; card  what this seat plays to it, where it is another
        """
        reading = self._reading
        view = self._view
        ally = self._partner.ally
        none = reading.none
        players = view[SEATS]
        takes = _ONE if mine else ally[view[WINNING]]
        later = behind == players - 1 and self._best
        self._count_beaters(best, led)
        length = reading.length(led) if led < 4 else 0
        no_led = none[length]
        all_follow = _ONE
        raised = 0  # how likely a seat behind has already put a higher card there
        declarer = view[DECLARER]
        seat = self._seat
        for _ in range(behind):
            seat += 1
            if seat == players:
                seat = 0
            void = reading.void[seat]
            is_void = void >> led & 1
            inside = self._inside
            trumps = self._outside_trumps
            outside = self._outside - trumps
            if self._seat != declarer:
                # Trumps lie with declarer more often than not.
                if seat == declarer:
                    trumps *= _DECLARER_TRUMPS
                    if led == self._trump:
                        inside *= _DECLARER_TRUMPS
                else:
                    trumps = trumps + 1 >> 1
                    if led == self._trump:
                        inside = inside + 1 >> 1
            if not void >> self._trump & 1:
                outside += trumps
            beaten = 0 if is_void else _ONE - none[min(inside, 13)]
            if outside:
                beaten += (_ONE if is_void else no_led) * (_ONE - none[min(outside, 13)]) >> _BITS
            if beaten > _ONE:
                beaten = _ONE
            beaten -= beaten * raised >> _BITS + 1
            friend = ally[seat]
            lost = takes * (_ONE - friend) >> _BITS
            gained = (_ONE - takes) * friend >> _BITS
            takes += (gained - lost) * beaten >> _BITS
            raised += ((_ONE - raised) * (gained + lost) >> _BITS) * beaten >> _BITS
            all_follow = 0 if is_void else all_follow * (_ONE - no_led) >> _BITS
        rules = self._engine.rules
        if rules.two_wins and (view[TRICK] or later) and all_follow:
            takes = self._two_takes(takes, best, led, all_follow, behind, mine, card)
        return takes

    def _two_takes(self, takes, best, led, all_follow, behind, mine, card):
        """Correct a chance by the two that may win a trick all of one suit."""
        if self._height[best] >= _JOKER_LED:  # the joker led, or a card above the trumps
            return takes
        own = card if card else best
        leads_later = behind == self._view[SEATS] - 1
        if not leads_later and (not self._one_suit or own != JOKER and own >> 4 != led):
            return takes
        if own & 15 == _TWO and own >> 4 == led:
            return takes + ((_ONE - takes) * all_follow >> _BITS)
        if not leads_later and self._two >= 0:
            return takes + ((self._partner.ally[self._two] - takes) * all_follow >> _BITS)
        if led < 4 and self._reading.unseen[led] >> _TWO & 1:
            # Any seat behind may have it, and hardly ever has a better card to play.
            seat = self._seat
            chance = all_follow * (_ONE - self._reading.none[1]) >> _BITS
            for _ in range(behind):
                seat += 1
                if seat == self._view[SEATS]:
                    seat = 0
                takes += (self._partner.ally[seat] - takes) * chance >> _BITS
        return takes
