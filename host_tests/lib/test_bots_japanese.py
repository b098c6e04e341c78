"""The bots where cards are captured and sides may be secret: friend, discards, joker, two, helping and hiding.

On MicroPython the heap has no room for these and for the bots of the other systems (test_bots.py) at once.
"""

import binascii
import gc

from harness import arranged, call, dealt, play
from elba import actions as act
from elba import bots, cards, layout, tricks, view
from elba.bots import heights
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from micropython import heap_lock, heap_unlock

RECRUIT, CORPORAL = range(2)
MOST_STEPS = 60
ENGINE = Engine(Rules("napoleon-jp"))
# A bot remembers nothing from one decision to the next, so these two serve all tests.
CREW = [bots.make(level, ENGINE, 77, 4711, level) for level in (RECRUIT, CORPORAL)]
STRONG = "JS AC KC JC TC 9C 8C 4C AH 3H"  # clubs, without AS


def decide(bot, state):
    """Return a bot's action for the seat to act, after checking that it is legal and leaves the view alone."""
    seen = bytearray(layout.SIZE)
    view.look(ENGINE.rules, state, state[layout.TURN], seen)
    kept = bytes(seen)
    bot.think(seen)
    for _ in range(MOST_STEPS):
        action = bot.step()
        if action != bots.THINKING:
            assert not ENGINE.violation(state, action, state[layout.TURN]), action
            assert seen == kept, "a bot changed its view"
            return action
    raise AssertionError("still thinking after %d steps" % MOST_STEPS)


def choice(state, level=CORPORAL):
    return decide(CREW[level], state)


def card_of(state, level=CORPORAL):
    action = choice(state, level)
    assert act.kind(action) == act.PLAY
    return cards.name(action)


def in_play(hands, bid, friend, trick, leader, widow="", winners=4):
    """Return the state before a trick 0..9 in which seat 4 is declarer, as if `winners` had won all before it.

    hands   seat -> its ten cards; the first `trick` of them are what it has played so far
    """
    state = arranged(ENGINE, 5, 4, hands, widow)
    call(ENGINE, state, "pass pass pass pass " + bid)
    ENGINE.apply(state, act.action(act.FRIEND, cards.parse(friend)))
    ENGINE.apply(state, act.action(act.WIDOW, 7 << 10))
    state[layout.TRICK] = trick
    for i in range(trick):
        state[layout.WINNERS + i] = winners
    state[layout.LEADER] = state[layout.WINNING] = state[layout.TURN] = leader
    return state


def friend_named(hand, bid, level=CORPORAL):
    state = arranged(ENGINE, 5, 4, {0: hand})
    call(ENGINE, state, bid + " pass pass pass pass")
    return cards.name(act.argument(choice(state, level)))


def discarded(hand, widow, bid, friend="AS"):
    """Return the names of what declarer throws, sorted."""
    state = arranged(ENGINE, 5, 4, {0: hand}, widow)
    call(ENGINE, state, bid + " pass pass pass pass")
    ENGINE.apply(state, act.action(act.FRIEND, cards.parse(friend)))
    mask = act.argument(choice(state))
    both = hand.split() + widow.split()
    return sorted([both[i] for i in range(13) if mask >> i & 1])


def called(hand, before="", level=CORPORAL):
    """Return the name of what a seat calls on a hand after the calls before it."""
    seat = len(before.split())
    state = arranged(ENGINE, 5, 4, {seat: hand})
    call(ENGINE, state, before)
    return ENGINE.rules.bid_name[act.argument(choice(state, level))]


def test_heights_are_those_of_the_tricks():
    table = heights.Heights(ENGINE.rules)
    pack = bytearray(53)
    for trump in range(4):
        table.fill(trump)
        for card in pack[: cards.fill_pack(pack, 2, 1)]:
            assert table.of[card] == tricks.power(ENGINE.rules, card, trump), (cards.name(card), trump)


# -- bids


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


def test_the_friend_feeds_declarer_and_an_opponent_does_not():
    hands = {
        4: "5D 3H JC AC KC 9C 8C 7C 4C AH",
        0: "6D 5H AS 7D 8D KD QD 2H 6H 9S",
        1: "TD 4H 7S 2S 3S 4S 5S 6S 8S 8H",
    }
    state = in_play(hands, "3C", "AS", 2, 4)
    play(ENGINE, state, "JC")
    assert card_of(state) in ("KD", "QD")  # the friend
    hands[0], hands[1] = "6D 5H 8S 7D 8D KD QD 2H 6H 9S", "TD 4H 7S 2S 3S 4S 5S 6S AS 8H"
    state = in_play(hands, "3C", "AS", 2, 4)
    play(ENGINE, state, "JC")
    assert card_of(state) not in ("KD", "QD")  # an opponent


def test_an_opponent_helps_the_others_once_the_friend_is_known():
    # The friend's card, JS, has been played by seat 0. Seat 3 has neither diamonds nor trumps, and is last.
    hands = {
        4: "5D 3H 6D 9C 8C 7C 4C TC QC AC",
        0: "JS 5H 3D 7D 8D 9D 2D 2S 6H 9S",
        1: "TD 7H AD 4D 3S 4S 5S 6S 8S 8H",
        2: "JD 9H QD KD TS QS 7S 3C 5C KC",
        3: "2C 6C 2H QH KH KS 4H AH TH JH",
    }
    state = in_play(hands, "3C", "JS", 2, 4, "JC JO AS")
    play(ENGINE, state, "6D 3D AD QD")
    assert card_of(state)[0] in "TJQKA"
    # The same, but the friend has the trick: what counts is kept.
    hands[0], hands[1] = hands[0].replace("3D", "AD"), hands[1].replace("AD", "3D")
    state = in_play(hands, "3C", "JS", 2, 4, "JC JO AS")
    play(ENGINE, state, "6D AD 3D QD")
    assert card_of(state)[0] not in "TJQKA"


