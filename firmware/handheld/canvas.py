"""The picture in memory: a FrameBuffer that can also write text and draw cards.

Nothing here allocates once the module is loaded, so that drawing never waits for the garbage collector and never
breaks up the heap.
"""

from framebuf import MONO_HLSB, MONO_VLSB, FrameBuffer
from micropython import const

from handheld import glyphs

WIDTH = const(128)
HEIGHT = const(64)

CARD_WIDTH = const(17)
CARD_HEIGHT = const(25)
SMALL_WIDTH = const(11)
SMALL_HEIGHT = const(17)

_GAP = const(1)  # between letters
_TITLE_GAP = const(2)
_JOKER_RANK = const(13)
# A glyph of the language's own face is a pair of characters: one up to _MOST_LEADS, then one of _PAIRS from _PAIR_FIRST
# on. See encoded() in tools/language/shape.py.
_MOST_LEADS = const(8)
_PAIRS = const(60)
_PAIR_FIRST = const(63)
_FACE_ROWS = const(16)
_HARD_SPACE = const(0xA0)

# blit() cannot cut a glyph out of a strip, and a FrameBuffer cannot lie on read-only bytes in every MicroPython
# this has to run on. So the columns of a glyph are copied in here, and FrameBuffers of every size that occurs
# wait on top of it. That takes less memory than a FrameBuffer for each glyph and is fast enough without native
# code: see _Strip.draw.
_scratch = bytearray(CARD_WIDTH * 4)

# Draws lit pixels dark: looks 1 up as 0, and 0 as 1, which blit() then takes for transparent.
_dark = FrameBuffer(bytearray(b"\x80"), 2, 1, MONO_HLSB)


class _Strip:
    """The glyphs of one pair in the module glyphs, `height` pixels high (1 to 16)."""

    def __init__(self, columns, starts, height):
        self._columns = columns
        self._starts = starts
        self._bands = (height + 7) // 8
        glyphs_in_it = len(starts) // 2 - 1
        self.last = glyphs_in_it - 1
        widths = [self.width(i) for i in range(glyphs_in_it)]
        self._cuts = [
            FrameBuffer(_scratch, width, height, MONO_VLSB) if width in widths else None
            for width in range(max(widths) + 1)
        ]

    def width(self, i):
        at = i << 1
        starts = self._starts
        return (starts[at + 2] | starts[at + 3] << 8) - (starts[at] | starts[at + 1] << 8)

    def draw(self, canvas, i, x, y, color):
        """Draw glyph i with its top left pixel at x, y; return its width."""
        at = i << 1
        starts = self._starts
        start = starts[at] | starts[at + 1] << 8
        width = (starts[at + 2] | starts[at + 3] << 8) - start
        bands = self._bands
        start *= bands
        columns = self._columns
        scratch = _scratch
        for k in range(width * bands):
            scratch[k] = columns[start + k]
        if color:
            canvas.blit(self._cuts[width], x, y, 0)
        else:
            canvas.blit(self._cuts[width], x, y, 1, _dark)
        return width


_font = _Strip(glyphs.FONT, glyphs.FONT_AT, 8)
_title = _Strip(glyphs.TITLE, glyphs.TITLE_AT, 16)
_ranks = _Strip(glyphs.RANKS, glyphs.RANKS_AT, 9)
_suits = _Strip(glyphs.SUITS, glyphs.SUITS_AT, 9)
_small_ranks = _Strip(glyphs.SMALL_RANKS, glyphs.SMALL_RANKS_AT, 7)
_small_suits = _Strip(glyphs.SMALL_SUITS, glyphs.SMALL_SUITS_AT, 7)
_face = None  # of a script that the font does not have, see use_face()
_above = 0
_from_right = False
_card_cut = FrameBuffer(_scratch, CARD_WIDTH, CARD_HEIGHT, MONO_VLSB)
_small_cut = FrameBuffer(_scratch, SMALL_WIDTH, SMALL_HEIGHT, MONO_VLSB)


