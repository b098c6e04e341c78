"""The built firmware on the emulated board: the same game as on the unix port, and within a board's means."""

import re

import pytest

import build
import storage_reader
from conftest import ROOT
from handset import stages
from handset.unix import UnixHandset
from player import Player
from rp2040 import image
from rp2040.handset import Rp2040Handset
from test_all_games import save, settings_of
from test_game import session_of

pytestmark = pytest.mark.rp2040

SEED = {"SEED": 20}
PLAYER_SEED = 4
ACTIONS = 8  # a whole deal and the beginning of the next


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The files of the device, built from the sources."""
    target = tmp_path_factory.mktemp("build") / "device"
    build.build(ROOT, target, "pico", "armv6m")
    return target


def play(handset, actions):
    player = Player(handset, PLAYER_SEED)
    player.new_session()
    for _ in range(actions):
        player.act()
    return player


@pytest.mark.parametrize("system_id", ["floater", "izmena"])
def test_a_deal_of_another_game_looks_as_on_the_unix_port(tree, tmp_path, system_id):
    """A game with a kitty, a floater and named trump, and one with an exchange and a pot."""
    save(tmp_path, "settings", settings_of(system_id, 4, {}))
    files = image.files_of(tree)
    for path in (tmp_path / "saves").iterdir():
        files["/saves/" + path.name] = path.read_bytes()
    with UnixHandset(overrides=SEED, root=tmp_path) as handset:
        expected = play_a_deal(handset, lambda: storage_reader.newest(tmp_path / "saves", "session"))
    seen = play_a_deal(Rp2040Handset(files, SEED), None, len(expected))
    assert [name for name, _ in seen] == [name for name, _ in expected]
    assert [i for i in range(len(seen)) if seen[i] != expected[i]] == []


# The person is to call, and passes. The bots name a friend, take the widow and lay off before the first trick.
SIDES = "napoleon-jp 2 17 1S pass 2H pass pass"


def test_a_game_with_sides_looks_as_on_the_unix_port(tree, tmp_path):
    """Called suits, a friend, a widow and ten cards in hand; the whole deal would take too long here."""
    stages.save(SIDES, tmp_path)
    files = image.files_of(tree)
    for path in (tmp_path / "saves").iterdir():
        files["/saves/" + path.name] = path.read_bytes()

    def play_on(handset):
        # Looks at the memory now and then delay the first picture, and what follows the announcement of the friend.
        handset.run(1000)
        player = Player(handset, PLAYER_SEED, 1500)
        player.press("a", "a", "a")
        return player.frames

    with UnixHandset(overrides=SEED, root=tmp_path) as handset:
        expected = play_on(handset)
    handset = Rp2040Handset(files, SEED, probe_ms=500)
    seen = play_on(handset)
    assert [i for i in range(len(seen)) if seen[i] != expected[i]] == []
    _, most, size = handset.heap()
    assert most < size * 2 / 3
    assert handset.panel.errors == []


def play_a_deal(handset, saved, most=200):
    """Play until the second deal is saved, or until there are so many frames; return all frames."""
    player = Player(handset, PLAYER_SEED, 1000)  # what a bot thinks and the memory it tidies lengthen the pauses
    player.press("a", "a", "a")
    while len(player.frames) < most:
        player.act()
        if saved and second_deal(saved()):
            break
    return player.frames


def second_deal(data):
    session = session_of(data)
    return session.table.number > 1


@pytest.mark.parametrize(
    ("system", "players", "level", "most_part"),
    [("nap", 4, "Corporal", 0.6), ("nap", 4, "Marshal", 0.8), ("napoleon-jp", 5, "Marshal", 0.8)],
)
def test_a_game_leaves_heap_free(tree, tmp_path, system, players, level, most_part):
    """Marshal takes the most memory of all bots: the solver and the worlds."""
    save(tmp_path, "settings", settings_of(system, players, {}, level, pace=2))
    files = image.files_of(tree)
    files["/saves/settings.0"] = (tmp_path / "saves" / "settings.0").read_bytes()
    handset = Rp2040Handset(files, SEED, probe_ms=500)
    play(handset, 6)
    before, most, size = handset.heap()
    assert before < 8_000
    assert most < size * most_part
    assert "Traceback" not in handset.console


RELOAD = b"""
import gc
from elba import shelf
def load(name):
    __import__(name)
    shelf.put_back(name)
    shelf.put_back_all("elba.bots")
    gc.collect()
    gc.collect()
    return gc.mem_alloc()
for name in ("elba.bots.hidden", "elba.solver_core", "elba.system_tables", "handheld.rulebook"):
    load(name)
    first = load(name)
    for _ in range(3):
        last = load(name)
    print(name, last - first)
print("THE END")
"""


def test_modules_that_are_loaded_again_and_again_take_no_more_memory(tree):
    """Native code, too: not every port of MicroPython gives that back."""
    handset = Rp2040Handset({**image.files_of(tree), "/main.py": RELOAD}, panel=None)
    handset.run_until(lambda: "THE END" in handset.console, 60_000)
    found = re.findall(r"^(\S+) (-?\d+)\r?$", handset.console, re.MULTILINE)
    assert len(found) == 4
    # Once in a while a list or a dict of MicroPython's own grows.
    assert {name: more for name, more in found if int(more) > 64} == {}


# A save is two pages of the directory or three; the second one is cut. It is written as soon as the button is down.
def test_the_power_cut_while_saving_costs_no_more_than_the_last_move(tree, tmp_path):
    handset = Rp2040Handset(tree, SEED, flash_time=True)
    play(handset, 2)
    before = storage_reader.newest(handset.saves(tmp_path / "before"), "session")
    handset.cut_power(1, 0.5)
    handset.hold("a")
    handset.run_until(lambda: handset.power_lost, 3000)
    handset.release("a")
    after = storage_reader.newest(handset.saves(tmp_path / "after"), "session")
    assert len(after) == len(before)
    handset.power_cycle()
    title = handset.settle(700)
    handset.press("a")
    assert handset.settle(700) != title
    assert handset.console == ""
    assert handset.panel.errors == []
