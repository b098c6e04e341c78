"""How bytes get to a display controller over SPI, with a line that tells commands from data; see wires.py."""

from time import sleep_ms

from handheld.wires import BLOCK, BLOCKS


class SPIWire:
    """A display on SPI, which needs write(buffer). dc, cs and reset are pins; cs and reset may be None.

    Such a display answers nothing: whether it is there cannot be known, and read() raises OSError.
    """

    def __init__(self, spi, dc, cs=None, reset=None):
        self._spi = spi
        self._dc = dc
        self._cs = cs
        self._reset = reset
        self._head = bytearray(3)
        self.data = memoryview(bytearray(BLOCK * BLOCKS))
        self._views = [self.data[: BLOCK * n] for n in range(BLOCKS + 1)]

    def reset(self):
        """Reset the controller, where its line is connected."""
        if self._reset is not None:
            self._reset.value(0)
            sleep_ms(1)
            self._reset.value(1)
            sleep_ms(1)

    def _select(self, on):
        if self._cs is not None:
            self._cs.value(0 if on else 1)

    def send(self, commands):
        """Send a buffer of commands, which has to begin with a byte 0; return the bytes on the bus."""
        # The 0 goes along: to this controller it says "column 0", and every run says where it goes.
        self._dc.value(0)
        self._select(True)
        self._spi.write(commands)
        self._select(False)
        return len(commands)

    def send_run(self, page, column, blocks):
        """Send the first blocks of `data` to a column of a page; return the bytes on the bus."""
        head = self._head
        head[0] = 0xB0 | page
        head[1] = column & 0x0F
        head[2] = 0x10 | column >> 4
        view = self._views[blocks]
        self._dc.value(0)
        self._select(True)
        self._spi.write(head)
        self._dc.value(1)
        self._spi.write(view)
        self._select(False)
        return len(head) + len(view)

    def read(self, buffer):
        raise OSError(5)
