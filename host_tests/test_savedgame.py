"""The saved game: its bytes, those of older and later firmware, and that nothing of it is ever lost."""

import random
from pathlib import Path

import pytest

import storage_reader  # noqa: F401 - gives CPython the firmware's modules
from elba import bots, layout, match, options, systems, view
from elba.engine import Engine
from elba.rules import Rules
from handheld import savedgame
from handheld.savedgame import SavedGame
from handheld.storage import Damaged, Store
from handset import stages
from handset.unix import UnixHandset
from player import Player
from test_game import compare, saved_session

STAGE = "nap 1 7 pass pass"


class Values:
    level = 2


def session_at(stage=STAGE):
    return stages.session_of(stage)


def old_save(session, level):
    """Return a saved game as the firmware before this layout wrote it."""
    head = bytearray(3 + options.PACKED_SIZE)
    rules = session.table.engine.rules
    head[0] = rules.system
    head[1] = session.players
    head[2] = level
    options.pack(rules.options, head, 3)
    return bytes(head) + bytes(session.save())


def kept_aside(directory):
    return sorted(path.read_bytes() for path in Path(directory).glob("*-bad*"))


@pytest.mark.parametrize("system_id", systems.ids())
def test_what_is_kept_comes_back(tmp_path, system_id):
    rules = Rules(system_id)
    session = match.Session(Engine(rules), rules.most, 5, 6)
    session.begin()
    game = SavedGame(Store(str(tmp_path)))
    assert game.load() == (None, True)
    game.level = bots.levels(rules) - 1
    game.keep(session)
    again = SavedGame(Store(str(tmp_path)))
    back, whole = again.load()
    assert whole
    assert back.save() == session.save()
    assert again.level == game.level
    again.drop()
    assert SavedGame(Store(str(tmp_path))).load() == (None, True)


def test_the_bytes_are_as_written_down():
    session = session_at()
    data = savedgame.pack(session, Values)
    assert data[0] == 0x82
    assert list(data[2:4]) == [session.table.engine.rules.system, session.players]
    assert data[12] == 2
    assert data[data[1] :] == session.save()


def test_the_same_buffer_is_used_again_without_a_trace():
    buf = bytearray(b"\xff" * len(savedgame.pack(session_at(), Values)))
    assert savedgame.pack(session_at(), Values, buf) == savedgame.pack(session_at(), Values)


@pytest.mark.parametrize("system_id", systems.ids())
def test_it_stays_small_enough_for_the_directory(system_id):
    """See savedgame.py: beyond this littlefs erases a block for each save."""
    rules = Rules(system_id)
    session = match.Session(Engine(rules), rules.most)
    session.begin()
    assert len(savedgame.pack(session, Values)) + 16 < 512


def test_a_save_of_the_older_layout_is_taken_and_becomes_one_of_this(tmp_path):
    session = session_at()
    store = Store(str(tmp_path))
    store.save("session", old_save(session, 2))
    game = SavedGame(Store(str(tmp_path)))
    back, whole = game.load()
    assert whole
    assert back.save() == session.save()
    assert game.level == 2
    game.keep(back)
    assert store.load("session") == savedgame.pack(session, Values)


def test_what_a_later_firmware_added_to_the_head_is_skipped():
    data = savedgame.pack(session_at(), Values)
    head = data[1]
    longer = bytearray(data[:head]) + b"\x07\x09" + data[head:]
    longer[1] += 2
    session, values = savedgame.unpack(longer)
    assert session.save() == session_at().save()
    assert values == [2]


def test_a_head_without_rows_has_the_standard_ones():
    data = savedgame.pack(session_at(), Values)
    shorter = bytearray(data[:12]) + data[data[1] :]
    shorter[1] = 12
    assert savedgame.unpack(shorter)[1] == [bots.STANDARD]


@pytest.mark.parametrize(
    ("at", "value"),
    [(0, 0x83), (0, 0xFF), (1, 0), (1, 11), (1, 255), (1, 14), (2, 200), (3, 1), (3, 9), (4, 255), (12, 3)],
)
def test_what_is_no_game_is_refused(at, value):
    data = savedgame.pack(session_at(), Values)
    data[at] = value
    with pytest.raises(ValueError, match="."):
        savedgame.unpack(data)


def test_each_length_but_the_right_one_is_refused():
    data = bytes(savedgame.pack(session_at(), Values))
    for n in range(len(data)):
        with pytest.raises(ValueError, match="."):
            savedgame.unpack(data[:n])
    with pytest.raises(ValueError, match="."):
        savedgame.unpack(data + b"\0")


def slots(tmp_path, older, newer):
    store = Store(str(tmp_path))
    store.save("session", older)
    store.save("session", newer)


def test_the_save_of_a_later_firmware_is_kept_and_the_one_before_it_is_used(tmp_path):
    later = b"\x83" + bytes(savedgame.pack(session_at("nap 1 7 pass"), Values)[1:])
    slots(tmp_path, savedgame.pack(session_at(), Values), later)
    game = SavedGame(Store(str(tmp_path)))
    session, whole = game.load()
    assert not whole
    assert session.save() == session_at().save()
    for _ in range(3):  # over both slots
        game.keep(session)
    assert [data[16:] for data in kept_aside(tmp_path)] == [later]
    session, whole = SavedGame(Store(str(tmp_path))).load()
    assert whole
    assert session.save() == session_at().save()


def test_two_saves_that_cannot_be_played_are_both_kept(tmp_path):
    slots(tmp_path, b"\x83older", b"\x83newer")
    game = SavedGame(Store(str(tmp_path)))
    with pytest.raises(Damaged):
        game.load()
    for _ in range(3):
        game.keep(session_at())
    assert [data[16:] for data in kept_aside(tmp_path)] == [b"\x83older", b"\x83newer"]
    assert SavedGame(Store(str(tmp_path))).load()[1]


