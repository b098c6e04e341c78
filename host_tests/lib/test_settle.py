"""Who pays whom: at least and exact, misere, pots, revokes. Every number is worked out by hand from nap-family.md."""

from harness import arranged, call, pay_of, play, refused
from elba import actions as act
from elba import cards, layout
from elba.engine import Engine
from elba.rules import Rules

# Seat 0 holds the five top spades: it takes as many tricks as there are spades led.
STRONG = {0: "AS KS QS JS TS", 1: "AH KH QH JH TH", 2: "AD KD QD JD TD", 3: "AC KC QC JC TC"}
# Seat 1 takes the fourth and the fifth trick.
THREE = {0: "AS KS QS TD TH", 1: "AH KH QH JH TS", 2: "AD KD QD JD JS", 3: "AC KC QC JC TC"}
# Seat 0 takes no trick with a small card of each suit.
WEAK = {0: "2S 2H 2D 2C 3C", 1: "4S 4H 4D 4C 5C", 2: "5S 5H 5D 6C 7C", 3: "6S 6H 6D 8C 9C"}


def settled(system, options, hands, calls, plays="", floater="", pot=0, before=(), after=()):
    """Play a deal of four, dealer 3, to its end: `plays` first, then the last legal card each time."""
    engine = Engine(Rules(system, options))
    state = arranged(engine, 4, 3, hands, floater, pot=pot)
    for action in before:
        engine.apply(state, action)
    call(engine, state, calls)
    for action in after:
        engine.apply(state, action)
    play(engine, state, plays)
    while engine.is_open(state):
        legal = [action for action in engine.legal(state) if act.kind(action) == act.PLAY]
        engine.apply(state, legal[-1])
    result = engine.result(state)
    assert sum(result.pay) + result.pot == pot, "chips came or went"
    assert result.pay == pay_of(state)
    return result


def test_at_least_more_tricks_are_as_good():
    for calls, value in (("three pass pass pass", 3), ("four pass pass pass", 4), ("nap pass pass pass", 5)):
        result = settled("nap", {"pack": "full"}, STRONG, calls)
        assert result.made
        assert result.tricks == [5, 0, 0, 0]
        assert result.pay == [3 * value, -value, -value, -value]


def test_too_few_tricks_pay_every_opponent():
    result = settled("nap", {"pack": "full"}, THREE, "four pass pass pass", "AS TS JS TC KS JH JD JC QS QH QD QC TD")
    assert result.tricks[0] == 3
    assert not result.made
    assert result.pay == [-12, 4, 4, 4]


def test_exact_more_tricks_have_failed():
    result = settled("nap", {"pack": "full", "exact": True}, STRONG, "three pass pass pass")
    assert result.tricks[0] == 5
    assert not result.made
    assert result.pay == [-9, 3, 3, 3]
    result = settled("nap-mizer", {}, THREE, "three pass pass pass", "AS TS JS TC KS JH JD JC QS QH QD QC TD")
    assert result.tricks[0] == 3
    assert result.made
    assert result.pay == [9, -3, -3, -3]


def test_a_misere_is_made_without_a_trick():
    result = settled("pub", {}, WEAK, "misere pass pass pass", "2S 4S 5S 6S")
    assert result.made
    assert result.tricks[0] == 0
    assert result.trump == cards.NO_SUIT
    assert result.pay == [9, -3, -3, -3]
    result = settled("pub", {}, STRONG, "misere pass pass pass")
    assert not result.made
    assert result.pay == [-9, 3, 3, 3]


def test_a_misere_paid_as_a_nap():
    options = {"misere_pay": "nap"}
    assert settled("pub", options, WEAK, "misere pass pass pass", "2S 4S 5S 6S").pay == [30, -10, -10, -10]
    assert settled("pub", options, STRONG, "misere pass pass pass").pay == [-15, 5, 5, 5]


