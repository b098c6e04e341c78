"""Cards and chips that move over a picture.

Pieces are added, each with where it begins and where it ends, and run() has them all go there at once. What lies below
is kept meanwhile, so a frame costs no more than its pieces: no text is written again, and nothing is allocated.
"""

from array import array

from micropython import const

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
    """device  a handheld.device.Device or anything with its methods

    speed    index into SPEEDS
    skipped  a button was pressed: nothing moves any more until begin()
    frames   how many were shown so far
    """

    def __init__(self, device):
        self.device = device
        self.speed = 2
        self.skipped = False
        self.frames = 0
        self._below = bytearray(len(device.canvas.buffer))
        self._pieces = array("h", [0] * (_MOST * _FIELDS))
        self._number = 0

    def begin(self):
        """A new motion, of one run() or more; returns whether anything is to move."""
        self.skipped = False
        self._number = 0
        return self.speed > 0 and self.device.is_lit()

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
