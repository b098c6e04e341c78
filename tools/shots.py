"""A picture of every named screen in every language, on one sheet: make shots.

The sheet is kept in docs/: whoever changes a screen or a text looks at it, and a reader sees what the game looks like.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import shot
from handset import frames, screens
from handset.unix import SOURCE, FirmwareError, HandsetError
from texts import LANGUAGES

_GAP = 6  # pixels of the sheet between two pictures
_LABEL = 104  # room for the names of the screens
_HEAD = 18
_PAPER, _INK = 255, 0


def size(rows, columns, scale):
    """Return width and height of a sheet in pixels."""
    return _LABEL + (frames.WIDTH * scale + _GAP) * columns, _HEAD + (frames.HEIGHT * scale + _GAP) * rows


def sheet(names, languages, scale=2, take=shot.take):
    """Return a Pillow image: a row a screen, a column a language."""
    from PIL import Image, ImageDraw

    width, height = frames.WIDTH * scale + _GAP, frames.HEIGHT * scale + _GAP
    picture = Image.new("L", size(len(names), len(languages), scale), _PAPER)
    pen = ImageDraw.Draw(picture)
    pairs = [(name, code) for name in names for code in languages]
    with ThreadPoolExecutor(2) as pool:
        shown = list(pool.map(lambda pair: take(*pair), pairs))
    for column, code in enumerate(languages):
        pen.text((_LABEL + column * width + 2, 3), code, fill=_INK)
    for row, name in enumerate(names):
        pen.text((2, _HEAD + row * height + 2), name, fill=_INK)
    for (name, code), frame in zip(pairs, shown, strict=True):
        place = _LABEL + languages.index(code) * width, _HEAD + names.index(name) * height
        picture.paste(frames.to_image(frame, scale), place)
    return picture.convert("1")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="shots", description=__doc__.splitlines()[0])
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help="only these (default: all)")
    parser.add_argument("--languages", default=",".join(LANGUAGES), help="default: %(default)s")
    parser.add_argument("--scale", type=int, default=2, help="width of a pixel (default: 2)")
    default = SOURCE / "docs" / "screens.png"
    parser.add_argument("--output", type=Path, default=default, help="default: docs/screens.png")
    options = parser.parse_args(arguments)
    names = options.screens or list(screens.SCREENS)
    unknown = [name for name in names if name not in screens.SCREENS]
    if unknown:
        print("shots: unknown screen %r" % unknown[0], file=sys.stderr)
        return 2
    try:
        picture = sheet(names, options.languages.split(","), options.scale)
    except (HandsetError, FirmwareError, ValueError) as error:
        print("shots: %s" % error, file=sys.stderr)
        return 1
    picture.save(options.output, format="PNG", optimize=True)
    print("%s: %d screens, %d bytes" % (options.output, len(names), options.output.stat().st_size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
