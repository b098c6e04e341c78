"""The card table on the screen: who sits where, what has been called or played, and the person's own hand.

It draws from a view (elba.view), so it cannot show what the person may not know. The rows, from the top:

    0-7    what is played for, and what is to do
    9-17   a name over each seat's column; dark on light for declarer, underlined with dots for the dealer
    18-34  the card played or the call made; beside the card a dot for each trick taken
    36-63  the hand: what may be chosen stands up, the chosen card higher still, the others lie low
"""

from micropython import const

from elba.cards import sort_hand
from elba.layout import (
    AUCTION,
    BID,
    CALLS,
    CALLS_MADE,
    CARDS,
    DEALER,
    DECLARER,
    FLOATER,
    IN_TRICK,
    LEADER,
    MAX_CARDS,
    NOBODY,
    PHASE,
    PLAY,
    SEATS,
    TAKEN,
    TRICK,
    TRUMP,
    TURN,
    WINNERS,
    WINNING,
)
from elba.tricks import won_by

from . import lang, words
from .lang import say

_NAMES = const(9)
_PLAYED = const(18)
_CHOSEN = const(37)  # rows of a card in the hand
_FREE = const(40)
_LOW = const(44)
# Where letters are higher than those of the device's own font: rows as above, but for the letters' own.
_TALL_NAMES = const(11)
_TALL_PLAYED = const(24)
TALL_BAR = const(36)  # of what there is to choose in the auction, below the calls
_TALL_CHOSEN = const(42)
_TALL_FREE = const(44)
_TALL_LOW = const(47)
_CARD = const(17)  # width of a card in the hand
_SMALL = const(11)  # and on the table
_WIDTH = const(128)


def names_row():
    """Return the row in which names are written."""
    return _TALL_NAMES + lang.above if lang.is_tall() else _NAMES


def played_row():
    """Return the first row of the cards that have been played."""
    return _TALL_PLAYED if lang.is_tall() else _PLAYED


def hand_row():
    """Return the first row of the cards in the hand that lie low."""
    return _TALL_LOW if lang.is_tall() else _LOW


def name_bar(canvas, x, width):
    """Light the place of a name, to write it dark."""
    if lang.is_tall():
        # What reaches below the top row keeps its place where marks above a name do not need all of theirs.
        canvas.fill_rect(x, _TALL_NAMES + (1 if lang.above > 1 else 0), width, 12, 1)
    else:
        canvas.fill_rect(x, _NAMES - 1, width, 9, 1)


