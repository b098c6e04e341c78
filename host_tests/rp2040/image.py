"""The file system in the emulated board's flash: where it is, and from files to an image and back."""

from flashfile import filesystem
from flashfile.filesystem import ImageError, files_of

__all__ = ["BLOCKS", "BLOCK_BYTES", "SIZE", "START", "ImageError", "files_of", "pack", "unpack"]

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
