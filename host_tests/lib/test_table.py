"""Deals in a row: the dealer, the pack, the pot."""

from harness import call, pack_of, play_out
from elba import actions as act
from elba import cards, dealcode, layout, match, systems
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


def table_of(system="nap", options=None, seed=1):
    return match.Table(Engine(Rules(system, options)), 0, seed)


def pass_all(table, state):
    while table.engine.is_open(state):
        if state[layout.PHASE] == layout.EXCHANGE:
            table.engine.apply(state, act.action(act.EXCHANGE))
        else:
            table.engine.apply(state, act.PASS)
    return table.end(state)


def draw_rank(card):
    return 1 if card & 15 == 14 else card & 15


def test_the_lowest_card_drawn_deals_and_equals_draw_again():
    ties = aces = 0
    for seed in range(120):
        table = table_of(seed=seed)
        rounds = table.draw_dealer(5)
        drawing = list(range(5))
        for drawn in rounds:
            assert [seat for seat in range(5) if drawn[seat]] == drawing
            held = [drawn[seat] for seat in drawing]
            assert len(set(held)) == len(held), "one card drawn twice"
            lowest = min([draw_rank(card) for card in held])
            aces += lowest == 1
            drawing = [seat for seat in drawing if draw_rank(drawn[seat]) == lowest]
        assert drawing == [table.dealer]
        ties += len(rounds) > 1
    assert ties > 5
    assert aces > 5


def test_every_seat_deals_first_now_and_then():
    dealers = [0] * 4
    for seed in range(200):
        table = table_of(seed=seed)
        table.draw_dealer(4)
        dealers[table.dealer] += 1
    assert min(dealers) > 25


def test_the_deal_passes_on_void_deals_included():
    table = table_of("pub")
    table.dealer = 2
    state = bytearray(layout.SIZE)
    for dealer in (2, 3, 0, 1, 2):
        table.begin(state, 4)
        assert state[layout.DEALER] == dealer
        assert pass_all(table, state).status == "void"
    assert table.number == 5


def test_systems_that_shuffle_for_every_deal():
    for system in ("pub", "pub-purchase", "peep", "ecarte", "savremeni", "pub-seven"):
        table = table_of(system)
        state = bytearray(layout.SIZE)
        for _ in range(3):
            table.begin(state, 4)
            assert table.seed is not None, system
            pass_all(table, state)


def test_a_void_deal_is_shuffled_in_some_systems_and_gathered_in_others():
    for system in systems.ids():
        table = table_of(system)
        state = bytearray(layout.SIZE)
        table.begin(state, 4)
        assert table.seed is not None, "the first deal of all is shuffled"
        pass_all(table, state)
        table.begin(state, 4)
        gathered = system[:7] == "floater" or system in ("izvorni", "nap-mizer", "izmena")
        assert (table.seed is None) == gathered, system


def finish(table, state, bid, made):
    """Let eldest bid; leave the settlement as if all tricks went to it or to its neighbour."""
    call(table.engine, state, bid + " pass" * (state[layout.SEATS] - 1))
    rng = Rng(1, 1)
    play_out(table.engine, state, rng)
    winner = (state[layout.DEALER] + (1 if made else 2)) % state[layout.SEATS]
    for trick in range(5):
        state[layout.WINNERS + trick] = winner
    result = table.end(state)
    assert result.made == made
    return result


def test_shuffled_after_a_made_nap_else_gathered_and_cut():
    for bid, made, shuffled in (
        ("nap", True, True),
        ("nap", False, False),
        ("four", True, False),
        ("three", False, False),
    ):
        table = table_of("nap")
        state = bytearray(layout.SIZE)
        table.begin(state, 4)
        before = pack_of(state, table.engine.rules)
        finish(table, state, bid, made)
        table.begin(state, 4)
        assert (table.seed is not None) == shuffled, (bid, made)
        assert pack_of(state, table.engine.rules) == before


def test_a_gathered_pack_is_the_last_one_cut_once():
    table = table_of("izvorni")
    state = bytearray(layout.SIZE)
    table.begin(state, 3)
    size = table.size
    hands = [bytes(state[layout.CARDS + 5 * seat : layout.CARDS + 5 * seat + 5]) for seat in range(3)]
    stock = bytes(state[layout.CARDS + 15 : layout.CARDS + size])
    eldest = (state[layout.DEALER] + 1) % 3
    lay = b"".join([hands[(eldest + i) % 3] for i in range(3)]) + stock
    pass_all(table, state)
    table.begin(state, 3)
    twice = lay + lay
    at = twice.find(bytes(table.pack[:size]))
    assert 4 <= at <= size - 4


def test_shuffle_always_by_option():
    table = table_of("izvorni", {"shuffle": "always"})
    state = bytearray(layout.SIZE)
    for _ in range(3):
        table.begin(state, 3)
        assert table.seed is not None
        pass_all(table, state)
    table = table_of("pub", {"shuffle": "rule"})
    table.begin(state, 3)
    pass_all(table, state)
    table.begin(state, 3)
    assert table.seed is None


def test_fewer_seats_mean_another_pack():
    table = table_of("izvorni")
    state = bytearray(layout.SIZE)
    table.begin(state, 4)
    pass_all(table, state)
    table.dealer = 0
    table.begin(state, 3)
    assert table.size == 24
    assert table.seed is not None
    assert len(pack_of(state, table.engine.rules)) == 24


def test_the_pot_goes_on_from_deal_to_deal():
    table = table_of("floater")
    state = bytearray(layout.SIZE)
    for pot in (4, 8, 12):
        table.begin(state, 4)
        assert layout.word(state, layout.POT) == pot
        pass_all(table, state)
        assert table.pot == pot


def test_the_code_of_a_deal_deals_it_again():
    for system in ("nap", "izvorni", "floater", "pub-seven"):
        table = table_of(system)
        state = bytearray(layout.SIZE)
        rng = Rng(3, 3)
        kinds = set()
        for _ in range(4):
            table.begin(state, 3)
            dealt = bytes(state[layout.CARDS :])
            code = dealcode.decode(table.code(state))
            kinds.add(code.seed is None)
            again = match.Table(table.engine)
            other = bytearray(layout.SIZE)
            again.replay(other, code)
            assert other[layout.CARDS :] == dealt, system
            assert other[layout.DEALER] == state[layout.DEALER]
            play_out(table.engine, state, rng)
            table.end(state)
            assert table.code(state) == dealcode.encode(code), "a deal that is over keeps its code"
        if system == "izvorni":
            assert len(kinds) == 2


def test_save_and_load_between_any_two_deals():
    table = table_of("floater", seed=9)
    table.draw_dealer(4)
    state = bytearray(layout.SIZE)
    other_state = bytearray(layout.SIZE)
    other = table_of("floater", seed=1)
    rng = Rng(2, 2)
    buf = bytearray(match.Table.SAVED + 6)
    for _ in range(12):
        for i in range(len(buf)):
            buf[i] = 0xA5
        table.save(buf, 3)
        assert buf[:3] == buf[-3:] == b"\xa5" * 3
        other.load(buf, 3)
        table.begin(state, 4)
        other.begin(other_state, 4)
        assert state == other_state
        assert (table.seed, table.number) == (other.seed, other.number)
        play_out(table.engine, state, rng)
        table.end(state)
    assert cards.name(table.pack[0]) != "--"
