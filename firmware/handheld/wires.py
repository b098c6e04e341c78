"""How bytes get to a display controller over I2C; spiwire.py is the same for SPI.

One array is kept for a run (where in the display's memory, and the columns for there) that is sent as a whole. Its
views are made once: cutting the array when it is sent would allocate.
"""

from micropython import const

BLOCK = const(8)  # columns; a run is of whole blocks
BLOCKS = const(16)  # in a page

# In front of the data of a run on I2C: three commands, each announced by a control byte of its own, then "data follow".
_COMMAND = const(0x80)
_DATA = const(0x40)
_HEAD = const(7)


class I2CWire:
    """A display at a 7-bit address of an I2C bus, which needs writeto(address, buffer) and readfrom_into(address,
    buffer). Whatever these raise (OSError) comes through.

    data   memoryview of the columns of a run, 128 bytes
    """

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._run = run = bytearray(_HEAD + BLOCK * BLOCKS)
        run[0] = run[2] = run[4] = _COMMAND
        run[6] = _DATA
        view = memoryview(run)
        self.data = view[_HEAD:]
        self._views = [view[: _HEAD + BLOCK * n] for n in range(BLOCKS + 1)]

    def reset(self):
        """A module on I2C resets itself when it gets power."""

    def send(self, commands):
        """Send a buffer of commands, which has to begin with a byte 0; return the bytes on the bus."""
        self._i2c.writeto(self._address, commands)  # the 0 is the control byte "only commands follow"
        return len(commands)

    def send_run(self, page, column, blocks):
        """Send the first blocks of `data` to a column of a page; return the bytes on the bus."""
        run = self._run
        run[1] = 0xB0 | page
        run[3] = column & 0x0F
        run[5] = 0x10 | column >> 4
        view = self._views[blocks]
        self._i2c.writeto(self._address, view)
        return len(view)

    def read(self, buffer):
        """Fill a buffer with the controller's status."""
        self._i2c.readfrom_into(self._address, buffer)
