"""Calls weigh worlds: who called high is given a strong hand more often, and all is drawn in proportion."""

import binascii

from harness import arranged, call, dealt, hand_of, play
from elba import cards, layout, systems, view
from elba.bots.call_odds import ODDS
from elba.bots.likely import CLASSES, ONE, ROWS, Likely
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from micropython import heap_lock, heap_unlock

CARDS = layout.CARDS
PASS = 8


def likely_at(system, players):
    likely = Likely(Engine(Rules(system)))
    likely.table(players)
    return likely


def strength(likely, text):
    hand = bytearray(8)
    hand[:5] = bytes(hand_of(text))
    return likely.strength(hand)


def see(engine, state, seat):
    seen = bytearray(layout.SIZE)
    view.look(engine.rules, state, seat, seen)
    return seen


def test_better_hands_are_stronger():
    likely = likely_at("nap", 4)
    hands = (
        "7S 8H 9D 7C 8C",
        "KS 8H 9D 7C 8C",
        "AS 8H 9D 7C 8C",
        "AS KS 9D 7C 8C",
        "AS KS QS 7C 8C",
        "AS KS QS AC 8C",
        "AS KS QS JS AC",
        "AS KS QS JS TS",
    )
    values = [strength(likely, hand) for hand in hands]
    assert values == sorted(values)
    assert len(set(values)) == len(values)
    assert values[-1] == 5 * 64
    # The more cards are dealt, the likelier it is that a king meets the ace.
    assert strength(likely_at("nap", 7), hands[1]) < strength(likely_at("nap", 3), hands[1])


def test_the_odds_say_what_one_would_say():
    assert len(ODDS) == 2 * ROWS * CLASSES
    assert min(ODDS) > 0  # people call what bots do not

    def centre(row):
        odds = ODDS[row * CLASSES : (row + 1) * CLASSES]
        return sum([k * odds[k] for k in range(CLASSES)]) / sum(odds)

    for half in (0, ROWS):
        assert centre(half + 3) < centre(half + 4) < centre(half + 5)  # higher bids on better hands
        assert centre(half + PASS + 3) + 1 < centre(half + 3)  # a pass below three is no three
        assert centre(half) < 6  # low cards for a misere


def test_a_bid_makes_strong_hands_likely():
    engine = Engine(Rules("nap"))
    likely = Likely(engine)
    state = arranged(engine, 4, 3, {0: "AS KS QS JH 9D", 1: "8S 8H 9H TD JC", 3: "TS 9S AH KD QC"})
    call(engine, state, "four pass pass pass")
    seen = see(engine, state, 3)
    likely.begin(seen, 3)
    truth = likely.weight(state)
    assert 1 <= truth <= ONE
    other = bytearray(state)  # declarer and the one that passed have changed hands
    other[CARDS : CARDS + 5] = state[CARDS + 5 : CARDS + 10]
    other[CARDS + 5 : CARDS + 10] = state[CARDS : CARDS + 5]
    assert likely.weight(other) * 5 < truth
    # To the one that called four its own call tells nothing.
    likely.begin(see(engine, state, 0), 0)
    assert likely.weight(other) * 5 > truth


def test_the_trump_is_mostly_the_best_suit():
    engine = Engine(Rules("nap"))
    likely = Likely(engine)
    weights = []
    others = {1: "8S 9H 8D TD JC", 2: "9S TH 8C 9C JD", 3: "TS TC JS QC QD"}
    for hand in ("AS KS QS 8H 9D", "AS KH QH JH 9D"):  # both good for three, but one would have led hearts
        state = arranged(engine, 4, 3, {0: hand, 1: others[1], 2: others[2], 3: others[3]})
        call(engine, state, "three pass pass pass")
        play(engine, state, "AS")
        likely.begin(see(engine, state, 1), 1)
        weights.append(likely.weight(state))
    assert weights[1] * 5 < weights[0]


