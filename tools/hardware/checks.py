"""What a board file says against what its model can do.

Every rule is a function of a Bench (board file, model, pins claimed so far) that says what it finds with wrong() or
doubtful(). A fault keeps the firmware from working as drawn; a doubt works, and is worth knowing.
"""

import difflib
from dataclasses import dataclass, field

from .models import MODELS

NAMES = ("NAME", "MODEL", "I2C", "SPI", "DISPLAY", "BUTTONS", "BUZZER", "LED", "SEED")
OPTIONAL = ("BATTERY",)
DRIVERS = ("ssd1306", "sh1106")
ADDRESSES = (0x3C, 0x3D)
BUTTONS = ("up", "down", "left", "right", "a", "b")
NEEDED_BUTTONS = ("left", "right", "a", "b")

# Hz. The lower ends are where a picture would take longer than a player waits; the upper ends are what the bus of the
# chip reaches, and what the controllers' datasheets allow.
I2C_RANGE = (100_000, 1_000_000)
I2C_DATASHEET = 400_000
SPI_RANGE = (500_000, 20_000_000)
SPI_DATASHEET = {"ssd1306": 10_000_000, "sh1106": 4_000_000}

_SPI_PINS = ("sck", "mosi", "dc", "cs", "reset")


@dataclass
class Bench:
    """A board file on the bench: values and model, claimed pins (GPIO -> use), faults and doubts (texts)."""

    name: str
    values: dict
    model: object = None
    claimed: dict = field(default_factory=dict)
    faults: list = field(default_factory=list)
    doubts: list = field(default_factory=list)

    def wrong(self, text, *values):
        self.faults.append(text % values)

    def doubtful(self, text, *values):
        self.doubts.append(text % values)


def check(board):
    """Return (faults, doubts), two lists of sentences, of a boardfile.BoardFile."""
    bench = Bench(board.name, board.values)
    for rule in (_names, _model):
        rule(bench)
    if bench.model is not None:
        for rule in (_bus, _display, _buttons, _buzzer, _led, _battery):
            rule(bench)
    _seed(bench)
    if not bench.faults:
        _plain(bench)
    return bench.faults, bench.doubts


# ---- names and types ----


def _names(bench):
    for name in bench.values:
        if name not in NAMES + OPTIONAL and not name.startswith("_"):
            near = difflib.get_close_matches(name, NAMES + OPTIONAL, 1)
            hint = "; is it meant to be %s?" % near[0] if near else ""
            bench.wrong("%s: no name of a board file (%s)%s", name, ", ".join(NAMES + OPTIONAL), hint)
    for name in NAMES:
        if name not in ("I2C", "SPI") and name not in bench.values:
            bench.wrong("%s is missing", name)
    if "NAME" in bench.values and bench.values["NAME"] != bench.name:
        bench.wrong("NAME is %r, expected the file's own name %r", bench.values["NAME"], bench.name)


def _model(bench):
    if "MODEL" not in bench.values:
        return
    name = bench.values["MODEL"]
    bench.model = MODELS.get(name) if isinstance(name, str) else None
    if bench.model is None:
        bench.wrong("MODEL is %r, expected one of %s", bench.values["MODEL"], ", ".join(MODELS))


def _dict(bench, what, needed, optional=()):
    """Return a dict of the board file if it has the keys it needs and no others, else None."""
    value = bench.values.get(what)
    if not isinstance(value, dict):
        bench.wrong("%s is %r, expected a dict with %s", what, value, ", ".join(needed))
        return None
    good = True
    for key in needed:
        if key not in value:
            bench.wrong("%s lacks %r", what, key)
            good = False
    for key in value:
        if key not in needed and key not in optional:
            bench.wrong("%s has %r, which is none of %s", what, key, ", ".join((*needed, *optional)))
            good = False
    return value if good else None


def _whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _plain(bench):
    """What is as good as right for Python, 25.0 or False for a number, is none for the firmware."""
    for name, value in bench.values.items():
        if name.startswith("_"):
            continue
        inside = value.items() if isinstance(value, dict) else [("", value)]
        for key, each in inside:
            if not (each is None or isinstance(each, str) or _whole(each)):
                bench.wrong("%s is %r, expected a whole number", ("%s %s" % (name, key)).rstrip(), each)


# ---- pins ----


