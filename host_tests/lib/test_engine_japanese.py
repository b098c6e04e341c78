"""Japanese Napoleon: auction, friend, widow, following, what is seen (napoleon-japanese.md)."""

from harness import call, call_code, hand_of, play, play_code
from japanese import DISCARDS, HANDS, WIDOW, begun, discard, friend, table
from elba import actions as act
from elba import cards, layout, tricks, view
from elba.cards import parse as card


def test_the_auction_goes_by_number_then_suit():
    engine, state = table()
    call(engine, state, "1C 1D")
    assert call_code(engine, state, "1C") == "bid"
    assert call_code(engine, state, "1D") == "bid"
    for bid in ("1H", "1S", "2C", "10S"):
        assert not call_code(engine, state, bid), bid
    call(engine, state, "2C pass 2S")
    assert state[layout.TURN] == 0  # once more: it has not passed
    call(engine, state, "pass 3C")
    assert state[layout.TURN] == 2
    call(engine, state, "pass")
    assert state[layout.TURN] == 4  # seats 0, 2 and 3 are out
    call(engine, state, "pass")
    assert state[layout.PHASE] == layout.NAME_FRIEND
    assert (state[layout.DECLARER], engine.rules.bid_name[state[layout.BID]]) == (1, "3C")
    assert state[layout.TRUMP] == 3


def test_ten_spades_ends_the_auction_at_once():
    engine, state = table()
    call(engine, state, "pass 10H 10S")
    assert state[layout.PHASE] == layout.NAME_FRIEND
    assert state[layout.DECLARER] == state[layout.TURN] == 2


def test_five_passes_are_a_void_deal():
    engine, state = table()
    call(engine, state, "pass pass pass pass pass")
    result = engine.result(state)
    assert result.status == "void"
    assert result.pay == [0] * 5


def test_any_card_of_the_pack_can_be_named():
    engine, state = table()
    call(engine, state, "7S pass pass pass pass")
    named = [act.argument(action) for action in engine.legal(state)]
    assert len(named) == 53
    assert sorted(named) == sorted(state[layout.CARDS : layout.CARDS + 53])
    assert engine.violation(state, act.action(act.FRIEND, 0x50), 0) == "friend"
    assert engine.violation(state, act.action(act.FRIEND, 0), 0) == "friend"
    assert engine.violation(state, act.action(act.FRIEND, card("AC")), 1) == "turn"
    assert engine.violation(state, act.action(act.WIDOW, 7), 0) == "phase"
    friend(engine, state, "JO")
    assert state[layout.PHASE] == layout.TAKE
    assert state[layout.FRIEND] == cards.JOKER


def test_the_widow_is_taken_and_any_three_cards_go():
    engine, state = table()
    call(engine, state, "7S pass pass pass pass")
    friend(engine, state, "AC")
    masks = [act.argument(action) for action in engine.legal(state)]
    assert len(masks) == len(set(masks)) == 286
    assert all([bin(mask).count("1") == 3 and mask < 1 << 13 for mask in masks])
    assert engine.violation(state, act.action(act.WIDOW, 3), 0) == "discard"
    assert engine.violation(state, act.action(act.WIDOW, 15), 0) == "discard"
    discard(engine, state, "2D 4C KH")
    assert sorted(state[layout.CARDS : layout.CARDS + 10]) == sorted(hand_of("AS KS QS JS TS 9S AH JO 5C 3C"))
    assert sorted(state[DISCARDS : DISCARDS + 3]) == sorted(hand_of("2D 4C KH"))
    assert state[layout.PHASE] == layout.PLAY
    assert state[layout.TURN] == 1  # the seat after declarer


def test_every_way_to_discard_keeps_the_cards():
    engine, state = table()
    call(engine, state, "7S pass pass pass pass")
    friend(engine, state, "AC")
    hand = list(state[layout.CARDS : layout.CARDS + 10]) + list(state[DISCARDS : DISCARDS + 3])
    for action in engine.legal(state)[::7]:
        after = bytearray(state)
        engine.apply(after, action)
        mask = act.argument(action)
        gone = sorted([hand[i] for i in range(13) if mask >> i & 1])
        assert sorted(after[DISCARDS : DISCARDS + 3]) == gone
        left = sorted([hand[i] for i in range(13) if not mask >> i & 1])
        assert sorted(after[layout.CARDS : layout.CARDS + 10]) == left


