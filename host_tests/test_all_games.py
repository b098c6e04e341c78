"""Every rule system, played through the screens with buttons alone."""

import os

import pytest

import storage_reader
from elba import bots, systems
from handheld import savedgame
from handset import frames
from handset.unix import UnixHandset
from player import Player
from test_game import saved_session

# House rules that bring in what the standard game of a system does not have.
HOUSE = {
    "nap": {"two": True, "misere": True, "blucher": True, "double_five": "both"},
    "pub-seven": {"misere": True, "revoke": "penalty"},
    "peep": {"peek_price": 2},
    "izmena": {"exchange_price": 1},
    "napoleon-jp": {"deals": 3},
}


def settings_of(system_id, players, house, level="Corporal", pace=3):
    """Return the bytes of settings for a game, unless given otherwise at the pace "fast"."""
    from handheld.settings import Settings

    settings = Settings()
    settings.system = systems.index(system_id)
    settings.players = players
    settings.house = house
    settings.pace = pace
    settings.level = bots.LEVELS.index(level)
    return settings.save()


def save(root, name, data):
    from handheld.storage import Store

    Store(os.fspath(root / "saves")).save(name, data)


@pytest.mark.parametrize(("system_id", "players", "actions"), [("nap", 4, 14), ("floater", 5, 12), ("izmena", 4, 12)])
def test_marshal_is_a_level_like_the_others(tmp_path, system_id, players, actions):
    save(tmp_path, "settings", settings_of(system_id, players, {}, "Marshal"))
    with UnixHandset(overrides={"SEED": 3}, root=tmp_path) as handset:
        player = Player(handset, 5)
        player.press("a", "a", "a")
        for _ in range(actions):
            player.act()
        _, values = savedgame.unpack(storage_reader.newest(tmp_path / "saves", "session"))
        assert values[0] == bots.LEVELS.index("Marshal")
        assert saved_session(handset.root).table.number > 1
        assert handset.console == ""


@pytest.mark.parametrize("system_id", systems.ids())
def test_a_whole_session(tmp_path, system_id):
    house = HOUSE.get(system_id, {})
    players = {"savremeni": 2, "pub-seven": 7}.get(system_id, 5)
    save(tmp_path, "settings", settings_of(system_id, players, house))
    with UnixHandset(overrides={"SEED": 11}, root=tmp_path) as handset:
        player = Player(handset, 3)
        player.press("a", "a", "a")
        seen = set()
        deals = 0
        for _ in range(1500):
            if player.act() == player.title:
                break
            session = saved_session(tmp_path)
            if session is None:
                continue
            deals = max(deals, session.table.number)
            seen.add(session.state[11])  # the phases that were saved
            assert session.table.engine.rules.id == system_id
            if session.table.engine.rules.made_to == systems.SIDE:
                assert min(session.totals) >= 50  # points are won, never lost
            elif not session.in_deal() and not session.over:
                assert sum(session.totals) + session.table.pot == 50 * players
        else:
            pytest.fail("the session did not end")
        assert len(seen) > 1
        assert deals > 2
        assert handset.console == ""
        assert handset.panel.errors == []


def lit(frame, left, top):
    """Return how many pixels are lit from a column and a row on, to the right and down."""
    return sum(row[left:].count("1") for row in frames.rows(frame)[top:])


@pytest.mark.parametrize("system_id", ["peep", "floater"])
def test_who_pays_for_a_look_sees_the_floater(tmp_path, system_id):
    save(tmp_path, "settings", settings_of(system_id, 4, {}))
    with UnixHandset(overrides={"SEED": 13}, root=tmp_path) as handset:
        player = Player(handset)
        player.press("a", "a", "a")
        before = player.press("left")  # from Pass round to the last choice
        after = player.press("a")
        assert lit(before, 111, 44) == 0
        assert lit(after, 111, 44) > 150


def test_who_is_out_can_look_on_and_can_leave(tmp_path):
    save(tmp_path, "settings", settings_of("nap", 7, {"start_chips": 15, "deals": 250}))
    with UnixHandset(overrides={"SEED": 5}, root=tmp_path) as handset:
        player = Player(handset, 2)
        player.press("a", "a", "a")
        for _ in range(200):
            player.act()
            session = saved_session(tmp_path)
            assert session is not None
            assert not session.over
            if 0 not in session.seated:
                break
        else:
            pytest.fail("the person is not out")
        while not saved_session(tmp_path).in_deal():
            handset.press("a")  # settlement, who is out, look on
            handset.run(200)
        handset.press("b")
        menu = handset.settle(700, 10_000)
        assert menu == player.press("down", "up")  # it stays there: a menu, not a pause in the play
        player.press("up", "a", "a", "a")  # End the session, end, the winner
        assert player.press("a") == player.title
        assert saved_session(tmp_path) is None