def test_won_and_lost_differ_in_the_pub():
    assert settled("pub", {}, STRONG, "nap pass pass pass").pay == [30, -10, -10, -10]
    # Seat 1 has four hearts and a small diamond, which loses the fifth trick.
    hands = {0: "AS KS QS JS 2H", 1: "AH KH QH JH 3D", 2: "AD KD QD JD TD", 3: "AC KC QC JC TC"}
    result = settled("pub", {}, hands, "nap wellington pass pass", "AH JD TC 2H KH TD JC JS QH QD QC QS JH KD KC KS 3D")
    assert result.tricks == [0, 4, 1, 0]
    assert result.pay == [10, -30, 10, 10]


def test_double_five():
    for options, pay in (
        ({"double_five": "no"}, [15, -5, -5, -5]),
        ({"double_five": "win"}, [30, -10, -10, -10]),
        ({"double_five": "both"}, [30, -10, -10, -10]),
    ):
        assert settled("purchase", options, STRONG, "nap pass pass pass", before=keep_all()).pay == pay


def keep_all():
    return [act.action(act.EXCHANGE)] * 4


def test_the_pot_goes_to_a_made_nap_only():
    for system, win in (("purchase", 5), ("pub-purchase", 10), ("ecarte", 10)):
        result = settled(system, {}, STRONG, "four pass pass pass", pot=7, before=keep_all())
        assert (result.pay, result.pot) == ([12, -4, -4, -4], 7)
        result = settled(system, {}, STRONG, "nap pass pass pass", pot=7, before=keep_all())
        assert (result.pay, result.pot) == ([3 * win + 7, -win, -win, -win], 0)
        result = settled(system, {}, WEAK, "nap pass pass pass", pot=7, before=keep_all())
        assert (result.pay, result.pot) == ([-15, 5, 5, 5], 7)


def test_peep_prices_go_to_the_pot():
    peek = act.action(act.PEEK)
    result = settled("peep", {}, STRONG, "nap pass pass pass", floater="2S", pot=2, before=[peek])
    assert (result.pay, result.pot) == ([30 + 3 - 1, -10, -10, -10], 0)
    result = settled("peep", {}, STRONG, "four pass pass pass", floater="2S", pot=2, before=[peek])
    assert (result.pay, result.pot) == ([12 - 1, -4, -4, -4], 3)


def test_izmena_settles_through_the_pot():
    # Antes of 1; made below nap: opponents pay into the pot.
    result = settled("izmena", {"exact": False}, STRONG, "four pass pass pass", pot=3, before=keep_all())
    assert (result.pay, result.pot) == ([-1, -5, -5, -5], 3 + 4 + 12)
    # failed below nap: value x opponents
    result = settled("izmena", {}, STRONG, "four pass pass pass", pot=3, before=keep_all())
    assert (result.pay, result.pot) == ([-1 - 12, -1, -1, -1], 3 + 4 + 12)
    # made nap: the whole pot
    result = settled("izmena", {}, STRONG, "nap pass pass pass", pot=3, before=keep_all())
    assert (result.pay, result.pot) == ([-1 + 22, -6, -6, -6], 0)
    # failed nap: value x players
    result = settled("izmena", {}, WEAK, "nap pass pass pass", pot=3, before=keep_all())
    assert (result.pay, result.pot) == ([-1 - 20, -1, -1, -1], 3 + 4 + 20)


FLOATER_HANDS = {0: "AS KS QS JS TS", 1: "AH KH QH JH TH", 2: "AD KD QD JD TD", 3: "AC KC QC JC TC"}


def spades():
    return [act.action(act.TRUMP, 0)]


def test_floater_values():
    for system, bid, each in (
        ("floater", "nap-o", 5),
        ("floater", "bonaparte-o", 10),
        ("floater-aylesbury", "napoleon-o", 10),
        ("floater-dorset", "nap-o", 5),
        ("floater-teesside", "nap-o", 5),
    ):
        result = settled(system, {}, FLOATER_HANDS, bid + " pass pass pass", floater="9C", pot=6, after=spades())
        assert result.made, bid
        assert (result.pay, result.pot) == ([-1 + 3 * each + 10] + [-1 - each] * 3, 0), bid
    for system, bid, each in (
        ("floater", "four-o", 2),
        ("floater-dorset", "three-o", 1),
        ("floater-teesside", "two-o", 2),
    ):
        result = settled(system, {}, FLOATER_HANDS, bid + " pass pass pass", floater="9C", pot=6, after=spades())
        assert (result.pay, result.pot) == ([-1 + 3 * each] + [-1 - each] * 3, 10), bid


