"""Rules are data: a system that nobody has thought of plays by its table alone."""

from harness import call, call_code, dealt, pack_of, play_out, raises
from elba import actions as act
from elba import dealcode, layout, match, system_tables
from elba import systems as sy
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

MADE_UP = {
    "id": "made-up",
    "name": "Made up",
    "group": "British",
    "base": "pub",
    "players": (3, 5),
    "hand": 6,
    "packets": (2, 2, 2),
    "pack": sy.SHORT,
    "joker": 0,
    "face_down": 1,
    "rounds": sy.MANY,
    "count": sy.EXACT,
    "trump": sy.NAMED,
    "must_trump": 1,
    "ante": 2,
    "peek_price": 3,
    "take": sy.BID,
    "exchange_max": 2,
    "exchange_price": 4,
    "exchange_per": sy.PER_CARD,
    "lost_to": sy.POT,
    "lost_heads": sy.EVERYBODY,
    "pot_won": 1,
    "bids": (
        ("some-w", 2, 1, 2, "", 0, 0, 1, ""),
        ("some-o", 2, 3, 4, "", 0, 0, 0, ""),
        ("more", 3, 4, 5, "", 0, 0, 0, ""),
        ("none", 0, 5, 6, "some", 0, sy.LOW_PLAIN, 0, ""),
        ("all", 6, 30, 7, "some", 1, sy.LOW_TRUMP, 0, ""),
    ),
    "options": ("shuffle", "start_chips", "deals", "rebuy", "peek_price"),
}


def with_made_up(check):
    """Call check() while the system is in the table; the table is then as it was."""
    kept = system_tables.SYSTEMS
    system_tables.SYSTEMS = kept + (MADE_UP,)
    try:
        check()
    finally:
        system_tables.SYSTEMS = kept


def plays_through():
    engine = Engine(Rules("made-up"))
    rules = engine.rules
    assert (rules.fewest, rules.most, rules.hand) == (3, 5, 6)
    phases = set()
    statuses = set()
    for players in (3, 5):
        for seed in range(60):
            state = dealt(engine, players, seed % players, seed, 10)
            before = pack_of(state, rules)
            play_out(engine, state, Rng(5, seed), lambda state: phases.add(state[layout.PHASE]))
            assert pack_of(state, rules) == before
            result = engine.result(state)
            statuses.add((result.status, result.made))
            assert sum(result.pay) + result.pot == 10
    assert phases >= {layout.EXCHANGE, layout.AUCTION, layout.TAKE, layout.NAME_TRUMP, layout.PLAY}
    assert ("complete", False) in statuses


def keeps_its_rules():
    engine = Engine(Rules("made-up"))
    state = dealt(engine, 3, 2, 1)  # 24 cards: 18 dealt, one face down, 5 in the stock
    assert layout.word(state, layout.POT) == 6
    engine.apply(state, act.action(act.EXCHANGE, 3))
    assert layout.word(state, layout.POT) == 6 + 8
    for _ in range(2):
        engine.apply(state, act.action(act.EXCHANGE))
    locked = act.action(act.CALL, engine.rules.bid_name.index("none"))
    assert engine.violation(state, locked, 0) == "bid_locked"
    call(engine, state, "some-w")
    assert engine.violation(state, locked, 1) == ""
    call(engine, state, "none pass pass")
    assert state[layout.DECLARER] == 1
    assert state[layout.PHASE] == layout.NAME_TRUMP


def ones_own_bid_unlocks_nothing():
    engine = Engine(Rules("made-up"))
    state = dealt(engine, 3, 2, 1)
    for _ in range(3):
        engine.apply(state, act.action(act.EXCHANGE))
    call(engine, state, "some-o more pass")
    # Seat 0 has bid "some", but nobody else has: over "more" it may only call what needs nothing.
    assert state[layout.TURN] == 0
    assert call_code(engine, state, "none") == "bid_locked"
    assert call_code(engine, state, "all") == "bid_locked"


def goes_through_sessions_and_codes():
    session = match.Session(Engine(Rules("made-up", {"deals": 4})), 3, 1, 2)
    session.draw_dealer()
    rng = Rng(1, 9)
    for _ in range(60):
        session.begin()
        code = dealcode.decode(session.table.code(session.state))
        assert sy.lookup(code.system, "id") == "made-up"
        play_out(session.table.engine, session.state, rng)
        session.end()
        if session.over:
            break
    assert session.over


def test_it_plays_through():
    with_made_up(plays_through)


def test_its_table_decides():
    with_made_up(keeps_its_rules)
    with_made_up(ones_own_bid_unlocks_nothing)


def test_sessions_and_codes_know_it():
    with_made_up(goes_through_sessions_and_codes)


def test_afterwards_it_is_gone():
    with_made_up(lambda: None)
    raises(ValueError, Rules, "made-up")
