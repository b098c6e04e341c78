"""A save that is whole but wrong: it is refused, or it can be played to the end of its deal."""

import random

import pytest

from elba import bots, layout, match, systems, view
from elba.engine import Engine
from elba.rules import Rules

_MOST_STEPS = 400  # of one deal, all seats together


def _session(system_id, seed):
    """Return a session that is somewhere in its first deals."""
    rules = Rules(system_id)
    players = max(rules.fewest, min(rules.most, 3 + seed % 4))
    session = match.Session(Engine(rules), players, seed, 77)
    session.draw_dealer()
    dice = random.Random(seed)
    for _ in range(dice.randrange(1, 4)):
        if session.over:
            break
        session.begin()
        engine = session.table.engine
        steps = dice.randrange(1, 60)
        while engine.is_open(session.state) and steps:
            legal = engine.legal(session.state)
            engine.apply(session.state, legal[dice.randrange(len(legal))])
            steps -= 1
        if engine.is_open(session.state):
            return session
        session.end()
    return session


def _play_on(session):
    """Play the deal that is on with bots, which look at everything that a state holds; then begin the next one."""
    engine = session.table.engine
    bot = bots.make(1, engine, 1, 2, 3)
    seen = bytearray(layout.SIZE)
    for _ in range(2):
        if session.in_deal():
            steps = 0
            while engine.is_open(session.state):
                view.look(engine.rules, session.state, session.state[layout.TURN], seen)
                bot.think(seen)
                action = bots.THINKING
                while action == bots.THINKING:
                    action = bot.step()
                engine.apply(session.state, action)
                steps += 1
                assert steps < _MOST_STEPS
            session.end()
        if not session.over:
            session.begin()


@pytest.mark.parametrize("system_id", systems.ids())
def test_a_save_with_wrong_bytes_is_refused_or_can_be_played(system_id):
    dice = random.Random(system_id)
    refused = 0
    for seed in range(20):
        session = _session(system_id, seed)
        good = session.save()
        for _ in range(15):
            bad = bytearray(good)
            # Mostly where the state is: the rest is few bytes that matter and a pack that may be dealt no more.
            for _ in range(dice.randrange(1, 3)):
                at = dice.randrange(6) if dice.random() < 0.1 else dice.randrange(len(bad) - layout.SIZE, len(bad))
                bad[at] = dice.choice([0, 1, 2, 5, 8, 31, 127, 200, 255])
            other = match.Session(session.table.engine, session.players)
            try:
                other.load(bad)
            except ValueError:
                refused += 1
                continue
            _play_on(other)
    assert refused > 20


@pytest.mark.parametrize("system_id", systems.ids())
def test_a_good_save_is_taken(system_id):
    for seed in range(30):
        session = _session(system_id, seed)
        other = match.Session(session.table.engine, session.players)
        other.load(session.save())
        assert other.save() == session.save()
