"""Sessions: chips, elimination, buying in, ties and play-offs, the race, the pot at the end, saves."""

from harness import raises
from elba import actions as act
from elba import layout, match
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


def session_of(system="pub", players=3, options=None, seed=1):
    return match.Session(Engine(Rules(system, options)), players, 0, seed)


def play_deal(session, rng):
    """Play the deal that is on by chance."""
    engine = session.table.engine
    while engine.is_open(session.state):
        legal = engine.legal(session.state)
        engine.apply(session.state, legal[rng.below(len(legal))])


def book(session, *pay):
    """Begin a deal, let it be over with these payments by player, and book it."""
    session.begin()
    state = session.state
    while session.table.engine.is_open(state):
        if state[layout.PHASE] == layout.EXCHANGE:
            session.table.engine.apply(state, act.action(act.EXCHANGE))
        else:
            session.table.engine.apply(state, act.PASS)
    for seat in range(len(session.seated)):
        layout.set_word(state, layout.PAY + 2 * seat, pay[session.seated[seat]])
    return session.end()


def test_everybody_begins_with_the_same():
    session = session_of("pub", 4, {"start_chips": 30})
    assert session.totals == [30] * 4
    assert session.seated == [0, 1, 2, 3]
    assert session.deals_left() == 20
    assert not session.over
    assert session.winner is None
    assert not session.in_deal()
    session.begin()
    assert session.in_deal()
    assert [layout.word(session.state, layout.CHIPS + 2 * seat) for seat in range(4)] == [30] * 4


def test_no_session_for_a_table_that_does_not_exist():
    for system, players, message in (
        ("pub", 2, "players: pub takes 3 to 7"),
        ("pub", 8, "players: pub takes 3 to 7"),
        ("savremeni", 9, "players: savremeni takes 2 to 8"),
    ):
        assert str(raises(ValueError, session_of, system, players)) == message


def test_the_highest_total_wins_after_the_agreed_deals():
    session = session_of(options={"deals": 2})
    book(session, 3, -1, -2)
    assert session.totals == [53, 49, 48]
    assert session.deals_left() == 1
    assert not session.over
    book(session, -6, 3, 3)
    assert session.totals == [47, 52, 51]
    assert session.over
    assert session.winner == 1
    assert session.deals_left() == 0


def test_ties_are_played_off_among_the_tied():
    session = session_of("pub", 4, {"deals": 1})
    book(session, 5, -10, 5, 0)
    assert not session.over
    assert session.playoff
    assert session.seated == [0, 2]
    assert session.seat_of(2) == 1
    assert session.seat_of(1) == -1
    assert session.deals_left() == -1
    book(session, 0, 0, 0, 0)
    assert session.seated == [0, 2]  # still equal
    book(session, -20, 0, 20, 0)
    assert session.over
    assert session.winner == 2
    assert session.totals == [35, 40, 75, 50]


def test_who_is_not_in_the_play_off_cannot_win_it():
    session = session_of("pub", 4, {"deals": 1})
    book(session, 5, 4, 5, -14)
    assert session.seated == [0, 2]
    book(session, -2, 0, -3, 0)  # player 1 has more now, but has no part in it
    assert session.winner == 0


def test_a_play_off_of_two_plays_real_deals_in_every_system():
    rng = Rng(4, 4)
    for system in ("nap", "floater", "izmena", "purchase", "pub-seven", "peep"):
        session = session_of(system, 3, {"deals": 1})
        book(session, 0, 0, -10)
        assert session.seated == [0, 1], system
        for _ in range(200):
            session.begin()
            assert session.state[layout.SEATS] == 2
            play_deal(session, rng)
            session.end()
            if session.over:
                break
        assert session.winner in (0, 1), system


def test_without_chips_a_player_is_out():
    session = session_of("pub", 5, {"start_chips": 10})
    session.table.dealer = 1
    book(session, 2, 10, -12, 0, 0)  # player 2 should deal next, and owes 2
    assert session.totals[2] == -2
    assert session.seated == [0, 1, 3, 4]
    session.begin()
    assert session.seated[session.state[layout.DEALER]] == 3
    assert session.dealt == [0, 1, 2, 3, 4]
    assert not session.over


def test_too_few_players_left_end_the_session():
    session = session_of("pub", 3, {"start_chips": 10})
    book(session, 4, 6, -10)
    assert session.over
    assert session.winner == 1


