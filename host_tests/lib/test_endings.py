"""The last tricks of Japanese Napoleon: against the rules written down once more, and what each special rule does."""

import gc

import napoleon_reference as reference
from harness import hand_of, raises
from elba import cards, layout
from elba.endings import GAVE_UP, NO, THINKING, YES, Ending, goal_of
from elba.rng import Rng
from micropython import heap_lock, heap_unlock

SPECIALS = "JO AS JS JC 2S 2H 2D 2C"


def ending_of(hands, trump, leader, side, played=(), before=()):
    """Return a state: `hands` as lists of cards, `played` to the trick on the table, `before` a full trick before.

    hands include what is on the table; before: a card a seat, won by `leader`, or () for small ones
    side: (Napoleon, friend)
    """
    players = len(hands)
    hand = len(hands[0]) + 1
    state = bytearray(layout.SIZE)
    state[layout.SEATS] = players
    state[layout.PHASE] = layout.PLAY
    state[layout.TRUMP] = trump
    state[layout.DECLARER] = side[0]
    state[layout.TRICK] = 1
    state[layout.WINNERS] = leader
    state[layout.LEADER] = leader
    state[layout.IN_TRICK] = len(played)
    state[layout.TURN] = (leader + len(played)) % players
    for seat in range(players):
        at = layout.CARDS + seat * hand
        state[at] = before[seat] if before else 3
        held = list(hands[seat])
        behind = (seat - leader) % players
        if behind < len(played):
            held.remove(played[behind])
            held.insert(0, played[behind])
        state[at + 1 : at + hand] = bytes(held)
    state[layout.FRIEND] = state[layout.CARDS + side[1] * hand + hand - 1]
    return state


def outcome(hands, trump, leader, side, goal, played=(), before=()):
    """Return (solver's answers per legal card, its answer without a card, those expected), each as a list."""
    state = ending_of(hands, trump, leader, side, played, before)
    hand = len(hands[0]) + 1
    ending = Ending(len(hands), hand, hand - 1, 64)
    ending.load(state, goal)
    seat = state[layout.TURN]
    taken = 0
    if leader in side and before:
        taken = sum([reference.is_face(card) for card in before])
    rest = [[card for card in held if card not in played] for held in hands]
    expected = []
    found = []
    for card in rest[seat]:
        may = card in reference.legal(rest[seat], played[0] if played else 0, trump)
        assert ending.may_play(card) == may, cards.name(card)
        if may:
            left = list(rest)
            left[seat] = [other for other in rest[seat] if other != card]
            table = list(played) + [card]
            expected.append(YES if reference.makes(left, leader, table, side, trump, taken, goal) else NO)
            found.append(ending.answer(card))
    best = (max if seat in side else min)(expected)
    return found + [ending.answer()], expected + [best]


def compare(rng, count, tricks=2):
    """Compare so many endings of some tricks; return how often Napoleon's side made it."""
    pack = bytearray(layout.MAX_CARDS)
    made = 0
    for _ in range(count):
        size = cards.fill_pack(pack, 2, 1)
        rng.shuffle(pack, size)
        players = 2 + rng.below(4)
        n = players * (tricks + 1)
        drawn = list(pack[:n])
        for special in hand_of(SPECIALS):  # most of them are there, else they would be rare
            if special not in drawn and rng.below(3):
                place = rng.below(n)
                if drawn[place] not in hand_of(SPECIALS):
                    drawn[place] = special
        before = drawn[:players]
        hands = [drawn[players + seat * tricks : players + (seat + 1) * tricks] for seat in range(players)]
        trump = rng.below(4)
        leader = rng.below(players)
        side = (rng.below(players), rng.below(players))
        played = []
        for i in range(rng.below(players)):
            held = hands[(leader + i) % players]
            may = reference.legal(held, played[0] if played else 0, trump)
            played.append(may[rng.below(len(may))])
        goal = 1 << rng.below(6)
        goal = ((1 << 21) - goal, goal, 1 + rng.below(255))[rng.below(3)]
        found, expected = outcome(hands, trump, leader, side, goal, played, before)
        assert found == expected, (hands, trump, leader, side, goal, played, before, found, expected)
        made += expected[-1]
    return made


def test_it_agrees_with_the_rules_written_down_once_more():
    made = compare(Rng(0, 1), 200)
    assert 50 < made < 150


