"""Every rule system, played through the screens with buttons alone."""

import os

import pytest

from elba import systems
from handset.unix import UnixHandset
from player import Player
from test_game import saved_session

# House rules that bring in what the standard game of a system does not have.
HOUSE = {
    "nap": {"two": True, "misere": True, "blucher": True, "double_five": "both"},
    "pub-seven": {"misere": True, "revoke": "penalty"},
    "peep": {"peek_price": 2},
    "izmena": {"exchange_price": 1},
}


def settings_of(system_id, players, house):
    """Return the bytes of settings for a game at the pace "fast"."""
    from handheld.settings import Settings

    settings = Settings()
    settings.system = systems.index(system_id)
    settings.players = players
    settings.house = house
    settings.pace = 3
    return settings.save()


def save(root, name, data):
    from handheld.storage import Store

    Store(os.fspath(root / "saves")).save(name, data)


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
            if not session.in_deal() and not session.over:
                assert sum(session.totals) + session.table.pot == 50 * players
        else:
            pytest.fail("the session did not end")
        assert len(seen) > 1
        assert deals > 2
        assert handset.console == ""
        assert handset.panel.errors == []
