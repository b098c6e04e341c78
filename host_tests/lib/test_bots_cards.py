"""Which cards the bots play, as declarer and against one."""

from bot_table import card_of, contract, play


def test_declarer_leads_the_top_trump_and_goes_on_drawing():
    engine, state = contract("nap", 4, {0: "8H AD KD QD 9S", 1: "TD JD 9D AH KH"}, "four")
    assert card_of("nap", state, engine) == "AD"
    play(engine, state, "AD 9D")
    for _ in range(2):
        engine.apply(state, engine.legal(state)[0])
    assert card_of("nap", state, engine) == "KD"


def test_an_opponent_beats_declarer_as_cheaply_as_it_can():
    engine, state = contract("nap", 3, {0: "QS TS 9S 9H 9D", 1: "AS KS 9C TC JC"}, "three")
    play(engine, state, "QS")
    assert card_of("nap", state, engine) == "KS"


def test_an_opponent_leaves_a_trick_to_a_fellow():
    engine, state = contract(
        "nap", 3, {0: "QS TS 9S 9H 9D", 1: "KS 9C TC JC QC", 2: "AS JS AC AD AH"}, "three"
    )
    play(engine, state, "QS KS")
    assert card_of("nap", state, engine) == "JS"


def test_declarer_ducks_in_a_misere_and_is_rid_of_its_high_cards():
    engine, state = contract(
        "pub", 3, {0: "2S 3H 5H 9D 3C", 1: "4S AH KH QH JH", 2: "5S 4H TH 6D AD"}, "misere"
    )
    play(engine, state, "2S 4S 5S TH")
    assert card_of("pub", state, engine) == "5H"


def test_against_a_misere_the_lowest_is_led_and_nobody_takes_over():
    engine, state = contract(
        "pub", 3, {0: "2S 6H 5D 9D 3C", 1: "4S AH 2H QH JH", 2: "3S 9H TH 7D AD"}, "misere"
    )
    play(engine, state, "2S 4S 3S")
    assert card_of("pub", state, engine) == "2H"
    engine, state = contract(
        "pub", 3, {0: "9S 6H 5D 9D 3C", 1: "4S TS 2H QH JH", 2: "3S 9H TH 7D AD"}, "misere"
    )
    play(engine, state, "9S")
    assert card_of("pub", state, engine) == "4S"


def test_declarer_of_an_exact_bid_ducks_once_it_has_its_tricks():
    engine, state = contract(
        "izvorni", 3, {0: "AS KS QS 9H JH", 1: "9S TS JS AH QH", 2: "9D TD JD KH TH"}, "three"
    )
    play(engine, state, "AS 9S 9D KS TS TD QS JS JD")
    assert card_of("izvorni", state, engine) == "9H"