def test_it_agrees_for_three_tricks():
    compare(Rng(0, 2), 8, 3)


def winner_of(trick, trump, leader=0):
    """Return the seat that takes the last trick, of one card each, by the face cards that it brings."""
    hands = [hand_of(card) for card in trick.split()]
    faces = sum([reference.is_face(hand[0]) for hand in hands])
    assert faces, "a trick without a face card shows nothing"
    ending = Ending(len(hands), 2, 1)
    seats = []
    for seat in range(len(hands)):
        ending.load(ending_of(hands, trump, leader, (seat, seat)), 1 << faces)
        if ending.answer() == YES:
            seats.append(seat)
    assert len(seats) == 1
    return seats[0]


def test_what_beats_what():
    assert winner_of("KH QH 9H", 0) == 0
    assert winner_of("KH 3S 9H", 0) == 1
    assert winner_of("KH AS JD", 2) == 1  # AS above the front jack
    assert winner_of("AD JH JD", 2) == 2  # the front jack above the back jack
    assert winner_of("AD JH 3D", 2) == 1  # the back jack above all other trumps
    assert winner_of("AD JS 3D", 2) == 0  # a jack of the other colour
    assert winner_of("KH QC JO", 0) == 0  # the joker not led


def test_the_joker_led():
    assert winner_of("JO AD KD", 2) == 0
    assert winner_of("JO AS KD", 2) == 1
    assert winner_of("JO JH KD", 2) == 1
    ending = Ending(3, 3, 2)
    hands = [hand_of("JO 3C"), hand_of("4D KH"), hand_of("5C 6C")]
    ending.load(ending_of(hands, 2, 0, (0, 0), hand_of("JO")), 1)
    assert [ending.may_play(card) for card in hands[1]] == [True, False]  # a trump
    hands = [hand_of("JO 3C"), hand_of("4S KH"), hand_of("5C 6C")]
    ending.load(ending_of(hands, 2, 0, (0, 0), hand_of("JO")), 1)
    assert [ending.may_play(card) for card in hands[1]] == [False, True]  # a face card


def test_the_two():
    assert winner_of("AH 2H KH", 0) == 1
    assert winner_of("AH 2H JO", 0) == 1  # the joker does not count
    assert winner_of("AH 2H KD", 0) == 0  # another suit
    assert winner_of("JO 2H KH", 1) == 0  # a led joker beats it
    assert winner_of("JH 2H KH", 2) == 0  # the back jack
    assert winner_of("AD 2D KD", 2) == 1  # of trumps too


def test_the_bids():
    assert goal_of(3) == 0x7F << 13
    assert not goal_of(9) >> 20
    assert goal_of(10) == 1 << 20


def long_one():
    hands = [hand_of(text) for text in ("AS KS 9H 2D", "QS JS AH TD", "JC TC KH 2H", "JO AC QH TH", "KC QC JH AD")]
    return ending_of(hands, 3, 0, (0, 2)), Ending(5, 5, 4)


def test_slices_and_budget_without_heap():
    state, ending = long_one()
    goal = ((1 << 21) - 1) ^ 0xFF
    gc.collect()
    heap_lock()
    try:
        ending.load(state, goal)
        whole = ending.answer()
        nodes = ending.nodes
        ending.load(state, goal)
        ending.begin()
        while ending.step(50) == THINKING:
            pass
        again = ending.status
        nodes_again = ending.nodes
        ending.load(state, goal)
        gave_up = ending.answer(budget=nodes - 1)
        after = ending.answer()
    finally:
        heap_unlock()
    assert nodes > 100
    assert again == whole
    assert nodes_again == nodes
    assert gave_up == GAVE_UP
    assert after == whole


def test_it_refuses_what_is_no_ending():
    raises(ValueError, Ending, 6)
    raises(ValueError, Ending, 5, 10, 6)
    raises(ValueError, Ending, 5, 10, 3, 100)
    state, ending = long_one()
    state[layout.TRICK] = 0
    raises(ValueError, ending.load, state, 1)
    state[layout.TRICK] = 1
    ending.load(state, 1)
    raises(ValueError, ending.begin, cards.parse("3D"))
    state[layout.PHASE] = layout.OVER
    raises(ValueError, ending.load, state, 1)
