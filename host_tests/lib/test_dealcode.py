"""Deal codes: there and back, and no slip of the pen goes unnoticed."""

from harness import raises
from elba import cards, dealcode, dealing, systems
from elba.dealcode import BadCode
from elba.rng import Rng
from elba.rules import Rules

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def same(code, other):
    for name in ("system", "players", "dealer", "short", "early", "seed", "order"):
        assert getattr(code, name) == getattr(other, name), name


def shuffled_code(system="nap", players=4, dealer=1, seed=(0x1234, 0xABCD), options=None):
    return dealcode.code_of(Rules(system, options), players, dealer, seed)


def gathered_code(system="nap", players=4, dealer=1, seed=5):
    rules = Rules(system)
    pack = bytearray(53)
    n = dealing.shuffled(rules, players, Rng(0, seed), pack)
    return dealcode.code_of(rules, players, dealer, None, bytes(pack[:n]))


def test_a_shuffled_deal_takes_ten_characters():
    for seed in ((0, 0), (0xFFFF, 0xFFFF), (0x8000, 1), (1, 0x8000), (0x4000, 0x7FFF), (0x3FFF, 0)):
        for system in systems.ids():
            rules = Rules(system)
            for players in (rules.fewest, rules.most):
                code = shuffled_code(system, players, players - 1, seed)
                text = dealcode.encode(code)
                assert len(text) == 11
                assert text[5] == "-"
                same(dealcode.decode(text), code)


def test_a_code_deals_the_same_cards_again():
    rules = Rules("floater")
    pack = bytearray(53)
    n = dealing.shuffled(rules, 5, Rng(77, 99), pack)
    code = dealcode.decode(dealcode.encode(shuffled_code("floater", 5, 0, (77, 99))))
    assert code.pack() == pack[:n]


def test_a_gathered_deal_holds_the_order_of_its_pack():
    for system, players, length in (("nap", 3, 20), ("nap", 7, None), ("purchase", 3, 50), ("floater", 3, None)):
        for seed in range(4):
            code = gathered_code(system, players, 2, seed)
            text = dealcode.encode(code)
            if length:
                assert len(text.replace("-", "")) == length
            back = dealcode.decode(text)
            same(back, code)
            assert back.pack() == code.order


def test_the_first_and_the_last_order():
    code = gathered_code()
    pack = code.sorted_pack()
    for order in (bytes(pack), bytes([pack[-1 - i] for i in range(len(pack))])):
        code.order = order
        same(dealcode.decode(dealcode.encode(code)), code)


def test_the_house_rules_that_decide_the_cards_come_along():
    for system, options in (
        ("nap", {}),
        ("nap", {"pack": "full"}),
        ("pub", {"pack": "short"}),
        ("pub", {"packets": "2-3"}),
        ("nap", {"pack": "full", "packets": "2-3"}),
        ("floater", {"packets": "2-3"}),
        ("floater", {}),
        ("savremeni", {}),
    ):
        code = dealcode.decode(dealcode.encode(shuffled_code(system, 4, 0, (1, 2), options)))
        assert code.options() == options, (system, options)
        rules = Rules(system, code.options())
        assert len(code.pack()) == rules.pack_size(4)


def typed(text):
    return text.replace("-", "")


def test_every_single_wrong_character_is_noticed():
    for code in (shuffled_code(), gathered_code("nap", 3)):
        text = typed(dealcode.encode(code))
        for i in range(len(text)):
            for wrong in ALPHABET:
                if wrong != text[i]:
                    raises(BadCode, dealcode.decode, text[:i] + wrong + text[i + 1 :])


def test_every_swap_of_neighbours_is_noticed():
    swaps = 0
    for seed in range(30):
        text = typed(dealcode.encode(shuffled_code("pub", 5, 2, (seed * 2111 & 0xFFFF, seed * 977 & 0xFFFF))))
        for i in range(len(text) - 1):
            if text[i] != text[i + 1]:
                swaps += 1
                raises(BadCode, dealcode.decode, text[:i] + text[i + 1] + text[i] + text[i + 2 :])
    assert swaps > 200


