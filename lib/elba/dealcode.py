"""The code of a deal: a few letters from which anybody can deal the same cards again.

A shuffled deal needs ten characters. They hold the seed, the system, the number of players, the dealer and the two
house rules that decide which card goes where. A gathered deal (match.md "Shuffling") comes from no seed; its code
holds the order of the pack instead and is longer: 20 characters for 24 cards, 50 for 52.

The characters are those of Crockford's base 32: no I, L, O or U, so that nothing is mistaken in print. The last one
is a check: it catches every single wrong character and every swap of two neighbours.
"""

from micropython import const

from . import systems as sy
from .cards import fill_pack
from .layout import MAX_CARDS
from .rng import Rng

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKE = {"O": "0", "I": "1", "L": "1"}
_HEAD = const(3)  # characters: 5 bits system, 3 players - 1, 3 dealer, 2 house rules, 2 of the seed
_SEED = const(6)  # characters: the other 30 bits of the seed


class BadCode(ValueError):
    """A text that is no deal code; the message says what is wrong with it."""


class DealCode:
    """What a code says.

    system   index into system_tables.SYSTEMS; `players` and `dealer` beside it
    short    1 where low cards are left out of the pack
    early    1 where the packet of two is dealt before that of three
    seed     (high, low), the two 16-bit words of a shuffled deal, else None
    order    the pack in dealing order as bytes, of a gathered deal, else None
    """

    def __init__(self, system, players, dealer, short=0, early=0, seed=None, order=None):
        self.system = system
        self.players = players
        self.dealer = dealer
        self.short = short
        self.early = early
        self.seed = seed
        self.order = order

    def pack(self):
        """Return the pack as it was dealt, top card first: a bytearray, one byte a card."""
        if self.order:
            return bytearray(self.order)
        pack = self.sorted_pack()
        Rng(self.seed[0], self.seed[1]).shuffle(pack, len(pack))
        return pack

    def sorted_pack(self):
        """Return the pack in its sorted order (cards.fill_pack)."""
        size = sy.FULL
        if self.short:
            size = sy.lookup(self.system, "pack") or sy.SHORT
        pack = bytearray(MAX_CARDS)
        n = fill_pack(pack, sy.LOWEST[size][self.players - 2], sy.lookup(self.system, "joker"))
        return pack[:n]

    def options(self):
        """Return the house rules that have to be set for this deal, as a dict."""
        options = {}
        usual = sy.lookup(self.system, "pack")
        if bool(usual) != bool(self.short):
            options["pack"] = "short" if self.short else "full"
        if self.early:
            options["packets"] = "2-3"
        return options


def code_of(rules, players, dealer, seed=None, order=None):
    """Return the DealCode of a deal under some rules, from its seed or from the order of its pack."""
    return DealCode(
        rules.system,
        players,
        dealer,
        1 if rules.pack != sy.FULL else 0,
        1 if rules.packets == (2, 3) else 0,
        seed,
        order,
    )


def encode(code):
    """Return the text of a DealCode: groups of five characters with hyphens between them."""
    head = (
        code.system << 8 | code.players - 1 << 5 | code.dealer << 2 | code.short << 1 | code.early
    )
    if code.seed:
        high, low = code.seed
        digits = _digits(head << 2 | high >> 14, _HEAD)
        # The other 30 bits in two halves, so that no number needs more than 31.
        digits += _digits((high & 0x3FFF) << 1 | low >> 15, 3) + _digits(low & 0x7FFF, 3)
    else:
        digits = _digits(head << 2, _HEAD)
        digits += _digits(_rank(code.order, code.sorted_pack()), _order_size(len(code.order)))
    digits.append(_check(digits))
    text = ""
    for i in range(len(digits)):
        text += ("-" if i and i % 5 == 0 else "") + _ALPHABET[digits[i]]
    return text


def decode(text):
    """Return the DealCode of a text. Case, spaces and hyphens do not matter. Raises BadCode."""
    digits = []
    for ch in text.upper():
        if ch in "- ":
            continue
        value = _ALPHABET.find(_LOOKALIKE.get(ch, ch))
        if value < 0:
            raise BadCode("deal code: %r is none of its characters" % ch)
        digits.append(value)
    if len(digits) < _HEAD + _SEED + 1:
        raise BadCode("deal code: expected 10 characters or more, found %d" % len(digits))
    if digits[-1] != _check(digits[:-1]):
        raise BadCode("deal code: mistyped, the check character does not fit")
    head = _number(digits[:_HEAD])
    code = DealCode(
        head >> 10, (head >> 7 & 7) + 1, head >> 4 & 7, head >> 3 & 1, head >> 2 & 1
    )
    if not _exists(code):
        raise BadCode("deal code: no such game or table")
    body = digits[_HEAD:-1]
    if len(body) == _SEED:
        upper = _number(body[:3])
        lower = _number(body[3:])
        code.seed = ((head & 3) << 14 | upper >> 1, (upper & 1) << 15 | lower)
        return code
    pack = code.sorted_pack()
    if len(body) != _order_size(len(pack)):
        raise BadCode(
            "deal code: expected 10 or %d characters, found %d"
            % (_HEAD + _order_size(len(pack)) + 1, len(digits))
        )
    code.order = _unrank(_number(body), pack)
    return code


def _exists(code):
    """Whether there is such a system, with such a table, that takes the house rules of the code.

    So are as few as may play off a tie.
    """
    if code.system >= sy.number() or code.dealer >= code.players:
        return False
    system = code.system
    accepted = sy.lookup(system, "options")
    if not sy.lookup(system, "fewest_tied") <= code.players <= sy.lookup(system, "players")[1]:
        return False
    if not all([name in accepted for name in code.options()]):
        return False
    wanted = code.players * sy.lookup(system, "hand") + sy.lookup(system, "face_down")
    return wanted <= len(code.sorted_pack())


def _digits(value, count):
    return [value >> 5 * (count - 1 - i) & 31 for i in range(count)]


def _number(digits):
    value = 0
    for digit in digits:
        value = value << 5 | digit
    return value


def _check(digits):
    """A five-bit cyclic redundancy check with the primitive polynomial x^5 + x^2 + 1."""
    c = 9
    for digit in digits:
        c ^= digit
        for _ in range(5):
            c = c << 1 ^ (0x25 if c & 16 else 0)
    return c


def _order_size(cards):
    """How many characters it takes to tell all orders of so many cards apart."""
    orders = 1
    for i in range(2, cards + 1):
        orders *= i
    n = 0
    while orders > 1 << 5 * n:
        n += 1
    return n


def _rank(order, pack):
    """The number of an order among all orders of the pack: a number in the factorial system (needs big integers)."""
    left = list(pack)
    value = 0
    for card in order:
        place = left.index(card)
        value = value * len(left) + place
        left.pop(place)
    return value


def _unrank(value, pack):
    places = []
    for size in range(1, len(pack) + 1):
        places.append(value % size)
        value //= size
    if value:
        raise BadCode("deal code: no such order of the pack")
    left = list(pack)
    return bytes([left.pop(places.pop()) for _ in range(len(pack))])
