"""Typing a deal code with four buttons."""

from micropython import const

from elba import dealcode

from .keys import DOWN, LEFT, RIGHT, UP, A, B

_LENGTH = const(10)
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def enter(ui):
    """Let a person type a deal code (generator); returns an elba.dealcode.DealCode, or None to leave.

    Up and down, or left and right, change the letter, A goes on to the next, B goes back.
    """
    typed = bytearray(_LENGTH)
    at = 0
    note = "A: next  B: back"
    while True:
        ui.headline("Deal code")
        x = 14
        for i in range(_LENGTH):
            if i == _LENGTH // 2:
                ui.canvas.write("-", x, 26)
                x += 6
            if i == at:
                ui.canvas.fill_rect(x - 2, 24, 9, 11, 1)
            ui.canvas.write(_LETTERS[typed[i]], x, 26, 0 if i == at else 1)
            x += 9
        ui.canvas.centred(note, 46)
        key = yield from ui.key()
        note = "A: next  B: back"
        if key in (UP, RIGHT):
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
                note = "no such code: mistyped?"
