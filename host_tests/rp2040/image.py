"""The file system in the board's flash: from a directory to a littlefs image and back."""

from pathlib import Path, PurePosixPath

from littlefs import LittleFS, LittleFSError, UserContext

# MicroPython for RPI_PICO keeps the last 1408 KiB of its 2 MiB of flash for files.
START = 0xA0000
BLOCKS = 352
BLOCK_BYTES = 4096
SIZE = BLOCKS * BLOCK_BYTES

# The oldest format of littlefs v2, because an older littlefs refuses a newer one. MicroPython makes it the newest it
# knows when it first writes; so this is for packing alone.
_DISK_VERSION = 0x00020000

# As MicroPython's VfsLfs2 mounts it.
_GEOMETRY = {
    "block_size": BLOCK_BYTES,
    "block_count": BLOCKS,
    "read_size": 32,
    "prog_size": 256,
    "lookahead_size": 32,
}


class ImageError(Exception):
    """The files do not fit, or there is no file system in the image."""


def files_of(tree):
    """Return {path on the device: bytes} of all files under the directory `tree`."""
    tree = Path(tree)
    return {
        "/" + file.relative_to(tree).as_posix(): file.read_bytes()
        for file in sorted(tree.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


def pack(files):
    """Return an image of SIZE bytes with the files {path: bytes}; raise ImageError if they do not fit."""
    context = UserContext(SIZE)
    context.buffer[:] = b"\xff" * SIZE  # erased flash
    try:
        system = LittleFS(context=context, disk_version=_DISK_VERSION, **_GEOMETRY)
        for name, data in files.items():
            path = PurePosixPath("/") / name
            if path.parent != path.root:
                system.makedirs(str(path.parent), exist_ok=True)
            with system.open(str(path), "wb") as file:
                file.write(data)
        system.unmount()
    except LittleFSError as error:
        raise ImageError("%d files do not fit into the image: %s" % (len(files), error)) from None
    return bytes(context.buffer)


def unpack(image):
    """Return {path: bytes} of all files in an image; raise ImageError if it cannot be mounted."""
    context = UserContext(len(image))
    context.buffer[:] = image
    system = LittleFS(context=context, mount=False, **_GEOMETRY)
    try:
        system.mount()
        files = {}
        for directory, _, names in system.walk("/"):
            for name in names:
                path = str(PurePosixPath(directory) / name)
                with system.open(path, "rb") as file:
                    files[path] = file.read()
        system.unmount()
    except LittleFSError as error:
        raise ImageError("the file system cannot be read: %s" % error) from None
    return files
