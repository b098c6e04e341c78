"""What everybody gets to hear in a game with a friend: the card named, what was laid off face up, who the friend is.

A band opens across the table, and closes by itself or with A or B.
"""

from micropython import const

from elba import tricks
from elba.layout import CARDS, DECLARER, FRIEND, NAME_FRIEND, NOBODY, SEATS, TAKE

from . import lang, words
from .keys import A, B
from .lang import say
from .sides import laid_off

_SPARKS = const(7)  # frames of the friend's card
FRAMES = const(12)  # with those in which the band opens
_FRAME_MS = const(60)
_MIDDLE = const(31)
_HALF = const(22)  # height of the open band, halved
_RAYS = ((-6, 0), (-5, -3), (-3, -4), (0, -5), (3, -4), (5, -3), (6, 0), (5, 3), (3, 4), (0, 5), (-3, 4), (-5, 3))


class Reveal:
    """Tells a person what is new.

    names  player of each seat, see words.player; seat  of the person, or -1
    public  an onlooker's view of the deal as it is now
    """

    def __init__(self, ui, rules, names, seat, public):
        self.ui = ui
        self.rules = rules
        self.names = names
        self.seat = seat
        self._known = tricks.friend(rules, public) != NOBODY

    def tell(self, seen, public, was, ms):
        """Tell what an action in phase `was` has brought to light, each piece for `ms` (generator); returns a key.

        seen, public  the person's view and an onlooker's, after it
        """
        key = 0
        rules = self.rules
        declarer = seen[DECLARER]
        if declarer == NOBODY:
            return 0
        name = words.player(self.names[declarer])
        card = bytes((seen[FRIEND],))
        if was == NAME_FRIEND and declarer != self.seat:
            if self.seat >= 0 and tricks.friend(rules, seen) == self.seat:
                text = say("you_are_friend", name).split("\n")
            else:
                text = say("friend_is_who", name).split("\n")
            key = yield from self._show(card, text, ms)
        elif was == TAKE:
            n = laid_off(rules, public)
            if n:
                text = say("for_opponents", n).split("\n")
                key = yield from self._show(_faces(rules, public), text, ms)
        partner = tricks.friend(rules, public)
        if partner != NOBODY and not self._known:
            self._known = True
            you = self.names[declarer] == 0
            if partner == declarer:
                text = (say("you_alone") if you else say("alone_now", name)).split("\n")
            elif you:
                text = say("your_friend_now", words.player(self.names[partner])).split("\n")
            elif not self.names[partner]:
                text = say("you_friend_now", name).split("\n")
            else:
                text = say("friend_now", words.player(self.names[partner]), name).split("\n")
            key = yield from self._show(card, text, ms, True)
        return key

    def _show(self, cards, text, ms, sparks=False):
        """Open the band, leave it for `ms` (for a key where negative), and return A or B if that was pressed."""
        ui = self.ui
        for frame in range(0 if sparks else _SPARKS, FRAMES):
            draw(ui.canvas, frame, cards, text)
            ui.device.show()
            start = ui.device.now()
            while ui.device.since(start) < _FRAME_MS:
                key = ui.device.key()
                if key in (A, B):
                    return key
                ui.keep(key)
                yield _FRAME_MS // 2
        return (yield from ui.pause(ms))


def _faces(rules, public):
    at = CARDS + public[SEATS] * rules.hand
    return bytes([public[i] for i in range(at, at + rules.face_down) if tricks.counts(rules, public[i])])


def draw(canvas, frame, cards, text):
    """Draw one frame over what is on the canvas; it allocates nothing.

    frame  in the first _SPARKS of FRAMES sparks fly from the first card, in the others the band opens further
    cards  bytes, one to three; text  a large one and two lines below it
    """
    if frame < _SPARKS:
        _sparks(canvas, frame, cards[0])
        return
    half = 2 + (_HALF - 2) * (frame - _SPARKS) // (FRAMES - 1 - _SPARKS)
    canvas.fill_rect(0, _MIDDLE - half - 1, 128, 2 * half + 2, 0)
    canvas.hline(0, _MIDDLE - half, 128, 1)
    canvas.hline(0, _MIDDLE + half - 1, 128, 1)
    if frame < FRAMES - 1:
        return
    x = 10
    for card in cards:
        canvas.card(card, x, _MIDDLE - 12)
        x += 19
    x += 6
    x = min(x, 128 - canvas.width_of(text[1]), 128 - canvas.width_of(text[2]))
    if not lang.is_tall():
        canvas.title(text[0], x, _MIDDLE - 18)
        canvas.write(text[1], x, _MIDDLE + 1)
        canvas.write(text[2], x, _MIDDLE + 11)
        return
    canvas.fill_rect(0, 0, 128, _MIDDLE - half, 0)  # of the top row only a part would show
    canvas.title(text[0], 126 - canvas.title_width(text[0]) if lang.from_right else x, _MIDDLE - 18)
    for i in (1, 2):
        y = _MIDDLE + 13 * i - 14
        if lang.from_right:
            canvas.lead(text[i], 2, y)
        else:
            canvas.write(text[i], x, y)


def _sparks(canvas, frame, card):
    reach = 2 + frame
    canvas.fill_rect(0, _MIDDLE - _HALF - 1, 128, 2 * _HALF + 2, 0)
    for dx, dy in _RAYS:
        for k in range(3):
            x = 64 + dx * (reach + k)
            y = _MIDDLE + dy * (reach + k) // 2
            if _MIDDLE - _HALF <= y < _MIDDLE + _HALF - 1:
                canvas.fill_rect(x - 1, y - 1, 3 - k, 3 - k, 1)
    canvas.card(card if frame > 1 else 0, 56, _MIDDLE - 12)
