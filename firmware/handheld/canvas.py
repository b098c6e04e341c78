"""What the screens draw on: a frame buffer in memory with text and cards. Nothing here touches the display.

All methods but the constructor allocate nothing. Pixels are lit where the colour is 1; text and pictures leave the
pixels around their strokes as they are.
"""

import framebuf
from micropython import const

from . import glyphs

WIDTH = const(128)
HEIGHT = const(64)

CARD_WIDTH = const(17)
CARD_HEIGHT = const(25)
SMALL_WIDTH = const(11)
SMALL_HEIGHT = const(17)

_WIDEST = const(12)  # columns of the widest letter
_JOKER_RANK = const(13)  # index of the joker's picture among the ranks
_JOKER_SUIT = const(4)


def _start(glyph):
    starts = glyphs.FONT_START
    return starts[2 * glyph] | starts[2 * glyph + 1] << 8


def _glyph(ch):
    code = ord(ch)
    if 32 <= code < 127:
        return code - 31
    # 0, the picture of what the font lacks, for a character that is not found.
    return 96 + glyphs.FONT_MORE.find(ch) if ch in glyphs.FONT_MORE else 0


def _palette(*colors):
    palette = framebuf.FrameBuffer(bytearray(len(colors)), len(colors), 1, framebuf.MONO_VLSB)
    for i in range(len(colors)):
        palette.pixel(i, 0, colors[i])
    return palette


class Canvas(framebuf.FrameBuffer):
    """128x64 pixels of one bit. `buffer` is 1024 bytes in the display's own order: a byte is a column of eight."""

    def __init__(self):
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        super().__init__(self.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        # A letter is cut from the strip of all letters by blitting the strip, shifted, into a cell of its width.
        self._strip = (glyphs.FONT, len(glyphs.FONT), 8, framebuf.MONO_VLSB)
        self._cells = [
            framebuf.FrameBuffer(bytearray(max(1, width)), max(1, width), 8, framebuf.MONO_VLSB)
            for width in range(_WIDEST + 1)
        ]
        self._reversed = _palette(1, 0)

    # -- text

    def write(self, text, x, y, color=1):
        """Write text with its capitals' tops at row y; return the x behind it. 0 for `color`: dark on light."""
        for ch in text:
            x = self._letter(_glyph(ch), x, y, color) + 1
        return x

    def _cut(self, glyph):
        start = _start(glyph)
        cell = self._cells[_start(glyph + 1) - start]
        cell.blit(self._strip, -start, 0)
        return cell

    def _letter(self, glyph, x, y, color):
        if color:
            self.blit(self._cut(glyph), x, y, 0)
        else:
            self.blit(self._cut(glyph), x, y, 1, self._reversed)
        return x + _start(glyph + 1) - _start(glyph)

    def width_of(self, text):
        """Return the width of a text in pixels."""
        width = 0
        for ch in text:
            glyph = _glyph(ch)
            width += _start(glyph + 1) - _start(glyph) + 1
        return width - 1 if width else 0

    def centred(self, text, y, color=1, left=0, right=WIDTH):
        """Write text in the middle between two columns."""
        self.write(text, (left + right + 1 - self.width_of(text)) // 2, y, color)

    def right(self, text, edge, y, color=1):
        """Write text that ends before the column `edge`."""
        self.write(text, edge - self.width_of(text), y, color)

    def title(self, text, x, y, color=1):
        """Write text in letters of double size, 14 rows high; return the x behind it."""
        for ch in text:
            glyph = _glyph(ch)
            cell = self._cut(glyph)
            for column in range(_start(glyph + 1) - _start(glyph)):
                for row in range(8):
                    if cell.pixel(column, row):
                        self.fill_rect(x + 2 * column, y + 2 * row, 2, 2, color)
            x += 2 * (_start(glyph + 1) - _start(glyph) + 1)
        return x

    def title_width(self, text):
        """Return the width of a text in double size."""
        return 2 * self.width_of(text)

    # -- cards

    def card(self, c, x, y):
        """Draw a card of 17x25 pixels. Its rank and suit are in the upper 20 rows, should the lower ones be cut off."""
        self._face(x, y, CARD_WIDTH, CARD_HEIGHT)
        self._picture(glyphs.RANKS[_rank(c)], x, y + 2, CARD_WIDTH)
        self._picture(glyphs.SUITS[_suit(c)], x, y + 12, CARD_WIDTH)

    def small_card(self, c, x, y):
        """Draw a card of 11x17 pixels."""
        self._face(x, y, SMALL_WIDTH, SMALL_HEIGHT)
        self._picture(glyphs.SMALL_RANKS[_rank(c)], x, y + 1, SMALL_WIDTH)
        self._picture(glyphs.SMALL_SUITS[_suit(c)], x, y + 9, SMALL_WIDTH)

    def card_back(self, x, y):
        """Draw the back of a card of 17x25 pixels."""
        self._back(x, y, CARD_WIDTH, CARD_HEIGHT)

    def small_back(self, x, y):
        """Draw the back of a card of 11x17 pixels."""
        self._back(x, y, SMALL_WIDTH, SMALL_HEIGHT)

    def small_place(self, x, y):
        """Draw the dotted outline of a place for a small card."""
        self.fill_rect(x, y, SMALL_WIDTH, SMALL_HEIGHT, 0)
        for i in range(0, SMALL_WIDTH, 2):
            self.pixel(x + i, y, 1)
            self.pixel(x + i, y + SMALL_HEIGHT - 1, 1)
        for i in range(0, SMALL_HEIGHT, 2):
            self.pixel(x, y + i, 1)
            self.pixel(x + SMALL_WIDTH - 1, y + i, 1)

    def _face(self, x, y, width, height):
        # One dark row above and column beside parts a card from what it lies on.
        self.fill_rect(x - 1, y - 1, width + 2, height + 1, 0)
        self.fill_rect(x, y, width, height, 1)
        self._corners(x, y, width, height)

    def _corners(self, x, y, width, height):
        right = x + width - 1
        bottom = y + height - 1
        self.pixel(x, y, 0)
        self.pixel(right, y, 0)
        self.pixel(x, bottom, 0)
        self.pixel(right, bottom, 0)

    def _back(self, x, y, width, height):
        self._face(x, y, width, height)
        self.fill_rect(x + 1, y + 1, width - 2, height - 2, 0)
        for row in range(2, height - 2):
            for column in range(2 + row % 2, width - 2, 2):
                self.pixel(x + column, y + row, 1)

    def _picture(self, picture, x, y, width):
        """Draw a picture dark, in the middle of a card's width."""
        self.blit(picture, x + (width - picture[1] + 1) // 2, y, 1, self._reversed)


def _rank(c):
    rank = c & 15
    return rank - 2 if rank else _JOKER_RANK


def _suit(c):
    suit = c >> 4
    return suit if suit < 4 else _JOKER_SUIT