def test_suit_is_followed_and_the_joker_played_at_any_time():
    engine, state = begun()
    play(engine, state, "QH 9H 5H 2H")
    assert play_code(engine, state, "KS") == "follow"
    assert not play_code(engine, state, "JO")
    assert not play_code(engine, state, "KH")
    assert play_code(engine, state, "AC") == "not_held"


def test_special_cards_belong_to_their_printed_suit():
    engine, state = begun("7H")
    play(engine, state, "QD")  # the back jack of hearts is a diamond
    assert play_code(engine, state, "9H") == "follow"
    assert not play_code(engine, state, "JD")


def test_a_joker_led_asks_for_trumps_then_face_cards():
    hands = dict(HANDS)
    hands[0] = HANDS[0].replace("JO", "8S")
    hands[1] = HANDS[1].replace("8S", "JO")
    hands[2] = HANDS[2].replace("6S", "2S").replace("5S", "2H")
    hands[4] = HANDS[4].replace("2S", "6S").replace("2H", "5S")
    engine, state = begun("7H", hands=hands)
    play(engine, state, "JO")
    assert play_code(engine, state, "TD") == "joker_lead"  # it has hearts
    play(engine, state, "9H 5H")
    assert play_code(engine, state, "6S") == "joker_lead"  # no heart, but a ten
    assert not play_code(engine, state, "TC")
    hands[4] = hands[4].replace("TC", "4C")
    engine, state = begun("7H", hands=hands, widow="5C TC 3C", away="5C TC 3C")
    play(engine, state, "JO 9H 5H")
    assert len(engine.legal(state)) == 10  # neither: any card


def test_the_friend_is_secret_until_the_card_falls():
    engine, state = begun(named="AC")
    assert tricks.friend(engine.rules, state) == 2
    seen = bytearray(layout.SIZE)
    for seat in (0, 1, 3, 4, layout.NOBODY):
        view.look(engine.rules, state, seat, seen)
        assert tricks.friend(engine.rules, seen) == layout.NOBODY, seat
    view.look(engine.rules, state, 2, seen)
    assert tricks.friend(engine.rules, seen) == 2
    play(engine, state, "2C AC")
    view.look(engine.rules, state, 4, seen)
    assert tricks.friend(engine.rules, seen) == 2


def test_declarer_is_its_own_friend():
    for named, away in (("AS", WIDOW), ("5C", WIDOW), ("5C", "2D 4C 3C"), ("AH", "AH 4C 3C")):
        engine, state = begun(named=named, away=away)
        assert tricks.friend(engine.rules, state) == 0, named
    seen = bytearray(layout.SIZE)
    for seat in (1, layout.NOBODY):  # the ace lies face up
        view.look(engine.rules, state, seat, seen)
        assert tricks.friend(engine.rules, seen) == 0


def test_the_widow_is_nobodys_business_but_what_counts_is_shown():
    engine, state = table()
    call(engine, state, "7S pass pass pass pass")
    seen = bytearray(layout.SIZE)
    view.look(engine.rules, state, 0, seen)
    assert not any(seen[DISCARDS : DISCARDS + 3])  # not before the friend is named
    friend(engine, state, "AC")
    view.look(engine.rules, state, 0, seen)
    assert seen[DISCARDS : DISCARDS + 3] == state[DISCARDS : DISCARDS + 3]
    view.look(engine.rules, state, 1, seen)
    assert not any(seen[DISCARDS : DISCARDS + 3])
    discard(engine, state, "2D 4C KH")
    view.look(engine.rules, state, 1, seen)
    assert [c for c in seen[DISCARDS : DISCARDS + 3] if c] == hand_of("KH")
    view.look(engine.rules, state, 0, seen)
    assert sorted(seen[DISCARDS : DISCARDS + 3]) == sorted(hand_of("2D 4C KH"))