def test_all_out_at_once_still_have_a_winner_or_a_play_off():
    session = session_of("pub", 3, {"start_chips": 1})
    book(session, -3, -2, -4)
    assert session.over
    assert session.winner == 1


def test_buying_in_again():
    session = session_of("pub", 3, {"start_chips": 10, "rebuy": True})
    book(session, 20, -10, -10)
    assert session.seated == [0, 1, 2]
    assert session.totals == [30, 10, 10]
    assert session.bought == [0, 1, 1]
    book(session, 35, -35, 0)  # 25 below: three times
    assert session.totals == [65, 5, 10]
    assert session.bought == [0, 4, 1]


def test_the_pot_is_shared_at_the_end_the_remainder_to_eldest():
    for dealer, remainder_to in ((0, 1), (1, 2), (2, 0)):
        session = session_of("floater", 3, {"deals": 1})
        session.table.dealer = dealer
        session.table.pot = 5
        book(session, -1, -1, -1)  # the antes: 8 in the pot
        assert session.shared == [4 if player == remainder_to else 2 for player in range(3)]
        assert session.table.pot == 0
        assert session.winner == remainder_to
        assert sum(session.totals) == 150 + 5


def test_who_is_out_has_no_part_in_the_pot():
    session = session_of("floater", 4, {"deals": 2, "start_chips": 20})
    session.table.dealer = 3
    book(session, -1, -20, -1, -1)
    session.table.pot = 10
    assert session.seated == [0, 2, 3]
    book(session, -1, 0, -1, -1)  # dealt by 0: eldest is 2; 13 in the pot
    assert session.shared == [4, 0, 5, 4]


def test_the_race_ends_at_110():
    session = session_of("savremeni", 4)
    assert session.deals_left() == -1
    book(session, 30, -10, -10, -10)
    book(session, 29, -9, -10, -10)
    assert session.totals[0] == 109
    assert not session.over
    book(session, 1, -1, 0, 0)
    assert session.over
    assert session.winner == 0


def test_several_over_the_goal_the_highest_and_equals_play_on():
    session = session_of("savremeni", 4)
    book(session, 60, 61, -50, -71)
    assert session.winner == 1
    session = session_of("savremeni", 4)
    book(session, 61, 61, -60, -62)
    assert not session.over
    assert session.seated == [0, 1, 2, 3], "all play on"
    assert session.totals[3] == -12, "nobody is out in a race"
    book(session, -5, -4, 5, 4)
    assert not session.over, "the goal is missed again"
    book(session, 4, 5, -5, -4)
    assert session.winner == 1


def test_stopping_between_deals():
    session = session_of("floater", 3)
    session.table.dealer = 2
    book(session, 5, -1, -7)
    session.table.pot = 4
    session.stop()
    assert session.over
    assert session.winner == 0
    assert session.shared == [2, 1, 1]
    assert session.totals == [57, 50, 44]


def test_stopping_in_a_deal_gives_back_what_it_cost():
    session = session_of("floater", 3)
    session.table.pot = 6
    session.begin()
    session.table.engine.apply(session.state, act.action(act.PEEK))
    session.stop()
    assert session.over
    assert not session.in_deal()
    assert session.table.number == 0, "a deal that was stopped was not played"
    assert session.shared == [2, 2, 2]
    assert session.totals == [52] * 3
    assert session.winner is None, "equal: nobody won, and nothing is played off"


def test_saved_and_loaded_between_any_two_actions_it_goes_on_the_same():
    rng = Rng(6, 6)
    saves = 0
    for system, options, deals in (
        ("nap", {"start_chips": 12}, 3),
        ("floater", {"rebuy": True, "start_chips": 3}, 3),
        ("savremeni", {}, 3),
        ("purchase", {}, 2),
        ("peep", {}, 2),
    ):
        session = session_of(system, 4, options, 77)
        twin = session_of(system, 4, options, 1)
        session.draw_dealer()
        for _ in range(deals):
            for moment in range(200):
                saved = session.save()
                assert len(saved) == match.Session.SAVED
                twin.load(saved)
                saves += 1
                same(session, twin)
                if not moment:
                    session.begin()
                    twin.begin()
                    same(session, twin)
                elif session.table.engine.is_open(session.state):
                    legal = session.table.engine.legal(session.state)
                    session.table.engine.apply(session.state, legal[rng.below(len(legal))])
                else:
                    break
            session.end()
            twin.end()
            same(session, twin)
            if session.over:
                break
    assert saves > 300


