"""House rules: which are taken, which are refused and why, and that a save keeps each of them."""

from harness import raises
from elba import options, systems
from elba.rules import Rules


def values_of(row):
    return row[2] if isinstance(row[2], tuple) else list(range(row[2][0], row[2][1] + 1))


def test_every_value_of_every_option_survives_a_save():
    buf = bytearray(options.PACKED_SIZE + 4)
    for row in options.TABLE:
        for value in values_of(row):
            for i in range(len(buf)):
                buf[i] = 0xA5
            options.pack({row[0]: value}, buf, 2)
            back = options.unpack(buf, 2)
            assert list(back) == [row[0]]
            assert back[row[0]] == value
            assert type(back[row[0]]) is type(value)
            assert buf[:2] == buf[-2:] == b"\xa5\xa5", "wrote outside its place"


def test_all_options_at_once_survive_a_save():
    for pick in (0, -1):
        house = {}
        for row in options.TABLE:
            house[row[0]] = values_of(row)[pick]
        buf = bytearray(options.PACKED_SIZE)
        options.pack(house, buf, 0)
        assert options.unpack(buf, 0) == house


def test_the_options_fit_their_place():
    assert sum([row[1] for row in options.TABLE]) <= 8 * options.PACKED_SIZE
    for name, width, _ in options.TABLE:
        assert len(values_of(options.find(name))) < 1 << width, name  # one code means "not set"


def test_no_options_are_eight_zero_bytes():
    buf = bytearray(b"\xff" * 8)
    options.pack({}, buf, 0)
    assert buf == bytes(8)
    assert options.unpack(buf, 0) == {}


def test_a_value_that_no_option_has_is_refused_in_a_save():
    bit = 0
    for name, width, _ in options.TABLE:
        known = len(values_of(options.find(name)))
        if known + 1 < 1 << width:
            buf = bytearray(options.PACKED_SIZE)
            code = (1 << width) - 1
            for i in range(width):
                if code >> i & 1:
                    buf[(bit + i) >> 3] |= 1 << (bit + i & 7)
            assert ("options.%s:" % name) in str(raises(options.BadOption, options.unpack, buf, 0))
        bit += width


def test_a_bad_option_is_named_with_what_was_expected():
    for house, message in (
        ({"friend": True}, "options.friend: nap takes only "),
        ({"revoke": "penalty"}, "options.revoke: nap takes only "),
        ({"two": 1}, "options.two: expected false or true"),
        ({"two": "true"}, "options.two: expected false or true"),
        ({"two": None}, "options.two: expected false or true"),
        ({"double_five": "lose"}, "options.double_five: expected no or win or both"),
        ({"pack": ["short"]}, "options.pack: expected full or short"),
        ({"packets": "5"}, "options.packets: expected 3-2 or 2-3"),
        ({"deals": 0}, "options.deals: expected a whole number from 1 to 250"),
        ({"deals": 251}, "options.deals: expected a whole number from 1 to 250"),
        ({"deals": True}, "options.deals: expected a whole number from 1 to 250"),
        ({"deals": 5.0}, "options.deals: expected a whole number from 1 to 250"),
        ({"start_chips": -1}, "options.start_chips: expected a whole number from 1 to 250"),
    ):
        error = raises(options.BadOption, Rules, "nap", house)
        assert str(error)[: len(message)] == message, str(error)


def test_of_several_bad_options_always_the_same_is_named():
    error = raises(options.BadOption, Rules, "nap", {"z": 1, "b": 1, "a": 1})
    assert str(error)[:10] == "options.a:"


# nap-family.md "Options", and match.md for the last ones.
TAKEN_BY = {
    "two": "nap purchase",
    "misere": "nap purchase pub-seven",
    "blucher": "nap purchase",
    "double_five": "nap purchase",
    "misere_trump": "nap purchase nap-mizer izmena savremeni pub pub-seven pub-purchase peep ecarte pub-misere",
    "misere_pay": "pub pub-purchase peep ecarte pub-misere",
    "revoke": "pub pub-seven pub-purchase peep ecarte pub-misere pub-no-misere",
    "peek_price": "peep floater floater-aylesbury floater-dorset floater-teesside",
    "exchange_price": "purchase pub-purchase ecarte izmena",
    "exchange_max": "purchase pub-purchase ecarte izmena",
    "score": "napoleon-jp",
}


def test_each_system_takes_the_options_of_the_specification():
    floaters = [name for name in systems.ids() if name[:7] == "floater"]
    for row in options.TABLE:
        name = row[0]
        wanted = TAKEN_BY.get(name, "").split()
        if name == "exact":
            wanted = [other for other in systems.ids() if other not in floaters + ["napoleon-jp"]]
        elif name == "pack":
            wanted = [other for other in systems.ids() if other not in floaters + ["savremeni", "napoleon-jp"]]
        elif name in ("shuffle", "start_chips", "deals", "rebuy"):
            wanted = systems.ids()
        elif name == "packets":
            # Where the hand is dealt in packets of three and two.
            wanted = [other for other in systems.ids() if other not in ("savremeni", "pub-seven", "napoleon-jp")]
        taking = []
        for system in range(systems.number()):
            if name in systems.lookup(system, "options"):
                taking.append(systems.lookup(system, "id"))
        assert sorted(taking) == sorted(wanted), name
