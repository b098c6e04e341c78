"""The bots where cards are captured and sides may be secret: friend, discards, joker, two, helping and hiding.

On MicroPython the heap has no room for these and for the bots of the other systems (test_bots.py) at once.
"""

import binascii
import gc

from harness import call, dealt
from japanese_bots import CORPORAL, CREW, ENGINE, RECRUIT, STRONG, called, choice, decide, discarded, friend_named
from elba import actions as act
from elba import bots, cards, layout, tricks, view
from elba.rng import Rng
from micropython import heap_lock, heap_unlock

def test_a_game_taken_up_again_goes_on_as_it_would_have():
    state = dealt(ENGINE, 5, 0, 12)
    again = bytearray(state)
    while ENGINE.is_open(state):
        ENGINE.apply(state, decide(CREW[RECRUIT], state))
    n = 0
    while ENGINE.is_open(again):  # another decision in between leaves no trace
        if n % 9 == 0:
            decide(CREW[RECRUIT], dealt(ENGINE, 5, 1, n))
        ENGINE.apply(again, decide(CREW[RECRUIT], again))
        n += 1
    assert again == state


def test_a_strong_hand_bids_its_long_suit_as_low_as_it_may():
    assert called(STRONG) == "1C"
    assert called(STRONG, "1H") == "2C"
    assert called(STRONG, level=RECRUIT) == "1C"


def test_a_weak_hand_passes_and_no_hand_bids_without_end():
    assert called("2S 3S 4H 5H 6H 2D 3D 4D 5C 6C", "2S") == "pass"
    assert called("2S 3S 4H 5H 6H 2D 3D 4D 5C 6C", "2S", RECRUIT) == "pass"
    assert called(STRONG, "9S") == "pass"
    assert called(STRONG, "9S", RECRUIT) == "pass"


# -- the friend


def test_the_friend_is_the_strongest_card_that_is_missing():
    for level in (RECRUIT, CORPORAL):
        assert friend_named("JC AC KC 9C 8C 7C 4C AH 3H 5D", "4C", level) == "AS"
        assert friend_named("AS AC KC 9C 8C 7C 4C AH 3H 5D", "4C", level) == "JC"  # the front jack
        assert friend_named("AS JC AC KC 9C 8C 7C AH 3H 5D", "6C", level) == "JS"  # the back jack
        assert friend_named("AS JH JD KH 9H 8H 7H AC 3C 5D", "8H", level) == "AH"


def test_only_an_overwhelming_hand_plays_alone():
    alone = friend_named("AS JS JC KS QS TS 9S 8S JO AH", "1S")
    assert alone in "AS JS JC KS QS TS 9S 8S JO AH".split(), alone
    for bid in ("3C", "4C"):
        named = friend_named(STRONG, bid)
        assert named not in STRONG.split(), (bid, named)


# -- the widow


def test_discards_keep_trumps_specials_and_what_counts_and_make_voids():
    assert discarded("JC AC 9C 8C 4C JO AH KH QS JS", "3D 5S 9H", "3C") == ["3D", "5S", "9H"]
    assert discarded("JC AC 2C 3C 4C JO AH 4H 9H 7H", "3D 5D 2S", "3C") == ["2S", "3D", "5D"]
    # KC is trump, 9S and 8S are all there is of spades.
    assert discarded("JC KC 9S 8S 4C JO 5D 6D 9D 3H", "AH 7C QD", "3C") == ["3H", "8S", "9S"]


def test_a_hand_that_would_take_all_gives_one_away():
    hand = "AS JC JS AC KC QC TC 9C JO 7C"
    thrown = discarded(hand, "AH KH 2D", "1C", "AD")
    given = [card for card in thrown if card[0] in "TJQKA"]
    assert given == ["KH"], thrown
    thrown = discarded(hand, "AH KH 2D", "10C", "AD")  # that is all there is: it must take everything
    assert [card for card in thrown if card[0] in "TJQKA"] == [], thrown