class Table:
    """Draws a view for one person.

    rules    elba.rules.Rules; names  player of each seat, see words.player
    seat     of the person, or -1 for one who only looks on
    hand     bytearray: the person's cards, sorted as they are shown; `held` of them
    away     a seat whose card is on its way to the table and not drawn there yet, or -1
    laid     so many cards of the hand are drawn: fewer than held while they are dealt
    """

    def __init__(self, canvas, rules, names, seat):
        self.canvas = canvas
        self.rules = rules
        self.names = names
        self.seat = seat
        self.hand = bytearray(MAX_CARDS)
        self.held = 0
        self.swap = False  # the person may swap a card for the floater now, seen or not
        self.by_rank = False  # the hand is sorted by rank, not by suit
        self.away = -1
        self.laid = MAX_CARDS
        self._fanned = False  # the cards of the hand lie on one another
        self.floater = -1  # the floater's card as it is to be shown: 0 its back, -1 not at all

    def draw(self, view, title, right="", free=0, marked=0, chosen=-1):
        """Draw everything.

        view   of the person's seat
        title  text of the top row, with `right` at its end
        free, marked  bit masks over `hand`: the cards that may be chosen, and those marked
        chosen index into `hand` of the card under the cursor, or -1; `held` means the floater beside it
        """
        self._top_row(title, right)
        seats = view[SEATS]
        column = _WIDTH // seats
        for i in range(seats):
            seat = (max(self.seat, 0) + i) % seats
            self._name(view, seat, i * column, column)
            if view[PHASE] <= AUCTION:
                self._call(view, seat, i * column, column)
            else:
                self._card(view, seat, i * column, column)
        self.lay_hand(free, marked, chosen)

    def _top_row(self, title, right):
        self.canvas.fill(0)
        self.canvas.lead(title, 0, lang.above)
        self.canvas.trail(right, 0, lang.above)

    def read_hand(self, view):
        """Take the cards that the person holds from a view, sorted."""
        self.held = 0
        self.floater = -1
        if self.seat < 0:
            return
        if self.rules.face_down and not view[TAKEN] and view[PHASE] <= PLAY and (view[FLOATER] or self.swap):
            self.floater = view[FLOATER]
        start = CARDS + self.seat * self.rules.hand
        played = view[TRICK]
        if (self.seat - view[LEADER]) % view[SEATS] < view[IN_TRICK]:
            played += 1
        self.held = self.rules.hand - played
        for i in range(self.held):
            self.hand[i] = view[start + played + i]
        sort_hand(self.hand, 0, self.held, self.by_rank)

    def progress(self, view):
        """Return how far declarer is, as a short text for the end of the top row."""
        wanted = self.rules.tricks[view[BID]]
        taken = won_by(view, view[DECLARER])
        return say("of", taken, wanted) if wanted else say("taken", taken)

    def contract(self, view, room):
        """Return what is played for as a text of at most `room` pixels: declarer, bid and trump."""
        if view[DECLARER] == NOBODY:
            return say("no_call_yet")
        name = self.rules.bid_name[view[BID]]
        return words.contract(self.canvas, self.names[view[DECLARER]], name, view[TRUMP], room)

    def _name(self, view, seat, x, column):
        canvas = self.canvas
        text = words.fit(canvas, self.names[seat], column - 2)
        color = 1
        if seat == view[DECLARER]:
            name_bar(canvas, x, column - 1)
            color = 0
        canvas.centred(text, names_row(), color, x, x + column - 1)
        if seat == view[DEALER]:
            width = canvas.width_of(text)
            left = x + (column - width) // 2
            for i in range(left, left + width, 2):
                canvas.pixel(i, names_row() + 8, 1)

    def _call(self, view, seat, x, column):
        canvas = self.canvas
        if seat == view[TURN] and view[PHASE] == AUCTION:
            canvas.hline(x + column // 2 - 4, played_row() + 8, 7, 1)
        call = self._last_call(view, seat)
        if call >= 0:
            name = self.rules.bid_name[call]
            text = words.call(name)
            if canvas.width_of(text) > column - 1:
                text = words.call(name, True)
            canvas.centred(text, played_row() + lang.above, 1, x, x + column - 1)

    def _last_call(self, view, seat):
        """The last call that a seat has made, -1 if none: the calls are kept in order, without their seats."""
        seats = view[SEATS]
        at = (view[DEALER] + 1) % seats
        out = 0
        call = -1
        for i in range(view[CALLS_MADE]):
            while out >> at & 1:
                at = (at + 1) % seats
            if at == seat:
                call = view[CALLS + i]
            if not view[CALLS + i]:
                out |= 1 << at
            at = (at + 1) % seats
        return call

    def _card(self, view, seat, x, column):
        canvas = self.canvas
        left = x + self._inset(column)
        trick = view[TRICK]
        played = (seat - view[LEADER]) % view[SEATS] < view[IN_TRICK]
        if played and seat != self.away:
            canvas.small_card(view[CARDS + seat * self.rules.hand + trick], left, played_row())
            if seat == view[WINNING]:
                canvas.hline(left, played_row() - 1, _SMALL, 1)
        elif view[PHASE] <= PLAY:
            canvas.small_place(left, played_row())
            if seat == view[TURN] and self.away < 0:
                canvas.rect(left, played_row(), _SMALL, 17, 1)
        self._tricks(view, seat, trick, left + _SMALL + 1)

    def place(self, seats, seat):
        """Return the first column of a seat's card on the table."""
        column = _WIDTH // seats
        return (seat - max(self.seat, 0)) % seats * column + self._inset(column)

    def _inset(self, column):
        """How far from the edge of its column a card lies."""
        return (column - _SMALL - 3) // 2

    def _tricks(self, view, seat, count, x):
        """A dot for each of the first `count` tricks that a seat has taken, one above the other."""
        y = played_row() + 15
        for i in range(WINNERS, WINNERS + count):
            if view[i] == seat:
                self.canvas.fill_rect(x, y, 2, 2, 1)
                y -= 3

    def trick(self, view, number, title, right=""):
        """Draw a completed trick as it lay: card `number` of every seat, and who won it."""
        canvas = self.canvas
        self._top_row(title, right)
        seats = view[SEATS]
        column = _WIDTH // seats
        landed = self.away < 0
        winner = view[WINNERS + number]
        for i in range(seats):
            seat = (max(self.seat, 0) + i) % seats
            x = i * column
            self._name(view, seat, x, column)
            left = x + self._inset(column)
            if seat == self.away:
                canvas.small_place(left, played_row())
            else:
                canvas.small_card(view[CARDS + seat * self.rules.hand + number], left, played_row())
            if seat == winner and landed:
                canvas.rect(left - 1, played_row() - 1, _SMALL + 2, 19, 1)
                canvas.centred("▲", played_row() + 19, 1, left - 3, left + _SMALL + 3)
            self._tricks(view, seat, number + landed, left + _SMALL + 2)

    def hand_only(self):
        """Draw the hand at rest below whatever is on the canvas."""
        self.lay_hand(0, 0, -1)

    def lay_hand(self, free, marked, chosen):
        """Draw the hand below whatever is on the canvas; the arguments are those of draw()."""
        held = self.held
        for i in range(min(held, self.laid)):
            self._lay(self.hand[i], self.column(i), free | marked, marked, chosen, i)
        if self.floater >= 0:
            self._lay(self.floater, _WIDTH - _CARD, free, 0, chosen, held)

    def column(self, i):
        """Return the first column of card i of the hand."""
        # The floater lies apart from the hand, at the right edge.
        room = _WIDTH if self.floater < 0 else _WIDTH - _CARD - 4
        step = min(_CARD + 2, (room - _CARD) // max(1, self.held - 1))
        self._fanned = step < _CARD
        return (room - _CARD - step * (self.held - 1)) // 2 + step * i

    def _lay(self, card, x, free, marked, chosen, i):
        tall = lang.is_tall()
        y = _TALL_LOW if tall else _LOW
        if i == chosen:
            y = _TALL_CHOSEN if tall else _CHOSEN
        elif free >> i & 1:
            y = _TALL_FREE if tall else _FREE
        if card and self._fanned and i < self.held:
            self.canvas.fanned_card(card, x, y)
        elif card:
            self.canvas.card(card, x, y)
        else:
            self.canvas.card_back(x, y)
        if marked >> i & 1:  # a bar along its foot, where the screen has not ended yet
            self.canvas.fill_rect(x + 2, y + 20, _CARD - 4, 3, 0)
