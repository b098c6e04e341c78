"""Saves that survive a power cut at any moment.

Every save has two files, NAME.0 and NAME.1, written in turn: one write, no renaming, and the one before is whole
while the new one is being written. The newest that is whole counts. A file is

    0   4   "ELBA"
    4   1   version of this format
    5   1   0
    6   2   length of the data
    8   4   counter, one more with every save
    12  4   CRC-32 of bytes 0-11 and the data
    16      the data

all little-endian.
"""

import os
from binascii import crc32

from micropython import const

_MAGIC = b"ELBA"
_VERSION = const(1)
_HEAD = const(16)
_MOST = const(4096)  # bytes of data


class Damaged(Exception):
    """There is a save, and neither of its files is whole. They are kept aside when something is saved in their place."""


class StorageError(Exception):
    """Something could not be saved; the save before it is as it was."""


class Store:
    """Saves in a directory of the file system. Names are short and of letters."""

    def __init__(self, directory="/saves"):
        self._directory = directory
        self._known = {}  # name -> (slot of the newest save or -1, its counter)

    def _path(self, name, end):
        return "%s/%s.%s" % (self._directory, name, end)

    def load(self, name):
        """Return the data saved last under a name, None if there is none. Raises Damaged."""
        best = None
        newest = (-1, 0)
        found = False
        for slot in (0, 1):
            try:
                with open(self._path(name, slot), "rb") as file:
                    raw = file.read(_HEAD + _MOST + 1)
            except OSError:
                continue
            found = True
            counter = _check(raw)
            # Counters are compared as distances, so that they may wrap.
            if counter >= 0 and (best is None or (counter - newest[1]) & 0x2000_0000 == 0):
                best = raw
                newest = (slot, counter)
        self._known[name] = newest
        if best is not None:
            return best[_HEAD:]
        if found:
            raise Damaged(name)
        return None

    def save(self, name, data):
        """Save up to 4096 bytes under a name. Raises StorageError."""
        if len(data) > _MOST:
            raise StorageError("%s: at most %d bytes can be saved, not %d" % (name, _MOST, len(data)))
        if name not in self._known:
            try:
                self.load(name)
            except Damaged:
                pass
        slot, counter = self._known[name]
        try:
            if slot < 0:
                self._prepare(name)
            slot = 1 if slot == 0 else 0
            counter = (counter + 1) & 0x3FFF_FFFF
            with open(self._path(name, slot), "wb") as file:
                file.write(_frame(counter, data))
        except OSError as error:
            # Whatever is in that file now, it is not whole, and the other one is as it was.
            raise StorageError("%s: cannot be saved, error %s" % (name, error))
        self._known[name] = (slot, counter)

    def _prepare(self, name):
        """Before the first save: make the directory, keep damaged files aside."""
        try:
            os.mkdir(self._directory)
        except OSError:
            pass  # it is there, or the open that follows says what is wrong
        for slot in (0, 1):
            try:
                os.rename(self._path(name, slot), self._path(name, "bad%d" % slot))
            except OSError:
                pass  # there is no such file

    def delete(self, name):
        """Delete a save; nothing happens where there is none. Raises StorageError."""
        newest = self._known.pop(name, (0, 0))[0]
        # The newest last: a power cut in between must not bring an older save back.
        for slot in (1 - newest, newest) if newest >= 0 else (0, 1):
            try:
                os.remove(self._path(name, slot))
            except OSError as error:
                if error.errno != 2:  # no such file
                    raise StorageError("%s: cannot be deleted, error %s" % (name, error))


def _frame(counter, data):
    head = bytearray(_HEAD)
    head[:4] = _MAGIC
    head[4] = _VERSION
    _number(head, 6, 2, len(data))
    _number(head, 8, 4, counter)
    crc = crc32(data, crc32(memoryview(head)[:12]))
    _number(head, 12, 4, crc)
    return head + data


def _check(raw):
    """Return the counter of a file that is whole, else -1."""
    if len(raw) < _HEAD or raw[:4] != _MAGIC or raw[4] != _VERSION:
        return -1
    if len(raw) - _HEAD != raw[6] | raw[7] << 8:
        return -1
    crc = crc32(memoryview(raw)[_HEAD:], crc32(memoryview(raw)[:12]))
    for i in range(4):
        if raw[12 + i] != crc >> 8 * i & 0xFF:
            return -1
    return (raw[8] | raw[9] << 8 | raw[10] << 16 | raw[11] << 24) & 0x3FFF_FFFF


def _number(buf, at, size, value):
    for i in range(size):
        buf[at + i] = value >> 8 * i & 0xFF