def _index(character):
    """Return the glyph of a character in both fonts."""
    code = ord(character)
    if code < 127:
        return code - 32 if code >= 32 else _font.last
    if code == _HARD_SPACE:
        return 0
    i = glyphs.EXTRA.find(character)
    return _font.last if i < 0 else i + 95


# Going through a text makes a string of each character. MicroPython looks such a string up among those it has
# interned and allocates only if it is not there: have them all there.
for _character in glyphs.EXTRA:
    pass
for _character in range(32, 127):
    chr(_character)


def use_face(columns, starts, above, from_right):
    """Draw pairs of characters with these glyphs, of 16 rows; see tools/language/pack.py.

    columns, starts  as in the module glyphs; None where the font has all letters
    above       how many rows the glyphs reach above a capital's first row
    from_right  whether lead() begins at the right
    """
    global _face, _above, _from_right
    _face = _Strip(columns, starts, _FACE_ROWS) if columns else None
    _above = above
    _from_right = from_right


class Canvas(FrameBuffer):
    """128x64 pixels, 1 is lit. Everything may lie off the edges in part or as a whole; what does is not drawn.

    buffer  bytearray of 1024 bytes, MONO_VLSB: 8 pages of 128 columns, the top pixel of a column in bit 0: the
            order of the display's memory
    """

    def __init__(self):
        buffer = bytearray(WIDTH * HEIGHT // 8)
        super().__init__(buffer, WIDTH, HEIGHT, MONO_VLSB)
        self.buffer = buffer

    # ---- text ----

    def write(self, text, x, y, color=1):
        """Write text: capitals in rows y to y + 6, descenders in y + 7. Return the x where text would go on."""
        lead = 0
        for character in text:
            code = ord(character)
            if lead:
                x += _face.draw(self, _glyph(lead, code), x, y - _above, color)
                lead = 0
            elif code <= _MOST_LEADS and _face:
                lead = code
            else:
                x += _font.draw(self, _index(character), x, y, color) + _GAP
        return x

    def width_of(self, text):
        """Return the width of written text in pixels, without the gap behind it."""
        return _measure(_font, text, _GAP)

    def centred(self, text, y, color=1, left=0, right=WIDTH):
        """Write text in the middle of the columns left to right - 1. Return the x where text would go on."""
        return self.write(text, (left + right - _measure(_font, text, _GAP)) >> 1, y, color)

    def right(self, text, edge, y, color=1):
        """Write text so that its last column is edge - 1. Return the x where text would go on."""
        return self.write(text, edge - _measure(_font, text, _GAP), y, color)

    def lead(self, text, x, y, color=1):
        """Write text where a line begins: x pixels from the left edge, or from the right where one reads from there."""
        if _from_right:
            x = WIDTH - x - _measure(_font, text, _GAP)
        self.write(text, x, y, color)

    def trail(self, text, x, y, color=1):
        """Write text where a line ends: so many pixels from the right edge, or from the left."""
        if not _from_right:
            x = WIDTH - x - _measure(_font, text, _GAP)
        self.write(text, x, y, color)

    def title(self, text, x, y, color=1):
        """Write large bold text: capitals in rows y to y + 13, descenders to y + 15. Return as write() does.

        Letters of a face are as large as always, but bold.
        """
        lead = 0
        for character in text:
            code = ord(character)
            if lead:
                _face.draw(self, _glyph(lead, code), x, y + 4 - _above, color)
                x += _face.draw(self, _glyph(lead, code), x + 1, y + 4 - _above, color) + 1
                lead = 0
            elif code <= _MOST_LEADS and _face:
                lead = code
            else:
                x += _title.draw(self, _index(character), x, y, color) + _TITLE_GAP
        return x

    def title_width(self, text):
        """Return the width of text written large, in pixels, without the gap behind it."""
        return _measure(_title, text, _TITLE_GAP)

    # ---- cards ----

    def card(self, c, x, y):
        """Draw a card face up, 17x25: lit, rank above suit. c is the card's byte; 0, an unknown card, is a back.

        One pixel above it and at its sides gets dark, so that it stands out from another card it lies on.
        Rank and suit end with row y + 19, so that the bottom edge of the screen may cut off the rest.
        """
        if not c:
            self.card_back(x, y)
            return
        _lit(self, x, y, CARD_WIDTH, CARD_HEIGHT)
        suit = c >> 4
        _middle(self, _ranks, (c & 15) - 2 if suit < 4 else _JOKER_RANK, x, y + 1, CARD_WIDTH)
        _middle(self, _suits, suit, x, y + 11, CARD_WIDTH)

    def fanned_card(self, c, x, y):
        """Draw a card as card() does, but rank and suit in its first 11 columns: another may lie on the rest."""
        if not c:
            self.card_back(x, y)
            return
        _lit(self, x, y, CARD_WIDTH, CARD_HEIGHT)
        suit = c >> 4
        rank = (c & 15) - 2 if suit < 4 else _JOKER_RANK
        if _ranks.width(rank) < SMALL_WIDTH:
            _middle(self, _ranks, rank, x, y + 1, SMALL_WIDTH)
        else:
            _middle(self, _small_ranks, rank, x, y + 2, SMALL_WIDTH)
        _middle(self, _suits, suit, x, y + 11, SMALL_WIDTH)

    def small_card(self, c, x, y):
        """Draw a small card face up, 11x17: lit, rank above suit. c is the card's byte; 0 is a back."""
        if not c:
            self.small_back(x, y)
            return
        _lit(self, x, y, SMALL_WIDTH, SMALL_HEIGHT)
        suit = c >> 4
        _middle(self, _small_ranks, (c & 15) - 2 if suit < 4 else _JOKER_RANK, x, y + 1, SMALL_WIDTH)
        _middle(self, _small_suits, suit, x, y + 9, SMALL_WIDTH)

    def card_back(self, x, y):
        """Draw a card face down, 17x25."""
        _paste(self, glyphs.BACK, _card_cut, x, y)

    def small_back(self, x, y):
        """Draw a small card face down, 11x17."""
        _paste(self, glyphs.SMALL_BACK, _small_cut, x, y)

    def small_place(self, x, y):
        """Draw the outline of the place where a small card will lie, 11x17."""
        _paste(self, glyphs.SMALL_PLACE, _small_cut, x, y)


def _glyph(lead, code):
    return (lead - 1) * _PAIRS + code - _PAIR_FIRST


def _measure(strip, text, gap):
    width = behind = lead = 0
    for character in text:
        code = ord(character)
        if lead:
            width += _face.width(_glyph(lead, code)) + (1 if strip is _title else 0)
            behind = lead = 0
        elif code <= _MOST_LEADS and _face:
            lead = code
        else:
            width += strip.width(_index(character)) + gap
            behind = gap
    return width - behind


def _lit(canvas, x, y, width, height):
    # A dark rim, so that cards laid on one another can be told apart; not below, where a card is often cut off.
    canvas.fill_rect(x - 1, y - 1, width + 2, height + 1, 0)
    # Three overlapping rectangles that leave the corners out.
    canvas.fill_rect(x + 1, y, width - 2, height, 1)
    canvas.vline(x, y + 1, height - 2, 1)
    canvas.vline(x + width - 1, y + 1, height - 2, 1)


def _middle(canvas, strip, i, x, y, width):
    strip.draw(canvas, i, x + ((width - strip.width(i)) >> 1), y, 0)


def _paste(canvas, columns, cut, x, y):
    # Without a key: the dark pixels of a back cover what lies below.
    scratch = _scratch
    for k in range(len(columns)):
        scratch[k] = columns[k]
    canvas.blit(cut, x, y)
