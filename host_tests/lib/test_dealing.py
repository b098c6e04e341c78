"""Shuffle, cut, packets, and the order in which the cards of a deal are gathered."""

from harness import arranged, call, dealt, hand_of, pack_of, play, play_out
from elba import actions as act
from elba import cards, dealing, layout, systems
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


class Chosen(Rng):
    """A generator that answers every question with one number, and notes what it was asked."""

    answer = 0
    asked = 0

    def below(self, n):
        self.asked = n
        return self.answer


def hands_of(system, players, dealer, options=None):
    """Deal cards 1, 2, 3 ... from the top; return what each seat got, the face-down place and the stock."""
    engine = Engine(Rules(system, options))
    rules = engine.rules
    state = bytearray(layout.SIZE)
    engine.begin(state, players, dealer)
    size = rules.pack_size(players)
    pack = bytearray([i + 1 for i in range(size)] + [0] * (layout.MAX_CARDS - size))
    dealing.deal(rules, state, pack)
    hands = []
    at = layout.CARDS
    for _ in range(players):
        hands.append(list(state[at : at + rules.hand]))
        at += rules.hand
    assert list(state[at : layout.CARDS + size]) == list(range(at - layout.CARDS + 1, size + 1))
    return hands, state


def test_three_then_two_from_eldest():
    hands, _ = hands_of("nap", 3, 0)
    assert hands[1] == [1, 2, 3, 10, 11]
    assert hands[2] == [4, 5, 6, 12, 13]
    assert hands[0] == [7, 8, 9, 14, 15]


def test_two_then_three_by_option():
    hands, _ = hands_of("nap", 3, 2, {"packets": "2-3"})
    assert hands[0] == [1, 2, 7, 8, 9]
    assert hands[2] == [5, 6, 13, 14, 15]


def test_one_at_a_time():
    hands, _ = hands_of("savremeni", 4, 3)
    assert hands[0] == [1, 5, 9, 13, 17]
    assert hands[3] == [4, 8, 12, 16, 20]


def test_seven_as_three_and_four():
    hands, _ = hands_of("pub-seven", 3, 2)
    assert hands[0] == [1, 2, 3, 10, 11, 12, 13]


def test_the_floater_comes_after_the_hands():
    _, state = hands_of("floater", 4, 1)
    assert state[layout.FLOATER] == state[layout.CARDS + 20] == 21
    _, state = hands_of("nap", 4, 1)
    assert state[layout.FLOATER] == 0


def test_every_system_deals_its_whole_pack():
    for system in systems.ids():
        engine = Engine(Rules(system))
        rules = engine.rules
        for players in range(rules.fewest, rules.most + 1):
            pack = bytearray(layout.MAX_CARDS)
            n = cards.fill_pack(pack, rules.lowest_rank(players), rules.joker)
            state = dealt(engine, players, 0, 5)
            assert pack_of(state, rules) == sorted(pack[:n])
            assert not any(state[layout.CARDS + n :])


def test_a_cut_leaves_at_least_four_cards_in_each_part():
    for n in (20, 24, 40, 52):
        rng = Chosen()
        for at in (0, n - 8):
            pack = bytearray(range(53))
            rng.answer = at
            dealing.cut(rng, pack, n)
            assert rng.asked == n - 7  # 4, 5, .. n - 4 cards on top
            assert list(pack[:n]) == list(range(at + 4, n)) + list(range(at + 4))
            assert list(pack[n:]) == list(range(n, 53))


def gathered(engine, state):
    pack = bytearray(layout.MAX_CARDS)
    n = dealing.gather(engine.rules, state, pack)
    assert n == engine.rules.pack_size(state[layout.SEATS])
    assert sorted(pack[:n]) == pack_of(state, engine.rules)
    return " ".join([cards.name(c) for c in pack[:n]])


HANDS = {0: "AS KS QS JH 9D", 1: "TS 9S AH KD QC", 2: "AC KC JC TC 9C"}


def test_tricks_are_gathered_in_order_of_play_then_the_stock():
    engine = Engine(Rules("nap", {"pack": "full"}))
    state = arranged(engine, 3, 2, HANDS, stock="2S 3S 4S")
    call(engine, state, "four pass pass")
    # 0 wins two tricks, 2 takes the third with the highest of three suits led by 0 (clubs), and so on
    play(engine, state, "AS TS 9C KS 9S TC 9D KD JC AH AC JH QC KC QS")
    text = gathered(engine, state)
    assert text[: 15 * 3] == "AS TS 9C KS 9S TC 9D KD JC AH AC JH QC KC QS "
    assert text[15 * 3 : 18 * 3] == "2S 3S 4S "


def test_a_void_deal_is_gathered_hand_by_hand_from_eldest():
    engine = Engine(Rules("nap"))
    state = arranged(engine, 3, 0, HANDS)
    call(engine, state, "pass pass pass")
    text = gathered(engine, state)
    assert text[:45] == " ".join((HANDS[1], HANDS[2], HANDS[0])) + " "


def test_a_deal_stopped_in_a_trick_keeps_hands_behind_the_tricks():
    engine = Engine(Rules("pub", {"revoke": "penalty"}))
    state = arranged(engine, 3, 2, HANDS)
    call(engine, state, "four pass pass")
    play(engine, state, "AS TS 9C KS KD")  # seat 1 revokes; its card does not reach the table
    assert state[layout.PHASE] == layout.REVOKED
    text = gathered(engine, state)
    assert text[:12] == "AS TS 9C KS "
    # then what eldest holds, the revoker with its five less one, the third
    assert sorted(text[12:45].split()) == sorted("QS JH 9D 9S AH KD QC AC KC JC TC".split())
    assert sorted(text[12:20].split()) == sorted("QS JH 9D".split())


def test_discards_lie_between_hands_and_stock():
    engine = Engine(Rules("izmena"))
    state = arranged(engine, 3, 2, HANDS, stock="2S 3S 4S 5S")
    engine.apply(state, act.action(act.EXCHANGE, 3))  # AS KS
    for _ in range(2):
        engine.apply(state, act.action(act.EXCHANGE))
    call(engine, state, "pass pass pass")
    text = gathered(engine, state).split()
    assert sorted(text[:5]) == sorted("2S 3S QS JH 9D".split())
    assert text[15:19] == "AS KS 4S 5S".split()


def test_the_floater_lies_between_discards_and_stock():
    engine = Engine(Rules("peep"))
    state = arranged(engine, 3, 2, HANDS, floater="2D", stock="2S 3S")
    call(engine, state, "four pass pass")
    engine.apply(state, act.action(act.TAKE, cards.parse("9D")))
    play_out(engine, state, Rng(1, 1))
    text = gathered(engine, state).split()
    assert text[15:18] == "9D 2S 3S".split()
    assert "2D" in text[:15]


def test_whatever_was_played_can_be_gathered():
    for system in systems.ids():
        engine = Engine(Rules(system))
        for seed in range(6):
            state = dealt(engine, engine.rules.most, 0, seed)
            play_out(engine, state, Rng(1, seed))
            gathered(engine, state)


def test_shuffled_is_repeatable_and_whole():
    rules = Rules("nap")
    one = bytearray(53)
    two = bytearray(53)
    assert dealing.shuffled(rules, 4, Rng(1, 2), one) == 28
    dealing.shuffled(rules, 4, Rng(1, 2), two)
    assert one == two
    dealing.shuffled(rules, 4, Rng(1, 3), two)
    assert one != two
    assert sorted(hand_of("AS")) == [14]
