"""What everybody gets to hear in a game with a friend: the card named, what was laid off face up, who the friend is.

A band opens across the table, and closes by itself or with A or B.
"""

from micropython import const

from elba import tricks
from elba.layout import CARDS, DECLARER, FRIEND, NAME_FRIEND, NOBODY, SEATS, TAKE

from . import words
from .keys import A, B
from .sides import laid_off

_FRAMES = const(10)
_FRAME_MS = const(40)
_OPEN = const(6)  # frames until the band is open
_MIDDLE = const(31)
_HALF = const(22)  # height of the open band, halved
_RAYS = ((-7, -7), (4, -10), (15, -7), (18, 4), (15, 15), (4, 18), (-7, 15), (-10, 4))


class Reveal:
    """Tells a person what is new.

    names  index into words.PLAYERS of each seat; seat  of the person, or -1
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
        name = words.PLAYERS[self.names[declarer]][0]
        card = bytes((seen[FRIEND],))
        if was == NAME_FRIEND and declarer != self.seat:
            if self.seat >= 0 and tricks.friend(rules, seen) == self.seat:
                text = "You", "are %s's friend." % name, "Nobody else knows."
            else:
                text = "Friend", "of %s is who" % name, "holds this card."
            key = yield from self._show(card, text, ms)
        elif was == TAKE:
            n = laid_off(rules, public)
            if n:
                text = "+%d" % n, "for the", "opponents"
                key = yield from self._show(_faces(rules, public), text, ms)
        partner = tricks.friend(rules, public)
        if partner != NOBODY and not self._known:
            self._known = True
            you = self.names[declarer] == 0
            if partner == declarer:
                text = "Alone!", "You have" if you else name + " has", "no friend."
            else:
                text = words.PLAYERS[self.names[partner]][0], "is your friend!", ""
                if not you:
                    text = text[0], ("are " if self.names[partner] == 0 else "is ") + name + "'s", "friend!"
            key = yield from self._show(card, text, ms)
        return key

    def _show(self, cards, text, ms):
        """Open the band, leave it for `ms` (for a key where negative), and return A or B if that was pressed."""
        ui = self.ui
        for frame in range(_FRAMES):
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
    """Draw one frame of the band over what is on the canvas; it allocates nothing.

    frame  0.._FRAMES-1; cards  bytes, one to three; text  a large one and two lines below it
    """
    half = min(_HALF, 2 + (_HALF - 2) * frame // _OPEN)
    canvas.fill_rect(0, _MIDDLE - half - 1, 128, 2 * half + 2, 0)
    canvas.hline(0, _MIDDLE - half, 128, 1)
    canvas.hline(0, _MIDDLE + half - 1, 128, 1)
    if frame < _OPEN:
        return
    x = 12
    y = _MIDDLE - 12
    for card in cards:
        canvas.card(card, x, y)
        x += 19
    if frame < _FRAMES - 1 and len(cards) == 1:
        # Sparks fly from the card.
        reach = frame - _OPEN
        for dx, dy in _RAYS:
            px = x - 19 + 8 + (dx - 4) * (8 + 2 * reach) // 8
            py = _MIDDLE + (dy - 4) * (8 + 2 * reach) // 8
            canvas.fill_rect(px, py, 2, 2, 1)
    x += 4
    canvas.title(text[0], x, _MIDDLE - 17)
    canvas.write(text[1], x, _MIDDLE + 1)
    canvas.write(text[2], x, _MIDDLE + 10)
