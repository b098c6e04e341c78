"""Saves in the real micropython: on the host's file system with slots torn by hand, and on littlefs in a RAM disk
whose power is cut at every single operation of the flash.
"""

import pytest

_PRELUDE = """
import os
from handheld import storage
from handheld.storage import Damaged, Store, StorageError

DIRECTORY = "saves"

def read(path):
    with open(path, "rb") as file:
        return file.read()

def write(path, data):
    with open(path, "wb") as file:
        file.write(data)

def names():
    return sorted(os.listdir(DIRECTORY))

def load(name="game"):
    # A new Store each time: what the device knows after power-on.
    return Store(DIRECTORY).load(name)

def raises(error, do, *arguments):
    try:
        do(*arguments)
    except error as raised:
        return raised
    assert False, "nothing raised"
"""


def test_saves_come_back_and_the_newest_wins(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
assert store.load("game") is None
assert store.load("game") is None
for i in range(9):
    data = bytes([i]) * (i * 50)
    store.save("game", data)
    assert store.load("game") == data == load()
    # A Store that has loaded nothing goes on in the right slot, too.
    Store(DIRECTORY).save("game", b"other%d" % i)
    assert load() == b"other%d" % i
    store = Store(DIRECTORY)
store.save("settings", bytearray(b"s"))
store.save("view", memoryview(b"abcd")[1:3])
assert load("settings") == b"s" and load("view") == b"bc" and load() == b"other8"
assert names() == ["game.0", "game.1", "settings.0", "view.0"]
"""
    )


def test_the_format_is_as_written_down(micropython):
    micropython(
        _PRELUDE
        + """
from binascii import crc32
Store(DIRECTORY).save("game", b"data")
head = b"Elba\\x01\\x00\\x01\\x00\\x04\\x00\\x00\\x00"
crc = crc32(head + b"data")
assert read("saves/game.0") == head + bytes((crc >> s) & 255 for s in (0, 8, 16, 24)) + b"data"
"""
    )


def test_a_write_cut_at_any_byte_loses_nothing(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.save("game", b"the first save, long")
store.save("game", b"the second one")
store.save("game", b"and the third save of them all")
older, newer = read("saves/game.1"), read("saves/game.0")
saved = b"and the third save of them all"
next_save = b"what is being written when the power goes"
store.save("game", next_save)
full = read("saves/game.1")
for cut in range(len(full)):
    # Cut short; over what was there before; and with junk behind, as flash that was erased.
    for torn in (full[:cut], full[:cut] + older[cut:], full[:cut] + b"\\xff" * (len(full) - cut)):
        write("saves/game.1", torn)
        assert load() == saved or torn == full or torn == older, cut
        # Playing on after that works, over and over, and the whole save is never the one written over.
        Store(DIRECTORY).save("game", b"on")
        assert load() == b"on", (cut, torn, load())
        assert read("saves/game.0") == newer, (cut, torn)
write("saves/game.1", full)
assert load() == next_save
"""
    )


def test_any_flipped_bit_is_noticed(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.save("game", b"old")
store.save("game", b"new one")
full = read("saves/game.1")
for at in range(len(full)):
    for bit in range(8):
        bad = bytearray(full)
        bad[at] ^= 1 << bit
        write("saves/game.1", bad)
        assert load() == b"old", (at, bit)
"""
    )


@pytest.mark.parametrize(
    ("zero", "one"),
    [
        ("junk", None),
        (None, "junk"),
        ("junk", "junk"),
        ("version", None),
        ("version", "junk"),
        ("torn", None),
        ("torn", "torn"),
        ("empty", "empty"),
        (None, "empty"),
    ],
)
def test_damage_is_told_and_kept_aside(micropython, zero, one):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.save("game", b"some data")
full = read("saves/game.0")
contents = {"junk": b"\\x00\\xffjunk" * 50, "version": b"Elba\\x02" + full[5:], "torn": full[:-1]}
contents.update({"empty": b"", None: None})
kept = []
os.remove("saves/game.0")
for slot, what in ((0, %r), (1, %r)):
    data = contents[what]
    if data is not None:
        write("saves/game.%%d" %% slot, data)
        if data:
            kept.append(data)
store = Store(DIRECTORY)
assert raises(Damaged, store.load, "game").args == ("game",)
assert raises(Damaged, store.load, "game").args == ("game",)
store.save("game", b"begun anew")
assert load() == b"begun anew"
aside = sorted(read("saves/" + name) for name in names() if "-bad" in name)
assert aside == sorted(kept), names()
store.save("game", b"and again")
assert load() == b"and again"
assert len([name for name in names() if "-bad" in name]) == len(kept)
"""
        % (zero, one)
    )


def test_the_save_of_a_later_version_is_not_written_over(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.save("game", b"mine")
later = b"Elba\\x02whatever a later version has"
write("saves/game.1", later)
assert load() == b"mine"
Store(DIRECTORY).save("game", b"mine again")
assert load() == b"mine again"
assert read("saves/game.1-bad0") == later
"""
    )


def test_many_damaged_files_do_not_fill_the_memory(micropython):
    micropython(
        _PRELUDE
        + """
Store(DIRECTORY).save("game", b"x")
for i in range(15):
    write("saves/game.0", b"damaged %d" % i)
    raises(Damaged, load)
    Store(DIRECTORY).save("game", b"x")
assert len(names()) == 11, names()
assert read("saves/game.0-bad0") == b"damaged 0" and read("saves/game.0-bad9") == b"damaged 14"
"""
    )


def test_a_first_save_that_never_came_about_is_no_damage(micropython):
    micropython(
        _PRELUDE
        + """
os.mkdir(DIRECTORY)
write("saves/game.0", b"")
assert load() is None
Store(DIRECTORY).save("game", b"x")
assert load() == b"x" and names() == ["game.0"]
"""
    )


def test_the_counter_wraps(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.save("game", b"x")
store._newest["game"] = (1, 65532)  # so the next one goes over the only one there is
for i in range(6):
    store.save("game", b"%d" % i)
    assert load() == b"%d" % i
    store = Store(DIRECTORY) if i % 2 else store
"""
    )


