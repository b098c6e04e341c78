"""Typing a deal code with four buttons."""

from micropython import const

from elba import dealcode

from . import lang
from .keys import DOWN, LEFT, RIGHT, UP, A, B
from .lang import say

_LENGTH = const(10)
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def enter(ui):
    """Let a person type a deal code (generator); returns an elba.dealcode.DealCode, or None to leave.

    Up and down change the letter, right and A go on to the next one, left and B go back, from the first one out.
    Without buttons for up and down, left and right change the letter.
    """
    six = ui.device.has_up_down
    hint = say("code_keys" if six else "code_keys_four")
    typed = bytearray(_LENGTH)
    at = 0
    note = hint
    while True:
        ui.headline(say("deal_code"))
        x = 14
        for i in range(_LENGTH):
            if i == _LENGTH // 2:
                ui.canvas.write("-", x, 26)
                x += 6
            if i == at:
                ui.canvas.fill_rect(x - 2, 24, 9, 11, 1)
            ui.canvas.write(_LETTERS[typed[i]], x, 26, 0 if i == at else 1)
            x += 9
        ui.canvas.centred(note, 46 + lang.above)
        key = yield from ui.key()
        note = hint
        if six and key in (LEFT, RIGHT):
            at = max(0, min(_LENGTH - 1, at + (1 if key == RIGHT else -1)))
        elif key in (UP, RIGHT):
            typed[at] = (typed[at] + 1) % len(_LETTERS)
        elif key in (DOWN, LEFT):
            typed[at] = (typed[at] - 1) % len(_LETTERS)
        elif key == B:
            if not at:
                return None
            at -= 1
        elif key == A and at < _LENGTH - 1:
            at += 1
        elif key == A:
            try:
                return dealcode.decode("".join([_LETTERS[i] for i in typed]))
            except dealcode.BadCode:
                note = say("mistyped")
