"""Cards and chips that move over a picture.

Pieces are added, each with where it begins and where it ends, and run() has them all go there at once. What lies below
is kept meanwhile, so a frame costs no more than its pieces: no text is written again, and nothing is allocated.

The functions take a play.DealPlayer. They are generators as screens are, see ui.py.
"""

from array import array

from micropython import const

from elba.layout import CARDS, DEALER, SEATS, WINNERS

from . import lang
from .table import hand_row, names_row, played_row
from .ui import row_text

_FRAME_MS = const(40)
_MOST = const(8)  # pieces at a time
_FIELDS = const(5)  # of a piece: what it is, x and y at the beginning, x and y at the end
CHIP = const(0xFF)  # in place of a card

# A flight's milliseconds: not at all, slow, normal, fast.
SPEEDS = (0, 400, 240, 120)


class _Slice:
    def __getitem__(self, index):
        return index


_ALL = _Slice()[:]  # made once: to write [:] makes one each time


class Motion:
    """device  a handheld.device.Device or anything with its methods; speed  index into SPEEDS

    skipped  a button was pressed: run() moves nothing any more
    frames   how many were shown so far
    """

    def __init__(self, device, speed):
        self.device = device
        self.speed = speed
        self.skipped = False
        self.frames = 0
        self._below = bytearray(len(device.canvas.buffer))
        self._pieces = array("h", bytes(2 * _MOST * _FIELDS))
        self._number = 0

    def add(self, what, x, y, to_x, to_y):
        """Have a small card (0: its back) or a CHIP go from one place to another, with its top left pixel."""
        if self._number < _MOST:
            pieces = self._pieces
            at = self._number * _FIELDS
            pieces[at] = what
            pieces[at + 1] = x
            pieces[at + 2] = y
            pieces[at + 3] = to_x
            pieces[at + 4] = to_y
            self._number += 1

    def run(self, part=1):
        """Move the pieces over what is on the canvas (generator), which is there again at the end without them.

        part  the time is that of a flight divided by so much
        Any button ends it; the press does nothing else.
        """
        device = self.device
        canvas = device.canvas
        buffer = canvas.buffer
        below = self._below
        below[_ALL] = buffer
        whole = SPEEDS[self.speed] // part if self._number else 0
        start = device.now()
        at = 0
        while at < whole and not self.skipped:
            buffer[_ALL] = below
            left = 256 - (at << 8) // whole
            self._draw(canvas, 256 - (left * left >> 8))  # quick at first, and slower where it is to lie
            device.show()
            self.frames += 1
            yield max(1, _FRAME_MS - device.since(start) + at)
            at = device.since(start)
            if device.key():
                device.flush()
                self.skipped = True
        buffer[_ALL] = below
        self._number = 0

    def _draw(self, canvas, way):
        pieces = self._pieces
        for i in range(0, self._number * _FIELDS, _FIELDS):
            x = pieces[i + 1]
            y = pieces[i + 2]
            x += (pieces[i + 3] - x) * way >> 8
            y += (pieces[i + 4] - y) * way >> 8
            if pieces[i] == CHIP:
                canvas.fill_rect(x - 1, y, 9, 7, 0)
                canvas.fill_rect(x + 1, y, 5, 7, 1)
                canvas.fill_rect(x, y + 1, 7, 5, 1)
                canvas.rect(x + 2, y + 2, 3, 3, 0)
            else:
                canvas.small_card(pieces[i], x, y)


def deal(player):
    """Have the cards come from the dealer into the hand, one after another."""
    table = player.table
    motion = Motion(player.ui.device, player.ui.motion)
    from_x = table.place(player.state[SEATS], player.state[DEALER])
    table.laid = 0
    player.draw()
    for i in range(table.held):
        table.laid = i
        table.hand_only()
        motion.add(0, from_x, names_row(), table.column(i), hand_row())
        yield from motion.run(2 if table.held < 8 else 4)


def card(player, seat, number, from_x):
    """Have the card that a seat has played to trick `number` go to its place: from the hand, or from below the name.

    The canvas shows the table without it. from_x  its column in the hand
    """
    x = player.table.place(player.state[SEATS], seat)
    motion = Motion(player.ui.device, player.ui.motion)
    own = seat == player.seat
    what = player.state[CARDS + seat * player.engine.rules.hand + number]
    motion.add(what, from_x if own else x, hand_row() if own else names_row(), x, played_row())
    return motion.run()


def trick(player, number):
    """Have the cards of a trick go to who has won it. The canvas shows the table without them."""
    state = player.state
    table = player.table
    seats = state[SEATS]
    motion = Motion(player.ui.device, player.ui.motion)
    to_x = table.place(seats, state[WINNERS + number])
    for seat in range(seats):
        what = state[CARDS + seat * player.engine.rules.hand + number]
        motion.add(what, table.place(seats, seat), played_row(), to_x, played_row())
    return motion.run()


def chips(ui, pay, half):
    """Have a chip go from each who pays to each who gets something, between the rows of reports.settlement()."""
    motion = Motion(ui.device, ui.motion)
    players = len(pay)
    for i in range(players):
        for j in range(players):
            if pay[i] < 0 < pay[j]:
                x, y = _chip_at(i, half, players)
                to_x, to_y = _chip_at(j, half, players)
                motion.add(CHIP, x, y, to_x, to_y)
    return motion.run()


def _chip_at(i, half, players):
    x = (84 if players <= 4 else 44) + (0 if i < half else 66)
    y = row_text(i % half) if lang.is_tall() else 21 + (i % half) * 8
    return 121 - x if lang.from_right else x, y
