"""What the bots call, and what they swap."""

from bot_table import CORPORAL, RECRUIT, arranged, call, called, card_of, choice, decide, see
from elba import actions as act
from elba import bots, cards, layout
from elba.engine import Engine
from elba.rules import Rules

HEARTS = 1


def test_five_top_trumps_are_a_nap_at_both_levels():
    for level in (RECRUIT, CORPORAL):
        for players in (3, 4, 5):
            assert called("nap", players, "AS KS QS JS TS", level) == "nap"
            assert called("pub", players, "AS KS QS JS TS", level) in ("nap", "blucher")


def test_a_sure_hand_takes_over_a_nap_and_a_wellington():
    hand = "AS KS QS JS TS"
    assert called("nap", 4, hand, before=("nap",)) == "wellington"
    taken = ("nap", "wellington")
    assert called("nap", 4, hand, before=taken, options={"blucher": True}) == "blucher"
    assert called("nap", 4, hand, before=taken) == "pass"


def test_wellington_needs_a_nap_before_it():
    assert called("pub", 4, "AS KS QS JS TS", before=("three",)) == "nap"


def test_a_poor_hand_passes():
    for system in ("nap", "pub-no-misere", "purchase"):
        engine = Engine(Rules(system, {"pack": "full"}))
        hands = {0: "TS 5H 7D 4C 9H"}
        state = arranged(engine, 4, 3, hands)
        if state[layout.PHASE] == layout.EXCHANGE:
            for _ in range(4):
                engine.apply(state, act.action(act.EXCHANGE, 0))
        assert choice(system, CORPORAL, state, engine) == act.PASS


def test_low_cards_are_a_misere_where_there_is_one():
    assert called("pub", 4, "2S 3S 2H 3D 2C") == "misere"
    assert called("pub", 4, "2S 3S 2H 3D 2C", RECRUIT) == "misere"
    assert called("pub-no-misere", 4, "2S 3S 2H 3D 2C") == "pass"
    assert called("pub", 4, "2S 3S 2H 3D AC") != "misere"


def test_an_exact_bid_is_not_called_below_what_the_hand_takes():
    assert called("nap-mizer", 4, "AS KS QS JS TS") == "nap"
    assert called("savremeni", 3, "AS KS QS JS TS") == "nap"


def test_the_same_hand_is_judged_by_the_pack():
    """King, queen and knave of trumps: the ace is mostly out of 28 cards, mostly undealt out of 52."""
    chances = []
    for size in ("short", "full"):
        engine = Engine(Rules("pub-no-misere", {"pack": size}))
        state = arranged(engine, 4, 3, {0: "KS QS JS 9H 8D"})
        bot = bots.make(CORPORAL, engine, 0, 1, 1)
        decide(bot, see(engine, state))
        bid = engine.rules.bid_name.index("three")
        chances.append(bot.calling.chance[bid])
    assert chances[0] < chances[1]


def test_an_exchange_keeps_the_long_suit_and_the_ace():
    engine = Engine(Rules("purchase"))
    state = arranged(engine, 4, 3, {0: "KS 4H QS AD 3C"})
    assert choice("purchase", CORPORAL, state, engine) == act.action(act.EXCHANGE, 0b10010)
    state = arranged(engine, 4, 3, {0: "KS 4H QS 7D 3C"})
    assert choice("purchase", CORPORAL, state, engine) == act.action(act.EXCHANGE, 0b11010)


def test_an_exchange_keeps_to_the_limit_and_the_stock():
    engine = Engine(Rules("izmena"))
    state = arranged(engine, 4, 3, {0: "2S 4H 7D 9D 3C"})
    action = choice("izmena", CORPORAL, state, engine)
    assert bin(act.argument(action)).count("1") == 3


def test_a_floater_taken_costs_the_worst_card():
    engine = Engine(Rules("floater"))
    state = arranged(engine, 4, 3, {0: "AS KS QS JS 9D"}, "TS")
    call(engine, state, "four-w", "pass", "pass", "pass")
    assert choice("floater", CORPORAL, state, engine) == act.action(act.TAKE, cards.parse("9D"))
    assert choice("floater", RECRUIT, state, engine) == act.action(act.TAKE, cards.parse("9D"))
    state = arranged(engine, 4, 3, {0: "AS KS QS JS TS"}, "9D")
    call(engine, state, "four-w", "pass", "pass", "pass")
    assert choice("floater", CORPORAL, state, engine) == act.action(act.TAKE, 0)


def test_a_floater_that_was_not_seen_is_better_than_a_hopeless_card():
    engine = Engine(Rules("peep"))
    state = arranged(engine, 4, 3, {0: "AS KS QS JS 2D"}, "9H")
    call(engine, state, "four", "pass", "pass", "pass")
    action = choice("peep", CORPORAL, state, engine)
    assert action == act.action(act.TAKE, cards.parse("2D"))
    engine.apply(state, action)
    assert card_of("peep", state, engine) == "AS"


def test_the_trump_named_is_the_best_suit():
    engine = Engine(Rules("floater"))
    for level in (RECRUIT, CORPORAL):
        state = arranged(engine, 4, 3, {0: "9S AH KH QH TH"})
        call(engine, state, "four-o", "pass", "pass", "pass")
        assert choice("floater", level, state, engine) == act.action(act.TRUMP, HEARTS)