def test_the_hand_that_called_is_the_one_before_the_floater():
    engine = Engine(Rules("floater"))
    state = arranged(engine, 3, 2, {0: "AS KS QS JS TH"}, floater="TS")
    likely = Likely(engine)
    call(engine, state, "bonaparte-w pass pass")
    before = bytearray(8)
    likely.hand_when_calling(state, 0, before)
    engine.apply(state, 0x8000 | cards.parse("TH"))
    after = bytearray(8)
    likely.hand_when_calling(state, 0, after)
    assert sorted(after) == sorted(before)
    assert cards.parse("TS") in list(state[CARDS : CARDS + 5])


def test_calls_that_tell_nothing_do_not_count():
    engine = Engine(Rules("pub"))
    state = dealt(engine, 3, 2, 1)
    call(engine, state, "nap wellington blucher")
    likely = Likely(engine)
    assert likely.row(engine.rules.bids, 0) == 255  # a pass over the highest bid
    likely.begin(see(engine, state, 0), 0)
    assert 1 <= likely.weight(state) <= ONE


def test_worlds_are_drawn_in_proportion_to_their_weight():
    engine = Engine(Rules("nap"))
    state = dealt(engine, 3, 2, 8)
    call(engine, state, "three pass pass")
    worlds = Worlds(engine)
    assert worlds.begin(see(engine, state, 0), 0)
    ace = [card for card in hand_of("AS AH AD AC") if card not in list(state[CARDS : CARDS + 5])][0]
    rng = Rng(9, 9)

    def weight(world):
        return ONE if ace in list(world[CARDS + 5 : CARDS + 10]) else ONE // 8

    # 19 cards hidden, 5 of them in this hand: odds of 5 : 14 without weights, of 8 * 5 : 14 with them.
    number = 1500
    found = 0
    plain = 0
    for _ in range(number):
        assert worlds.draw_likely(rng, weight, 40)
        found += ace in list(worlds.state[CARDS + 5 : CARDS + 10])
        assert worlds.draw(rng)
        plain += ace in list(worlds.state[CARDS + 5 : CARDS + 10])
    assert abs(found - number * 40 / 54) < 4 * (number * 40 / 54 * 14 / 54) ** 0.5
    assert abs(plain - number * 5 / 19) < 4 * (number * 5 / 19 * 14 / 19) ** 0.5
    # Too few tries: still nearer to the one than to the other.
    found = 0
    for _ in range(number):
        assert worlds.draw_likely(rng, lambda world: weight(world) >> 6, 4)
        found += ace in list(worlds.state[CARDS + 5 : CARDS + 10])
    assert number * 0.5 < found < number * 40 / 54
    assert worlds.draw_likely(rng, lambda world: 0, 4)


def test_weights_are_the_same_on_every_runtime_and_take_no_heap():
    total = bytearray()
    rng = Rng(2, 2)
    for system in systems.ids()[:17]:  # of the Nap family
        engine = Engine(Rules(system))
        likely = Likely(engine)
        weigh = likely.weight  # to take a method off its object takes heap
        worlds = Worlds(engine)
        state = dealt(engine, 4, 1, 6)
        while engine.is_open(state) and not state[layout.TRICK]:
            seen = see(engine, state, state[layout.TURN])
            heap_lock()
            try:
                worlds.begin(seen, state[layout.TURN])
                likely.begin(seen, state[layout.TURN])
                worlds.draw(rng)
                weight = likely.weight(worlds.state)
                worlds.draw_likely(rng, weigh, 3)
            finally:
                heap_unlock()
            assert 1 <= weight <= ONE
            total.append(weight >> 8)
            total.append(weight & 255)
            legal = engine.legal(state)
            engine.apply(state, legal[rng.below(len(legal))])
    assert binascii.crc32(total) == WEIGHTS, binascii.crc32(total)


WEIGHTS = 3295379671
