"""Boards: what is wrong with one, how it is wired, and a new one from a few facts.

    board.py check [NAME ...]      say what is wrong with board files; all of them without a name
    board.py show NAME             print the wiring as a table; --svg FILE draws it
    board.py new NAME --model ...  write boards/NAME.py, with pins that the model has for the purpose
    board.py draw                  write docs/wiring/, the tables and drawings of all boards
"""

import argparse
import sys
from pathlib import Path

from hardware import boardfile, checks, drawing, wiring
from hardware.models import MODELS

SOURCE = Path(__file__).resolve().parent.parent

_NEW = '''"""{title} with {article} {driver} on {bus} and {count} buttons to ground. The names: see README.md."""

NAME = "{name}"
MODEL = "{model}"

{wires}
DISPLAY = {display}

BUTTONS = {{{buttons}}}

BUZZER = {buzzer}
LED = {led}
SEED = None
'''

_COUNTS = {4: "four", 6: "six"}


class BoardError(Exception):
    """The command cannot be carried out; the message says why."""


def _title(board):
    model = MODELS[board.values["MODEL"]]
    return "%s, %s (board %s)" % (model.title, wiring.display_title(board.values), board.name)


def check(directory, names, out):
    """Print what is wrong or doubtful with boards; return whether nothing is wrong."""
    good = True
    for name in names or boardfile.boards(directory):
        try:
            faults, doubts = checks.check(boardfile.read(directory, name))
        except boardfile.BoardFileError as error:
            print("%s: wrong\n    %s" % (name, error), file=out)
            good = False
            continue
        print("%s: %s" % (name, "wrong" if faults else "good"), file=out)
        for text in faults:
            print("    wrong: " + text, file=out)
        for text in doubts:
            print("    note:  " + text, file=out)
        good = good and not faults
    return good


def checked(directory, name):
    """Return the BoardFile of a name; raise BoardError if it has faults."""
    board = boardfile.read(directory, name)
    faults, _ = checks.check(board)
    if faults:
        raise BoardError("boards/%s.py:\n    %s" % (name, "\n    ".join(faults)))
    return board


def table(board):
    """Return the wiring of a BoardFile as a table in Markdown."""
    return wiring.markdown(board.values)


def picture(board):
    """Return the wiring of a BoardFile as the text of an SVG file."""
    return drawing.draw(board.values, _title(board))


# ---- a new board ----


def choose(model, kind, count, buzzer):
    """Return (bus, buttons, buzzer): GPIOs of a Model for a display, `count` buttons and perhaps a buzzer.

    bus: as in a board file, without freq. Pins near one another, and such as measure voltages last.
    Raises BoardError if the model has too few.
    """
    chip = model.chip
    free = [pad.gpio for pad in model.pads if pad.gpio is not None and pad.gpio not in model.inside]

    def take(able):
        for gpio in free:
            if gpio in able:
                free.remove(gpio)
                return gpio
        raise BoardError("a %s has no more pins for that" % model.title)

    def complete(number, roles):
        return all(set(chip.bus_pins(kind, number, role)) & set(free) for role in roles)

    roles = ("sda", "scl") if kind == "I2C" else ("sck", "mosi")
    numbers = [number for number in chip.buses(kind) if complete(number, roles)]
    if not numbers:
        raise BoardError("a %s has no pins for %s" % (model.title, kind))
    bus = {"id": numbers[0]}
    first, second = roles
    # Neighbours where there are any: the module's wires then lie side by side.
    pairs = [
        (one, other)
        for one in chip.bus_pins(kind, numbers[0], first)
        for other in chip.bus_pins(kind, numbers[0], second)
        if one in free and other in free
    ]
    pairs.sort(key=lambda pair: (abs(free.index(pair[0]) - free.index(pair[1])), pair[0] in chip.adc, pair[0] < 4))
    bus[first], bus[second] = pairs[0]
    free.remove(bus[first])
    free.remove(bus[second])
    free.sort(key=lambda gpio: gpio in chip.adc)
    any_pin = range(chip.gpios)
    if kind == "SPI":
        for role in ("dc", "cs", "reset"):
            bus[role] = take(any_pin)
    names = checks.BUTTONS if count == 6 else checks.NEEDED_BUTTONS
    buttons = {name: take(any_pin) for name in names}
    return bus, buttons, take(any_pin) if buzzer else None


