"""The hint in a game's menu, on the real firmware: it says what the strongest bot does with the same view."""

import pytest

from conftest import ROOT
from elba import actions as act
from elba import bots, view
from elba.layout import AUCTION, EXCHANGE, NAME_FRIEND, NAME_TRUMP, PHASE, PLAY, SIZE, TAKE, TURN
from handset.unix import UnixHandset
from player import Player
from test_why import handset_at


def moment(system, players, phase, seed=0):
    """Return a session at the first moment of a phase at which it is the person's turn, bots playing so far."""
    from elba import match
    from elba.engine import Engine
    from elba.rules import Rules

    for number in range(seed, seed + 60):
        session = match.Session(Engine(Rules(system)), players, 0, number)
        session.table.dealer = number % players
        session.begin()
        engine, state = session.table.engine, session.state
        seen = bytearray(SIZE)
        bot = bots.make(1, engine, 0, number, 1)
        while engine.is_open(state):
            if state[PHASE] == phase and state[TURN] == session.seat_of(0) and len(engine.legal(state)) > 1:
                return session
            view.look(engine.rules, state, state[TURN], seen)
            bot.think(seen)
            action = bot.step()
            while action == bots.THINKING:
                action = bot.step()
            engine.apply(state, action)
    raise AssertionError("no such moment")


MOMENTS = [
    ("nap", 4, AUCTION),
    ("nap", 4, PLAY),
    ("pub-misere", 5, AUCTION),
    ("izmena", 4, EXCHANGE),
    ("floater", 4, TAKE),
    ("floater", 4, NAME_TRUMP),
    ("napoleon-jp", 5, AUCTION),
    ("napoleon-jp", 5, NAME_FRIEND),
    ("napoleon-jp", 5, TAKE),
    ("napoleon-jp", 5, PLAY),
]


@pytest.mark.parametrize(("system", "players", "phase"), MOMENTS)
def test_a_hint_is_given_and_changes_nothing(tmp_path, system, players, phase):
    session = moment(system, players, phase)
    for language in (0, 3):
        handset, player = handset_at(tmp_path / str(language), session, language=language)
        with handset:
            before = handset.frame()
            menu = player.press("b")
            hint = player.press("down", "a")
            assert hint not in (before, menu)
            back = player.press("a")
            assert back == player.press("down", "up")
            player.press("up")
            assert handset.console == ""
            assert handset.panel.errors == []


def test_the_hint_is_what_marshal_plays(tmp_path):
    """The card's name in the hint is that of the card which Marshal chooses on the host with the same view."""
    from elba import cards

    session = moment("nap", 4, PLAY)
    engine, state = session.table.engine, session.state
    seen = bytearray(SIZE)
    view.look(engine.rules, state, state[TURN], seen)
    bot = bots.make(2, engine, 0, 0, 2)
    bot.think(seen)
    action = bot.step()
    while action == bots.THINKING:
        action = bot.step()
    assert act.kind(action) == act.PLAY
    source = (ROOT / "firmware/handheld/hint.py").read_text()
    told = source.replace("    name, cards = _name(", '    print("hint", action)\n    name, cards = _name(')
    assert told != source
    from test_faults import changed

    tree = changed(tmp_path, firmware__handheld__hint=told)
    root = tmp_path / "device"
    handset, player = handset_at(root, session)
    handset.close()
    with UnixHandset(overrides={"SEED": 2}, root=root, source=tree) as handset:
        player = Player(handset, 1)
        player.press("a", "b", "down", "a")
        assert handset.console.split() == ["hint", str(action)], cards.name(action)
