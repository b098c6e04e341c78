"""The pack of a language, as firmware/handheld/lang.py reads it.

    0   6 bytes "ElbaL1"
    6   1 byte of flags: bit 0, written from right to left
    7   1 byte, how it counts: 1 has a form for one and another for more, 2 three forms as Serbian has
    8   2 bytes, with which the hashes of names begin, so that no two are alike
    10  2 bytes, the number of texts n
    12  2 bytes, where the texts begin
    14  1 byte, how many rows its glyphs reach above the device's capitals; 1 byte, rows from line to line (0: as in the
        device's own font)
    16  2 bytes, number of glyphs of a face of its own; 2 bytes, where it begins: 2 bytes a glyph, and 2 for the end,
        that say in which column it begins; then for each glyph two bands of columns of 8 rows, the top pixel in bit 0
    20  4 bytes, CRC-32 of all that is before and behind it
    24  n + 1 entries of 4 bytes, sorted by hash: hash of the name, where its text begins behind the start of the texts;
        the last is 0xFFFF and where they end
    ..  the texts, in UTF-8, glyphs of the face as shape.encoded() has them; then the face

Numbers are little-endian.
"""

import struct
import zlib

from . import shape

MAGIC = b"ElbaL1"
HEAD = 24
_RIGHT = 1


class PackError(Exception):
    """What cannot be packed; the message says why."""


def hash_of(name, seed):
    """Return the hash of a name, 16 bits, as the device computes it."""
    value = seed
    for character in name:
        value = (value * 33 ^ ord(character)) & 0xFFFF
    return value


def _seed(names):
    for seed in range(0x10000):
        hashes = {hash_of(name, seed) for name in names}
        if len(hashes) == len(names) and 0xFFFF not in hashes:
            return seed
    raise PackError("no seed tells all names apart")


def make(texts, shaper):
    """Return the bytes of a pack of texts as they are drawn, a dict; `shaper` is what they were shaped with."""
    seed = _seed(texts)
    index = body = b""
    for value, name in sorted((hash_of(name, seed), name) for name in texts):
        index += struct.pack("<HH", value, len(body))
        body += shape.encoded(texts[name]).encode()
    index += struct.pack("<HH", 0xFFFF, len(body))
    face = shaper.face
    glyphs = face.bytes() if face else b""
    body += glyphs
    if HEAD + len(index) + len(body) > 0xFFFF:
        raise PackError("%d bytes are more than a pack holds" % len(body))
    texts_at = HEAD + len(index)
    head = MAGIC + struct.pack(
        "<BBHHHBBHH",
        _RIGHT * shaper.from_right,
        shaper.plural,
        seed,
        len(texts),
        texts_at,
        face.above if face else 0,
        face.pitch if face else 0,
        len(face.glyphs) if face else 0,
        texts_at + len(body) - len(glyphs),
    )
    return head + struct.pack("<L", zlib.crc32(index + body, zlib.crc32(head))) + index + body