def new(directory, options):
    """Write a board file; return its path. Raises BoardError if it is there already or the model will not do."""
    path = Path(directory) / (options.name + ".py")
    if not options.name.isidentifier() or options.name != options.name.lower():
        raise BoardError("the name has to be of small letters, digits and _, not %r" % options.name)
    if path.exists():
        raise BoardError("boards/%s.py is there already" % options.name)
    model = MODELS[options.model]
    kind = "SPI" if options.spi else "I2C"
    bus, buttons, buzzer = choose(model, kind, options.buttons, options.buzzer)
    bus["freq"] = options.freq or (400_000 if kind == "I2C" else 4_000_000)
    display = {"driver": options.driver, "width": 128, "height": 64, "rotate": options.rotate}
    if kind == "I2C":
        display["address"] = options.address
    text = _NEW.format(
        name=options.name,
        model=options.model,
        title=model.title,
        article="an",
        driver=options.driver.upper(),
        bus="%s %d" % (kind, bus["id"]),
        count=_COUNTS[options.buttons],
        wires="%s = %s" % (kind, _source(bus)),
        display=_source(display),
        buttons=_source(buttons)[1:-1],
        buzzer=buzzer,
        led=_source(model.led) if isinstance(model.led, dict) else repr(model.led).replace("'", '"'),
    )
    faults, _ = checks.check(boardfile.parse(text, options.name))
    if faults:
        raise BoardError("\n    ".join(faults))
    path.write_text(text, encoding="utf-8")
    return path


def _source(values):
    """Return a dict as the board files write it."""

    def one(key, value):
        if key == "address":
            return "0x%02X" % value
        if key == "freq":
            return f"{value:_}"
        return '"%s"' % value if isinstance(value, str) else str(value)

    return "{%s}" % ", ".join('"%s": %s' % (key, one(key, value)) for key, value in values.items())


# ---- documents ----


def documents(directory):
    """Return {file name: text} of what docs/wiring/ holds, from the board files."""
    files = {}
    for name in boardfile.boards(directory):
        board = checked(directory, name)
        files[name + ".svg"] = picture(board)
        files[name + ".md"] = "# %s\n\nMade by `tools/board.py draw`.\n\n%s\n\n![Wiring](%s.svg)\n" % (
            _title(board),
            table(board),
            name,
        )
    return files


def draw(directory, target):
    target.mkdir(parents=True, exist_ok=True)
    for name, text in documents(directory).items():
        (target / name).write_text(text, encoding="utf-8")
        print(target / name)


def _parser():
    parser = argparse.ArgumentParser(
        prog="board", description=__doc__.splitlines()[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", type=Path, default=SOURCE, help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("check", help="say what is wrong with board files")
    command.add_argument("names", nargs="*", metavar="NAME", help="boards (default: all)")
    command = commands.add_parser("show", help="print a board's wiring")
    command.add_argument("name", metavar="NAME")
    command.add_argument("--svg", type=Path, metavar="FILE", help="draw it into this file")
    command = commands.add_parser("new", help="write a board file")
    command.add_argument("name", metavar="NAME")
    command.add_argument("--model", choices=sorted(MODELS), default="RPI_PICO", help="(default: RPI_PICO)")
    command.add_argument("--driver", choices=checks.DRIVERS, default="ssd1306", help="(default: ssd1306)")
    command.add_argument(
        "--address", type=lambda text: int(text, 0), default=0x3C, help="0x3C or 0x3D (default: 0x3C)"
    )
    command.add_argument("--spi", action="store_true", help="the display is on SPI, not on I2C")
    command.add_argument("--freq", type=int, help="of the bus, in Hz")
    command.add_argument("--rotate", type=int, choices=(0, 180), default=0, help="how the display is built in")
    command.add_argument("--buttons", type=int, choices=(4, 6), default=6, help="4: without up and down")
    command.add_argument("--buzzer", action="store_true", help="with a buzzer")
    commands.add_parser("draw", help="write docs/wiring/")
    return parser


def main(arguments=None):
    options = _parser().parse_args(arguments)
    directory = options.source / "boards"
    try:
        if options.command == "check":
            return 0 if check(directory, options.names, sys.stdout) else 1
        if options.command == "show":
            board = checked(directory, options.name)
            print("%s\n\n%s" % (_title(board), table(board)))
            if options.svg:
                options.svg.write_text(picture(board), encoding="utf-8")
                print("\nDrawn in %s" % options.svg)
        elif options.command == "new":
            path = new(directory, options)
            print("boards/%s is written. See: tools/board.py show %s" % (path.name, options.name))
        else:
            draw(directory, options.source / "docs" / "wiring")
    except (BoardError, boardfile.BoardFileError) as error:
        print("board: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
