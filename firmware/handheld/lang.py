"""What the device says, in the language that is chosen: texts by their names.

    say("go_on")               a text
    say("took", 3, 4)          with values in its places {0}, {1}
    pick("players", 2)         one of several under one name, parted by "|" in the table
    count("tricks", n)         the one of several that goes with a number; the number is {0}

The texts are in tables, texts/*.toml beside this module; docs/translating.md describes them. tools/texts.py compiles
each into a pack, texts/*.lang: what is drawn from left to right, whatever the script. From a pack a text is read when
it is first asked for, and few are kept. A pack that is missing or damaged is as good as English; where the English one
is missing, too, its table is read instead.
"""

from binascii import crc32
from struct import unpack, unpack_from
from sys import modules

from micropython import const

CODES = ("en", "it", "sr", "fa", "th")

_MAGIC = b"ElbaL1"
_HEAD = const(24)
_MOST_KEPT = const(24)
_PITCH = const(9)  # of the device's own font

_ROOT = __file__.rpartition("/")[0] if __file__.startswith("/") else "/lib/handheld"  # frozen: no path

_kept = {}  # name -> text, or list of texts
_entry = bytearray(8)

code = 0  # index into CODES of the language in use
from_right = False  # it is written from right to left
above = 0  # rows that its letters reach above those of the device's own font
pitch = _PITCH  # rows from one line to the next
_path = ""  # of the pack in use; "": there is none
_plural = 0  # how it counts: see _form
_seed = 0
_names = 0
_texts_at = 0


def use(language):
    """Speak a language (index into CODES). Returns False where its pack is missing or damaged: then it is English."""
    global code
    _kept.clear()
    _take_face(0, 0)  # first: two faces at a time need not have room
    good = _open(language)
    if not good and language:
        _open(0)
    code = language if good else 0
    return good


def forget():
    """Keep no text for the next time it is asked for: after many that are asked for once."""
    _kept.clear()


def is_tall():
    """Return whether its letters are higher than those of the device's own font: fewer lines have room."""
    return pitch > _PITCH


def say(name, *values):
    """Return a text, with values in its places."""
    text = _kept.get(name)
    if text is None:
        text = _read(name)
    return text.format(*values) if values else text


def pick(name, i, *values):
    """Return text number i of those under one name, with values in its places."""
    texts = _kept.get(name)
    if texts is None:
        texts = _read(name)
    text = texts[i]
    return text.format(*values) if values else text


def count(name, number, *values):
    """Return the text that goes with a number; the number is {0}, the values are {1} and so on."""
    texts = _kept.get(name)
    if texts is None:
        texts = _read(name)
    text = texts if isinstance(texts, str) else texts[min(_form(number), len(texts) - 1)]
    return text.format(number, *values)


def _form(n):
    if _plural == 2:  # 1, 21, ...; 2 to 4, 22 to 24, ...; the others
        if n % 10 == 1 and n % 100 != 11:
            return 0
        return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2
    return 0 if n == 1 else 1


def _open(language):
    """Check a pack and take it into use; returns whether it is whole."""
    global _path, _plural, _seed, _names, _texts_at, from_right, above, pitch
    path = "%s/texts/%s.lang" % (_ROOT, CODES[language])
    _path = ""
    from_right = False
    _plural = 1
    above = 0
    pitch = _PITCH
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD)
            crc = crc32(memoryview(head)[: _HEAD - 4])
            chunk = bytearray(256)
            size = file.readinto(chunk)
            while size:
                crc = crc32(memoryview(chunk)[:size], crc)
                size = file.readinto(chunk)
        if head[:6] != _MAGIC or unpack_from("<L", head, _HEAD - 4)[0] != crc:
            return False
    except (OSError, ValueError, IndexError):  # one that is cut off has no head
        return False
    flags, _plural, _seed, _names, _texts_at, above, rows, glyphs, face_at = unpack_from("<BBHHHBBHH", head, 6)
    from_right = bool(flags & 1)
    pitch = rows or _PITCH
    _path = path
    _take_face(glyphs, face_at)
    return True


def _take_face(glyphs, at):
    """Have the canvas draw with the glyphs of the pack."""
    starts = columns = None
    if glyphs:
        with open(_path, "rb") as file:
            file.seek(at)
            starts = file.read(2 * glyphs + 2)
            columns = file.read()
    if "handheld.canvas" in modules:  # else there is none to draw with
        modules["handheld.canvas"].use_face(columns, starts, above, from_right)


def _hash(name):
    value = _seed
    for character in name:
        value = (value * 33 ^ ord(character)) & 0xFFFF
    return value


def _read(name):
    """Read a text, or the list of those under one name, and keep it."""
    text = _look_up(name) if _path else None
    if text is None:
        from . import reserve  # here: it takes memory only where something is missing

        text = reserve.find(_ROOT, name)
    if "|" in text:
        text = text.split("|")
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[name] = text
    return text


def _look_up(name):
    """Find a text in the pack, whose index is sorted by hash; None if it is not there."""
    wanted = _hash(name)
    try:
        with open(_path, "rb") as file:
            low = 0
            high = _names - 1
            while low <= high:
                middle = (low + high) >> 1
                file.seek(_HEAD + 4 * middle)
                file.readinto(_entry)
                found, start, _, end = unpack("<HHHH", _entry)
                if found == wanted:
                    file.seek(_texts_at + start)
                    return file.read(end - start).decode()
                if found < wanted:
                    low = middle + 1
                else:
                    high = middle - 1
    except (OSError, ValueError):
        pass
    return None


use(0)
