"""Japanese Napoleon: auction, friend, widow, who wins a trick, what is made and scored (napoleon-japanese.md)."""

from harness import arranged, call, call_code, hand_of, pay_of, play, play_code, play_out, raises
from elba import actions as act
from elba import cards, layout, match, settle, tricks, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

# Declarer is seat 0 in most tests: dealer 4, so that it is eldest; seat 1 leads.
HANDS = {
    0: "AS KS QS JS TS 9S AH KH 2D JO",
    1: "8S 7S QH JH TH AD KD QD 9D 2C",
    2: "6S 5S 9H 8H 7H 6H JD TD 8D AC",
    3: "4S 3S 5H 4H 3H 7D 6D KC QC JC",
    4: "2S 2H 5D 4D 3D TC 9C 8C 7C 6C",
}
WIDOW = "5C 4C 3C"
_AT_THE_END = layout.CARDS + 50


def table(hands=HANDS, widow=WIDOW, options=None):
    engine = Engine(Rules("napoleon-jp", options))
    return engine, arranged(engine, 5, 4, hands, widow)


def card(text):
    return cards.parse(text)


def friend(engine, state, text):
    engine.apply(state, act.action(act.FRIEND, card(text)))


def discard(engine, state, text):
    """Discard three cards by name."""
    hand = layout.CARDS + state[layout.TURN] * 10
    held = list(state[hand : hand + 10]) + list(state[_AT_THE_END : _AT_THE_END + 3])
    mask = 0
    for c in hand_of(text):
        mask |= 1 << held.index(c)
    engine.apply(state, act.action(act.WIDOW, mask))


def begun(bid="7S", named="AC", away=WIDOW, hands=HANDS, widow=WIDOW, options=None):
    """Return (engine, state) with seat 0 as declarer and seat 1 to lead."""
    engine, state = table(hands, widow, options)
    call(engine, state, bid if bid == "10S" else bid + " pass pass pass pass")
    friend(engine, state, named)
    discard(engine, state, away)
    return engine, state


def trick(led_by, plays, trump="S", first=False):
    """Return the seat that wins a trick of five cards, led by a seat, dealt for the purpose."""
    engine = Engine(Rules("napoleon-jp"))
    named = hand_of(plays)
    hands = {}
    for i in range(5):
        hands[(led_by + i) % 5] = cards.name(named[i])
    state = arranged(engine, 5, 4, hands)
    state[layout.PHASE] = layout.PLAY
    state[layout.DECLARER] = (led_by - 1) % 5
    state[layout.BID] = 1
    state[layout.TRUMP] = "SHDC".index(trump)
    if not first:  # a trick before it, of whatever lay in the last places
        for seat in range(5):
            at = layout.CARDS + seat * 10
            state[at], state[at + 1] = state[at + 1], state[at]
        state[layout.TRICK] = 1
        state[layout.WINNERS] = led_by
    state[layout.TURN] = state[layout.LEADER] = state[layout.WINNING] = led_by
    for c in named:  # as if nobody held anything that must be played instead
        seat = state[layout.TURN]
        engine._play(state, seat, c)
    return state[layout.WINNERS + state[layout.TRICK] - 1]


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
    assert sorted(state[_AT_THE_END : _AT_THE_END + 3]) == sorted(hand_of("2D 4C KH"))
    assert state[layout.PHASE] == layout.PLAY
    assert state[layout.TURN] == 1  # the seat after declarer


def test_every_way_to_discard_keeps_the_cards():
    engine, state = table()
    call(engine, state, "7S pass pass pass pass")
    friend(engine, state, "AC")
    hand = list(state[layout.CARDS : layout.CARDS + 10]) + list(state[_AT_THE_END : _AT_THE_END + 3])
    for action in engine.legal(state)[::7]:
        after = bytearray(state)
        engine.apply(after, action)
        mask = act.argument(action)
        gone = sorted([hand[i] for i in range(13) if mask >> i & 1])
        assert sorted(after[_AT_THE_END : _AT_THE_END + 3]) == gone
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


def test_who_wins_a_trick():
    for wins, led_by, plays, trump in (
        (0, 0, "TH 9H 8H 7H 6H", "S"),
        (2, 0, "TH 9H KH 7H 6H", "S"),
        (0, 0, "TH AD KD AC KC", "S"),  # no other suit wins
        (3, 0, "AH KH QH 3S 6H", "S"),  # a trump does
        (4, 0, "AH KH QH 3S 4S", "S"),
        (1, 0, "AH AS QH 3D 4H", "D"),  # the ace of spades beats trumps
        (2, 0, "AD KD JD AH 4H", "D"),  # the front jack
        (2, 0, "AD KD JH QH 4H", "D"),  # the back jack
        (3, 0, "AD KD JH JD 4H", "D"),
        (4, 0, "AD KD JH JD AS", "D"),
        (2, 0, "AC KC JS JD JH", "C"),  # black: spades and clubs
        (0, 0, "AH KH JO QH TH", "S"),  # a joker that is not led never wins
        (3, 0, "2D JO AH 3D KC", "S"),
    ):
        assert trick(led_by, plays, trump, first=True) == wins, (plays, trump)
    for wins, led_by, plays, trump in (
        (1, 1, "JO AH KH QH TD", "H"),  # led, it beats the highest trump
        (3, 1, "JO AH JD QH TD", "H"),  # but no special card
        (2, 1, "JO JH JD QH TD", "H"),
        (4, 1, "JO JH JD AS TD", "H"),
    ):
        assert trick(led_by, plays, trump) == wins, (plays, trump)


