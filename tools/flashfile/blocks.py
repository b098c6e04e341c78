"""The UF2 format, as far as the boot loaders of RP2040 and RP2350 read it.

Source: the specification of UF2; RP2040 datasheet, sections 2.8.4.2 (the boot ROM takes blocks of 256 bytes only, and
restarts the board when it has all that a block announces) and appendix B, RP2040-E14 (a sector of 4096 bytes that is
written in part, followed by others, may be spoiled).
"""

import struct
from dataclasses import dataclass

BLOCK_BYTES = 512
PAYLOAD = 256
SECTOR = 4096

FLASH_START = 0x10000000

_HEAD = struct.Struct("<8I")
_START = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_END_AT = BLOCK_BYTES - 4
_MOST_PAYLOAD = 476

NOT_MAIN_FLASH = 0x0001
HAS_FAMILY = 0x2000


class Uf2Error(Exception):
    """The bytes are no UF2 file that a board would take; the message says where and why."""


@dataclass(frozen=True)
class Block:
    """address: in the chip's address space; data: bytes; family: ID of the chip, None without one; number, total: as
    the block counts itself; raw: all its 512 bytes."""

    address: int
    data: bytes
    family: int | None
    number: int = 0
    total: int = 0
    flags: int = HAS_FAMILY
    raw: bytes = b""


def parse(content, name="the file"):
    """Return a list of the Blocks of a UF2 file; raise Uf2Error for anything that is none."""
    if not content or len(content) % BLOCK_BYTES:
        raise Uf2Error("%s is no UF2 file: %d bytes are no multiple of %d" % (name, len(content), BLOCK_BYTES))
    found = []
    for at in range(0, len(content), BLOCK_BYTES):
        raw = bytes(content[at : at + BLOCK_BYTES])
        first, second, flags, address, size, number, total, family = _HEAD.unpack_from(raw)
        (end,) = struct.unpack_from("<I", raw, _END_AT)
        where = "%s, block %d" % (name, at // BLOCK_BYTES)
        if (first, second) != _START or end != _END:
            raise Uf2Error("%s is no UF2 file: the marks of block %d are missing" % (name, at // BLOCK_BYTES))
        if size > _MOST_PAYLOAD:
            raise Uf2Error("%s: %d bytes of data, expected %d at most" % (where, size, _MOST_PAYLOAD))
        data = raw[_HEAD.size : _HEAD.size + size]
        found.append(
            Block(address, data, family if flags & HAS_FAMILY else None, number, total, flags, raw)
        )
    return found


def write(pages, family, before=()):
    """Return the bytes of a UF2 file: `pages` {address: 256 bytes} for a family, in ascending order.

    before   Blocks that come first as they are, of other families: each family counts its blocks for itself
    """
    parts = [block.raw for block in before]
    for number, address in enumerate(sorted(pages)):
        data = pages[address]
        if len(data) != PAYLOAD or address % PAYLOAD:
            raise Uf2Error("0x%08X: %d bytes, expected %d at a multiple of that" % (address, len(data), PAYLOAD))
        head = _HEAD.pack(*_START, HAS_FAMILY, address, PAYLOAD, number, len(pages), family)
        parts.append(head + data + bytes(_END_AT - _HEAD.size - PAYLOAD) + struct.pack("<I", _END))
    return b"".join(parts)


def pages_of(blocks, family, name="the file"):
    """Return {address: data} of the blocks that a boot loader of a family would write.

    Raises Uf2Error if it would not write them, or not all: none of that family, a wrong size or place, numbers that
    do not count, an address twice.
    """
    mine = [block for block in blocks if block.family == family and not block.flags & NOT_MAIN_FLASH]
    if not mine:
        families = sorted({"0x%08X" % block.family for block in blocks if block.family is not None})
        raise Uf2Error(
            "%s has no blocks of the family 0x%08X; it has: %s" % (name, family, ", ".join(families) or "none")
        )
    pages = {}
    for index, block in enumerate(mine):
        where = "%s, block at 0x%08X" % (name, block.address)
        if len(block.data) != PAYLOAD or block.address % PAYLOAD:
            raise Uf2Error("%s: %d bytes, expected %d at a multiple of that" % (where, len(block.data), PAYLOAD))
        if (block.number, block.total) != (index, len(mine)):
            raise Uf2Error(
                "%s: it says %d of %d, expected %d of %d" % (where, block.number, block.total, index, len(mine))
            )
        if block.address in pages:
            raise Uf2Error("%s: the address is there twice" % where)
        pages[block.address] = block.data
    return pages


def fill_sectors(pages):
    """Return the pages {address: data} with all pages of each sector that has any; new ones are erased flash."""
    filled = {}
    for address in pages:
        start = address - address % SECTOR
        for each in range(start, start + SECTOR, PAYLOAD):
            filled.setdefault(each, pages.get(each, b"\xff" * PAYLOAD))
    return filled


def check_order(pages):
    """Raise Uf2Error unless pages, in the order they are in, ascend and fill whole sectors (see RP2040-E14)."""
    addresses = list(pages)
    if addresses != sorted(addresses):
        raise Uf2Error("the blocks are not in the order of their addresses")
    for address in addresses:
        start = address - address % SECTOR
        for each in range(start, start + SECTOR, PAYLOAD):
            if each not in pages:
                raise Uf2Error("the sector at 0x%08X is there in part only" % start)
