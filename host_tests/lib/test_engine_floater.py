"""Looking at the floater, taking it, naming trump, the first lead that is owed; exchanging cards with the stock."""

from harness import arranged, call, dealt, hand_of, pack_of, pay_of, play, play_code, refused
from elba import actions as act
from elba import cards, layout
from elba.engine import Engine
from elba.rules import Rules

PEEK = act.action(act.PEEK)


def floater_table(system="floater", hands=None, floater="AC", options=None):
    engine = Engine(Rules(system, options))
    hands = hands or {0: "AS KS QS JS TH", 1: "9S TS KH 9H 9D", 2: "AD KD QD JD TD", 3: "KC QC JC TC 9C"}
    return engine, arranged(engine, 4, 3, hands, floater)


def take(name):
    return act.action(act.TAKE, cards.parse(name) if name else 0)


def trump(suit):
    return act.action(act.TRUMP, cards.SUITS.find(suit))


def exchange(*places):
    return act.action(act.EXCHANGE, sum([1 << place for place in places]))


def test_a_look_costs_a_chip_once_and_before_ones_own_call():
    engine, state = floater_table()
    assert pay_of(state) == [-1] * 4
    assert layout.word(state, layout.POT) == 4
    assert engine.legal(state)[-1] == PEEK
    engine.apply(state, PEEK)
    assert state[layout.TURN] == 0
    assert pay_of(state) == [-2, -1, -1, -1]
    assert layout.word(state, layout.POT) == 5
    refused(engine, state, PEEK, "phase")
    assert PEEK not in engine.legal(state)
    call(engine, state, "pass")
    assert engine.legal(state)[-1] == PEEK
    assert engine.violation(state, PEEK, 2) == "turn"


def test_a_look_is_about_nothing():
    engine, state = floater_table()
    for argument in (1, 7, 8191):
        refused(engine, state, act.action(act.PEEK, argument), "phase")


def test_no_looking_where_nothing_lies_face_down():
    engine = Engine(Rules("nap"))
    refused(engine, dealt(engine, 4, 0, 1), PEEK, "phase")


def test_without_ranks_above_with():
    engine, state = floater_table()
    call(engine, state, "four-w four-o")
    refused(engine, state, act.action(act.CALL, 1), "bid")
    call(engine, state, "wellington-o")  # no precondition in this system
    assert engine.legal(state) == [act.PASS, PEEK]


def test_with_the_floater_it_is_taken_and_a_card_thrown_away():
    engine, state = floater_table()
    call(engine, state, "nap-w pass pass pass")
    assert state[layout.PHASE] == layout.TAKE
    refused(engine, state, trump("S"), "phase")
    refused(engine, state, take("9S"), "not_held")
    refused(engine, state, take("AC"), "not_held")  # the floater itself is thrown away by action 0
    legal = engine.legal(state)
    assert legal == [act.action(act.TAKE, c) for c in hand_of("AS KS QS JS TH")] + [take("")]
    assert engine.violation(state, take("TH"), 1) == "turn"
    before = pack_of(state, engine.rules)
    engine.apply(state, take("TH"))
    assert pack_of(state, engine.rules) == before
    assert sorted(state[layout.CARDS : layout.CARDS + 5]) == sorted(hand_of("AS KS QS JS AC"))
    assert cards.name(state[layout.CARDS + 20]) == "TH"
    assert state[layout.FLOATER] == cards.parse("AC")  # as it was dealt
    assert state[layout.PHASE] == layout.NAME_TRUMP


def test_the_floater_itself_may_be_thrown_away():
    engine, state = floater_table()
    call(engine, state, "four-w pass pass pass")
    before = bytes(state[layout.CARDS :])
    engine.apply(state, take(""))
    assert state[layout.CARDS :] == before
    assert state[layout.TAKEN] == 1


def test_without_the_floater_trump_is_named_at_once():
    engine, state = floater_table()
    call(engine, state, "nap-o pass pass pass")
    assert state[layout.PHASE] == layout.NAME_TRUMP
    assert engine.legal(state) == [trump(suit) for suit in cards.SUITS]
    refused(engine, state, take("TH"), "phase")
    refused(engine, state, act.action(act.TRUMP, 4), "trump")
    refused(engine, state, cards.parse("AS"), "phase")
    assert engine.violation(state, trump("S"), 1) == "turn"
    engine.apply(state, trump("D"))
    assert state[layout.TRUMP] == 2
    play(engine, state, "TH")
    assert state[layout.TRUMP] == 2  # the card led changes nothing


def test_bonaparte_names_a_suit_that_is_held_and_leads_its_lowest():
    engine, state = floater_table()
    call(engine, state, "bonaparte-o pass pass pass")
    assert engine.legal(state) == [trump("S"), trump("H")]
    refused(engine, state, trump("C"), "trump")
    engine.apply(state, trump("S"))
    for name in ("AS", "QS", "TH"):
        assert play_code(engine, state, name) == "first_lead"
    assert play_code(engine, state, "9S") == "not_held"
    assert engine.legal(state) == [cards.parse("JS")]
    play(engine, state, "JS 9S TD 9C")
    assert len(engine.legal(state)) == 4  # only the first lead is owed


