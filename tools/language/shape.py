"""Scripts that the device's own font does not have: letters from text art, put in the order in which they are drawn.

A device only draws from left to right, one glyph after another. So what needs more is done here: Persian letters are
joined and put in visual order, Thai vowels and tone marks are drawn into one glyph with the consonant they belong to.
Each glyph that occurs gets a character of Unicode's private area, from U+E000 on; what the device's font has (Latin
letters, digits, suits) stays as it is. For the device such a character becomes a pair of others: see encoded().
"""

import re
from functools import cache
from pathlib import Path

import art

FIRST = 0xE000
_PAIRS = 60  # glyphs to a leading character, from U+0001 on
_PAIR_FIRST = 63  # "?": from here on there is no blank, "|" or brace, nor a digit
BREAK = "\x1f"  # where a line may be broken without a space; written "~" in a table
_HARD_SPACE = "\xa0"

_ART = Path(art.ART)

# Places {0} ... while a text is put in order: letters that nothing joins, written from right to left, and between
# \u2066 and \u2069 from left to right.
_STAND_INS = "אבגדה"
_LEFT_STAND_INS = "αβγδε"
_MIRRORED = str.maketrans("()[]", ")(][")

_ABOVE = "ัิีึืํ็"
_BELOW = "ฺุู"
_TONES = "่้๊๋์"
_TALL = "ปฝฟฬ"
_SARA_AM = "ำ"
_NIKHAHIT = "ํ"


