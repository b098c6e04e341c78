"""Calling a number and a suit: all suits beside one another, each with the lowest number that it may be called at.

Left and right choose a suit, or the pass before them; up and down the number. Without buttons for up and down, A on a
suit goes on to its number, which left and right change then.
"""

from micropython import const

from elba import actions as act

from . import lang, words
from .keys import DOWN, RIGHT, UP, A, B
from .lang import say
from .table import TALL_BAR

_TOP = const(26)
_PASS = const(28)  # width of the first column, and of the others
_COLUMN = const(25)


def choose(ui, rules, legal, draw):
    """Let a person make a call (generator); returns the action, or -1 for B.

    legal  the actions allowed: a pass, then all bids from some one on; draw()  draws the table
    """
    six = ui.device.has_up_down
    lowest = act.argument(legal[1])
    most = rules.bids >> 2
    number = _least(lowest, 0)
    column = 0  # 0 is the pass, then clubs, diamonds, hearts and spades
    number_open = six  # up and down may change it any time, left and right only when it is their turn
    while True:
        suit = 4 - column
        text = _text(rules, lowest, number, column, six, number_open)
        if lang.is_tall():  # only the top row has room
            draw(text)
            _bar(ui.canvas, rules, lowest, number, column)
        else:
            draw()
            _bar(ui.canvas, rules, lowest, number, column)
            ui.canvas.centred(text, _TOP + 9, 0)
        key = yield from ui.key()
        if key == A:
            if not column:
                return act.action(act.CALL)
            if number_open:
                return act.action(act.CALL, 4 * max(number, _least(lowest, suit)) - suit)
            number = max(number, _least(lowest, suit))
            number_open = True
        elif key == B:
            if six or not number_open:
                return -1
            number_open = False
        elif key in (UP, DOWN) or number_open and not six:
            least = _least(lowest, suit if column else 0)
            step = 1 if key in (UP, RIGHT) else -1
            number = max(number, least) + step
            if number > most:
                number = most if six else least
            elif number < least:
                number = least if six else most
        else:
            step = 1 if key == RIGHT else -1
            column = (column + step) % 5
            while column and _least(lowest, 4 - column) > most:
                column = (column + step) % 5


def _least(lowest, suit):
    """The lowest number at which a suit makes a bid of at least `lowest`; see Rules for how bids are numbered."""
    return (lowest + suit + 3) >> 2


def _bar(canvas, rules, lowest, number, column):
    tall = lang.is_tall()
    top = TALL_BAR - 1 if tall else _TOP
    canvas.fill_rect(0, top, 128, 13 if tall else 17, 1)
    y = top + 1 + lang.above
    for i in range(5):
        x = _PASS + (i - 1) * _COLUMN if i else 0
        width = _COLUMN if i else _PASS
        color = 0
        if i == column:
            canvas.fill_rect(x, top + 1, width, 11 if tall else 8, 0)
            color = 1
        if not i:
            canvas.centred(words.call("pass"), y, color, x, x + width)
            continue
        suit = 4 - i
        shown = max(number, _least(lowest, suit))
        if 4 * shown - suit > rules.bids:
            canvas.centred("–", y, color, x, x + width)
            continue
        left = x + (5 if shown < 10 else 2)
        left = canvas.write(str(shown), left, y, color)
        canvas.write(words.SUITS[suit], left + 1, y, color)


def _text(rules, lowest, number, column, six, number_open):
    """What the keys do, or what a bid promises."""
    if not column:
        return say("ladder_keys" if six else "ladder_pass")
    if not number_open:
        return say("ladder_number")
    bid = 4 * max(number, _least(lowest, 4 - column)) - (4 - column)
    return say("ladder_take", "▲▼" if six else "◀▶", rules.tricks[bid], rules.countable)
