#!/usr/bin/env python3
"""Turns the text art in tools/art/ into firmware/handheld/glyphs.py.

    python tools/art.py             write the module
    python tools/art.py --check     only say whether it is up to date (exit status 1 if not)

In a file of text art a line "= A B C" names the glyphs of the band below it, "#" is a lit pixel, "." is not, and
blanks part one glyph from the next. Lines that begin with "# " before a band, and empty lines, do not count.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ART = Path(__file__).resolve().parent / "art"
MODULE = ROOT / "firmware" / "handheld" / "glyphs.py"

# What is drawn on a face comes in the order of the ranks from 2 and of the suits, the joker behind them.
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker")
SUITS = ("S", "H", "D", "C", "joker")
BACKS = ("back", "small_back", "small_place")

_HEAD = '''"""Pixels of letters, ranks, suits and card backs. Made by tools/art.py: change tools/art/, not this.

A strip is a pair of bytes objects. The first has the columns of all glyphs, one glyph after the other: from the
left, for each band of 8 rows, one byte a column, the top pixel in bit 0. The second has two bytes for each glyph,
low byte first, and two more for where the last one ends: where its first band starts, in columns (so a glyph of n
bands starts at n times that).
"""
'''


class ArtError(ValueError):
    """The text art is not what it should be; the message names file and line."""


def parse(text, where="text"):
    """Return a dict: name of a glyph -> list of its rows, strings of "#" and ".". Raise ArtError."""
    glyphs = {}
    names, band = [], []

    def end_of_band(number):
        for at, name in enumerate(names):
            if name in glyphs:
                raise ArtError("%s, above line %d: %r is drawn twice" % (where, number, name))
            rows = [row[at] for row in band]
            if not rows or len({len(row) for row in rows}) != 1:
                raise ArtError("%s, above line %d: the rows of %r differ in width" % (where, number, name))
            glyphs[name] = rows

    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("= "):
            end_of_band(number)
            names, band = line[2:].split(), []
        elif line.strip() and not (line.startswith("# ") and not _is_row(line, names)):
            cells = line.split()
            if len(cells) != len(names) or set("".join(cells)) - {"#", "."}:
                raise ArtError("%s, line %d: expected %d cells of # and ." % (where, number, len(names)))
            band.append(cells)
    end_of_band(len(lines) + 1)
    if not glyphs:
        raise ArtError("%s: no glyph in it" % where)
    return glyphs


def _is_row(line, names):
    # A narrow glyph whose column is lit, "# .# ...", begins like a comment.
    return not set(line) - {"#", ".", " "} and len(line.split()) == len(names)


def doubled(rows):
    """Return the glyph at twice its size, its diagonals smoothed (the rule known as Scale2x)."""
    height, width = len(rows), len(rows[0])

    def pixel(x, y):
        return rows[y][x] if 0 <= x < width and 0 <= y < height else "."

    result = []
    for y in range(height):
        upper, lower = "", ""
        for x in range(width):
            here = pixel(x, y)
            above, below, left, right = pixel(x, y - 1), pixel(x, y + 1), pixel(x - 1, y), pixel(x + 1, y)
            if above == below or left == right:
                upper += here * 2
                lower += here * 2
                continue
            upper += (left if left == above else here) + (right if right == above else here)
            lower += (left if left == below else here) + (right if right == below else here)
        result += [upper, lower]
    return result


def large(name, rows):
    """Return the glyph of the title font for one of the text font, whose name is given."""
    if name == "♣":  # smoothed, its lobes would run together and make it a spade
        return ["".join(pixel * 2 for pixel in row) for row in rows for _ in range(2)]
    rows = doubled(rows)
    if name in "♠♥♦":
        return rows
    # Upright strokes get 3 pixels wide, level ones stay 2, as in print.
    return [
        "".join("#" if "#" in pair else "." for pair in zip("." + row, row + ".", strict=True)) for row in rows
    ]


def columns(rows):
    """Return the bytes of a glyph, band by band."""
    data = bytearray()
    for top in range(0, len(rows), 8):
        for x in range(len(rows[0])):
            data.append(sum(1 << y for y, row in enumerate(rows[top : top + 8]) if row[x] == "#"))
    return bytes(data)


def strip(glyphs):
    """Return (columns of all glyphs, their starts) as described in the module that is made."""
    data, starts, at = b"", b"", 0
    for rows in glyphs:
        starts += at.to_bytes(2, "little")
        data += columns(rows)
        at += len(rows[0])
    return data, starts + at.to_bytes(2, "little")


def _literal(data):
    lines = [
        '    b"' + "".join("\\x%02x" % value for value in data[at : at + 22]) + '"'
        for at in range(0, len(data), 22)
    ]
    return "(\n" + "\n".join(lines) + "\n)" if len(lines) > 1 else lines[0].strip()


def _load(name, height=None):
    glyphs = parse((ART / name).read_text(encoding="utf-8"), name)
    for glyph, rows in glyphs.items():
        if height and len(rows) != height:
            raise ArtError("%s: %r has %d rows, not %d" % (name, glyph, len(rows), height))
    return glyphs


def _pick(glyphs, names, where):
    missing = [name for name in names if name not in glyphs]
    if missing:
        raise ArtError("%s lacks %s" % (where, " ".join(missing)))
    return [glyphs[name] for name in names]


def module():
    """Return the text of glyphs.py."""
    font = _load("font.txt", 8)
    font[" "] = font.pop("space")
    none = font.pop("none")
    ascii_part = "".join(map(chr, range(32, 127)))
    extra = "".join(name for name in font if name not in ascii_part)
    names = list(ascii_part + extra)
    letters = _pick(font, names, "font.txt") + [none]
    names.append("none")
    strips = (
        ("FONT", strip(letters)),
        ("TITLE", strip([large(name, rows) for name, rows in zip(names, letters, strict=True)])),
        ("RANKS", strip(_pick(_load("ranks.txt", 9), RANKS, "ranks.txt"))),
        ("SUITS", strip(_pick(_load("suits.txt", 9), SUITS, "suits.txt"))),
        ("SMALL_RANKS", strip(_pick(_load("small_ranks.txt", 7), RANKS, "small_ranks.txt"))),
        ("SMALL_SUITS", strip(_pick(_load("small_suits.txt", 7), SUITS, "small_suits.txt"))),
    )
    text = (
        _HEAD
        + "\n# Characters behind ASCII 32 to 126, in the order of their glyphs; one more is for all others.\n"
    )
    text += 'EXTRA = "%s"\n' % extra
    for name, (data, starts) in strips:
        text += "\n%s = %s\n%s_AT = %s\n" % (name, _literal(data), name, _literal(starts))
    backs = _load("backs.txt")
    for name, rows in zip(BACKS, _pick(backs, BACKS, "backs.txt"), strict=True):
        text += "\n%s = %s\n" % (name.upper(), _literal(columns(rows)))
    return text


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether glyphs.py is up to date")
    check = parser.parse_args(arguments).check
    try:
        text = module()
    except ArtError as error:
        print("art: %s" % error, file=sys.stderr)
        return 1
    if check:
        if not MODULE.is_file() or MODULE.read_text(encoding="utf-8") != text:
            print("art: glyphs.py is not what tools/art/ gives: run python tools/art.py", file=sys.stderr)
            return 1
        return 0
    MODULE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