def encoded(text):
    """Return a text as the device draws it: for each glyph of the face one of few characters, then one of 60.

    MicroPython keeps every character that it has once come across as a name for good; a hundred more would have it make
    its next, larger table of names.
    """
    return "".join(
        chr(1 + (ord(character) - FIRST) // _PAIRS) + chr(_PAIR_FIRST + (ord(character) - FIRST) % _PAIRS)
        if FIRST <= ord(character) < FIRST + 8 * _PAIRS
        else character
        for character in text
    )


class ShapeError(ValueError):
    """A text with a character that there is no glyph for; the message names it."""


class Face:
    """The glyphs of a script as they come to be used.

    rows   height of a glyph; above  rows above the one in which the device's capitals begin
    pitch  rows from one line to the next; from_right  whether the script is written from right to left
    """

    def __init__(self, rows, above, pitch, from_right=False):
        self.rows = rows
        self.above = above
        self.pitch = pitch
        self.from_right = from_right
        self.glyphs = []  # each a tuple of rows
        self._known = {}

    def add(self, rows):
        """Return the character for a glyph."""
        rows = tuple(rows)
        if rows not in self._known:
            self._known[rows] = chr(FIRST + len(self.glyphs))
            self.glyphs.append(rows)
        return self._known[rows]

    def bytes(self):
        """Return where each glyph's columns begin, 2 bytes each and 2 for the end, and then two bands of columns."""
        starts = columns = b""
        at = 0
        for rows in self.glyphs:
            starts += at.to_bytes(2, "little")
            columns += art.columns([*rows, *["." * len(rows[0])] * (16 - len(rows))])
            at += len(rows[0])
        return starts + at.to_bytes(2, "little") + columns


@cache
def _letters(name):
    glyphs = art.parse((_ART / name).read_text(encoding="utf-8"), name)
    return {chr(int(code, 16)): rows for code, rows in glyphs.items()}


@cache
def _plain():
    """What the device's own font has."""
    names = art.parse((_ART / "font.txt").read_text(encoding="utf-8"), "font.txt")
    return {name for name in names if len(name) == 1} | {" "}


class Latin:
    """Nothing to do: the device's own font has all letters."""

    plural = 1
    face = None
    from_right = False

    def __init__(self, plural=1):
        self.plural = plural

    def shape(self, text):
        """Return the text as it is drawn. Raises ShapeError."""
        for character in text:
            if character not in _plain() and character != BREAK:
                raise ShapeError("%r has no glyph in the device's font (tools/art/font.txt)" % character)
        return text


class Persian:
    """Letters joined, from right to left; numbers and Latin letters among them from left to right."""

    plural = 1
    from_right = True

    def __init__(self):
        self.face = Face(rows=11, above=1, pitch=12, from_right=True)

    def shape(self, text):
        """Return the text as it is drawn. Raises ShapeError."""
        import arabic_reshaper
        from bidi import get_display

        parts = re.split("(\u2066[^\u2069]*\u2069)", text)
        for i, part in enumerate(parts):
            parts[i] = _stand_in(part, _LEFT_STAND_INS) if i & 1 else _stand_in(part, _STAND_INS).translate(_MIRRORED)
        shaped = get_display(arabic_reshaper.reshape("".join(parts)), base_dir="R")
        out = ""
        for character in shaped:
            if character in _STAND_INS + _LEFT_STAND_INS:
                out += "{%d}" % ((_STAND_INS + _LEFT_STAND_INS).index(character) % len(_STAND_INS))
            elif character in _letters("persian.txt"):
                out += self.face.add(_letters("persian.txt")[character])
            elif character in _plain() or character == BREAK:
                out += character
            elif not "\u200b" <= character <= "\u200f" and not "\u2066" <= character <= "\u2069":
                raise ShapeError("%r (U+%04X) has no glyph in tools/art/persian.txt" % (character, ord(character)))
        # A line is broken from the right; what runs from left to right stays in one piece.
        return re.sub(r"(?<=[0-9A-Za-z]) (?=[0-9A-Za-z+–])", _HARD_SPACE, out)


def _stand_in(text, letters):
    """The text with a letter in each of its places."""
    return re.sub(r"\{(\d)\}", lambda match: letters[int(match[1])], text)


class Thai:
    """Consonants with what stands above and below them."""

    plural = 1
    from_right = False

    def __init__(self):
        self.face = Face(rows=13, above=4, pitch=13)

    def shape(self, text):
        """Return the text as it is drawn. Raises ShapeError."""
        letters = _letters("thai.txt")
        out = ""
        cluster = ""
        for character in text.replace(_SARA_AM, "ํา") + " ":
            if character in _ABOVE + _BELOW + _TONES:
                # Written after the tone mark where sara am was: the order does not matter for the picture.
                cluster += character
                continue
            if cluster:
                out += self.face.add(_stacked(cluster, letters))
            cluster = ""
            if character in letters:
                cluster = character
            elif character in _plain() or character == BREAK:
                out += character
            else:
                raise ShapeError("%r (U+%04X) has no glyph in tools/art/thai.txt" % (character, ord(character)))
        return out[:-1]


def _stacked(cluster, letters):
    """The rows of a consonant with its marks."""
    base = letters[cluster[0]]
    marks = cluster[1:]
    rows = list(base)
    crowded = any(mark in _ABOVE for mark in marks)
    # The marks of a tall letter stand left of its stem.
    for mark in marks:
        drawn = letters[mark]
        if mark == _NIKHAHIT or mark in _TONES and not crowded:
            drawn = drawn[-2:] + drawn[:-2]  # two rows lower
        if cluster[0] in _TALL and mark not in _BELOW:
            drawn = [row[2:] + ".." if row.startswith("..") else row[1:] + "." for row in drawn]
        rows = [
            "".join("#" if "#" in pair else "." for pair in zip(one, other, strict=True))
            for one, other in zip(rows, drawn, strict=True)
        ]
    lit = [x for row in rows for x, pixel in enumerate(row) if pixel == "#"]
    return [row[min(lit) : max(lit) + 1] + "." for row in rows]


def whole(shape, text):
    """Return a text of several lines (\n) and forms (|) as it is drawn, each of them shaped by itself."""
    return "|".join("\n".join(shape(line) for line in form.split("\n")) for form in text.replace("~", BREAK).split("|"))


@cache
def _widths():
    glyphs = art.parse((_ART / "font.txt").read_text(encoding="utf-8"), "font.txt")
    return {{"space": " "}.get(name, name): len(rows[0]) for name, rows in glyphs.items()}


def width(text, face, large=False):
    """Return the width in pixels of a text as it is drawn, as the device's canvas measures it.

    large  of the large letters: the device's own at twice their size, those of a face at theirs, but bold
    """
    plain = _widths()
    total = gap = 0
    for character in text:
        code = ord(character)
        if FIRST <= code < FIRST + 0x400:
            total += len(face.glyphs[code - FIRST][0]) + (1 if large else 0)
            gap = 0
        elif character != BREAK:
            one = plain[" " if character == _HARD_SPACE else character]
            gap = 2 if large else 1
            total += (len(art.large(character, ["." * one])[0]) if large else one) + gap
    return total - gap


def shaper(code):
    """Return a new Latin, Persian or Thai for a language's code; it has shape(text), face, plural, from_right."""
    if code == "fa":
        return Persian()
    if code == "th":
        return Thai()
    return Latin(2 if code == "sr" else 1)