def same(session, twin):
    for name in (
        "players totals seated tied bought playoff over winner shared state".split()
    ):
        assert getattr(session, name) == getattr(twin, name), name
    assert session.in_deal() == twin.in_deal()
    assert session.save() == twin.save()


def test_a_play_off_and_an_ended_session_survive_a_save():
    session = session_of("floater", 4, {"deals": 1})
    book(session, 4, 4, -9, -9)
    assert session.playoff
    twin = session_of("floater", 4, {"deals": 1})
    twin.load(session.save())
    same(session, twin)
    book(session, 3, -3, 0, 0)
    assert session.over
    twin.load(session.save())
    same(session, twin)
    assert twin.winner == 0


def test_totals_beyond_sixteen_bits_survive_a_save():
    session = session_of("pub", 3, {"rebuy": True})
    session.totals[0] = 70000
    session.totals[1] = -40000
    session.begin()
    assert layout.word(session.state, layout.CHIPS) == 32767
    twin = session_of("pub", 3, {"rebuy": True})
    twin.load(session.save())
    assert twin.totals == [70000, -40000, 50]


def test_a_save_of_another_game_is_refused_and_changes_nothing():
    session = session_of("pub", 4)
    session.begin()
    saved = session.save()
    for other in (
        session_of("pub", 3),
        session_of("peep", 4),
        session_of("pub", 4, {"exact": True}),
    ):
        before = other.save()
        assert "save:" in str(raises(ValueError, other.load, saved))
        assert other.save() == before
    other = session_of("pub", 4)
    version = bytearray(saved)
    version[0] += 1
    seat = bytearray(saved)
    seat[6] = 9
    count = bytearray(saved)
    count[5] = 7
    for bad in (b"", saved[:-1], saved + b"\0", version, seat, count):
        before = other.save()
        raises(ValueError, other.load, bad)
        assert other.save() == before
    other.load(saved)
    assert other.in_deal()


def test_whole_sessions_of_every_kind_come_to_an_end():
    rng = Rng(8, 8)
    for system, players, options in (
        ("nap", 3, {"deals": 6, "start_chips": 8}),
        ("floater", 5, {"start_chips": 4}),
        ("izmena", 4, {"start_chips": 6, "rebuy": True, "deals": 8}),
        ("pub-seven", 3, {"start_chips": 30}),
        ("savremeni", 2, {}),
        ("ecarte", 7, {"deals": 4}),
    ):
        session = session_of(system, players, options, 3)
        session.draw_dealer()
        for _ in range(400):
            total = sum(session.totals) - session.table.engine.rules.start_chips * sum(session.bought)
            assert total + session.table.pot == players * session.table.engine.rules.start_chips
            session.begin()
            play_deal(session, rng)
            session.end()
            if session.over:
                break
        assert session.over, system
        assert session.table.pot == 0 or session.table.engine.rules.race


def test_a_save_of_the_first_version_is_taken_too():
    # It had no phase for naming a friend: from the taking of the floater on, phases were one lower.
    for system, phase in (("nap", layout.AUCTION), ("floater", layout.TAKE), ("nap", layout.PLAY)):
        session = match.Session(Engine(Rules(system)), 4, 5, 6)
        session.begin()
        engine = session.table.engine
        calls = {layout.AUCTION: 1, layout.TAKE: 4, layout.PLAY: 4}[phase]
        for i in range(calls):
            engine.apply(session.state, engine.legal(session.state)[0 if i else 1])
        assert session.state[layout.PHASE] == phase
        saved = session.save()
        old = saved[:6] + saved[7:]  # nor a byte for who is tied
        old[0] = 1
        if phase > layout.NAME_FRIEND:
            old[len(old) - layout.SIZE + layout.PHASE] -= 1
        other = match.Session(engine, 4)
        other.load(old)
        assert other.save() == saved
    old[0] = 3
    assert raises(ValueError, other.load, old)
    saved[0] = 3
    assert raises(ValueError, other.load, saved)


def test_an_old_save_of_a_play_off_knows_who_is_tied():
    session = session_of("pub", 3, {"deals": 1})
    book(session, 5, -10, 5)
    saved = session.save()
    old = saved[:6] + saved[7:]
    old[0] = 1
    old[len(old) - layout.SIZE + layout.PHASE] -= 1  # the deal was passed out
    other = session_of("pub", 3, {"deals": 1})
    other.load(old)
    assert other.tied == other.seated == [0, 2]
    assert other.save() == saved