def test_discards_never_give_away_what_counts_while_there_is_a_plain_card():
    for seed in range(20):
        state = dealt(ENGINE, 5, 4, 300 + seed)
        call(ENGINE, state, "1C pass pass pass pass")
        ENGINE.apply(state, act.action(act.FRIEND, cards.parse("AS")))
        at = layout.CARDS
        both = bytes(state[at : at + 10]) + bytes(state[at + 50 : at + 53])
        plain = 0
        for card in both:
            plain += not tricks.counts(ENGINE.rules, card) and card != cards.JOKER
        for level in (RECRUIT, CORPORAL):
            mask = act.argument(choice(bytearray(state), level))
            thrown = [both[i] for i in range(13) if mask >> i & 1]
            given = [c for c in thrown if tricks.counts(ENGINE.rules, c)]
            assert len(given) <= max(0, 3 - plain), (seed, thrown)
            assert cards.JOKER not in thrown


# -- the play


def test_a_decision_does_not_hang_on_cards_that_are_not_seen():
    rng = Rng(9, 9)
    for seed in range(4):
        state = dealt(ENGINE, 5, 4, 700 + seed)
        n = 0
        while ENGINE.is_open(state):
            seat = state[layout.TURN]
            bot = CREW[seat & 1]
            action = decide(bot, state)
            if n % 5 == seed:
                seen = bytearray(layout.SIZE)
                view.look(ENGINE.rules, state, seat, seen)
                other = bytearray(state)
                # The discards stay where they are: among them, what counts would show.
                end = layout.CARDS + (50 if state[layout.TAKEN] else 53)
                hidden = [i for i in range(layout.CARDS, end) if not seen[i]]
                for i in range(len(hidden) - 1, 0, -1):
                    j = rng.below(i + 1)
                    a, b = hidden[i], hidden[j]
                    other[a], other[b] = other[b], other[a]
                assert len(hidden) < 6 or other != state
                check = bytearray(layout.SIZE)
                view.look(ENGINE.rules, other, seat, check)
                assert check == seen
                assert decide(bot, other) == action, (seed, n)
            ENGINE.apply(state, action)
            n += 1


def test_corporal_takes_more_than_recruit():
    """Declarer and friend against the same opponents, by one level and by the other, and the other way round."""
    lead = 0
    for seed in range(24):
        dealing = dealt(ENGINE, 5, 4, 2000 + seed)
        while dealing[layout.PHASE] != layout.TAKE and ENGINE.is_open(dealing):
            ENGINE.apply(dealing, choice(dealing))
        for ours in (RECRUIT, CORPORAL):
            state = bytearray(dealing)
            friend = tricks.friend(ENGINE.rules, state)
            while ENGINE.is_open(state):
                with_declarer = state[layout.TURN] in (state[layout.DECLARER], friend)
                ENGINE.apply(state, choice(state, ours if with_declarer else 1 - ours))
            taken = tricks.taken_by_side(ENGINE.rules, state)
            lead += taken if ours == CORPORAL else -taken
    assert lead > 0, lead


def test_decisions_are_the_same_on_every_runtime():
    crc = 0
    actions = 0
    for seed in range(4):
        state = dealt(ENGINE, 5, seed, 100 + seed)
        while ENGINE.is_open(state):
            action = decide(CREW[(state[layout.TURN] + seed) & 1], state)
            crc = binascii.crc32(bytes((action >> 8, action & 255)), crc)
            actions += 1
            ENGINE.apply(state, action)
    # Recorded once; changes when a bot plays differently, never from one runtime to another.
    assert (actions, crc) == TRANSCRIPT, (actions, crc)


TRANSCRIPT = (259, 211180529)


def test_thinking_allocates_nothing():
    """On CPython heap_lock does nothing: there this only plays."""
    seen = bytearray(layout.SIZE)
    for seed in range(2):
        state = dealt(ENGINE, 5, 1, 21 + seed)
        gc.collect()
        while ENGINE.is_open(state):
            bot = CREW[(state[layout.TURN] + seed) & 1]
            view.look(ENGINE.rules, state, state[layout.TURN], seen)
            action = bots.THINKING
            heap_lock()
            try:
                bot.think(seen)
                while action == bots.THINKING:
                    action = bot.step()
            finally:
                heap_unlock()
            ENGINE.apply(state, action)
