"""The file system in a board's flash: from files to a littlefs image and back."""

from pathlib import Path, PurePosixPath

from littlefs import LittleFS, LittleFSError, UserContext

BLOCK_BYTES = 4096

# The oldest format of littlefs v2, because an older littlefs refuses a newer one. MicroPython makes it the newest it
# knows when it first writes; so this is for packing alone.
_DISK_VERSION = 0x00020000


# Of MicroPython's own mount. With the library's smaller default a block of a directory that is full to its last byte,
# as a board leaves it now and then, is taken for damaged.
_CACHE_BYTES = 1024


class ImageError(Exception):
    """The files do not fit, or there is no file system in the image."""


class _Watched(UserContext):
    """Keeps the numbers of the blocks that were read."""

    def __init__(self, buffer):
        super().__init__(buffer=buffer)
        self.blocks = set()

    def read(self, cfg, block, off, size):
        self.blocks.add(block)
        return super().read(cfg, block, off, size)


def _geometry(size):
    """As MicroPython's VfsLfs2 mounts it on the rp2 port."""
    return {
        "block_size": BLOCK_BYTES,
        "block_count": size // BLOCK_BYTES,
        "read_size": 32,
        "prog_size": 256,
        "lookahead_size": 32,
    }


def files_of(tree):
    """Return {path on the device: bytes} of all files under the directory `tree`."""
    tree = Path(tree)
    return {
        "/" + file.relative_to(tree).as_posix(): file.read_bytes()
        for file in sorted(tree.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


def pack(files, size):
    """Return an image of `size` bytes with the files {path: bytes}; raise ImageError if they do not fit."""
    context = UserContext(buffer=bytearray(b"\xff" * size))  # erased flash
    try:
        system = LittleFS(context=context, disk_version=_DISK_VERSION, **_geometry(size))
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


def _read(image):
    """Return ({path: bytes} of all files, set of the blocks that were read for that)."""
    context = _Watched(bytearray(image))
    system = LittleFS(context=context, mount=False, cache_size=_CACHE_BYTES, **_geometry(len(image)))
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
    return files, context.blocks


def unpack(image):
    """Return {path: bytes} of all files in an image; raise ImageError if it cannot be mounted."""
    return _read(image)[0]


def used_blocks(image):
    """Return the set of the numbers of all blocks that matter to what is in an image.

    Those are the blocks that reading everything looks at, among them erased ones: a directory lies in two blocks, the
    newer of which counts, so what an earlier file system has left in the second one must go. All others littlefs
    erases before it uses them.
    """
    return _read(image)[1]
