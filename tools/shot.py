"""Take pictures of named screens of the firmware: make shot SCREEN=title."""

import argparse
import sys
import tempfile
from pathlib import Path

from handset import frames, screens
from handset.unix import SOURCE, FirmwareError, HandsetError, UnixHandset


def take(name, language="en", **options):
    """Return the frame of a named screen in a language; the options are those of UnixHandset."""
    shot = screens.SCREENS[name]
    with tempfile.TemporaryDirectory(prefix="elba-") as root:
        if shot.stage or language != "en":
            from handset import stages  # reads the firmware: pictures of another source tree do without

            if shot.stage:
                stages.save(shot.stage, root, language)
            else:
                stages.save_settings(root, language)
        with UnixHandset(overrides=screens.overrides(shot), root=root, **options) as handset:
            return screens.walk(handset, shot.steps)


def _scale(text):
    if not text.isdecimal() or not 1 <= int(text) <= 32:
        raise argparse.ArgumentTypeError("expected a whole number from 1 to 32, not %r" % text)
    return int(text)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="shot", description=__doc__)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help="name of a screen")
    parser.add_argument("--all", action="store_true", help="all screens there are")
    parser.add_argument("--list", action="store_true", help="list the names")
    parser.add_argument("--scale", type=_scale, default=4, help="width of a pixel, 1 to 32 (default: 4)")
    parser.add_argument("--oled", action="store_true", help="as the glass looks, with gaps between the pixels")
    parser.add_argument("--board", default="pico", help="a module in boards/ (default: pico)")
    parser.add_argument("--output", type=Path, default=SOURCE / "build" / "shots", help="default: build/shots")
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    known = sorted(screens.SCREENS)
    if options.list:
        print("\n".join(known))
        return 0
    names = known if options.all else options.screens
    unknown = [name for name in names if name not in screens.SCREENS]
    if unknown or not names:
        problem = "unknown screen %r" % unknown[0] if unknown else "which screen?"
        print("shot: %s; there are: %s" % (problem, ", ".join(known)), file=sys.stderr)
        return 2
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        for name in names:
            path = options.output / (name + ".png")
            frame = take(name, board=options.board, source=options.source)
            frames.to_png(frame, path, options.scale, options.oled)
            print(path)
    except (HandsetError, FirmwareError, ValueError, OSError) as error:
        print("shot: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
