"""A board's flash with littlefs on it whose power can be cut at any operation, and the firmware's store on top of it.

The file system is littlefs itself (littlefs-python) with the geometry of MicroPython's mount on the rp2 port; what
saves is the firmware's own handheld/storage.py. Only `open` and `os` are put in its place.
"""

import functools
import importlib.util
import types

from littlefs import LittleFS, LittleFSError, UserContext, lfs

from flashfile.filesystem import BLOCK_BYTES

_PAGE_BYTES = 256
_EIO = -5

# As extmod/vfs_lfsx.c of MicroPython mounts it with progsize=256, which ports/rp2 does.
GEOMETRY = {
    "block_size": BLOCK_BYTES,
    "read_size": 32,
    "prog_size": _PAGE_BYTES,
    "cache_size": 4 * _PAGE_BYTES,
    "lookahead_size": 32,
    "block_cycles": 100,
}

# How the operation during which the power goes is left behind.
NOT_BEGUN = "not begun"
PART = "in part"  # the first bytes are done
MIXED = "mixed"  # of the bits that were to change, any may have
DONE = "done"  # and nothing after it
TEARS = (NOT_BEGUN, PART, MIXED, DONE)


class Flash(UserContext):
    """The flash chip. It is used until the power goes at operation `cut`, counted from 0 since arm(); after that
    nothing reaches it.

    buffer      its bytes
    operations  erases and programs since arm()
    erases, programs  of all time
    worn        erases of each block, a list
    lost        whether the power is gone
    """

    def __init__(self, blocks):
        super().__init__(buffer=bytearray(b"\xff" * (blocks * BLOCK_BYTES)))
        self.erases = 0
        self.programs = 0
        self.worn = [0] * blocks
        self.arm()

    def arm(self, cut=-1, tear=DONE, random=None):
        """Have power again, until operation `cut` (-1: for good), which is left as `tear` says."""
        self.operations = 0
        self.lost = False
        self._cut = cut
        self._tear = tear
        self._random = random

    def read(self, cfg, block, off, size):
        at = block * BLOCK_BYTES + off
        return self.buffer[at : at + size]

    def prog(self, cfg, block, off, data):
        at = block * BLOCK_BYTES + off
        # Flash is programmed a page at a time, and a program can only clear bits.
        for page in range(0, len(data), _PAGE_BYTES):
            old = self.buffer[at + page : at + page + _PAGE_BYTES]
            new = bytes(a & b for a, b in zip(old, data[page : page + _PAGE_BYTES], strict=False))
            if not self._operate(at + page, old, new):
                return _EIO
            self.programs += 1
        return 0

    def erase(self, cfg, block):
        at = block * BLOCK_BYTES
        if not self._operate(at, self.buffer[at : at + BLOCK_BYTES], b"\xff" * BLOCK_BYTES):
            return _EIO
        self.erases += 1
        self.worn[block] += 1
        return 0

    def sync(self, cfg):
        return _EIO if self.lost else 0

    def _operate(self, at, old, new):
        """Change bytes; return whether there is power still."""
        if self.lost:
            return False
        if self.operations == self._cut:
            self.lost = True
            new = self._torn(old, new)
        self.operations += 1
        self.buffer[at : at + len(new)] = new
        return not self.lost

    def _torn(self, old, new):
        if self._tear == NOT_BEGUN:
            return old
        if self._tear == PART:
            n = self._random.randrange(1, len(new))
            return bytes(new[:n]) + bytes(old[n:])
        if self._tear == MIXED:
            noise = self._random.randbytes(len(new))
            return bytes(a ^ ((a ^ b) & c) for a, b, c in zip(old, new, noise, strict=True))
        return new


class PowerLost(BaseException):
    """What runs on the device ends here, whatever it may catch."""


class _File:
    """What open() returns, as much of it as the firmware uses."""

    def __init__(self, disk, path, mode):
        self._disk = disk
        self._file = disk.call(lfs.file_open, path, mode.replace("b", ""))

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        # Closed once: littlefs lets go of the file also where the closing fails.
        file, self._file = self._file, None
        self._disk.call(lfs.file_close, file)

    def read(self):
        return self._disk.call(lfs.file_read, self._file, self._disk.call(lfs.file_size, self._file))

    def write(self, data):
        return self._disk.call(lfs.file_write, self._file, bytes(data))


class Disk:
    """The mounted file system of a Flash, with `open` and the functions of `os`.

    They raise OSError, and PowerLost as soon as the flash has no power.
    """

    def __init__(self, flash):
        self.flash = flash
        self._mounted = False
        self._system = LittleFS(context=flash, mount=False, block_count=len(flash.worn), **GEOMETRY)

    def call(self, function, *arguments):
        """Call a function of the module littlefs.lfs."""
        try:
            return function(self._system.fs, *arguments)
        except LittleFSError as error:
            if self.flash.lost:
                raise PowerLost from None
            raise OSError(-int(error.code), str(error)) from None

    def format(self):
        self.call(lfs.format, self._system.cfg)

    def mount(self):
        """Raise OSError where it cannot be mounted."""
        self.call(lfs.mount, self._system.cfg)
        self._mounted = True

    def unmount(self):
        """Forget all that is in memory; nothing is written."""
        if self._mounted:
            self._mounted = False
            lfs.unmount(self._system.fs)

    def open(self, path, mode="r"):
        return _File(self, path, mode)

    def mkdir(self, path):
        self.call(lfs.mkdir, path)

    def remove(self, path):
        self.call(lfs.remove, path)

    def rename(self, path, new):
        self.call(lfs.rename, path, new)

    def stat(self, path):
        return self.call(lfs.stat, path)

    def files(self):
        """Return {path: bytes} of all files."""
        found = {}
        for directory, _, names in self._system.walk("/"):
            for name in names:
                path = directory.rstrip("/") + "/" + name
                with self.open(path, "rb") as file:
                    found[path] = file.read()
        return found

    def directories(self):
        """Return the paths of all directories but the root."""
        return [directory.rstrip("/") for directory, _, _ in self._system.walk("/") if directory != "/"]


def power_on(flash):
    """Return a mounted Disk of a flash that has power again; raise OSError where the file system is damaged."""
    flash.arm()
    disk = Disk(flash)
    disk.mount()
    return disk


def new(blocks):
    """Return a mounted Disk of a Flash with an empty file system."""
    flash = Flash(blocks)
    disk = Disk(flash)
    disk.format()
    disk.mount()
    return disk


@functools.cache
def _storage_code():
    return importlib.util.find_spec("handheld.storage").loader.get_code("handheld.storage")


def storage_on(disk):
    """Return the firmware's module handheld.storage, loaded once more, with a Disk as its file system."""
    module = types.ModuleType("handheld.storage")
    exec(_storage_code(), module.__dict__)
    module.open = disk.open
    module.os = disk
    return module
