"""Hidden cards are assigned with every possible assignment equally likely: compared with lists of all of them."""

import binascii
from array import array

from harness import hand_of, raises
from elba import cards
from elba.bots.hidden import Hidden
from elba.rng import Rng
from micropython import heap_lock, heap_unlock

# (hidden cards, (capacity, what cannot lie there: a suit, or cards by name) a place)
FREE = ("AS KS QS AH KH", (2, ""), (2, ""), (1, ""))
ONE_VOID = ("AS KS QS AH KH QH", (2, "S"), (2, ""), (2, ""))
TWO_VOIDS = ("AS KS QS AH KH AD KD", (2, "S"), (2, "H"), (3, ""))
NESTED = ("AS KS AH KH QH AD KD", (1, "S H"), (2, "S"), (1, "S"), (3, ""))
NOTHING_FREE = ("AS KS AH KH AD KD", (2, "S"), (2, "H"), (2, "D"))
LOW_LEAD = ("7S 8S 9S TS AH KH", (2, "7S 8S"), (2, "H"), (2, ""))
ONE_PLACE_FOR_A_CARD = ("AS KS QS AH KH", (2, "AS"), (1, ""), (1, "AS S"), (1, "AS"))
JOKER = ("JO AS KS AH KH", (2, "S"), (2, "JO"), (1, ""))
CASES = (FREE, ONE_VOID, TWO_VOIDS, NESTED, NOTHING_FREE, LOW_LEAD, ONE_PLACE_FOR_A_CARD, JOKER)

# Nine classes and eight groups: more than there is room for. A place holds its own card or one of the next two.
_RING = "AS AH AD AC KS KH KD KC".split()
RING = (" ".join(_RING),) + tuple([(1, " ".join([_RING[(i + k) % 8] for k in range(3, 8)])) for i in range(8)])


def hidden_of(case):
    hidden = Hidden()
    fill(hidden, case)
    return hidden


def fill(hidden, case):
    places = case[1:]
    hidden.clear(len(places))
    for card in hand_of(case[0]):
        hidden.cards[hidden.n] = card
        hidden.n += 1
    for place in range(len(places)):
        hidden.capacity[place] = places[place][0]
        for name in places[place][1].split():
            card = cards.parse(name)
            if card:
                hidden.forbid(place, card >> 4, 1 << (card & 15))
            else:
                hidden.forbid(place, "SHDC".find(name))


def every_assignment(case):
    """Return the sorted list of all assignments, each a bytes with the place of each card as the case lists them."""
    hidden = hidden_of(case)
    names = hand_of(case[0])
    found = [b""]
    for card in names:
        longer = []
        for so_far in found:
            for place in range(len(case) - 1):
                used = len([1 for p in so_far if p == place])
                if used < hidden.capacity[place] and hidden.may_lie(place, card):
                    longer.append(so_far + bytes([place]))
        found = longer
    return sorted(found)


def assignment(case, hidden):
    """Return what was drawn in the same form."""
    where = {}
    for place in range(len(case) - 1):
        for i in range(hidden.at[place], hidden.at[place] + hidden.capacity[place]):
            where[hidden.dealt[i]] = place
    return bytes([where[card] for card in hand_of(case[0])])


def surprise(possible, drawn, number):
    """Return by how many standard deviations chi-square is too large for `number` drawings.

    drawn()  returns one; fails where it is not in the list of all that are possible
    """
    counts = dict.fromkeys(possible, 0)
    for _ in range(number):
        counts[drawn()] += 1
    expected = number / len(possible)
    chi = sum([(counts[one] - expected) ** 2 / expected for one in possible])
    freedom = len(possible) - 1
    return (chi - freedom) / (2 * freedom) ** 0.5


def greedy(case, hidden, rng):
    """Draw as is usual: place after place takes what it may at random, and all is begun anew when nothing is left."""
    names = hand_of(case[0])
    while True:
        left = array("B", names)
        rng.shuffle(left, len(left))
        where = {}
        for place in range(len(case) - 1):
            for _ in range(hidden.capacity[place]):
                for card in left:
                    if card not in where and hidden.may_lie(place, card):
                        where[card] = place
                        break
        if len(where) == len(names):
            return bytes([where[card] for card in names])


def test_every_assignment_is_equally_likely():
    for number in range(len(CASES)):
        case = CASES[number]
        possible = every_assignment(case)
        hidden = hidden_of(case)
        rng = Rng(5, number)

        def drawn(case=case, hidden=hidden, rng=rng):
            assert hidden.draw(rng)
            return assignment(case, hidden)

        assert hidden.prepare()
        z = surprise(possible, drawn, 40 * len(possible))
        assert z < 4, (case, z)
        assert not hidden.loose


