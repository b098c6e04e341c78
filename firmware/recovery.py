"""What is shown when the game cannot be started: by itself, as the game's own modules may be what is broken.

A source file, so that it also runs in a MicroPython that takes other .mpy files than those on the device. When say()
has returned, the device is at MicroPython's prompt on USB.
"""

import sys

# 6 lines of 16 characters, and the same for the serial port.
PROMPT = (
    ("Elba is not", "running: B was", "held.", "", "The prompt is", "on USB."),
    "Elba is not running: B was held at the start. MicroPython's prompt is here.",
)
UNFINISHED = (
    ("The update was", "not finished.", "On the computer:", "  make deploy", "", "Saves are kept."),
    "An update of Elba was not finished. On the computer: make deploy. Saved games are kept.",
)
BROKEN = (
    ("Elba can't start", "", "On the computer:", "  make deploy", "", "Saves are kept."),
    "Elba cannot be started: the files on this device do not fit together, or not to its MicroPython.\n"
    "On the computer: make deploy. If that does not help: make flash. Saved games are kept.",
)

NO_MEMORY = (
    ("Elba had no more", "memory.", "Unplug it, and", "plug it in again", "", "Saves are kept."),
    "Elba had no more memory. Unplug the device and plug it in again. Saved games are kept.",
)

_SETUP = (0x00, 0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40)
_SUPPLY = {"ssd1306": (0x8D, 0x14, 0x20, 0x02), "sh1106": (0xAD, 0x8B)}
_PICTURE = (0xDA, 0x12, 0x81, 0xFF, 0xA4, 0xA6)


def say(what, error=None):
    """Say one of the above, on the display as far as that works; with an exception, also what it was."""
    lines, text = what
    print(text)
    if error is not None:
        sys.print_exception(error)
        lines = (lines[0], type(error).__name__[:16]) + lines[2:]
    try:
        import board

        show(board, lines)
    except Exception as trouble:
        print("The display does not work either: %s: %s" % (type(trouble).__name__, trouble))


def show(board, lines):
    """Write lines on the display of a board. Raises what its data or its bus raise."""
    from framebuf import MONO_VLSB, FrameBuffer

    panel = board.DISPLAY
    driver = panel["driver"]
    send = _wire(board)
    turned = panel["rotate"] == 180
    send(bytes(_SETUP + _SUPPLY[driver] + ((0xA0, 0xC0) if turned else (0xA1, 0xC8)) + _PICTURE), False)
    offset = panel.get("offset", 2 if driver == "sh1106" else 0)
    page = bytearray(129)
    page[0] = 0x40
    picture = FrameBuffer(memoryview(page)[1:], 128, 8, MONO_VLSB)
    for row in range(8):
        picture.fill(0)
        if 1 <= row <= len(lines):
            picture.text(lines[row - 1], 0, 0)
        send(bytes((0x00, 0xB0 | row, offset, 0x10)), False)
        send(page, True)
    send(b"\x00\xaf", False)


def _wire(board):
    """Return a function (buffer, whether it is data) that sends; the buffer's first byte is for I2C."""
    from machine import I2C, SPI, Pin

    bus = getattr(board, "I2C", None)
    if bus is not None:
        i2c = I2C(bus["id"], sda=Pin(bus["sda"]), scl=Pin(bus["scl"]), freq=bus["freq"])
        return lambda buffer, data: i2c.writeto(board.DISPLAY["address"], buffer)
    bus = board.SPI
    spi = SPI(bus["id"], baudrate=bus["freq"], sck=Pin(bus["sck"]), mosi=Pin(bus["mosi"]))
    pins = {name: Pin(bus[name], Pin.OUT, value=1) for name in ("dc", "cs", "reset") if bus.get(name) is not None}
    if "reset" in pins:
        pins["reset"].value(0)
        pins["reset"].value(1)

    def send(buffer, data):
        pins["dc"].value(1 if data else 0)
        if "cs" in pins:
            pins["cs"].value(0)
        spi.write(memoryview(buffer)[1:])
        if "cs" in pins:
            pins["cs"].value(1)

    return send
