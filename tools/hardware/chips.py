"""The chips: what each GPIO can do, and how a UF2 file names the chip.

Sources: RP2040 datasheet, section 1.4.3 (GPIO functions), 4.9 (ADC); RP2350 datasheet, section 1.2.3. Of the RP2350
this is the QFN-60 package, whose 30 GPIOs have the I2C, SPI and ADC functions where the RP2040 has them.
"""

from dataclasses import dataclass


def _every(first, step, last):
    return tuple(range(first, last + 1, step))


# (kind of bus, number of the controller, role) -> GPIOs that can be it.
_BUS_PINS = {
    ("I2C", 0, "sda"): _every(0, 4, 28),
    ("I2C", 0, "scl"): _every(1, 4, 29),
    ("I2C", 1, "sda"): _every(2, 4, 26),
    ("I2C", 1, "scl"): _every(3, 4, 27),
    ("SPI", 0, "sck"): (2, 6, 18, 22),
    ("SPI", 0, "mosi"): (3, 7, 19, 23),
    ("SPI", 1, "sck"): (10, 14, 26),
    ("SPI", 1, "mosi"): (11, 15, 27),
}


@dataclass(frozen=True)
class Chip:
    """name; family: its ID in UF2 files; gpios: how many there are; adc: those that measure voltages."""

    name: str
    family: int
    gpios: int = 30
    adc: tuple = (26, 27, 28, 29)

    def bus_pins(self, kind, number, role):
        """Return the GPIOs that can be a role ("sda", "scl", "sck", "mosi") of bus `number`, () if there is none."""
        return _BUS_PINS.get((kind, number, role), ())

    def buses(self, kind):
        """Return the numbers of the controllers of a kind, "I2C" or "SPI"."""
        return sorted({number for each, number, _ in _BUS_PINS if each == kind})

    def buses_of(self, kind, role, gpio):
        """Return the numbers of the controllers for which a GPIO can be that role."""
        return [number for number in self.buses(kind) if gpio in self.bus_pins(kind, number, role)]


RP2040 = Chip("RP2040", 0xE48BFF56)
RP2350 = Chip("RP2350", 0xE48BFF59)  # Arm, secure: what MicroPython for it is built as