def _claim(bench, gpio, use, inside=False):
    """Take a GPIO for a use; return whether the model has it for that. inside: it need not be at the edge."""
    model = bench.model
    if not _whole(gpio) or not 0 <= gpio < model.chip.gpios:
        bench.wrong(
            "%s is %r, expected a GPIO of the %s, 0 to %d", use, gpio, model.chip.name, model.chip.gpios - 1
        )
        return False
    if gpio in bench.claimed:
        bench.wrong("GP%d is taken twice: for %s and for %s", gpio, bench.claimed[gpio], use)
        return False
    bench.claimed[gpio] = use
    if inside:
        return True
    if gpio in model.inside:
        bench.wrong("%s is on GP%d, which is %s on a %s", use, gpio, model.inside[gpio], model.title)
        return False
    if model.pad_of(gpio) is None:
        bench.wrong("%s is on GP%d, which a %s does not bring to its edge", use, gpio, model.title)
        return False
    return True


def _role(bench, kind, number, role, gpio):
    """Check that a GPIO can be a role of a bus, and claim it."""
    use = "%s %s" % (kind, role)
    if not _claim(bench, gpio, use):
        return
    model = bench.model
    able = model.chip.bus_pins(kind, number, role)
    if gpio in able:
        return
    here = ["GP%d" % each for each in able if model.pad_of(each) and each not in model.inside]
    others = model.chip.buses_of(kind, role, gpio)
    hint = "; it can of %s %d" % (kind, others[0]) if others else ""
    bench.wrong(
        "GP%d cannot be %s of %s %d%s. On a %s these can: %s",
        gpio, role.upper(), kind, number, hint, model.title, ", ".join(here) or "none",
    )  # fmt: skip


def _speed(bench, kind, freq, allowed, datasheet, driver):
    low, high = allowed
    if not _whole(freq) or not low <= freq <= high:
        bench.wrong("%s freq is %r, expected %d to %d (Hz)", kind, freq, low, high)
    elif freq > datasheet:
        bench.doubtful(
            "%s at %d Hz: most displays take it, but the datasheet of the %s ends at %d",
            kind, freq, driver or "display", datasheet,
        )  # fmt: skip


def _bus(bench):
    values = bench.values
    given = [kind for kind in ("I2C", "SPI") if values.get(kind) is not None]
    if len(given) != 1:
        bench.wrong("%s: a display is on one bus, I2C or SPI", "both are given" if given else "I2C is missing")
        return
    kind = given[0]
    display = values.get("DISPLAY")
    driver = display.get("driver") if isinstance(display, dict) else None
    if driver not in DRIVERS:
        driver = None  # told where the display is looked at
    if kind == "I2C":
        bus = _dict(bench, "I2C", ("id", "sda", "scl", "freq"))
        roles = ("sda", "scl")
    else:
        bus = _dict(bench, "SPI", ("id", "sck", "mosi", "dc", "freq"), ("cs", "reset"))
        roles = ("sck", "mosi")
    if bus is None:
        return
    if not _whole(bus["id"]) or bus["id"] not in bench.model.chip.buses(kind):
        bench.wrong("%s id is %r, expected 0 or 1", kind, bus["id"])
        return
    for role in roles:
        _role(bench, kind, bus["id"], role, bus[role])
    if kind == "I2C":
        _speed(bench, kind, bus["freq"], I2C_RANGE, I2C_DATASHEET, driver)
        return
    for role in ("dc", "cs", "reset"):
        if bus.get(role) is not None:
            _claim(bench, bus[role], "SPI " + role)
    _speed(bench, kind, bus["freq"], SPI_RANGE, SPI_DATASHEET.get(driver, SPI_RANGE[1]), driver)
    if bus.get("reset") is None:
        bench.doubtful("SPI has no reset: modules with a pin RES need one, or a resistor to 3V3 there")


# ---- parts ----


def _display(bench):
    on_i2c = bench.values.get("I2C") is not None
    needed = ("driver", "width", "height", "rotate") + (("address",) if on_i2c else ())
    display = _dict(bench, "DISPLAY", needed, ("offset", "address"))
    if display is None:
        return
    driver = display["driver"]
    if driver not in DRIVERS:
        bench.wrong("DISPLAY driver is %r, expected one of %s", driver, ", ".join(DRIVERS))
    size = (display["width"], display["height"])
    if size == (128, 32):
        bench.wrong("DISPLAY is 128x32: Elba's screens need all 64 rows; take a module of 128x64")
    elif size != (128, 64):
        bench.wrong("DISPLAY is %sx%s, expected 128x64", *size)
    if display["rotate"] not in (0, 180):
        bench.wrong("DISPLAY rotate is %r, expected 0 or 180", display["rotate"])
    if "offset" in display and not (driver == "sh1106" and display["offset"] in range(5)):
        bench.wrong(
            "DISPLAY offset is %r, expected 0 to 4, for an sh1106 only: its first column in view", display["offset"]
        )
    if "address" in display:  # needed on I2C, idle on SPI
        _address(bench, display["address"])


