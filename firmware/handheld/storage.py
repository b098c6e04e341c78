"""Saves that survive a power cut at any moment.

Each name has two slots, the files NAME.0 and NAME.1, written in turn: a new save goes over the older one, so that
while it is written, and if it is torn, the newer one before it is whole.

    offset  bytes
    0       4      "Elba"
    4       1      version of this layout, 1
    5       1      0
    6       2      counter, one more with each save, wrapping at 65536; of two valid slots the later one counts
    8       4      length of the data
    12      4      CRC-32 of the first 12 bytes and the data
    16             the data

Numbers are little-endian.
"""

import os
from binascii import crc32
from struct import pack_into, unpack_from

from micropython import const

VERSION = 1

_HEAD = const(16)
_SUMMED = const(12)
_COUNTER_AT = const(6)
_MAGIC = b"Elba"
_ENOENT = const(2)
_EEXIST = const(17)
_ENODEV = const(19)
_ENOSPC = const(28)

_KEPT = const(10)  # damaged files kept aside of each slot

# What a slot is, where it is not a valid counter (0 to 65535).
_ABSENT = const(-1)
_TORN = const(-2)
_EMPTY = const(-4)  # no bytes: the first save to this slot was cut off, as nothing else leaves such a file
_FOREIGN = const(-3)  # begins like a save, but its version is unknown: perhaps of a later firmware


class StorageError(Exception):
    """A save could not be written; what was saved before is intact. The message is for the player."""


class Damaged(Exception):
    """Something was saved under this name (args[0]), but none of it can be read."""


class Store:
    """Saves in a directory, which is made when it is needed."""

    def __init__(self, directory="/saves"):
        self._directory = directory
        self._head = bytearray(_HEAD)
        self._newest = {}  # name -> (slot of the newest save, its counter), once known

    def _path(self, name, slot):
        return "%s/%s.%d" % (self._directory, name, slot)

    def _read(self, path):
        """Return (counter, data) of a slot, or (what it is instead, None)."""
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError as error:
            # Anything but "no such file" and "no file system" means: there is something that cannot be read.
            return (_ABSENT if error.errno in (_ENOENT, _ENODEV) else _TORN), None
        if not content:
            return _EMPTY, None
        if len(content) < _HEAD or content[:4] != _MAGIC:
            return _TORN, None
        if content[4] != VERSION:
            return _FOREIGN, None
        counter, length, crc = unpack_from("<HLL", content, _COUNTER_AT)
        data = content[_HEAD:]
        if length != len(data) or crc32(data, crc32(content[:_SUMMED])) != crc:
            return _TORN, None
        return counter, data

    def _survey(self, name):
        """Return (slot, counter, data) of the newest save, (-1, 0, None) without any, and what both slots are."""
        found, data = self._read(self._path(name, 0))
        other, other_data = self._read(self._path(name, 1))
        # The counters of two valid slots lie next to each other; so this holds where they wrap, too.
        if other >= 0 and (found < 0 or (other - found) & 0xFFFF < 0x8000):
            return 1, other, other_data, found, other
        if found >= 0:
            return 0, found, data, found, other
        return -1, 0, None, found, other

    def load(self, name):
        """Return the data of the newest save, or None if nothing was ever saved.

        Raises Damaged(name) if something was saved but neither slot can be read. The next save keeps such files
        aside under another name.
        """
        slot, counter, data, zero, one = self._survey(name)
        if slot >= 0:
            self._newest[name] = (slot, counter)
            return data
        if _is_new(zero, one):
            return None
        raise Damaged(name)

    def recover(self, name, take):
        """Call take(data) with the newest save; where it raises ValueError, with the one before it.

        Returns True, also where nothing was ever saved, and take was not called; False where one of the two slots
        was damaged or refused and only the other was left. Raises Damaged(name) where something was saved, and none of
        it is whole and accepted. Whatever is left out is kept aside under another name, at once.
        """
        slot, counter, data, zero, one = self._survey(name)
        refused = []  # slots
        while slot >= 0:
            try:
                take(data)
                break
            except ValueError:
                refused.append(slot)
            slot = 1 - slot if len(refused) == 1 else -1
            if slot >= 0:
                counter, data = self._read(self._path(name, slot))
                if counter < 0:
                    slot = -1
        self._newest.pop(name, None)
        if slot >= 0:
            self._newest[name] = (slot, counter)
        lost = False  # not by an empty slot: that is one whose first save was cut off, and the other is the one before
        for which, found in ((0, zero), (1, one)):
            if which in refused or found in (_TORN, _FOREIGN):
                lost = True
                try:
                    self._put_aside(self._path(name, which))
                except OSError:
                    pass  # nothing can be written at all
        if slot < 0 and not _is_new(zero, one):
            raise Damaged(name)
        return not lost

    def save(self, name, data):
        """Save data (any bytes-like object) under a name of letters and digits. Raises StorageError."""
        try:
            slot, counter = self._newest[name] if name in self._newest else self._prepare(name)
        except OSError as error:
            raise StorageError(_why(error)) from None
        slot = 1 - slot if slot >= 0 else 0
        counter = (counter + 1) & 0xFFFF
        head = self._head
        pack_into("<4sBBHLL", head, 0, _MAGIC, VERSION, 0, counter, len(data), 0)
        crc = crc32(data, crc32(memoryview(head)[:_SUMMED]))
        pack_into("<L", head, _SUMMED, crc)
        path = self._path(name, slot)
        try:
            # Closing the file is what commits it: until then littlefs keeps what was there before.
            with open(path, "wb") as file:
                file.write(head)
                file.write(data)
        except OSError as error:
            # Look at the files again before the next save: what became of this slot is unknown.
            self._newest.pop(name, None)
            _remove(path)  # half a save is of no use, its room may be
            raise StorageError(_why(error)) from None
        self._newest[name] = (slot, counter)

    def delete(self, name):
        """Delete what is saved under a name. Raises StorageError."""
        slot = self._survey(name)[0]
        self._newest.pop(name, None)
        # The older one first: in the other order a power cut in between would bring it back to life.
        older = 1 - slot if slot >= 0 else 1
        for which in (older, 1 - older):
            path = self._path(name, which)
            try:
                os.remove(path)
            except OSError as error:
                if error.errno != _ENOENT:
                    raise StorageError(_why(error)) from None

    def _prepare(self, name):
        """Before the first save: find the newest one, and put out of harm's way what must not be written over."""
        try:
            os.mkdir(self._directory)
        except OSError as error:
            if error.errno != _EEXIST:
                raise
        slot, counter, _, zero, one = self._survey(name)
        for which, found in ((0, zero), (1, one)):
            # A torn slot beside a valid one is what a power cut leaves; nothing is lost with it.
            if found == _FOREIGN or found == _TORN and slot < 0:
                self._put_aside(self._path(name, which))
        return slot, counter

    def _put_aside(self, path):
        """Rename a file to PATH-badN. Of those there are ten at most: an eleventh takes the place of the last one."""
        for number in range(_KEPT):
            aside = "%s-bad%d" % (path, number)
            try:
                os.stat(aside)
            except OSError:
                break
        else:
            os.remove(aside)
        os.rename(path, aside)


def _is_new(zero, one):
    """Whether what the two slots are means that nothing was ever saved."""
    return one == _ABSENT and zero in (_ABSENT, _EMPTY)


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def _why(error):
    return "The memory is full." if error.errno == _ENOSPC else "Saving failed (error %s)." % error.errno
