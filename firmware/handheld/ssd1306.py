"""Driver of the SSD1306 display controller on I2C: sends only what has changed since the last time.

The picture is compared with a copy of what the display shows, in tiles of 16x8 pixels; neighbouring tiles that have
changed travel together. Nothing is joined or sliced on the way, so that `show` allocates nothing. What a transfer was
too late for counts as not shown: after an OSError the same picture can be shown again.
"""

import micropython
from micropython import const

_TILE = const(16)  # columns
_COLUMNS = const(8)  # tiles in a row of them
_PAGES = const(8)
_SIZE = const(1024)

_SET_CONTRAST = const(0x81)
_OFF = const(0xAE)
_ON = const(0xAF)

# Command bytes after power-on; the segment and scan directions are put in by rotation.
_INIT = (
    b"\x20\x00"  # horizontal addressing
    b"\x40"  # the first row of memory is the first of the display
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00"  # not shifted
    b"\xda\x12"  # rows wired alternately
    b"\xd5\x80"  # clock
    b"\xd9\xf1"  # precharge for a charge pump
    b"\xdb\x30"  # deselect level
    b"\xa4"  # show the memory
    b"\xa6"  # a 1 is lit
    b"\x8d\x14"  # charge pump on
)


@micropython.viper
def _compare(new: ptr8, old: ptr8, dirty: ptr8) -> int:  # noqa: F821
    """Set dirty[i] to 1 for each of the 64 tiles that differ; return how many do."""
    n = 0
    for tile in range(64):
        at = tile * 16
        end = at + 16
        found = 0
        while at < end:
            if new[at] != old[at]:
                found = 1
                at = end
            at += 1
        dirty[tile] = found
        n += found
    return n


@micropython.viper
def _copy(target: ptr8, target_at: int, source: ptr8, source_at: int, n: int):  # noqa: F821
    for i in range(n):
        target[target_at + i] = source[source_at + i]


class SSD1306:
    """A display of 128x64 pixels.

    i2c      machine.I2C or SoftI2C; address  7 bits, 0x3C or 0x3D
    rotate   0 or 180, how the panel is mounted
    All methods raise OSError where the display does not answer.
    """

    def __init__(self, i2c, address=0x3C, rotate=0):
        if rotate not in (0, 180):
            raise ValueError("rotate: expected 0 or 180")
        self.i2c = i2c
        self.address = address
        self.rotate = rotate
        self._contrast = 0xFF
        self._shadow = bytearray(_SIZE)
        self._dirty = bytearray(_COLUMNS * _PAGES)
        self._stale = True  # what the display shows is not known
        self._command = bytearray(2)  # 0x00: commands follow
        self._window = bytearray(b"\x00\x21\x00\x00\x22\x00\x00")
        data = memoryview(bytearray(1 + _TILE * _COLUMNS))
        data[0] = 0x40  # display memory follows
        # Views of the first n tiles, made once: a slice in `show` would allocate.
        self._data = [data[: 1 + _TILE * n] for n in range(_COLUMNS + 1)]

    def init(self, buffer):
        """Set up the controller and show a picture (1024 bytes); the display goes on when its memory is written."""
        self._write(_OFF)
        for value in _INIT:
            self._write(value)
        self._write(0xA1 if not self.rotate else 0xA0)
        self._write(0xC8 if not self.rotate else 0xC0)
        self.contrast(self._contrast)
        self.force()
        self.show(buffer)
        self._write(_ON)

    def _write(self, value):
        self._command[1] = value
        self.i2c.writeto(self.address, self._command)

    def contrast(self, level):
        """Set the brightness, 1..255; kept over `init`. Some panels are dark at 0."""
        self._contrast = max(1, min(255, level))
        self._write(_SET_CONTRAST)
        self._write(self._contrast)

    def power(self, on):
        """Switch the picture on or off; the memory stays as it is."""
        self._write(_ON if on else _OFF)

    def force(self):
        """Send everything the next time."""
        self._stale = True

    def show(self, buffer):
        """Send what of a picture has changed. Returns the number of tiles sent."""
        dirty = self._dirty
        if self._stale:
            for i in range(len(dirty)):
                dirty[i] = 1
            n = len(dirty)
        else:
            n = _compare(buffer, self._shadow, dirty)
        if not n:
            return 0
        for page in range(_PAGES):
            tile = 0
            while tile < _COLUMNS:
                if not dirty[page * _COLUMNS + tile]:
                    tile += 1
                    continue
                end = tile + 1
                while end < _COLUMNS and dirty[page * _COLUMNS + end]:
                    end += 1
                self._send(buffer, page, tile, end)
                tile = end
        self._stale = False
        return n

    def _send(self, buffer, page, tile, end):
        """Send the tiles tile..end-1 of a page."""
        window = self._window
        window[2] = tile * _TILE
        window[3] = end * _TILE - 1
        window[5] = window[6] = page
        at = (page * _COLUMNS + tile) * _TILE
        n = (end - tile) * _TILE
        data = self._data[end - tile]
        _copy(data, 1, buffer, at, n)
        self.i2c.writeto(self.address, window)
        self.i2c.writeto(self.address, data)
        _copy(self._shadow, at, buffer, at, n)