def test_deleting(micropython):
    micropython(
        _PRELUDE
        + """
store = Store(DIRECTORY)
store.delete("game")  # there is none
store.save("other", b"stays")
for count in (1, 2, 3):
    for i in range(count):
        store.save("game", b"%d" % i)
    store.delete("game")
    assert load() is None and names() == ["other.0"]
# Cut in between, the newest save is what is left: nothing old comes back.
removed = []
class Half:
    def __getattr__(self, name):
        return getattr(os, name)
    def remove(self, path):
        if removed:
            raise OSError(5)
        removed.append(path)
        os.remove(path)
for count in (2, 3, 4):
    for i in range(count):
        store.save("game", b"%d" % i)
    removed.clear()
    storage.os = Half()
    raises(StorageError, store.delete, "game")
    storage.os = os
    assert load() == b"%d" % (count - 1)
    Store(DIRECTORY).delete("game")
    assert load() is None
"""
    )


# littlefs on a RAM disk like the board's flash: 4096-byte blocks, written 256 bytes at a time. It counts what is
# done to it, and after `left` operations nothing reaches it any more, the last one being done in part.
_FLASH = (
    _PRELUDE
    + """
import vfs

class Cut(Exception):
    pass

class Flash:
    BLOCK = 4096

    def __init__(self, blocks):
        self.memory = bytearray(b"\\xff" * (blocks * self.BLOCK))
        self.left = -1
        self.done = 0

    def readblocks(self, block, buf, offset=0):
        at = block * self.BLOCK + offset
        for i in range(len(buf)):
            buf[i] = self.memory[at + i]

    def operate(self):
        if self.left == 0:
            raise OSError(5)
        self.left -= 1
        self.done += 1
        return self.left == 0

    def writeblocks(self, block, buf, offset=0):
        n = len(buf)
        if self.operate():
            n //= 2
        at = block * self.BLOCK + offset
        self.memory[at : at + n] = memoryview(buf)[:n]

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.memory) // self.BLOCK
        if op == 5:
            return self.BLOCK
        if op == 6:
            n = self.BLOCK // 2 if self.operate() else self.BLOCK
            at = arg * self.BLOCK
            self.memory[at : at + n] = b"\\xff" * n
            return 0
        return 0

def mount(flash):
    vfs.mount(vfs.VfsLfs2(flash, progsize=256, readsize=256, lookahead=32), "/flash")

DIRECTORY = "/flash/saves"
"""
)


def test_power_cut_at_every_operation_of_the_flash(micropython):
    output = micropython(
        _FLASH
        + """
flash = Flash(12)
vfs.VfsLfs2.mkfs(flash, progsize=256, readsize=256, lookahead=32)
mount(flash)
# From the very first save on, and as often as it takes for littlefs to move its own blocks, too.
saved = None
cuts = 0
for number in range(24):
    data = bytes([number]) * (700 if number % 2 else 150)  # in blocks of its own, and with the directory
    base = bytes(flash.memory)
    vfs.umount("/flash")
    left = 1
    while True:
        flash.memory[:] = base
        flash.left = -1
        mount(flash)
        store = Store(DIRECTORY)
        found = store.load("game")
        assert found == saved, (number, left)
        flash.left = left
        try:
            store.save("game", data)
            cut = flash.left == 0
        except StorageError:
            cut = True
        # The power is gone: littlefs gets no chance to tidy up. What it had in memory is forgotten.
        flash.left = 0
        try:
            vfs.umount("/flash")
        except OSError:
            pass
        flash.left = -1
        mount(flash)
        found = load()
        if not cut:
            assert found == data
            break
        assert found in (saved, data), (number, left, found)
        cuts += 1
        # And it goes on from there.
        Store(DIRECTORY).save("game", b"on")
        assert load() == b"on"
        vfs.umount("/flash")
        left += 1
    saved = data
print(cuts)
""",
        heap="4m",
    )
    assert int(output) >= 48  # two for each save at the least


def test_a_full_disk_is_told_and_the_old_save_stays(micropython):
    micropython(
        _FLASH
        + """
flash = Flash(10)
vfs.VfsLfs2.mkfs(flash, progsize=256, readsize=256, lookahead=32)
mount(flash)
store = Store(DIRECTORY)
store.save("game", b"one")
store.save("game", b"two")
filler = 0
try:
    while True:
        write("/flash/filler%d" % filler, b"x" * 2000)
        filler += 1
except OSError:
    pass
big = b"y" * 9000
for i in range(3):
    error = raises(StorageError, store.save, "game", big)
    assert str(error) == "The memory is full.", error
    assert load() == b"two"
    assert store.load("game") == b"two"
for i in range(filler):
    os.remove("/flash/filler%d" % i)
store.save("game", b"three")
assert load() == b"three"
""",
        heap="2m",
    )


def test_without_a_file_system(micropython):
    micropython(
        _FLASH
        + """
vfs.umount("/")
store = Store("/saves")
assert store.load("game") is None
assert "error" in str(raises(StorageError, store.save, "game", b"x"))
assert store.load("game") is None
"""
    )