def test_a_floater_that_fails_pays_the_kitty_for_every_player():
    hearts = [act.action(act.TRUMP, 3)]
    for system, bid, value in (
        ("floater", "four-o", 2),
        ("floater", "nap-o", 5),
        ("floater", "wellington-o", 20),
        ("floater-dorset", "three-o", 1),
        ("floater-teesside", "three-o", 3),
    ):
        result = settled(system, {}, FLOATER_HANDS, bid + " pass pass pass", floater="9C", pot=6, after=hearts)
        assert not result.made, (system, bid)
        assert (result.pay, result.pot) == ([-1 - 4 * value, -1, -1, -1], 6 + 4 + 4 * value)


def test_a_void_deal_leaves_antes_in_the_pot():
    result = settled("floater", {}, FLOATER_HANDS, "pass pass pass pass", floater="9C", pot=2)
    assert (result.status, result.pay, result.pot) == ("void", [-1] * 4, 6)
    assert (result.declarer, result.bid, result.trump) == (layout.NOBODY, 0, cards.NO_SUIT)
    assert not result.made


# -- revokes

REVOKE = {0: "AS KS QS 2H 3D", 1: "2S AH KH QH JH", 2: "3S AD KD QD JD", 3: "4S AC KC QC JC"}


def revoked(system, options, calls, plays):
    options = dict(options)
    options["revoke"] = "penalty"
    engine = Engine(Rules(system, options))
    state = arranged(engine, 4, 3, REVOKE, pot=4 if system == "pub-purchase" else 0)
    while state[layout.PHASE] == layout.EXCHANGE:
        engine.apply(state, act.action(act.EXCHANGE))
    call(engine, state, calls)
    play(engine, state, plays)
    assert state[layout.PHASE] == layout.REVOKED
    assert engine.legal(state) == []
    refused(engine, state, cards.parse("KS"), "phase")
    return engine.result(state)


def test_an_opponent_who_revokes_pays_for_all():
    result = revoked("pub", {}, "four pass pass pass", "AS 2S AD")
    assert (result.status, result.revoker) == ("revoke", 2)
    assert result.pay == [12, 0, -12, 0]
    assert not result.made
    assert revoked("pub", {}, "nap pass pass pass", "AS AH").pay == [30, -30, 0, 0]


def test_declarer_who_revokes_pays_as_for_a_lost_bid():
    # Declarer loses the lead with its two of hearts, and then withholds its spades.
    plays = "2H AH AD AC 2S 3S 4S 3D"
    result = revoked("pub", {}, "nap pass pass pass", plays)
    assert (result.status, result.revoker, result.declarer) == ("revoke", 0, 0)
    assert result.pay == [-15, 5, 5, 5]
    assert result.winners == [1]
    assert revoked("pub", {}, "four pass pass pass", plays).pay == [-12, 4, 4, 4]


def test_a_pot_stays_where_it_is():
    result = revoked("pub-purchase", {}, "nap pass pass pass", "AS AH")
    assert (result.pay, result.pot) == ([30, -30, 0, 0], 4)


def test_prevented_revokes_change_nothing():
    engine = Engine(Rules("pub"))
    state = arranged(engine, 4, 3, REVOKE)
    call(engine, state, "three pass pass pass")
    play(engine, state, "AS")
    refused(engine, state, cards.parse("AH"), "follow")


def test_only_a_revoke_is_paid_for_other_rules_hold():
    engine = Engine(Rules("pub", {"revoke": "penalty"}))
    state = arranged(engine, 4, 3, REVOKE)
    call(engine, state, "three pass pass pass")
    play(engine, state, "AS")
    refused(engine, state, cards.parse("KS"), "not_held")
    assert engine.legal(state) == [cards.parse("2S")]  # never offered
