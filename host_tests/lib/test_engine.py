"""What may be done and what is refused, in the systems without a floater."""

from harness import (
    arranged,
    call,
    call_code,
    dealt,
    pack_of,
    play,
    play_code,
    play_out,
    raises,
    refused,
)
from elba import actions as act
from elba import cards, layout, options, systems
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

HANDS = {0: "AS KS QS JH 9D", 1: "TS 9S AH KD QC", 2: "AC KC JC TC 9C", 3: "JS QH TH AD JD"}


def table(system="nap", options=None, hands=HANDS, players=4, dealer=3):
    engine = Engine(Rules(system, options))
    return engine, arranged(engine, players, dealer, hands)


def names(engine, state):
    out = []
    for action in engine.legal(state):
        kind = act.kind(action)
        what = act.argument(action)
        if kind == act.CALL:
            out.append(engine.rules.bid_name[what])
        else:
            assert kind == act.PLAY
            out.append(cards.name(what))
    return out


def test_an_action_is_its_kind_and_its_argument():
    for kind in range(8):
        for argument in (0, 1, 255, 8191):
            action = act.action(kind, argument)
            assert action < 1 << 16
            assert (act.kind(action), act.argument(action)) == (kind, argument)
    assert act.PASS == act.action(act.CALL, 0)


def test_a_new_deal_is_empty_but_for_chips():
    engine = Engine(Rules("nap"))
    state = bytearray(b"\x55" * layout.SIZE)
    engine.begin(state, 5, 2, 9)
    assert state[layout.SEATS] == 5
    assert state[layout.TURN] == 3
    assert state[layout.PHASE] == layout.AUCTION
    assert state[layout.CHIPS : layout.CHIPS + 16] == b"\x55" * 16
    assert layout.word(state, layout.POT) == 9
    assert state[layout.DECLARER] == layout.NOBODY
    assert not any(state[layout.PAY : layout.CALLS_MADE])
    assert engine.result(state) is None


def test_no_table_for_too_many_or_for_a_seat_that_is_not_there():
    engine = Engine(Rules("nap"))
    state = bytearray(layout.SIZE)
    for players, dealer, message in (
        (8, 0, "players: nap takes at most 7"),
        (1, 0, "players: nap takes at most 7"),
        (4, 4, "dealer: expected a seat 0..3"),
        (4, -1, "dealer: expected a seat 0..3"),
    ):
        assert str(raises(ValueError, engine.begin, state, players, dealer)) == message


def test_calls_go_round_once_from_eldest():
    engine, state = table(dealer=1)
    for seat in (2, 3, 0, 1):
        assert state[layout.TURN] == seat
        assert state[layout.PHASE] == layout.AUCTION
        engine.apply(state, act.PASS)
    assert state[layout.PHASE] == layout.VOID
    assert not engine.legal(state)
    assert engine.result(state).status == "void"
    refused(engine, state, act.PASS, "phase")


def test_a_bid_is_higher_than_the_last_one_and_may_skip():
    engine, state = table()
    assert names(engine, state) == ["pass", "three", "four", "nap"]
    call(engine, state, "four")
    assert names(engine, state) == ["pass", "nap"]
    for name in ("three", "four"):
        assert call_code(engine, state, name) == "bid"
    call(engine, state, "pass nap")
    assert state[layout.DECLARER] == 2
    assert names(engine, state) == ["pass", "wellington"]
    call(engine, state, "pass")
    assert state[layout.TURN] == 2
    assert state[layout.PHASE] == layout.PLAY


def test_wellington_and_blucher_wait_for_the_bid_below():
    engine, state = table(options={"blucher": True})
    assert call_code(engine, state, "wellington") == "bid_locked"
    assert call_code(engine, state, "blucher") == "bid_locked"
    call(engine, state, "nap")
    assert call_code(engine, state, "wellington") == ""
    assert call_code(engine, state, "blucher") == "bid_locked"
    call(engine, state, "wellington")
    # Not higher comes before not unlocked.
    assert call_code(engine, state, "wellington") == "bid"
    call(engine, state, "blucher")
    assert names(engine, state) == ["pass"]


def test_rules_are_checked_in_order():
    engine, state = table()
    # phase before turn, turn before not_held and the rules of the action itself
    assert play_code(engine, state, "AS", 2) == "phase"
    assert call_code(engine, state, "wellington", 2) == "turn"
    call(engine, state, "four pass pass pass")
    assert call_code(engine, state, "three", 0) == "phase"
    assert call_code(engine, state, "three", 1) == "phase"
    assert play_code(engine, state, "AS", 1) == "turn"
    assert play_code(engine, state, "TS", 1) == "turn"
    assert play_code(engine, state, "TS") == "not_held"
    play(engine, state, "AS")
    assert play_code(engine, state, "KS") == "not_held"  # before follow, which it would not break
    assert play_code(engine, state, "AH") == "follow"
    assert play_code(engine, state, "AH", 2) == "turn"


