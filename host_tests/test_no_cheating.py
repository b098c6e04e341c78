"""The check of what bots know finds those that know too much."""

import functools
import random

import pytest

from elba import bots, layout, match, view
from elba.engine import Engine
from elba.rules import Rules
from trials import hiddencards


class Cheat:
    """Plays a card that depends on what another seat holds."""

    def __init__(self, engine, state):
        self._legal = engine.legal(state)
        rules = engine.rules
        other = (state[layout.TURN] + 1) % state[layout.SEATS]
        held = layout.CARDS + other * rules.hand + state[layout.TRICK]
        self._action = self._legal[sum(state[held : layout.CARDS + (other + 1) * rules.hand]) % len(self._legal)]

    def think(self, seen):
        pass

    def step(self):
        return self._action


class Simple(Cheat):
    """Does the first thing that the rules allow."""

    def __init__(self, engine, state):
        self._action = engine.legal(state)[0]


def decisions(system, players, deals=6):
    """Yield (engine, state, cards that the seat to act has seen) at each decision of some deals that Recruits play."""
    engine = Engine(Rules(system))
    table = match.Table(engine, 3, 4)
    table.draw_dealer(players)
    state = bytearray(layout.SIZE)
    for number in range(deals):
        bot = bots.make(0, engine, 1, number, 1)
        table.begin(state, players)
        witness = hiddencards.Witness(engine.rules, state)
        while engine.is_open(state):
            seat = state[layout.TURN]
            yield engine, state, witness.seen[seat]
            action = hiddencards.choice(bot, hiddencards.looked(engine.rules, state, seat))
            engine.apply(state, action)
            witness.follow(state, seat, action)
        table.end(state)


@pytest.mark.parametrize("system", ["nap", "floater-teesside", "izmena", "napoleon-jp"])
def test_hidden_cards_are_moved_and_nothing_else(system):
    chance = random.Random(1)
    changed = 0
    for engine, state, _ in decisions(system, 5):
        rules = engine.rules
        seat = state[layout.TURN]
        seen = hiddencards.looked(rules, state, seat)
        other = hiddencards.moved(rules, state, seen, chance)
        assert sorted(other[layout.CARDS :]) == sorted(state[layout.CARDS :])
        assert [i for i in range(layout.CARDS) if other[i] != state[i] and i != layout.FLOATER] == []
        assert hiddencards.looked(rules, other, seat) == seen
        own = layout.CARDS + seat * rules.hand
        assert other[own : own + rules.hand] == state[own : own + rules.hand]
        changed += other != state
    assert changed > 20


def test_a_bot_that_looks_at_other_hands_is_found():
    chance = random.Random(2)
    found = []
    for engine, state, known in decisions("nap", 4):
        found += hiddencards.differences(engine, state, known, functools.partial(Cheat, engine), chance, 3)[1]
    assert any("chose" in text for text in found)


@pytest.mark.parametrize("system", ["nap", "floater-teesside", "izmena", "napoleon-jp"])
def test_a_view_that_shows_a_card_too_many_is_found(monkeypatch, system):
    honest = view.look

    def careless(rules, state, seat, seen):
        honest(rules, state, seat, seen)
        last = layout.CARDS + ((seat + 1) % state[layout.SEATS] + 1) * rules.hand - 1  # of the next seat
        seen[last] = state[last]

    chance = random.Random(3)
    told = asked = 0
    for engine, state, known in decisions(system, 5, 2):
        make = functools.partial(Simple, engine)
        assert hiddencards.differences(engine, state, known, make, chance, 1)[1] == []
        with monkeypatch.context() as patch:
            patch.setattr(view, "look", careless)
            found = hiddencards.differences(engine, state, known, make, chance, 1)[1]
            told += any("has not seen" in text for text in found)
        asked += 1
    assert told > asked / 2