def _address(bench, address):
    if address in ADDRESSES:
        return
    if _whole(address) and address >> 1 in ADDRESSES:
        bench.wrong(
            "DISPLAY address is 0x%02X, expected 0x%02X: what is printed on modules has one bit more",
            address,
            address >> 1,
        )
    else:
        bench.wrong(
            "DISPLAY address is %s, expected 0x3C or 0x3D", "0x%02X" % address if _whole(address) else repr(address)
        )


def _buttons(bench):
    buttons = _dict(bench, "BUTTONS", NEEDED_BUTTONS, BUTTONS)
    if buttons is None:
        return
    for name, gpio in buttons.items():
        if _claim(bench, gpio, "button " + name) and gpio in bench.model.chip.adc:
            bench.doubtful(
                "button %s is on GP%d, which can measure voltages: it works, and is then no more free for a battery",
                name,
                gpio,
            )
    if ("up" in buttons) != ("down" in buttons):
        bench.doubtful("of the buttons up and down only one is there: the game then uses neither")


def _buzzer(bench):
    buzzer = bench.values.get("BUZZER")
    if buzzer is not None:
        _claim(bench, buzzer, "BUZZER")


def _led(bench):
    led = bench.values.get("LED")
    model = bench.model
    if led is None or led == model.led:
        if _whole(led):
            _claim(bench, led, "LED", inside=True)
        elif isinstance(led, dict):
            _claim(bench, next(iter(led.values())), "LED", inside=True)
        return
    if isinstance(led, str):
        bench.wrong("LED is %r, which a %s has no LED of that name for; expected %r", led, model.title, model.led)
        return
    if isinstance(led, dict):
        if set(led) == {"pin", "lit"} and led["lit"] in (0, 1):
            _claim(bench, led["pin"], "LED")
        elif set(led) == {"neopixel"}:
            _claim(bench, led["neopixel"], "LED")
        else:
            bench.wrong("LED is %r, expected a GPIO, {'pin': GPIO, 'lit': 0 or 1} or {'neopixel': GPIO}", led)
        return
    _claim(bench, led, "LED")


def _battery(bench):
    if bench.values.get("BATTERY") is None:
        return
    data = _dict(bench, "BATTERY", ("adc", "times", "empty", "full"), ("usb",))
    if data is None:
        return
    model = bench.model
    # What measures VSYS and senses USB is inside; the wireless chip's pins are no such thing.
    inside = model.inside.get(29) == "the measuring of VSYS"
    if _claim(bench, data["adc"], "BATTERY adc", inside=inside) and data["adc"] not in model.chip.adc:
        bench.wrong(
            "BATTERY adc is GP%d, which cannot measure voltages; these can: %s",
            data["adc"],
            ", ".join("GP%d" % gpio for gpio in model.chip.adc),
        )
    if data.get("usb") is not None:
        _claim(bench, data["usb"], "BATTERY usb", inside=inside)
    if not _whole(data["times"]) or not 1 <= data["times"] <= 4:
        bench.wrong("BATTERY times is %r, expected a whole number from 1 to 4", data["times"])
    elif not (_whole(data["empty"]) and _whole(data["full"]) and 1500 <= data["empty"] < data["full"] <= 6000):
        bench.wrong(
            "BATTERY empty and full are %r and %r, expected millivolts from 1500 to 6000, the lower one first",
            data["empty"],
            data["full"],
        )
    elif data["full"] > 3300 * data["times"]:
        bench.wrong("BATTERY full is %d mV, which is more than %d times 3300 mV", data["full"], data["times"])


def _seed(bench):
    seed = bench.values.get("SEED")
    if seed is not None and not (_whole(seed) and 0 <= seed < 1 << 32):
        bench.wrong("SEED is %r, expected None or a number of 32 bits", seed)
