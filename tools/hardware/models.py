"""The boards that are sold: which GPIO is at which pin of the edge, what is taken inside, flash and MicroPython.

Sources: the pinout drawings of the makers; MicroPython's ports/rp2/boards for names and the size of the file system
(MICROPY_HW_FLASH_STORAGE_BYTES: it lies at the end of the flash).
"""

from dataclasses import dataclass, field

from . import chips

WIDTH = 7  # of all these boards, in pin pitches of 2.54 mm

BLOCK_BYTES = 4096  # of the flash: what is erased at once, and a block of the file system


@dataclass(frozen=True)
class Pad:
    """A pin at the edge.

    label   what the tables call it: "GP4", "GND", "3V3", ...
    mark    what is printed on the board beside it, or its number in the maker's drawing
    gpio    number of the GPIO, None for supply and the like
    """

    label: str
    mark: str
    gpio: int | None


@dataclass(frozen=True)
class Model:
    """A board one can buy.

    name            as in a board file's MODEL; MicroPython's name for it
    title           for people
    sdk_name        what MicroPython's binary calls the board
    flash_bytes     size of the flash
    files_at        offset of the file system in the flash, in recent releases of MicroPython
    left, right, bottom   pads as seen from above with the USB connector on top: downwards, downwards, left to right
    inside          GPIO -> what on the board it is connected to
    led             the board's own LED as a board file writes it (see firmware/handheld/led.py)
    """

    name: str
    title: str
    chip: chips.Chip
    sdk_name: str
    flash_bytes: int
    files_at: int
    left: tuple
    right: tuple
    bottom: tuple = ()
    inside: dict = field(default_factory=dict)
    led: object = None

    @property
    def pads(self):
        return self.left + self.right + self.bottom

    @property
    def file_blocks(self):
        """Blocks of BLOCK_BYTES in the file system."""
        return (self.flash_bytes - self.files_at) // BLOCK_BYTES

    @property
    def gpios(self):
        """The GPIOs at the edge, in ascending order."""
        return sorted(pad.gpio for pad in self.pads if pad.gpio is not None)

    def pad_of(self, gpio):
        """Return the Pad of a GPIO, None if it is not at the edge."""
        for pad in self.pads:
            if pad.gpio == gpio:
                return pad
        return None

    @property
    def rows(self):
        """Length of the board in pin pitches."""
        return max(len(self.left), len(self.right)) + (1 if self.bottom else 0)

    def place(self, pad):
        """Return where a pad is, (x, y) in pin pitches, from the upper left one; WIDTH is between left and right."""
        if pad in self.left:
            return 0, self.left.index(pad)
        if pad in self.right:
            return WIDTH, self.right.index(pad)
        return (WIDTH - len(self.bottom) + 1) / 2 + self.bottom.index(pad), self.rows - 1

    def supply(self, label):
        """Return the pads of a supply, "GND" or "3V3"."""
        return [pad for pad in self.pads if pad.label == label]


def _row(text, first=None, step=1):
    """Make pads of words "GP4", "GND" or "GP26=D0" (what is printed); with `first`, they are numbered from there."""
    pads = []
    for index, word in enumerate(text.split()):
        label, _, mark = word.partition("=")
        gpio = int(label[2:]) if label[:2] == "GP" else None
        if first is not None:
            mark = "pin %d" % (first + step * index)
        pads.append(Pad(label, mark or label, gpio))
    return tuple(pads)


_PICO_LEFT = _row("GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15", first=1)
_PICO_RIGHT = _row(
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16",
    first=40,
    step=-1,
)
_PICO_INSIDE = {
    23: "the power supply's mode",
    24: "the sense of USB power",
    25: "the LED",
    29: "the measuring of VSYS",
}
_WIRELESS_INSIDE = dict.fromkeys((23, 24, 25, 29), "the wireless chip")

_MIB = 1 << 20

_MODELS = (
    Model(
        "RPI_PICO",
        "Raspberry Pi Pico",
        chips.RP2040,
        "pico",
        2 * _MIB,
        0xA0000,
        _PICO_LEFT,
        _PICO_RIGHT,
        inside=_PICO_INSIDE,
        led=25,
    ),
    Model(
        "RPI_PICO_W",
        "Raspberry Pi Pico W",
        chips.RP2040,
        "pico_w",
        2 * _MIB,
        0x12C000,
        _PICO_LEFT,
        _PICO_RIGHT,
        inside=_WIRELESS_INSIDE,
        led="LED",
    ),
    Model(
        "RPI_PICO2",
        "Raspberry Pi Pico 2",
        chips.RP2350,
        "pico2",
        4 * _MIB,
        0x100000,
        _PICO_LEFT,
        _PICO_RIGHT,
        inside=_PICO_INSIDE,
        led=25,
    ),
    Model(
        "WAVESHARE_RP2040_ZERO",
        "Waveshare RP2040-Zero",
        chips.RP2040,
        "waveshare_rp2040_zero",
        2 * _MIB,
        0xA0000,
        _row("5V GND 3V3 GP29=29 GP28=28 GP27=27 GP26=26 GP15=15 GP14=14"),
        _row("GP0=0 GP1=1 GP2=2 GP3=3 GP4=4 GP5=5 GP6=6 GP7=7 GP8=8"),
        _row("GP13=13 GP12=12 GP11=11 GP10=10 GP9=9"),
        inside={16: "the coloured LED"},
        led={"neopixel": 16},
    ),
    Model(
        "SEEED_XIAO_RP2040",
        "Seeed Studio XIAO RP2040",
        chips.RP2040,
        "seeed_xiao_rp2040",
        2 * _MIB,
        0xA0000,
        _row("GP26=D0 GP27=D1 GP28=D2 GP29=D3 GP6=D4 GP7=D5 GP0=D6"),
        _row("5V GND 3V3 GP3=D10 GP4=D9 GP2=D8 GP1=D7"),
        inside={
            11: "the supply of the coloured LED",
            12: "the coloured LED",
            16: "the green LED",
            17: "the red LED",
            25: "the blue LED",
        },
        led={"pin": 25, "lit": 0},
    ),
)

MODELS = {model.name: model for model in _MODELS}
