"""The state's layout: what its table says is what the constants say."""

from harness import BESIDE
from elba import layout

SOURCE = BESIDE[: BESIDE.rfind("/") + 1] + "../../lib/elba/layout.py"

BYTES = 256  # a state has to fit into


def rows():
    """Read (offset, length, name) from the table at the head of the source: MicroPython keeps no docstrings."""
    found = []
    with open(SOURCE) as source:
        for line in source:
            words = line.split()
            if len(words) > 3 and words[0].isdigit() and words[1].isdigit():
                found.append((int(words[0]), int(words[1]), words[2]))
    return found


def test_a_state_is_small():
    assert layout.SIZE <= BYTES


def test_the_table_agrees_with_the_constants():
    table = rows()
    assert table
    at = 0
    for offset, length, name in table:
        assert offset == at, "%s begins at %d, the row before ends at %d" % (name, offset, at)
        assert getattr(layout, name) == offset, name
        at += length
    assert at == layout.SIZE
    lengths = {}
    for _, length, name in table:
        lengths[name] = length
    for name in ("CHIPS", "PAY"):
        assert lengths[name] == 2 * layout.MAX_SEATS
    assert lengths["SEEN"] == layout.MAX_SEATS
    assert lengths["CALLS"] == layout.MAX_CALLS
    assert lengths["CARDS"] == layout.MAX_CARDS


def test_numbers_of_two_bytes():
    buf = bytearray(b"\xee" * 6)
    for value in (0, 1, 255, 256, 32767, -1, -32768, -255):
        layout.set_word(buf, 2, value)
        assert layout.word(buf, 2) == value
    layout.set_word(buf, 2, 0x1234)
    assert buf[2:4] == b"\x34\x12"
    layout.add_word(buf, 2, -0x1235)
    assert layout.word(buf, 2) == -1
    assert buf[:2] == buf[4:] == b"\xee\xee"


def test_phases_come_in_the_order_of_a_deal():
    phases = (layout.EXCHANGE, layout.AUCTION, layout.NAME_FRIEND, layout.TAKE, layout.NAME_TRUMP, layout.PLAY)
    phases += (layout.OVER, layout.VOID, layout.REVOKED)
    assert list(phases) == list(range(9))


def test_bits_of_seen_do_not_overlap():
    assert layout.EXCHANGED + layout.PEEKED + layout.PASSED + 7 == 0x3F
    assert layout.EXCHANGED | layout.PEEKED | layout.PASSED | 7 == 0x3F
