"""A card is one byte: suit in the high nibble, rank in the low one (source: rules README, "Words and conventions").

    0x0E  AS     suits S H D C = 0 1 2 3, ranks 2..14 (11 J, 12 Q, 13 K, 14 A)
    0x40  JO     the joker: a fifth suit of its own with rank 0
    0x00  no card, or a card that whoever looks may not see
"""

from micropython import const

NONE = const(0)
JOKER = const(0x40)
SUITS = "SHDC"
RANKS = "23456789TJQKA"
NO_SUIT = const(4)  # no trump; also the joker's own suit


def card(suit, rank):
    """Return the byte of a card: suit 0..3, rank 2..14."""
    return suit << 4 | rank


def name(c):
    """Return a card's name, rank then suit: "TD", "AS", "JO"; "--" for no card."""
    if c == JOKER:
        return "JO"
    return RANKS[(c & 15) - 2] + SUITS[c >> 4] if c else "--"


def parse(text):
    """Return the byte of a named card, or 0 where the text names none."""
    if text == "JO":
        return JOKER
    if not isinstance(text, str) or len(text) != 2:
        return NONE
    rank = RANKS.find(text[0])
    suit = SUITS.find(text[1])
    return NONE if rank < 0 or suit < 0 else suit << 4 | rank + 2


def sort_key(c):
    """Suits S H D C, rank high to low within one, joker last: the order in which hands are shown and listed."""
    return (c & 0x70) | 15 - (c & 15)


def rank_key(c):
    """Return the key by which a hand is sorted by rank: the joker, then aces and so on down; equals by suit."""
    return 0 if c == JOKER else (15 - (c & 15)) << 4 | c >> 4


def sort_hand(buf, start, end, by_rank=False):
    """Sort buf[start:end] by sort_key in place, without allocating; by_rank: high cards first, whatever their suit."""
    key_of = rank_key if by_rank else sort_key
    for i in range(start + 1, end):
        c = buf[i]
        key = key_of(c)
        j = i
        while j > start and key_of(buf[j - 1]) > key:
            buf[j] = buf[j - 1]
            j -= 1
        buf[j] = c


def fill_pack(buf, low, joker=0):
    """Fill buf with a sorted pack from rank `low` (2..14) up in each suit; return the number of cards written."""
    n = 0
    for suit in range(4):
        for rank in range(14, low - 1, -1):
            buf[n] = suit << 4 | rank
            n += 1
    if joker:
        buf[n] = JOKER
        n += 1
    return n