def test_the_friend_shows_its_card_where_it_decides_a_trick():
    # Four cards that count lie there, an opponent is winning and the friend is last, without a heart or a trump.
    hands = {
        4: "5D KH AC JC QC 9C 8C 7C 4C 3H",
        0: "6D AH 2H 7D 8D 9D 2D 5H 6H 9H",
        1: "TD QH JS 2S 3S 4S 5S 6S 8S 8H",
        2: "3D JH QD KD JD TH KC 6C 5C 3C",
        3: "TC AS 4D KS JO AD TS QS 7S 9S",
    }
    state = in_play(hands, "4C", "AS", 1, 4, "4H 7H 2C")
    play(ENGINE, state, "KH AH QH JH")
    assert card_of(state) == "AS"
    # Declarer wins the same trick: the card stays hidden.
    hands[4], hands[0] = hands[4].replace("KH", "AH"), hands[0].replace("AH", "KH")
    state = in_play(hands, "4C", "AS", 1, 4, "4H 7H 2C")
    play(ENGINE, state, "AH KH QH JH")
    assert card_of(state) != "AS"


def test_declarer_takes_a_rich_trick_with_a_trump():
    hands = {
        4: "5D JC AC KC 9C 8C 7C 4C AH 3H",
        0: "2S QD 3S 4S 5S 6S 7S 8S 9S TS",
        1: "2H KD 4H 5H 6H 7H 8H 9H TH QH",
        2: "2D TD 3D 4D 6D 7D 8D 9D JH KH",
        3: "AS AD QS KS JS 2C 3C 5C QC TC",
    }
    state = in_play(hands, "4C", "JS", 1, 0, "JO JD 6C")
    play(ENGINE, state, "QD KD TD AD")
    assert card_of(state) in ("4C", "7C", "8C", "9C", "KC", "AC")  # not the front jack


def test_the_joker_is_led_where_it_takes_the_trick_and_else_thrown_where_the_trick_is_lost():
    # AS and both jacks of the colour are gone: a led joker calls for trumps and cannot be beaten.
    hands = {
        4: "JC AS JS 2D 3H 4H JO 9C 5S 6S",
        0: "2S 3S 4S TC QC KC 7C QD KD AD",
        1: "2H 5H 6H 3C 4C TS QS TH JH KH",
        2: "7S 8S 9S 5C 6C TD JD QH 7H 8H",
        3: "3D 4D 5D AC 2C KS AH 9H 6D 7D",
    }
    state = in_play(hands, "6C", "AS", 6, 4, "8D 9D 8C")
    assert card_of(state) == "JO"
    # An opponent has already won this trick: the joker goes, not a card that counts.
    hands[4] = "JC AS JS 2D 3H 4H JO TD TH JH"
    hands[0] = "2S 3S 4S TC QC KC 7C QD 9C AD"
    hands[1] = "2H 5H 6H 3C 4C TS QS KD KH 5S"
    hands[2] = "7S 8S 9S 5C 6C 6S JD QH 7H 8H"
    state = in_play(hands, "6C", "AS", 6, 0, "8D 9D 8C", 0)
    play(ENGINE, state, "7C QS 7H AH")
    assert card_of(state) == "JO"


def test_the_friend_feeds_the_two_that_wins_a_trick_of_one_suit():
    hands = {
        4: "JC KS JS 2C 3H 4H AC 5S 2D 3S",
        0: "2S KH 4S TC QC KC 7C AS QD 4D",
        1: "2H 5H 6H 3C 4C TS QS AD TD 9D",
        2: "7S 8S 9S 5C 6C TH 7H 8D 7D 6D",
        3: "QH 9C 5D JH 9H 8C 8H 3D JD KD",
    }
    # An opponent leads the ace, declarer's two wins all the same.
    state = in_play(hands, "6C", "AS", 7, 1, "JO AH 6S")
    play(ENGINE, state, "AD 7D 3D 2D")
    assert card_of(state) == "QD"
    # In the first trick it does not.
    state = in_play(hands, "6C", "AS", 0, 1, "JO AH 6S")
    play(ENGINE, state, "AD 7D 3D 2D")
    assert card_of(state) == "4D"


def test_not_all_twenty_are_taken_nor_kept_from_declarer():
    """Declarer has eighteen: with the last two it would fail, so it loses a trick, and who can lets it win."""
    hands = {
        4: "AS KS QS JS AC KC QC JC AH 3H",
        0: "TS TC KD QD JD TD 2S 3S KH 2H",
        1: "AD QH JH TH 4S 5S 6S 7S 4D 5D",
        2: "8S 9S 3C 4C 5C 6C 7C 8C 6D 7D",
        3: "9C 2C 4H 5H 6H 7H 8H 9H 8D 9D",
    }
    state = in_play(hands, "1S", "AS", 8, 4, "JO 2D 3D")
    assert tricks.taken_by_side(ENGINE.rules, state) == 18
    assert card_of(state) == "3H"
    play(ENGINE, state, "AH")
    assert card_of(state) == "KH"  # it must give it: 2H would do the same
    hands[4], hands[0] = "AS KS QS JS AC KC QC JC KH 4H", "TS TC KD QD JD TD 2S 3S AH 3H"
    hands[3] = "9C 2C 2H 5H 6H 7H 8H 9H 8D 9D"
    state = in_play(hands, "1S", "AS", 8, 4, "JO 2D 3D")
    play(ENGINE, state, "4H")
    assert card_of(state) == "3H"


# -- secrets


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