def test_an_illegal_action_changes_nothing():
    engine, state = table()
    refused(engine, state, act.action(act.CALL, 4), "bid_locked")
    refused(engine, state, act.action(act.CALL, 5), "bid")
    refused(engine, state, cards.parse("AS"), "phase")
    refused(engine, state, act.action(act.PEEK), "phase")
    refused(engine, state, act.action(act.EXCHANGE), "phase")
    refused(engine, state, act.action(act.TAKE), "phase")
    refused(engine, state, act.action(act.TRUMP), "phase")
    refused(engine, state, 0xFFFF, "phase")
    refused(engine, state, -1, "phase")
    call(engine, state, "pass pass pass three")
    play(engine, state, "JS")
    refused(engine, state, cards.parse("JH"), "follow")
    refused(engine, state, cards.parse("TH"), "not_held")
    refused(engine, state, 0, "not_held")


def test_the_first_card_makes_trump_and_suit_is_followed():
    engine, state = table()
    call(engine, state, "four pass pass pass")
    assert state[layout.TRUMP] == cards.NO_SUIT
    play(engine, state, "AS")
    assert state[layout.TRUMP] == 0
    assert sorted(names(engine, state)) == ["9S", "TS"]
    play(engine, state, "9S")
    assert len(names(engine, state)) == 5  # void: any card
    play(engine, state, "9C JS")
    assert state[layout.TURN] == 0
    assert state[layout.TRICK] == 1
    assert state[layout.WINNERS] == 0


def test_the_highest_trump_wins_else_the_highest_of_the_suit_led():
    engine, state = table()
    call(engine, state, "four pass pass pass")
    play(engine, state, "AS TS 9C JS")
    # A diamond led: the ace of that suit would win, but a spade is trump; a club is worth nothing.
    play(engine, state, "9D KD AC AD")
    assert state[layout.TURN] == 3
    play(engine, state, "TH JH AH TC")
    assert state[layout.TURN] == 1
    play(engine, state, "QC KC QH KS")
    assert state[layout.TURN] == 0
    play(engine, state, "QS 9S JC JD")
    result = engine.result(state)
    assert result.winners == [0, 3, 1, 0, 0]
    assert result.tricks == [3, 1, 0, 1]
    assert (result.status, result.made, result.trump) == ("complete", False, 0)
    assert (result.declarer, engine.rules.bid_name[result.bid]) == (0, "four")
    assert not engine.is_open(state)
    refused(engine, state, cards.parse("QS"), "phase")


def test_played_cards_lie_in_order():
    engine, state = table()
    call(engine, state, "four pass pass pass")
    play(engine, state, "QS 9S JC JS JH AH TC TH")
    for seat, played in ((0, "QS JH"), (1, "9S AH"), (2, "JC TC"), (3, "JS TH")):
        at = layout.CARDS + 5 * seat
        assert " ".join([cards.name(c) for c in state[at : at + 2]]) == played
        assert engine.held_from(state, seat) == at + 2
        assert engine.held_to(seat) == at + 5


def test_a_misere_has_a_trump_or_none():
    hands = {0: "9S 9H 9D 9C TS", 1: "AS TH TD TC JS"}
    for system, house, trump in (
        ("nap", {"misere": True}, 0),
        ("nap", {"misere": True, "misere_trump": False}, cards.NO_SUIT),
        ("pub", {}, cards.NO_SUIT),
        ("pub", {"misere_trump": True}, 0),
        ("nap-mizer", {}, 0),
    ):
        engine, state = table(system, house, hands)
        call(engine, state, "misere pass pass pass")
        play(engine, state, "9S")
        assert state[layout.TRUMP] == trump, (system, house)


def test_without_trump_the_suit_led_wins():
    hands = {0: "2S 2H 2D 2C 3C", 1: "4S 4H 4D 4C 5C", 2: "AH KH QH JH TH", 3: "5S 6S 7S 8S 9S"}
    engine, state = table("pub", {}, hands)
    call(engine, state, "misere pass pass pass")
    play(engine, state, "2S 4S AH 5S")
    assert state[layout.TURN] == 3


