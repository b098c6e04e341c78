"""Which pin goes where, from a board file that has passed its checks."""

from dataclasses import dataclass

from .models import MODELS

_BUTTON_TITLES = {"up": "up", "down": "down", "left": "left", "right": "right", "a": "A", "b": "B"}

# Where the modules' makers print something else than this table, in brackets.
_I2C_PINS = (("sda", "SDA"), ("scl", "SCL"))
_SPI_PINS = (("sck", "SCK (CLK, D0)"), ("mosi", "MOSI (SDA, D1)"), ("reset", "RES"), ("dc", "DC"), ("cs", "CS"))


@dataclass(frozen=True)
class Wire:
    """part and pin: one end; pad (models.Pad): the other end, at the board's edge. kind: for the drawing's colours."""

    part: str
    pin: str
    pad: object
    kind: str

    @property
    def label(self):
        """The pad as a person looks for it."""
        return self.pad.label


def display_title(values):
    """Return what the display is called: controller, size and bus."""
    display = values["DISPLAY"]
    bus = "I2C" if values.get("I2C") else "SPI"
    return "%s %dx%d, %s" % (display["driver"].upper(), display["width"], display["height"], bus)


def wires(values):
    """Return the Wires of a board's values: display, buttons, buzzer, LED; the grounds last of each part."""
    model = MODELS[values["MODEL"]]
    ground = model.supply("GND")
    high = min(ground, key=lambda pad: _distance(model, pad, model.supply("3V3")[0]))
    found = [Wire("display", "GND", high, "gnd"), Wire("display", "VCC", model.supply("3V3")[0], "vcc")]
    bus = values.get("I2C") or values.get("SPI")
    for role, pin in _I2C_PINS if values.get("I2C") else _SPI_PINS:
        if bus.get(role) is not None:
            found.append(Wire("display", pin, model.pad_of(bus[role]), role))
    buttons = [(_BUTTON_TITLES[name], model.pad_of(gpio)) for name, gpio in values["BUTTONS"].items()]
    low = min(ground, key=lambda pad: sum(_distance(model, pad, each) for _, each in buttons))
    for title, pad in buttons:
        found.append(Wire("button " + title, "one", pad, "button"))
    found.append(Wire("every button", "other", low, "gnd"))
    for name in ("BUZZER", "LED"):
        pad = _own_pad(model, values.get(name))
        if pad is not None:
            found.append(Wire(name.lower(), "+" if name == "BUZZER" else "anode, by 470 ohms", pad, "out"))
            found.append(Wire(name.lower(), "-", low, "gnd"))
    return found


def _own_pad(model, value):
    """The pad of an output that is wired to the edge; None for none and for the LED on the board."""
    if value is None or value == model.led or isinstance(value, str):
        return None
    return model.pad_of(next(iter(value.values())) if isinstance(value, dict) else value)


def _distance(model, one, other):
    (ax, ay), (bx, by) = model.place(one), model.place(other)
    return abs(ax - bx) + abs(ay - by)


def rows(values):
    """Return the wiring as rows of four texts, the first the heading."""
    model = MODELS[values["MODEL"]]
    table = [("part", "its pin", "%s GPIO" % model.title, "printed, or number")]
    table += [(wire.part, wire.pin, wire.label, wire.pad.mark) for wire in wires(values)]
    return table


def markdown(values):
    """Return the wiring as a table in Markdown, columns aligned."""
    table = rows(values)
    widths = [max(len(row[i]) for row in table) for i in range(4)]
    lines = ["| %s |" % " | ".join(text.ljust(width) for text, width in zip(row, widths)) for row in table]
    lines.insert(1, "|%s|" % "|".join("-" * (width + 2) for width in widths))
    return "\n".join(lines)
