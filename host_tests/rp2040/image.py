"""The file system in the emulated board's flash: where it is, and from files to an image and back."""

from pathlib import Path

from flashfile import blocks, filesystem
from flashfile.filesystem import ImageError, files_of

__all__ = ["BLOCKS", "BLOCK_BYTES", "SIZE", "START", "ImageError", "files_of", "in_uf2", "pack", "unpack"]

# MicroPython for RPI_PICO keeps the last 1408 KiB of its 2 MiB of flash for files.
START = 0xA0000
BLOCKS = 352
BLOCK_BYTES = filesystem.BLOCK_BYTES
SIZE = BLOCKS * BLOCK_BYTES


def pack(files):
    """Return an image of SIZE bytes with the files {path: bytes}; raise ImageError if they do not fit."""
    return filesystem.pack(files, SIZE)


def unpack(image):
    """Return {path: bytes} of all files in an image; raise ImageError if it cannot be mounted."""
    return filesystem.unpack(image)


def in_uf2(path):
    """Return {path: bytes} of the files in a UF2 file; raise ImageError if it has no file system."""
    flash = bytearray(b"\xff" * SIZE)
    for block in blocks.parse(Path(path).read_bytes(), path):
        at = block.address - blocks.FLASH_START - START
        if 0 <= at < SIZE:
            flash[at : at + len(block.data)] = block.data
    return unpack(flash)
