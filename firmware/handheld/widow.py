"""Taking the cards that lie face down and laying off as many: the widow above, the hand below.

Left and right move through both, up and down from one to the other. A marks a card to lay off, or takes the mark away.
With enough marked the cursor goes to the place behind the last card, where A lays them off.
"""

from micropython import const

from elba import actions as act
from elba import tricks
from elba.layout import CARDS, SEATS

from . import lang, words
from .keys import DOWN, RIGHT, UP, A, B
from .lang import count, say

_TOP = const(11)  # row of the widow's cards
_TALL_TOP = const(14)
_LEFT = const(40)
_STEP = const(19)
_FACES = const(100)


def choose(ui, rules, table, seen):
    """Let a person discard (generator); returns the action, or -1 for B.

    table  with the hand read from `seen`, the person's view
    """
    hand = table.held
    size = rules.face_down
    places = hand + size
    marked = 0
    at = 0
    while True:
        n = _draw(ui.canvas, rules, table, seen, marked, at)
        key = yield from ui.key()
        if key == B:
            return -1
        if key == A and at == places:
            return act.action(act.WIDOW, _mask(rules, table, seen, marked))
        if key == A:
            if marked >> at & 1:
                marked ^= 1 << at
            elif n < size:
                marked |= 1 << at
                if n + 1 == size:
                    at = places
        elif key in (UP, DOWN):
            at = 0 if at >= hand else hand
        else:
            stops = places + (1 if n == size else 0)
            at = (at + (1 if key == RIGHT else -1)) % stops


def _card(rules, table, seen, i):
    """Card i: those of the hand as they are shown, then the widow's."""
    if i < table.held:
        return table.hand[i]
    return seen[CARDS + seen[SEATS] * rules.hand + i - table.held]


def _mask(rules, table, seen, marked):
    """The mask of the marked cards in the order in which the state holds them."""
    start = CARDS + table.seat * rules.hand
    mask = marked >> table.held << rules.hand
    for i in range(table.held):
        if marked >> i & 1:
            for place in range(rules.hand):
                if seen[start + place] == table.hand[i]:
                    mask |= 1 << place
    return mask


def _draw(canvas, rules, table, seen, marked, at):
    """Draw all; return how many cards are marked."""
    size = rules.face_down
    hand = table.held
    n = lost = 0
    for i in range(hand + size):
        if marked >> i & 1:
            n += 1
            if tricks.counts(rules, _card(rules, table, seen, i)):
                lost += 1
    canvas.fill(0)
    top = _TALL_TOP if lang.is_tall() else _TOP
    if at == hand + size:
        canvas.lead(say("discard_these", size), 0, lang.above)
    else:
        card = _card(rules, table, seen, at)
        text = say("discard_so_many", size)
        if tricks.counts(rules, card):
            text = say("discard_counts", words.card(card))
        canvas.lead(text, 0, lang.above)
    canvas.trail("%d/%d" % (n, size), 0, lang.above)
    canvas.write(say("widow"), 2, top + 4)
    canvas.write("▶", 24, top + 14)
    for i in range(size):
        y = top - 2 if at == hand + i else top
        x = _LEFT + _STEP * i
        canvas.card(_card(rules, table, seen, hand + i), x, y)
        if marked >> hand + i & 1:
            canvas.fill_rect(x + 2, y + 20, 13, 3, 0)
    if lost:
        canvas.write("–%d" % lost, _FACES + 6, top + 4)
        canvas.write(count("faces_lost", lost), _FACES, top + 14)
    table.lay_hand((1 << hand) - 1, marked & (1 << hand) - 1, at if at < hand else -1)
    return n
