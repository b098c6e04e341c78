"""Bots of Japanese Napoleon at play: friend, opponents and declarer, joker, two, not all twenty."""


from harness import play
from japanese_bots import ENGINE, card_of, in_play
from elba import cards, tricks
from elba.bots import heights

def test_heights_are_those_of_the_tricks():
    table = heights.Heights(ENGINE.rules)
    pack = bytearray(53)
    for trump in range(4):
        table.fill(trump)
        for card in pack[: cards.fill_pack(pack, 2, 1)]:
            assert table.of[card] == tricks.power(ENGINE.rules, card, trump), (cards.name(card), trump)


# -- bids


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
