"""Why no display answers: what is on the bus, and what to check. Imported only when that is the question."""

from machine import Pin, SoftI2C

from handheld.led import NO_ANSWER, OTHER_ADDRESS

_DISPLAYS = (0x3C, 0x3D)


def diagnose(board, open_bus):
    """Look at the I2C bus of a board (a module like those in boards/); return (flashes for the LED, list of lines).

    open_bus()   opens the bus and returns it; called again at the end, as some of the looking needs its pins
    """
    wires = board.I2C
    address = board.DISPLAY["address"]
    sda = "SDA (GP%d)" % wires["sda"]
    scl = "SCL (GP%d)" % wires["scl"]
    found = open_bus().scan()
    lines = ["Looked for the display at 0x%02X on %s and %s." % (address, sda, scl)]
    if found:
        lines.append("On the bus: %s." % ", ".join(["0x%02X" % each for each in found]))
        other = [each for each in found if each in _DISPLAYS and each != address]
        if address in found:
            lines.append("It answers, but not to data: shorten the wires, or lower freq of I2C in /board.py.")
            return NO_ANSWER, lines
        if other:
            lines.append('That is where displays are: set "address": 0x%02X in DISPLAY of /board.py.' % other[0])
        else:
            lines.append("No display has such an address. Is another module on these pins?")
        return OTHER_ADDRESS, lines
    lines.append("On the bus: nothing.")
    if _swapped(wires):
        lines.append("With SDA and SCL exchanged a display answers: swap these two wires.")
    else:
        high = [_is_pulled_up(wires[name]) for name in ("sda", "scl")]
        if high == [1, 1]:
            lines.append("Both lines are up, as a module with power makes them: are they on the right pins?")
            lines.append("A module with more than four pins may be set to SPI.")
        elif high == [0, 0]:
            lines.append("Nothing pulls the lines up: check VCC (3V3) and GND of the display, then SDA and SCL.")
        else:
            lines.append("%s is low, the other line is up: check that wire." % (scl if high[0] else sda))
    open_bus()
    return NO_ANSWER, lines


def _swapped(wires):
    try:
        found = SoftI2C(scl=Pin(wires["sda"]), sda=Pin(wires["scl"]), freq=100_000).scan()
    except OSError:
        return False
    # A line that is stuck low acknowledges everything.
    return 0 < len(found) < 8 and any([each in _DISPLAYS for each in found])


def _is_pulled_up(number):
    """Return 1 if something outside pulls a pin up, against the chip's own resistor to ground, else 0."""
    # Low for a moment: an RP2350 cannot pull a pin down that was high before (its erratum E9).
    Pin(number, Pin.OUT, value=0)
    return Pin(number, Pin.IN, Pin.PULL_DOWN).value()