@pytest.mark.parametrize("damaged", [0, 1])
def test_a_damaged_slot_is_told_and_the_other_one_used(tmp_path, damaged):
    slots(tmp_path, savedgame.pack(session_at("nap 1 7 pass"), Values), savedgame.pack(session_at(), Values))
    path = tmp_path / ("session.%d" % damaged)
    bad = bytearray(path.read_bytes())
    bad[100] ^= 4
    path.write_bytes(bad)
    session, whole = SavedGame(Store(str(tmp_path))).load()
    assert not whole
    assert session.save() == session_at("nap 1 7 pass" if damaged else STAGE).save()
    assert kept_aside(tmp_path) == [bytes(bad)]
    assert SavedGame(Store(str(tmp_path))).load()[1], "it is told once"


def test_the_person_is_told_of_the_damaged_one(tmp_path):
    stages.save(STAGE, tmp_path)
    stages.save(STAGE, tmp_path)
    for name in ("settings.1", "session.0"):
        (tmp_path / "saves" / name).write_bytes(b"Elba\x01 but torn")
    with UnixHandset(root=tmp_path) as handset:
        player = Player(handset)
        compare("half-settings", player.frames[0][1])
        compare("half-session", player.press("a"))
        assert player.press("a") not in (player.frames[0][1], player.frames[1][1])
        assert saved_session(tmp_path).state == session_at().state
        handset.power_cycle()
        assert handset.settle(700, 10_000) not in (player.frames[0][1], player.frames[1][1])
        assert handset.console == ""


def test_what_cannot_be_saved_is_said_at_once_and_once(tmp_path):
    """The flash is full, or worn out: the game goes on, and the person knows that it is not kept."""
    with UnixHandset(overrides={"SEED": 20}, root=tmp_path) as handset:
        player = Player(handset)
        (tmp_path / "saves").write_text("no directory")
        player.press("a")
        compare("not-saved", player.press("a"))  # Start: the settings cannot be kept
        told = player.frames[-1][1]
        player.press("a", "a")
        for _ in range(12):
            assert player.act() != told
        assert handset.console == ""


def test_what_cannot_be_saved_in_a_deal_is_said_at_once(tmp_path):
    with UnixHandset(overrides={"SEED": 20}, root=tmp_path) as handset:
        player = Player(handset)
        player.new_session()
        for path in (tmp_path / "saves").iterdir():
            path.unlink()
        (tmp_path / "saves").rmdir()
        compare("not-saved", player.press("a"))
        assert handset.console == ""


def decide(bot, engine, state, seen):
    view.look(engine.rules, state, state[layout.TURN], seen)
    bot.think(seen)
    action = bots.THINKING
    while action == bots.THINKING:
        action = bot.step()
    return action


@pytest.mark.parametrize("system_id", systems.ids())
def test_a_bot_made_anew_decides_as_the_one_that_was_there(system_id):
    """Power off between any two actions, or while a bot thinks: the bot after it plays the same card."""
    rules = Rules(system_id)
    engine = Engine(rules)
    seen = bytearray(layout.SIZE)
    for level in range(bots.levels(rules)):
        players = min(rules.most, 4 + level)
        session = match.Session(engine, max(players, rules.fewest), 3, 40 + level)
        session.begin()
        stays = bots.make(level, engine, 8, 9, 1)
        while engine.is_open(session.state):
            action = decide(stays, engine, session.state, seen)
            back = savedgame.unpack(savedgame.pack(session, Values if rules.capture == 0 else _Side))[0]
            anew = bots.make(level, back.table.engine, 8, 9, 1)
            assert decide(anew, back.table.engine, back.state, seen) == action
            engine.apply(session.state, action)


class _Side:
    level = 1


def turns(handset, root, presses, cut=None):
    """Press A whenever the firmware waits, from the title on; return the states in which it was the person's turn.

    cut   None, or a function that returns after how many milliseconds the power goes after a press
    """
    states = []
    handset.settle(700, 60_000)
    for _ in range(presses):
        session = saved_session(root)
        if session is not None and session.in_deal() and session.state[layout.TURN] == session.seat_of(0):
            state = bytes(session.state)
            if state not in states and session.table.engine.is_open(state):
                states.append(state)
        handset.press("a")
        if cut:
            handset.run(cut())
            handset.power_cycle()
            handset.settle(700, 60_000)
            handset.press("a")  # Continue
        handset.settle(700, 60_000)
    return states


@pytest.mark.parametrize(
    ("system_id", "players", "level"),
    [("nap", 4, "Marshal"), ("floater", 5, "Corporal"), ("napoleon-jp", 5, "Recruit")],
)
def test_the_power_goes_after_every_press_and_the_game_is_the_same(tmp_path, system_id, players, level):
    from test_all_games import save, settings_of

    runs = []
    dice = random.Random(5)
    for name, presses, cut in (("without", 20, None), ("with", 14, lambda: dice.randrange(900))):
        root = tmp_path / name
        root.mkdir()
        save(root, "settings", settings_of(system_id, players, {}, level))
        with UnixHandset(overrides={"SEED": 20}, root=root) as handset:
            handset.settle(700, 60_000)
            handset.press("a")  # New game, Start, the cards drawn
            handset.settle(700, 60_000)
            handset.press("a")
            handset.settle(700, 60_000)
            runs.append(turns(handset, root, presses, cut))
            assert handset.console == ""
    without, with_cuts = runs
    common = min(len(without), len(with_cuts))
    assert common >= 6
    assert without[:common] == with_cuts[:common]
