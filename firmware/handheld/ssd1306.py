"""The SSD1306 display controller. Sends only what has changed since the last picture.

The driver keeps a copy of the display's memory. It compares a page (128 columns of 8 pixels) with its copy in one
operation and goes through the columns of those that differ only; a picture like the one before costs no bus
traffic and about a millisecond.

Page addressing is used because one transfer then holds both the place and the data, whatever its length: there is
no window whose state could be wrong after a transfer that broke off. It is also all that the SH1106 has.
"""

from micropython import const

from handheld.wires import BLOCK, BLOCKS

_PAGES = const(8)
_PAGE_MODE = const(2)

_TURN_AT = const(9)  # where in the setup, but for the supply's part, the directions of columns and rows stand

_OFF = const(0x40)  # in the status that is read back


class _Slice:
    def __getitem__(self, index):
        return index


# The object behind [:], made once: to write [:] makes one each time, on the heap. With it a whole page is copied
# in microseconds; for parts of a page it is not worth a slice for each place and length.
_ALL = _Slice()[:]


class SSD1306:
    """A display of 128x64 pixels on a wires.I2CWire or spiwire.SPIWire.

    rotate   0, or 180 for a display built in upside down
    offset   column of the controller's memory that is the glass's first

    Whatever the wire raises (OSError) comes through, and the driver then takes the display's memory for unknown: the
    next show() sends everything. A display that has lost its power also needs init() again.

    bytes_sent counts the bytes of all transfers, without the address byte of each.
    """

    # What the SH1106 does otherwise.
    _COLUMNS = 128  # of its memory
    _SUPPLY = (
        0x8D, 0x14,  # charge pump on
        0x20, _PAGE_MODE,
    )  # fmt: skip
    _DARK = 0x30  # level of dark pixels
    _END = (0x2E,)  # no scrolling

    def __init__(self, wire, rotate=0, offset=0):
        if rotate not in (0, 180):
            raise ValueError("display can be rotated by 0 or 180, not %s" % rotate)
        self._wire = wire
        self._offset = offset
        self._shift = 0
        self.bytes_sent = 0
        self._level = 0xFF
        self._known = False
        self._on = False
        self._shadow = bytearray(128 * _PAGES)
        self._shadow_pages = _cut(self._shadow)
        self._buffer = None
        self._buffer_pages = None
        self._status = bytearray(1)
        self._status_tells = False
        self._two = bytearray((0x00, 0x00))
        self._three = bytearray((0x00, 0x81, 0x00))
        turned = rotate == 180
        self._setup = bytearray(
            (
                0x00,  # for the wire
                0xAE,  # display off
                0xD5, 0x80,  # clock
                0xA8, 0x3F,  # rows that are driven
                0xD3, 0x00,  # no vertical offset
                0x40,  # memory row 0 at the top
            )
            + self._SUPPLY
            + (
                0xA0 if turned else 0xA1,  # column 0 left
                0xC0 if turned else 0xC8,  # row 0 top
                0xDA, 0x12,  # how the rows are wired to the glass
                0xD9, 0xF1,  # pre-charge, for a charge pump
                0xDB, self._DARK,
                0xA4,  # show the memory
                0xA6,  # a 1 is lit
            )
            + self._END
        )  # fmt: skip

    def init(self, buffer=None):
        """Set up the controller, write its memory (dark, or the picture given as for show()), switch it on.

        In this order, as its memory holds noise after power-up, which must not be seen.
        """
        self._known = False
        self._wire.reset()
        self._send(self._setup)
        self.contrast(self._level)
        if buffer is None:
            buffer = bytes(len(self._shadow))
        self.show(buffer)
        self.power(True)
        # Not every module answers a read (it needs a free bus line back), and some answer nonsense.
        try:
            self._status_tells = not self._says_off()
        except OSError:
            self._status_tells = False

    def turn(self):
        """Turn the picture by 180 degrees; init() has to follow, as what is in the memory is then mirrored."""
        at = _TURN_AT + len(self._SUPPLY)
        self._setup[at] ^= 0xA0 ^ 0xA1
        self._setup[at + 1] ^= 0xC0 ^ 0xC8
        self._offset = max(0, self._COLUMNS - 128 - self._offset)

    def shift(self, by):
        """Show everything by 0 or 1 columns further right, from the next show() on, which sends it all."""
        self._shift = by
        self._known = False

    def _says_off(self):
        self._wire.read(self._status)
        return bool(self._status[0] & _OFF)

    def lost_power(self):
        """Return whether the controller has reset itself since init(): it is off though it was not told to be.

        A display that loses its power for a moment acknowledges as before but stays dark. Always False for a
        display whose status cannot be read, and while it was switched off by power(). Raises OSError.
        """
        return self._status_tells and self._on and self._says_off()

    def force(self):
        """Have the next show() send the whole picture."""
        self._known = False

    def contrast(self, level):
        """Set the brightness, 1 to 255. init() keeps it."""
        # 0 is not dim on some panels but dark, as if the device were off.
        self._level = level = min(max(level, 1), 255)
        self._three[2] = level
        self._send(self._three)

    def power(self, on):
        """Switch the glass on or off. The memory is kept and can be written while it is off."""
        self._two[1] = 0xAF if on else 0xAE
        self._send(self._two)
        self._on = bool(on)

    def show(self, buffer):
        """Send what differs from the picture shown: 1024 bytes, MONO_VLSB. Allocates only if it is another buffer than
        the last time.
        """
        if buffer is not self._buffer:
            if len(buffer) != len(self._shadow):
                raise ValueError("a picture has %d bytes" % len(self._shadow))
            self._buffer_pages = _cut(buffer)
            self._buffer = buffer
        known = self._known
        # Until the last transfer is through: a bus error leaves the memory unknown.
        self._known = False
        for page in range(_PAGES):
            new = self._buffer_pages[page]
            old = self._shadow_pages[page]
            if not known:
                self._send_run(page, new, old, 0, BLOCKS)
            elif new != old:
                self._send_changes(page, new, old)
        self._known = True

    def _send_changes(self, page, new, old):
        # A run goes on over one unchanged block: to send its 8 bytes is as cheap as to start another transfer.
        first = last = -1
        column = 0
        for block in range(BLOCKS):
            end = column + BLOCK
            while column < end and new[column] == old[column]:
                column += 1
            if column < end:
                column = end
                if first >= 0 and block - last > 2:
                    self._send_run(page, new, old, first, last + 1)
                    first = -1
                if first < 0:
                    first = block
                last = block
        self._send_run(page, new, old, first, last + 1)

    def _send_run(self, page, new, old, first, end):
        data = self._wire.data
        column = first * BLOCK
        if end - first == BLOCKS:
            data[_ALL] = new
            old[_ALL] = new
            column = end * BLOCK
        at = 0
        while column < end * BLOCK:
            data[at] = old[column] = new[column]
            column += 1
            at += 1
        if self._shift:
            end = self._shifted(data, new, first, end)
        try:
            self.bytes_sent += self._wire.send_run(page, first * BLOCK + self._offset, end - first)
        except OSError:
            self._known = False
            raise

    @staticmethod
    def _shifted(data, new, first, end):
        # The last column of the run goes to the block behind it; that of the picture goes nowhere.
        end = min(end + 1, BLOCKS)
        column = first * BLOCK
        for at in range((end - first) * BLOCK):
            data[at] = new[column - 1] if column else 0
            column += 1
        return end

    def _send(self, commands):
        try:
            self.bytes_sent += self._wire.send(commands)
        except OSError:
            self._known = False
            raise


def _cut(buffer):
    view = memoryview(buffer)
    return [view[128 * page : 128 * page + 128] for page in range(_PAGES)]
