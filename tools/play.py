"""Play in this terminal, on the very firmware: make play."""

import argparse
import fcntl
import os
import sys
from pathlib import Path

from handset import terminal
from handset.unix import SOURCE, FirmwareError, HandsetError, UnixHandset


def saves_directory():
    """Return where the saves of the handset in a terminal live."""
    data = os.environ.get("XDG_DATA_HOME")
    # The specification of this variable: a relative path is to be ignored.
    base = Path(data) if data and os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "elba"


def lock(directory):
    """Make the directory and keep others from playing on the same saves; return a descriptor to keep open."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise HandsetError("the saves cannot be kept in %s: %s" % (directory, error.strerror)) from None
    if not os.access(directory, os.W_OK):
        raise HandsetError("the saves cannot be kept in %s: it is not writable" % directory)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise HandsetError(
            "somebody is playing on the saves in %s; --saves DIR or --new plays on others" % directory
        ) from None
    return descriptor


def parse(arguments):
    parser = argparse.ArgumentParser(prog="play", description=__doc__)
    parser.add_argument("--style", choices=terminal.STYLES, help="default: half blocks if they fit, else braille")
    parser.add_argument("--board", default="pico", help="a module in boards/ (default: pico)")
    saves = parser.add_mutually_exclusive_group()
    saves.add_argument("--saves", type=Path, metavar="DIR", help="default: %s" % saves_directory())
    saves.add_argument("--new", action="store_true", help="a device fresh from the box; nothing is kept")
    parser.add_argument("--seed", type=_seed, metavar="N", help="the same deals every time")
    parser.add_argument("--build", action="store_true", help="run the compiled files of `make build`")
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _seed(text):
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value <= 0xFFFFFFFF:
        raise argparse.ArgumentTypeError("expected a whole number from 0 to 4294967295, not %r" % text)
    return value


def main(arguments=None):
    options = parse(arguments)
    try:
        terminal.check_terminal(options.style)
        build = None
        if options.build:
            build = options.source / "build" / "unix"
            if not build.is_dir():
                raise HandsetError("there is no %s yet: make build" % build)
        root = None if options.new else options.saves or saves_directory()
        if root is not None:
            lock(root)  # held as long as this process lives
        overrides = {} if options.seed is None else {"SEED": options.seed}
        with UnixHandset(
            board=options.board, overrides=overrides, root=root, build=build, source=options.source
        ) as handset:
            terminal.play(handset, options.style)
        if handset.finished:
            print("The firmware has ended; a board would be at its prompt now.\n" + handset.console, end="")
    except (HandsetError, terminal.TerminalError) as error:
        print("play: %s" % error, file=sys.stderr)
        return 2
    except FirmwareError as error:
        print("play: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
