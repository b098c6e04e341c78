"""The card table of a game in which cards are counted and declarer may have a friend.

Beside the card of each seat stands what the seat has taken. The top row names the contract and the friend's card, and
counts both sides as far as everybody can: until the friend is known, declarer's side is declarer alone, and the
opponents have only what was laid off face up. Declarer's name is on a bar; the friend's is framed once the card has
been seen, and before that in dots for the friend alone.
"""

from micropython import const

from elba import tricks, view
from elba.cards import JOKER
from elba.layout import (
    BID,
    CARDS,
    DECLARER,
    FRIEND,
    IN_TRICK,
    LEADER,
    NOBODY,
    PHASE,
    PLAY,
    SEATS,
    SIZE,
    TAKEN,
    TRICK,
    TRUMP,
    TURN,
    WINNERS,
)

from . import words
from .lang import say
from .table import Table, names_row, played_row

_NUMBERS = const(9)  # row of what a seat has taken, below that of the cards
_SMALL = const(11)


class SidesTable(Table):
    """Draws a view for one person, as Table does."""

    def __init__(self, canvas, rules, names, seat):
        super().__init__(canvas, rules, names, seat)
        self.public = bytearray(SIZE)  # what an onlooker knows of the view read last
        self._keys = bytearray(rules.hand)  # by which the hand is sorted
        self._known = self._own = NOBODY  # the friend as far as everybody, or the person, can know

    def read_hand(self, seen):
        """Take the cards that the person holds from a view: what beats all trumps, the joker, trumps, the rest."""
        super().read_hand(seen)
        view.look(self.rules, seen, NOBODY, self.public)
        self._known = tricks.friend(self.rules, self.public)
        self._own = tricks.friend(self.rules, seen)
        hand = self.hand
        keys = self._keys
        trump = seen[TRUMP]
        for i in range(self.held):
            card = hand[i]
            key = self._key(card, trump)
            j = i
            while j and keys[j - 1] > key:
                hand[j] = hand[j - 1]
                keys[j] = keys[j - 1]
                j -= 1
            hand[j] = card
            keys[j] = key

    def _key(self, card, trump):
        if card == JOKER:
            return 0x0F
        height = tricks.special(self.rules, card, trump)
        if height:
            return 0x0F - height
        return (0x10 if card >> 4 == trump else 0x20 + (card & 0x70)) + 15 - (card & 15)

    # -- the top row

    def contract(self, seen, room):
        """Return who plays what, and with whom, as a text of at most `room` pixels: "Ney 7♥ A♠?"."""
        if seen[DECLARER] == NOBODY:
            return say("no_call_yet")
        call = words.call(self.rules.bid_name[seen[BID]])
        friend = self._friend(seen) if seen[FRIEND] else ""
        player = self.names[seen[DECLARER]]
        text = _contract(words.player(player), call, friend)
        if self.canvas.width_of(text) > room:
            text = _contract(words.player(player, True), call, friend)
        return text

    def _friend(self, seen):
        """The friend's card: with a question mark as long as the person does not know whose it is."""
        if self._known == seen[DECLARER]:
            return say("alone")
        return words.card(seen[FRIEND], True) + ("?" if self._own == NOBODY else "")

    def progress(self, seen):
        """Return the count of both sides: what declarer's has of what it needs, then the opponents.

        To a person who has to follow a led joker, what it asks for is said instead.
        """
        if seen[PHASE] < PLAY:
            return ""
        if self._follows_joker(seen):
            return say("joker_asks", self._owed(seen))
        rules = self.rules
        wanted = rules.tricks[seen[BID]]
        return "%d/%d %d/%d" % (
            tricks.taken_by_side(rules, self.public),
            wanted,
            opponents_have(rules, self.public),
            rules.countable + 1 - wanted,
        )

    def _follows_joker(self, seen):
        if seen[PHASE] != PLAY or seen[TURN] != self.seat or not seen[IN_TRICK]:
            return False
        return seen[CARDS + seen[LEADER] * self.rules.hand + seen[TRICK]] == JOKER

    def _owed(self, seen):
        """What the person has to play to a joker that was led."""
        face = False
        for i in range(self.held):
            if self.hand[i] >> 4 == seen[TRUMP]:
                return say("owes_trump")
            if self.hand[i] & 15 >= self.rules.joker_calls:
                face = True
        return say("owes_face" if face and self.rules.joker_calls else "owes_any")

    # -- the seats

    def _name(self, seen, seat, x, column):
        super()._name(seen, seat, x, column)
        declarer = seen[DECLARER]
        if not seen[FRIEND] or seat == declarer:
            return
        canvas = self.canvas
        if seat == self._known:
            canvas.rect(x, names_row() - 1, column - 1, 9, 1)
        elif seat == self.seat and seat == self._own:
            for i in range(x, x + column - 1, 2):
                canvas.pixel(i, names_row() - 1, 1)
                canvas.pixel(i, names_row() + 7, 1)

    def _inset(self, column):
        return max(1, (column - 2 * _SMALL - 2) // 2)

    def _tricks(self, seen, seat, count, x):
        """What a seat has taken in the first `count` tricks, as a number beside its card."""
        rules = self.rules
        n = 0
        for i in range(count):
            if seen[WINNERS + i] == seat:
                n += tricks.worth(rules, seen, i)
        if n:
            self.canvas.write(str(n), x + 1, played_row() + _NUMBERS)


def _contract(name, call, friend):
    return say("side_contract_friend", name, call, friend) if friend else say("side_contract", name, call)


def laid_off(rules, public):
    """Return how many of the cards that declarer discarded count for the opponents, in an onlooker's view."""
    if not public[TAKEN]:
        return 0
    n = 0
    at = CARDS + public[SEATS] * rules.hand
    for i in range(at, at + rules.face_down):
        if tricks.counts(rules, public[i]):
            n += 1
    return n


def opponents_have(rules, public):
    """Return what is sure to be the opponents' in an onlooker's view: all that others than declarer's side have."""
    n = laid_off(rules, public)
    partner = tricks.friend(rules, public)
    if partner == NOBODY:
        return n
    for seat in range(public[SEATS]):
        if seat not in (public[DECLARER], partner):
            n += tricks.captured(rules, public, seat)
    return n
