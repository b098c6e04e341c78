"""Naming the friend's card: the whole pack on one screen, a row a suit, and the joker below.

The cursor begins on the best card that the person does not hold. Four directions move it; without buttons for up and
down, left and right choose a rank, and after A a suit. The person's own cards are underlined.
"""

from micropython import const

from elba import tricks
from elba.cards import JOKER, RANKS
from elba.layout import SEATS, TRUMP

from . import lang, words
from .keys import DOWN, LEFT, RIGHT, UP, A, B
from .lang import pick, say

_LEFT = const(10)  # of the first column of ranks
_TOP = const(11)  # of the first suit
_TALL_TOP = const(14)
_CELL = const(9)
_ROW = const(10)
_BELOW = const(54)  # row of the joker and of what is said about a card
_TALL_BELOW = const(55)


def best(rules, seen, held, count):
    """Return the card that is most useful in a friend's hand: the highest that is not in one's own.

    held  the cards in hand, `count` of them. What beats all trumps comes first, then the trumps that are counted from
    the ace down, then the joker.
    """
    trump = seen[TRUMP]
    low = rules.capture or rules.lowest_rank(seen[SEATS])
    found = JOKER if rules.joker else trump << 4 | low
    most = 0
    for suit in range(4):
        for rank in range(low, 15):
            card = suit << 4 | rank
            if suit != trump and not tricks.special(rules, card, trump) or _holds(held, count, card):
                continue
            power = tricks.power(rules, card, trump)
            if power > most:
                most = power
                found = card
    return found


def _holds(held, count, card):
    for i in range(count):
        if held[i] == card:
            return True
    return False


def choose(ui, rules, seen, held, count):
    """Let a person name a card (generator); returns it, or -1 for B. `held` and `count` are as for best()."""
    six = ui.device.has_up_down
    columns = 15 - rules.lowest_rank(seen[SEATS])
    rows = 4 + rules.joker
    start = best(rules, seen, held, count)
    column = 0 if start == JOKER else 14 - (start & 15)
    row = start >> 4
    whole = False  # with four buttons: a whole column is chosen, its suit comes next
    if not six:
        whole = True
    while True:
        card = JOKER if row == 4 else row << 4 | 14 - column
        _draw(ui.canvas, rules, seen, held, count, card, whole)
        key = yield from ui.key()
        if key == A:
            if not whole or card == JOKER:
                return card
            whole = False
        elif key == B:
            if six or whole:
                return -1
            whole = True
        elif six:
            if key in (LEFT, RIGHT) and row < 4:
                column = (column + (1 if key == RIGHT else -1)) % columns
            elif key in (UP, DOWN):
                row = (row + (1 if key == DOWN else -1)) % rows
        elif not whole:
            row = (row + (1 if key == RIGHT else -1)) % 4
        else:
            # The joker is one place more in the row of ranks.
            at = columns if row == 4 else column
            at = (at + (1 if key == RIGHT else -1)) % (columns + rules.joker)
            if at == columns:
                row = 4
            else:
                column = at
                row = start >> 4 if row == 4 and start != JOKER else row & 3


def _draw(canvas, rules, seen, held, count, card, whole):
    trump = seen[TRUMP]
    canvas.fill(0)
    about = _about(rules, card, trump, _holds(held, count, card))
    about = about if card == JOKER else say("about_card", words.card(card), about)
    canvas.fill_rect(0, 0, 128, 9, 1)
    if lang.is_tall():  # there is no room for more
        canvas.fill_rect(0, 0, 128, lang.pitch, 1)
        canvas.lead(about, 2, max(1, lang.above), 0)
    else:
        canvas.write(say("name_friend"), 2, 1, 0)
    top = _TALL_TOP if lang.is_tall() else _TOP
    for suit in range(4):
        y = top + _ROW * suit
        canvas.write(words.SUITS[suit], 0, y)
        for rank in range(14, rules.lowest_rank(seen[SEATS]) - 1, -1):
            _cell(canvas, held, count, suit << 4 | rank, card, _LEFT + _CELL * (14 - rank), y)
    if whole and card != JOKER:
        canvas.rect(_LEFT + _CELL * (14 - (card & 15)) - 2, top - 2, 12, 4 * _ROW + 2, 1)
    if rules.joker:
        chosen = card == JOKER
        name = "JO" if lang.is_tall() else say("joker")
        below = _TALL_BELOW if lang.is_tall() else _BELOW
        if chosen:
            canvas.fill_rect(0, below - 1, canvas.width_of(name) + 5, 9, 1)
        canvas.write(name, 2, below, 0 if chosen else 1)
        if _holds(held, count, JOKER):
            canvas.hline(2, below + 8, canvas.width_of(name), 1)
    if not lang.is_tall():
        canvas.right(about, 128, _BELOW)


def _cell(canvas, held, count, card, chosen, x, y):
    rank = card & 15
    color = 1
    if card == chosen:
        canvas.fill_rect(x - 1, y - 1, 10, 9, 1)
        color = 0
    if rank == 10:
        canvas.write("1", x + 1, y, color)
        canvas.write("0", x + 5, y, color)
    else:
        canvas.write(RANKS[rank - 2], x + 2, y, color)
    if _holds(held, count, card):
        canvas.hline(x + 1, y + 8, 6, 1)


def _about(rules, card, trump, own):
    if own:
        return say("own_card")
    height = tricks.special(rules, card, trump)
    if height:
        return pick("above_trumps", min(3, len(rules.above_trumps) - height))
    if card >> 4 == trump:
        return say("a_trump")
    return say("wins_when_led" if card == JOKER else "plain_card")
