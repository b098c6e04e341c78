"""A UF2 file with the game, and MicroPython before it; and the reading back of such a file.

Without MicroPython the file holds the blocks of the file system alone, for a board that has MicroPython already. In
both cases the file system is a new one: what was in it before, saves among them, is gone.
"""

from dataclasses import dataclass

from . import binaryinfo, blocks, filesystem

MINIMUM_VERSION = (1, 23)  # its littlefs mounts the image, and its loader takes the .mpy files


class OneFileError(Exception):
    """The file cannot be made, or does not hold what it should; the message says why."""


@dataclass(frozen=True)
class Base:
    """MicroPython, from a UF2 file: pages {address: data}, before (Blocks of other families), about (its own words)."""

    pages: dict
    before: tuple
    about: binaryinfo.About


@dataclass(frozen=True)
class Content:
    """What is in a file: base (an About, or None), files {path: bytes}, addresses: (first, after the last) of the
    file system's region, blocks: how many UF2 blocks."""

    base: object
    files: dict
    addresses: tuple
    blocks: int


def read_base(content, model, name):
    """Return the Base in the bytes of a UF2 file for a hardware.models.Model.

    Raises OneFileError for a file that is no MicroPython for such a chip, or too old a one.
    """
    try:
        all_blocks = blocks.parse(content, name)
        pages = blocks.pages_of(all_blocks, model.chip.family, name)
        about = binaryinfo.read(pages)
    except blocks.Uf2Error as error:
        raise OneFileError("%s (a %s has an %s)" % (error, model.title, model.chip.name)) from None
    except binaryinfo.BinaryInfoError as error:
        raise OneFileError("%s: %s" % (name, error)) from None
    if about.program != "MicroPython" or about.files is None:
        raise OneFileError("%s is %s, expected MicroPython" % (name, about.program or "an unknown program"))
    if about.numbers < MINIMUM_VERSION:
        raise OneFileError("%s is MicroPython %s; %d.%d or newer is needed" % (name, about.version, *MINIMUM_VERSION))
    start, size = about.files
    if start < about.end or start + size > blocks.FLASH_START + model.flash_bytes:
        raise OneFileError(
            "%s has its files at 0x%08X to 0x%08X, which a %s has no flash for"
            % (name, start, start + size, model.title)
        )
    before = tuple(block for block in all_blocks if block.family != model.chip.family)
    return Base(pages, before, about)


def region(model, base=None):
    """Return (address, bytes) of the file system: as MicroPython's binary says, else as recent releases have it."""
    if base is not None:
        return base.about.files
    return blocks.FLASH_START + model.files_at, model.file_blocks * filesystem.BLOCK_BYTES


def make(files, model, base=None):
    """Return the bytes of a UF2 file with the files {path: bytes}; raise OneFileError or filesystem.ImageError."""
    start, size = region(model, base)
    image = filesystem.pack(files, size)
    pages = {}
    for number in filesystem.used_blocks(image):
        at = number * filesystem.BLOCK_BYTES
        for offset in range(at, at + filesystem.BLOCK_BYTES, blocks.PAYLOAD):
            pages[start + offset] = image[offset : offset + blocks.PAYLOAD]
    before = ()
    if base is not None:
        # The last sector of the program gets whole; it ends before the files begin, which start with a sector.
        pages.update(blocks.fill_sectors(base.pages))
        before = base.before
    return blocks.write(pages, model.chip.family, before)


def read_back(content, model, base=None, name="the file"):
    """Return the Content of a UF2 file for a model, as a board would have it: with flash full of something else first.

    base   what MicroPython has to be in it; None: nothing outside of the file system
    Raises OneFileError if it is not what a board takes.
    """
    try:
        parsed = blocks.parse(content, name)
        pages = blocks.pages_of(parsed, model.chip.family, name)
        blocks.check_order(pages)
    except blocks.Uf2Error as error:
        raise OneFileError(str(error)) from None
    start, size = region(model, base)
    # Neither erased nor zero, so that nothing relies on what is not in the file.
    flash = bytearray(b"\x5a" * size)
    outside = {}
    for address, data in pages.items():
        if start <= address < start + size:
            flash[address - start : address - start + len(data)] = data
        else:
            outside[address] = data
    expected = blocks.fill_sectors(base.pages) if base is not None else {}
    if outside != expected:
        wrong = sorted(set(outside) ^ set(expected)) or [a for a in sorted(outside) if outside[a] != expected[a]]
        raise OneFileError("%s: what is at 0x%08X is not MicroPython's" % (name, wrong[0]))
    if base is not None and tuple(b.raw for b in parsed if b.family != model.chip.family) != tuple(
        block.raw for block in base.before
    ):
        raise OneFileError("%s: the blocks of other families are not those of MicroPython" % name)
    try:
        files = filesystem.unpack(flash)
    except filesystem.ImageError as error:
        raise OneFileError("%s: %s" % (name, error)) from None
    return Content(base.about if base else None, files, (start, start + size), len(parsed))