def test_the_two():
    for wins, plays, trump in (
        (1, "AH 2H KH QH TH", "S"),
        (1, "AH 2H KH JO TH", "S"),  # the joker is not counted
        (0, "AH 2H KH QH TD", "S"),  # not all of one suit
        (0, "AS 2S 3S KS QS", "S"),
        (2, "AH 2H JH QH TH", "H"),  # the front jack
        (2, "AD 2D JD QD TD", "H"),  # the back jack
        (1, "AD 2D JD QD TD", "S"),  # no special jack
        (1, "AH 2H 9H QH TH", "H"),  # trumps as well
        (0, "JO 2H 9H QH TH", "H"),  # a led joker beats it
        (0, "AH KH QH TH 9H", "S"),
    ):
        assert trick(0, plays, trump) == wins, (plays, trump)
    assert trick(0, "AH 2H KH QH TH", "S", first=True) == 0
    assert trick(0, "AH 3H KH QH TH", "S") == 0


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
    assert not any(seen[_AT_THE_END : _AT_THE_END + 3])  # not before the friend is named
    friend(engine, state, "AC")
    view.look(engine.rules, state, 0, seen)
    assert seen[_AT_THE_END : _AT_THE_END + 3] == state[_AT_THE_END : _AT_THE_END + 3]
    view.look(engine.rules, state, 1, seen)
    assert not any(seen[_AT_THE_END : _AT_THE_END + 3])
    discard(engine, state, "2D 4C KH")
    view.look(engine.rules, state, 1, seen)
    assert [c for c in seen[_AT_THE_END : _AT_THE_END + 3] if c] == hand_of("KH")
    view.look(engine.rules, state, 0, seen)
    assert sorted(seen[_AT_THE_END : _AT_THE_END + 3]) == sorted(hand_of("2D 4C KH"))


def played_out(bid, faces, own=False, options=None):
    """Settle a deal in which declarer's side, 0 and 2 or 0 alone, took so many of the faces: all winners are set."""
    engine, state = begun(bid, "AS" if own else "AC", options=options)
    play_out(engine, state, Rng(5, 6))
    # Of ten tricks, which together give the number of faces that is wanted?
    worth = [tricks.worth(engine.rules, state, t) for t in range(10)]
    assert sum(worth) == 20
    chosen = None
    for mask in range(1 << 10):
        if sum([worth[t] for t in range(10) if mask >> t & 1]) == faces:
            chosen = mask
    assert chosen is not None, (faces, worth)
    for t in range(10):
        state[layout.WINNERS + t] = (t & 1) * (0 if own else 2) if chosen >> t & 1 else 3
    for seat in range(5):
        layout.set_word(state, layout.PAY + 2 * seat, 0)
    settle.deal(engine.rules, state)
    result = engine.result(state)
    assert result.taken == faces
    assert result.pay == pay_of(state)
    return result


def test_made_and_failed_score_points_that_nobody_loses():
    result = played_out("6S", 16)
    assert (result.made, result.friend, result.pay) == (True, 2, [32, 0, 16, 0, 0])
    result = played_out("6S", 19)
    assert result.made
    result = played_out("7S", 16)
    assert (result.made, result.pay) == (False, [0, 17, 0, 17, 17])
    result = played_out("6S", 16, own=True)
    assert (result.made, result.friend, result.pay) == (True, 0, [48, 0, 0, 0, 0])
    result = played_out("7S", 16, own=True)
    assert (result.made, result.pay) == (False, [0, 17, 17, 17, 17])
    result = played_out("6S", 16, options={"score": "bid"})
    assert result.pay == [12, 0, 6, 0, 0]
    result = played_out("7S", 16, options={"score": "bid"})
    assert result.pay == [0, 7, 0, 7, 7]


def test_not_all_twenty_but_with_ten():
    assert not played_out("9S", 20).made
    assert played_out("9S", 19).made
    assert played_out("10S", 20).made
    assert not played_out("10S", 19).made


def test_faces_discarded_are_not_declarers():
    engine, state = begun("6S", "AC", away="KH AH 2D")
    play_out(engine, state, Rng(5, 6))
    for t in range(10):
        state[layout.WINNERS + t] = 0
    assert tricks.taken_by_side(engine.rules, state) == 18


def test_a_tie_is_played_off_by_all_five():
    session = match.Session(Engine(Rules("napoleon-jp", {"deals": 1})), 5, 1, 2)
    session.begin()
    for _ in range(5):
        session.table.engine.apply(session.state, act.PASS)
    session.end()
    assert session.playoff
    assert not session.over
    assert session.seated == [0, 1, 2, 3, 4]
    other = match.Session(session.table.engine, 5)
    other.load(session.save())
    assert other.save() == session.save()
    rng = Rng(3, 4)
    while not session.over:
        session.begin()
        while session.table.engine.is_open(session.state):
            legal = session.table.engine.legal(session.state)
            session.table.engine.apply(session.state, legal[rng.below(len(legal))])
        session.end()
    assert session.totals.count(max(session.totals)) == 1
    assert session.totals[session.winner] == max(session.totals)


def test_only_five_can_play():
    for players in (2, 4, 6):
        assert raises(ValueError, match.Session, Engine(Rules("napoleon-jp")), players)
