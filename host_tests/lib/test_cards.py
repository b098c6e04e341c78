"""Cards as bytes: names, packs, the order of a sorted hand."""

from harness import hand_of
from elba import cards


def full_pack():
    pack = bytearray(53)
    assert cards.fill_pack(pack, 2, 1) == 53
    return pack


def test_names_and_bytes_belong_together():
    seen = set()
    for c in full_pack():
        name = cards.name(c)
        assert len(name) == 2
        assert cards.parse(name) == c
        seen.add(name)
    assert len(seen) == 53
    assert cards.card(3, 10) == cards.parse("TC") == 0x3A
    assert cards.parse("AS") == 0x0E
    assert cards.parse("JO") == cards.JOKER
    assert cards.name(cards.NONE) == "--"


def test_what_is_no_card_is_none():
    for text in ("", "A", "AX", "1S", "10S", "SA", "as", "jo", "A S", "--", None, 7, ["A", "S"]):
        assert cards.parse(text) == cards.NONE, text


def test_short_packs_keep_the_high_cards():
    for low in range(2, 15):
        pack = bytearray(53)
        n = cards.fill_pack(pack, low)
        assert n == 4 * (15 - low)
        assert len(set(pack[:n])) == n
        assert not any(pack[n:])
        assert all([low <= c & 15 <= 14 and c >> 4 < 4 for c in pack[:n]])


def test_a_sorted_hand_goes_by_suit_then_from_the_ace_down():
    hand = bytearray(hand_of("2C JO AH TD KS QH AS 3C"))
    cards.sort_hand(hand, 0, len(hand))
    assert [cards.name(c) for c in hand] == "AS KS AH QH TD 3C 2C JO".split()


def test_only_the_cards_between_the_bounds_are_sorted():
    hand = bytearray(hand_of("2C AS KD QS AD 2H"))
    cards.sort_hand(hand, 1, 5)
    assert [cards.name(c) for c in hand] == "2C AS QS AD KD 2H".split()


def test_no_two_cards_have_the_same_key():
    # MicroPython's sort is not stable: only keys that differ give one order everywhere.
    assert len({cards.sort_key(c) for c in full_pack()}) == 53