def test_wellington_leads_the_lowest_that_is_no_trump():
    hands = {0: "AS KS QH QD AD", 1: "9S TS KH 9H 9D", 2: "JS KD TH JD TD", 3: "KC QC JC TC 9C"}
    engine, state = floater_table(hands=hands)
    call(engine, state, "wellington-o pass pass pass")
    assert len(engine.legal(state)) == 4
    engine.apply(state, trump("S"))
    # Two of the same lowest rank: either of them.
    assert sorted(engine.legal(state)) == sorted(hand_of("QH QD"))
    refused(engine, state, cards.parse("AS"), "first_lead")
    refused(engine, state, cards.parse("AD"), "first_lead")


def test_wellington_with_one_suit_in_hand_names_another():
    hands = {0: "AS KS QS JS TS", 1: "9S TH KH 9H 9D", 2: "AD KD QD JD TD", 3: "KC QC JC TC 9C"}
    engine, state = floater_table(hands=hands)
    call(engine, state, "wellington-o pass pass pass")
    assert engine.legal(state) == [trump("H"), trump("D"), trump("C")]
    refused(engine, state, trump("S"), "trump")
    engine.apply(state, trump("C"))
    assert engine.legal(state) == [cards.parse("TS")]


def test_teesside_keeps_the_preconditions_and_owes_no_lead():
    engine, state = floater_table("floater-teesside")
    refused(engine, state, act.action(act.CALL, engine.rules.bid_name.index("wellington-w")), "bid_locked")
    call(engine, state, "nap-o wellington-w pass pass")
    engine.apply(state, take("9D"))
    assert len(engine.legal(state)) == 4
    engine.apply(state, trump("D"))
    assert len(engine.legal(state)) == 5


def test_teesside_names_trump_in_a_misere():
    engine, state = floater_table("floater-teesside")
    call(engine, state, "misere-o pass pass pass")
    assert state[layout.PHASE] == layout.NAME_TRUMP


# -- peep: declarer may swap, looked or not


def test_peep_declarer_may_swap_before_the_first_lead():
    engine, state = floater_table("peep", options={"pack": "full"})
    assert pay_of(state) == [0] * 4
    call(engine, state, "three pass pass pass")
    assert state[layout.PHASE] == layout.PLAY
    legal = engine.legal(state)
    assert legal[:5] == hand_of("AS KS QS JS TH")
    assert legal[5:] == [act.action(act.TAKE, c) for c in legal[:5]] + [take("")]
    swapped = bytearray(state)
    engine.apply(swapped, take("TH"))
    refused(engine, swapped, take("AS"), "phase")  # once
    assert len(engine.legal(swapped)) == 5
    assert cards.parse("AC") in engine.legal(swapped)
    play(engine, state, "AS")
    assert engine.violation(state, take("KS"), 0) == "phase"


# -- exchange


def test_exchange_goes_round_before_the_auction():
    engine = Engine(Rules("purchase"))
    state = arranged(engine, 4, 3, {0: "AS KS QS 2H 3D", 1: "2S 3S 4S 5S 6S"}, stock="AH AD AC KH KD")
    assert state[layout.PHASE] == layout.EXCHANGE
    assert len(engine.legal(state)) == 32
    refused(engine, state, act.PASS, "phase")
    refused(engine, state, act.action(act.EXCHANGE, 32), "not_held")
    assert engine.violation(state, exchange(0), 1) == "turn"
    before = pack_of(state, engine.rules)
    engine.apply(state, exchange(3, 4))
    assert pack_of(state, engine.rules) == before
    assert sorted(state[layout.CARDS : layout.CARDS + 5]) == sorted(hand_of("AS KS QS AH AD"))
    assert pay_of(state) == [-1, 0, 0, 0]  # one price for any number
    assert state[layout.TURN] == 1
    engine.apply(state, exchange(0, 1, 2))
    assert sorted(state[layout.CARDS + 5 : layout.CARDS + 10]) == sorted(hand_of("AC KH KD 5S 6S"))
    engine.apply(state, exchange())
    assert pay_of(state) == [-1, -1, 0, 0]
    engine.apply(state, exchange())
    assert state[layout.PHASE] == layout.AUCTION
    assert state[layout.TURN] == 0
    refused(engine, state, exchange(0), "phase")


def test_ecarte_pays_for_each_card():
    engine = Engine(Rules("ecarte", {"exchange_price": 2}))
    state = dealt(engine, 4, 3, 1)
    engine.apply(state, exchange(0, 1, 2))
    assert pay_of(state) == [-6, 0, 0, 0]
    assert layout.word(state, layout.POT) == 6


def test_no_more_than_the_system_allows():
    engine = Engine(Rules("izmena"))
    state = dealt(engine, 4, 3, 1)
    refused(engine, state, exchange(0, 1, 2, 3), "exchange")
    assert len(engine.legal(state)) == 1 + 5 + 10 + 10
    engine.apply(state, exchange(0, 1, 2))
    assert pay_of(state) == [-1] * 4  # the ante; exchanging is free


def test_no_more_than_the_stock_still_has():
    engine = Engine(Rules("purchase", {"pack": "short"}))
    state = dealt(engine, 7, 6, 1)  # 40 cards, 35 dealt
    engine.apply(state, exchange(0, 1, 2))
    refused(engine, state, exchange(0, 1, 2), "exchange")
    engine.apply(state, exchange(3, 4))
    for _ in range(5):
        refused(engine, state, exchange(0), "exchange")
        assert engine.legal(state) == [exchange()]
        engine.apply(state, exchange())
    assert state[layout.PHASE] == layout.AUCTION


def test_without_a_stock_the_auction_begins_at_once():
    engine = Engine(Rules("purchase", {"exchange_max": 0}))
    assert dealt(engine, 4, 0, 1)[layout.PHASE] == layout.AUCTION
