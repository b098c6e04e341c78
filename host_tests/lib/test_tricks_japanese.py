"""Japanese Napoleon: who wins a trick, what is made and scored, sessions (napoleon-japanese.md)."""

from harness import arranged, hand_of, pay_of, play_out, raises
from japanese import ENGINE, begun
from elba import actions as act
from elba import cards, layout, match, settle, tricks
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


def trick(led_by, plays, trump="S", first=False):
    """Return the seat that wins a trick of five cards, led by a seat, dealt for the purpose."""
    engine = ENGINE
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
    best = max([session.totals[player] for player in session.tied])
    assert session.totals[session.winner] == best


def points_booked(session, *points):
    session.begin()
    for _ in range(5):
        session.table.engine.apply(session.state, act.PASS)
    for seat in range(5):
        layout.set_word(session.state, layout.PAY + 2 * seat, points[seat])
    session.end()


def test_only_who_was_tied_can_win_the_play_off():
    session = match.Session(Engine(Rules("napoleon-jp", {"deals": 1})), 5, 1, 2)
    points_booked(session, 30, 14, 16, 30, 0)
    assert (session.tied, session.seated) == ([0, 3], [0, 1, 2, 3, 4])
    points_booked(session, 0, 40, 20, 0, 0)  # player 1 is ahead of both, and still out of it
    assert session.playoff
    assert not session.over
    assert session.tied == [0, 3]
    points_booked(session, 0, 40, 0, 16, 16)
    assert (session.over, session.winner) == (True, 3)


def test_only_five_can_play():
    for players in (2, 4, 6):
        assert raises(ValueError, match.Session, ENGINE, players)
