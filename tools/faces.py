"""Draw the letters of Persian and Thai as text art, tools/art/persian.txt and thai.txt, from fonts.

    python tools/faces.py --kufi NotoKufiArabic-Regular.ttf --fixed 6x13.pcf.gz

That has been done, and what it made is kept: it can be corrected by hand, and nobody needs the fonts. What is needed to
do it again, for another size or font, is in tools/requirements-faces.txt. The fonts and their licences:

    Noto Kufi Arabic   in Debian's package fonts-noto-core; SIL Open Font License, kept as tools/art/OFL.txt
    6x13 (misc-fixed)  in Debian's package xfonts-base; public domain
"""

import argparse
import sys
from pathlib import Path

ART = Path(__file__).resolve().parent / "art"

KUFI_SIZE = 9  # pixels to the em
PERSIAN_ABOVE, PERSIAN_ROWS = 8, 11  # rows above the baseline, and in all
THAI_ABOVE, THAI_ROWS = 11, 13
THAI_WIDTH = 6

PERSIAN = "ءآائبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"
MARKS = "،؛؟"
_JOINER = "\u200d"
_FORMS = ((0, 0), (0, 1), (1, 1), (1, 0))  # whether a letter joins the one before it, and the one behind it

_HEAD = """# %s, made by tools/faces.py, to be corrected by hand: %d rows a letter, %d of them above the baseline.
# A line "= 0e01 0e02" names the characters of the band below it by their code points.
"""


def _bits(bitmap):
    """The lit pixels of a FreeType bitmap of one bit a pixel: a set of (column, row from the top)."""
    return {
        (x, y)
        for y in range(bitmap.rows)
        for x in range(bitmap.width)
        if bitmap.buffer[y * bitmap.pitch + (x >> 3)] >> (7 - (x & 7)) & 1
    }


def _rows(lit, width, height):
    return ["".join("#" if (x, y) in lit else "." for x in range(width)) for y in range(height)]


def persian(path):
    """Return {code point of a form: rows}: every letter in the forms that it has, and lam with alef."""
    import arabic_reshaper
    import freetype
    import uharfbuzz

    face = freetype.Face(str(path))
    face.set_pixel_sizes(0, KUFI_SIZE)
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
    font.scale = (KUFI_SIZE * 64, KUFI_SIZE * 64)
    drawn = {}
    for letter in [*PERSIAN, "لا", "لآ", *MARKS]:
        for form in _FORMS if letter not in MARKS else _FORMS[:1]:
            before, behind = form
            shaped = arabic_reshaper.reshape("ب" * before + letter + "ب" * behind)[before:]
            shaped = shaped[: len(shaped) - behind]
            if len(shaped) != 1 or ord(shaped) in drawn:
                continue  # a form that the letter does not have
            buffer = uharfbuzz.Buffer()
            buffer.add_str(_JOINER * before + letter + _JOINER * behind)
            buffer.guess_segment_properties()
            buffer.direction, buffer.script, buffer.language = "rtl", "Arab", "fa"
            uharfbuzz.shape(font, buffer)
            lit, advance = set(), 0
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                face.load_glyph(info.codepoint, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
                left = (advance + place.x_offset + 32 >> 6) + face.glyph.bitmap_left
                top = PERSIAN_ABOVE - (place.y_offset + 32 >> 6) - face.glyph.bitmap_top
                lit |= {(left + x, top + y) for x, y in _bits(face.glyph.bitmap)}
                advance += place.x_advance
            width = advance + 32 >> 6
            # A pixel that reaches out at the side would lie on the neighbour: no letter of this font loses more.
            drawn[ord(shaped)] = _rows(lit, width, PERSIAN_ROWS)
    return drawn


def thai(path):
    """Return {code point: rows}: letters and marks, each in a cell of THAI_WIDTH columns."""
    import freetype

    face = freetype.Face(str(path))
    drawn = {}
    for code in [*range(0x0E01, 0x0E3B), *range(0x0E40, 0x0E4E)]:
        face.load_char(chr(code), freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
        left, top = face.glyph.bitmap_left, THAI_ABOVE - face.glyph.bitmap_top
        lit = {(left + x, top + y) for x, y in _bits(face.glyph.bitmap)}
        drawn[code] = _rows(lit, THAI_WIDTH, THAI_ROWS)
    return drawn


def art(drawn):
    """Return glyphs as text art, some to a band."""
    lines, band = [], []
    for code in sorted(drawn):
        band.append(code)
        if sum(len(drawn[each][0]) + 1 for each in band) > 100 or code == max(drawn):
            lines.append("\n= " + " ".join("%04x" % each for each in band))
            lines += [" ".join(row) for row in zip(*(drawn[each] for each in band), strict=True)]
            band = []
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="faces", description=__doc__.splitlines()[0])
    parser.add_argument("--kufi", type=Path, help="NotoKufiArabic-Regular.ttf")
    parser.add_argument("--fixed", type=Path, help="6x13.pcf.gz of misc-fixed")
    options = parser.parse_args(arguments)
    if options.kufi:
        head = _HEAD % ("Persian, after Noto Kufi Arabic (see OFL.txt)", PERSIAN_ROWS, PERSIAN_ABOVE)
        (ART / "persian.txt").write_text(head + art(persian(options.kufi)), encoding="utf-8")
    if options.fixed:
        head = _HEAD % ("Thai, after misc-fixed 6x13 (public domain)", THAI_ROWS, THAI_ABOVE)
        (ART / "thai.txt").write_text(head + art(thai(options.fixed)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
