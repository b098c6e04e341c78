"""What a program for the RP2040 or RP2350 says about itself: version, board, and where its file system is.

MicroPython's linker leaves a table of pointers to such entries, for tools like picotool. Source: the Pico SDK's
documentation of "binary info", pico_binary_info.
"""

import re
import struct
from dataclasses import dataclass

_MARK_START = 0x7188EBF2
_MARK_END = 0xE71AA390
_SEARCHED = 8192  # bytes from the beginning, in which the mark is

_ID_AND_STRING = 6
_BLOCK_DEVICE = 7
_RASPBERRY_PI = b"RP"
_MICROPYTHON = b"MP"
_PROGRAM = 0x02031C86
_VERSION = 0x11A9BC3A
_BOARD = 0xB63CFFBB


class BinaryInfoError(Exception):
    """The program says nothing of what is asked for."""


@dataclass(frozen=True)
class About:
    """program, version, board: texts, empty where nothing is said; files: (address, bytes) of the file system, or
    None; end: address after the last byte of the program."""

    program: str
    version: str
    board: str
    files: tuple | None
    end: int

    @property
    def numbers(self):
        """The version as a tuple of numbers, () if it has none."""
        found = re.match(r"v?(\d+)\.(\d+)(?:\.(\d+))?", self.version)
        return tuple(int(group or 0) for group in found.groups()) if found else ()


class _Memory:
    def __init__(self, pages):
        self._pages = pages

    def read(self, address, length):
        found = bytearray()
        while len(found) < length:
            start = address - address % 256
            page = self._pages.get(start)
            if page is None:
                raise BinaryInfoError("the table of the program leads to 0x%08X, where it has nothing" % address)
            part = page[address - start :][: length - len(found)]
            found += part
            address += len(part)
        return bytes(found)

    def words(self, address, count):
        return struct.unpack("<%dI" % count, self.read(address, 4 * count))

    def text(self, address):
        found = b""
        while b"\0" not in found:
            found += self.read(address + len(found), 16 if found else 16 - address % 16)
            if len(found) > 1024:
                raise BinaryInfoError("a text at 0x%08X does not end" % address)
        return found.split(b"\0")[0].decode(errors="replace")


def read(pages):
    """Return the About of a program given as pages {address: 256 bytes}; raise BinaryInfoError if it has no table."""
    memory = _Memory(pages)
    start = min(pages)
    first = b"".join(pages.get(start + at, bytes(256)) for at in range(0, _SEARCHED, 256))
    for at in range(0, _SEARCHED - 20, 4):
        mark, table, table_end, _, end = struct.unpack_from("<5I", first, at)
        if mark == _MARK_START and end == _MARK_END:
            break
    else:
        raise BinaryInfoError("the program has no table of what it is")
    texts = {}
    files = None
    for place in range(table, table_end, 4):
        (entry,) = memory.words(place, 1)
        kind, tag = struct.unpack("<H2s", memory.read(entry, 4))
        if kind == _ID_AND_STRING and tag == _RASPBERRY_PI:
            name, text = memory.words(entry + 4, 2)
            if name in (_PROGRAM, _VERSION, _BOARD):
                texts[name] = memory.text(text)
        elif kind == _BLOCK_DEVICE and tag == _MICROPYTHON:
            _, address, size = memory.words(entry + 4, 3)
            files = (address, size)
    return About(
        texts.get(_PROGRAM, ""), texts.get(_VERSION, ""), texts.get(_BOARD, ""), files, max(pages) + 256
    )