def test_void_must_trump_where_the_system_says_so():
    hands = {0: "AS 2H 3H 4H 5H", 1: "2S 2D 3D 6H 7H", 2: "2C 3C KS QS 4D", 3: "4C 5C 6C 5D 6D"}
    engine, state = table("savremeni", {}, hands)
    call(engine, state, "two pass pass pass")
    play(engine, state, "AS 2S QS 4C")
    play(engine, state, "2H")
    assert sorted(names(engine, state)) == ["6H", "7H"]
    play(engine, state, "6H")
    assert play_code(engine, state, "2C") == "must_trump"
    assert names(engine, state) == ["KS"]
    refused(engine, state, cards.parse("4D"), "must_trump")
    play(engine, state, "KS")
    assert len(names(engine, state)) == 4  # neither suit nor trump: any card


def test_no_duty_to_trump_in_a_misere_without_trump():
    hands = {0: "2S 2H 3H 4H 5H", 1: "3D 4D 5D 6H 7H", 2: "2C 3C KS QS 4S", 3: "4C 5C 6C 5S 6D"}
    engine, state = table("savremeni", {}, hands)
    call(engine, state, "misere pass pass pass")
    play(engine, state, "2H 6H")
    assert len(names(engine, state)) == 5


def test_an_auction_of_many_rounds():
    engine, state = table("savremeni", dealer=0)
    call(engine, state, "one pass two three")  # 1 2 3 0
    assert state[layout.TURN] == 1
    assert call_code(engine, state, "three") == "bid"
    call(engine, state, "nap")
    assert state[layout.TURN] == 3  # 2 is out for good
    assert call_code(engine, state, "blucher") == "bid_locked"
    call(engine, state, "wellington pass")
    # The one who bid nap may go over a wellington of another seat.
    assert state[layout.TURN] == 1
    call(engine, state, "blucher")
    assert state[layout.TURN] == 3
    call(engine, state, "pass")
    assert state[layout.PHASE] == layout.PLAY
    assert state[layout.DECLARER] == state[layout.TURN] == 1


def test_nobody_calls_over_its_own_bid():
    engine, state = table("savremeni", dealer=3)
    call(engine, state, "nap pass pass")
    assert state[layout.PHASE] == layout.AUCTION
    call(engine, state, "pass")
    assert state[layout.PHASE] == layout.PLAY
    assert state[layout.DECLARER] == 0


def test_the_last_seat_may_bid_after_all_others_have_passed():
    engine, state = table("savremeni", dealer=3)
    call(engine, state, "pass pass pass")
    assert state[layout.PHASE] == layout.AUCTION
    assert state[layout.TURN] == 3
    call(engine, state, "one")
    assert state[layout.PHASE] == layout.PLAY


def test_a_wellington_over_ones_own_nap_is_locked():
    # 0 bids nap, nobody else does; 0 never gets to call over itself, and its own nap unlocks nothing.
    engine, state = table("savremeni", dealer=1, players=2, hands={0: "AS KS QS JS TS"})
    call(engine, state, "nap")
    assert call_code(engine, state, "wellington") == ""
    assert call_code(engine, state, "blucher") == "bid_locked"
    call(engine, state, "wellington")
    assert call_code(engine, state, "blucher") == ""


def test_two_and_eight_sit_down_where_the_system_takes_them():
    for players in (2, 8):
        engine = Engine(Rules("savremeni"))
        for seed in range(5):
            state = dealt(engine, players, 0, seed)
            play_out(engine, state, Rng(0, seed))
            assert not engine.is_open(state)


def test_chance_play_of_every_system_keeps_all_cards():
    for system in systems.ids():
        engine = Engine(Rules(system))
        for players in range(engine.rules.fewest, engine.rules.most + 1):
            state = dealt(engine, players, players - 1, players)
            before = pack_of(state, engine.rules)
            play_out(engine, state, Rng(7, players))
            assert pack_of(state, engine.rules) == before, (system, players)


def test_a_copy_of_a_state_goes_its_own_way():
    engine, state = table()
    call(engine, state, "four pass pass pass")
    play(engine, state, "AS")
    copy = bytearray(layout.SIZE)
    copy[:] = state
    play(engine, copy, "TS 9C JS")
    assert state[layout.IN_TRICK] == 1
    play(engine, state, "9S AC JS")
    assert copy[layout.WINNERS] == state[layout.WINNERS] == 0
    assert copy != state


def test_a_state_says_which_rules_it_was_played_by():
    engine = Engine(Rules("peep", {"peek_price": 3, "exact": True}))
    state = dealt(engine, 4, 0, 1)
    assert systems.ids()[state[layout.SYSTEM]] == "peep"
    assert options.unpack(state, layout.OPTIONS) == {"peek_price": 3, "exact": True}