def test_case_spaces_hyphens_and_lookalikes_do_not_matter():
    seeds = 0
    for seed in range(40):
        code = shuffled_code(seed=(seed, seed * 1031))
        text = dealcode.encode(code)
        same(dealcode.decode(text.lower()), code)
        same(dealcode.decode(" " + " ".join(typed(text)) + " "), code)
        same(dealcode.decode(typed(text)), code)
        if "0" in text and "1" in text:
            seeds += 1
            same(dealcode.decode(text.replace("0", "O").replace("1", "I")), code)
            same(dealcode.decode(text.replace("0", "o").replace("1", "l")), code)
    assert seeds


def test_what_is_no_code_is_said():
    text = typed(dealcode.encode(shuffled_code()))
    for bad, message in (
        ("", "deal code: expected 10 characters or more, found 0"),
        (text[:9], "deal code: expected 10 characters or more, found 9"),
        (text[:9] + "U", "deal code: 'U' is none of its characters"),
        (text[:9] + "*", "deal code: '*' is none of its characters"),
        (text[:9] + "\u00e9", "is none of its characters"),
    ):
        assert message in str(raises(BadCode, dealcode.decode, bad)), bad


def checked(digits):
    """Return the text of digits with the check character that fits."""
    text = "".join([ALPHABET[d] for d in digits])
    for last in ALPHABET:
        try:
            dealcode.decode(text + last)
            return text + last
        except BadCode as error:
            if "mistyped" not in str(error):
                return text + last
    raise AssertionError("no check character fits")


def test_a_code_of_nothing_that_exists_is_refused():
    for head, rest, message in (
        ((31, 31, 31), 6, "no such game or table"),  # no such system
        ((0, 0, 0), 6, "no such game or table"),  # one player
        ((0, 3 << 2 | 3, 16), 6, "no such game or table"),  # dealer 7 of 4
        ((0, 3 << 2, 0), 7, "expected 10 or"),  # neither a seed nor an order
    ):
        text = checked(list(head) + [0] * rest)
        assert message in str(raises(BadCode, dealcode.decode, text)), head


def test_every_code_that_is_read_has_rules_to_play_it_by():
    # A check character fits one mistyped code in 32: what it then says must be refused, or be playable.
    read = 0
    for system in range(systems.number()):
        for players in range(2, 9):
            for short, early in ((0, 0), (0, 1), (1, 0), (1, 1)):
                code = dealcode.DealCode(system, players, 0, short, early, (1, 2))
                try:
                    code = dealcode.decode(dealcode.encode(code))
                except BadCode as error:
                    assert "no such game or table" in str(error)
                    continue
                rules = Rules(systems.lookup(code.system, "id"), code.options())
                assert players <= systems.lookup(system, "players")[1]
                assert rules.fewest == systems.lookup(system, "players")[0]
                read += 1
    assert read > 200


def test_an_order_beyond_the_last_is_refused():
    code = gathered_code("nap", 3)
    text = typed(dealcode.encode(code))
    digits = [ALPHABET.find(ch) for ch in text[:-1]]
    bad = checked(digits[:3] + [31] * (len(digits) - 3))
    assert "no such order" in str(raises(BadCode, dealcode.decode, bad))


def test_codes_differ_in_every_bit_they_hold():
    found = set()
    n = 0
    for bit in range(16):
        for seed in ((1 << bit, 0), (0, 1 << bit)):
            found.add(dealcode.encode(shuffled_code(seed=seed)))
            n += 1
    for players in range(3, 8):
        for dealer in range(players):
            found.add(dealcode.encode(shuffled_code(players=players, dealer=dealer, seed=(9, 9))))
            n += 1
    assert len(found) == n
    assert cards.name(shuffled_code().pack()[0]) != "--"