def test_a_greedy_sampler_is_found_out():
    # By the same test with as many drawings: else the one above would show nothing.
    for case in (TWO_VOIDS, NESTED, LOW_LEAD, NOTHING_FREE):
        possible = every_assignment(case)
        hidden = hidden_of(case)
        rng = Rng(6, 1)

        def drawn(case=case, hidden=hidden, rng=rng):
            return greedy(case, hidden, rng)

        z = surprise(possible, drawn, 40 * len(possible))
        assert z > 8, (case, z)


def test_counts_are_those_of_a_list():
    rng = Rng(7, 7)
    pack = hand_of("AS KS QS JS AH KH QH AD KD AC")
    hidden = Hidden()
    impossible = 0
    for _ in range(60):
        places = []
        left = 3 + rng.below(4)
        names = " ".join([cards.name(pack[i]) for i in range(left)])
        while left:
            room = 1 + rng.below(min(left, 3))
            places.append((room, " ".join(["SHDC"[s] for s in range(4) if rng.below(3) == 0])))
            left -= room
        case = (names,) + tuple(places)
        fill(hidden, case)
        number = len(every_assignment(case))
        possible = hidden.prepare()
        if hidden.loose:
            continue
        assert possible == (number > 0), case
        if not number:
            impossible += 1
            assert not hidden.ways()
            continue
        assert abs(hidden.ways() / number - 1) < 0.0003, (case, number, hidden.ways())
    assert 3 < impossible < 50


def test_counts_of_many_cards():
    # Full pack, eight seats: 7 hands of 4 and 12 cards in stock; two hands void of spades, one of hearts as well.
    hidden = Hidden()
    pack = bytearray(53)
    cards.fill_pack(pack, 2)
    hidden.clear(8)
    for i in range(40):  # all spades, hearts and diamonds, one club
        hidden.cards[i] = pack[i]
    hidden.n = 40
    for place in range(7):
        hidden.capacity[place] = 4
    hidden.capacity[7] = 12
    hidden.forbid(0, 0)
    hidden.forbid(1, 0)
    hidden.forbid(1, 1)
    assert hidden.prepare()
    # The hand void in both has 4 of 14, the other 4 of what is left of these and 13 hearts; all others are free.
    ways = choose(14, 4) * choose(10 + 13, 4)
    rest = 32
    for _ in range(5):
        ways *= choose(rest, 4)
        rest -= 4
    assert rest == 12
    assert abs(hidden.ways() / ways - 1) < 0.0003


def choose(n, k):
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def test_too_much_to_count_is_drawn_all_the_same():
    possible = every_assignment(RING)
    assert len(possible) == 49
    hidden = hidden_of(RING)
    assert hidden.prepare()
    assert hidden.loose
    rng = Rng(8, 8)

    def drawn():
        assert hidden.draw(rng)
        return assignment(RING, hidden)

    assert surprise(possible, drawn, 12 * len(possible)) < 4


def test_what_a_place_needs_it_has():
    case = ("AS KS QS AH KH QH", (2, ""), (2, "S"), (2, ""))
    hidden = hidden_of(case)
    hidden.need = 0
    hidden.needed[0] = 1 << 14 | 1 << 13
    possible = [one for one in every_assignment(case) if one[0] == 0 or one[1] == 0]
    assert hidden.prepare()
    rng = Rng(9, 9)

    def drawn():
        assert hidden.draw(rng)
        return assignment(case, hidden)

    assert surprise(possible, drawn, 40 * len(possible)) < 4
    hidden.needed[0] = 1 << 2  # a card that is not there
    assert not hidden.draw(rng)


def test_what_cannot_be_is_told():
    for case in (
        ("AS KS AH", (2, "S"), (1, "")),
        ("AS KS AH KH", (2, "S"), (1, "S H"), (1, "")),
        ("AS", (1, "AS")),
    ):
        assert not hidden_of(case).prepare(), case
    nothing = Hidden()
    nothing.clear(3)
    assert nothing.prepare()
    assert nothing.draw(Rng(0, 0))


def test_drawings_are_the_same_on_every_runtime():
    crc = 0
    for case in CASES + (RING,):
        hidden = hidden_of(case)
        hidden.prepare()
        rng = Rng(1, 77)
        for _ in range(30):
            assert hidden.draw(rng)
            crc = binascii.crc32(hidden.dealt[: hidden.n], crc)
    assert crc == DRAWN, crc


DRAWN = 3525811065


def test_counting_and_drawing_take_no_heap():
    hidden = Hidden()
    rng = Rng(1, 3)
    for case in CASES + (RING,):
        fill(hidden, case)
        heap_lock()
        try:
            hidden.prepare()
            for _ in range(5):
                hidden.draw(rng)
        finally:
            heap_unlock()


def test_assignments_are_not_listed_wrongly():
    # What the tests above compare with: 6 cards on 3 x 2 places, and with a void, by hand.
    assert len(every_assignment(FREE)) == 30
    assert len(every_assignment(ONE_VOID)) == 3 * 6
    assert len(every_assignment(NOTHING_FREE)) == 10
    raises(KeyError, surprise, [b"a"], lambda: b"b", 1)
