"""Games played through the real firmware on MicroPython's unix port: buttons in, frames out."""

import os
from pathlib import Path

import pytest

import storage_reader
from elba import layout
from handheld import savedgame
from handset import frames
from handset.unix import UnixHandset
from player import Player

ROOT = Path(__file__).resolve().parent.parent
FRAMES = ROOT / "host_tests" / "frames"
SEED = {"SEED": 20}


def saved_session(root):
    """Return the elba.match.Session that a handset has saved, read on the host by the very same code, or None."""
    data = storage_reader.newest(Path(root) / "saves", "session")
    return None if data is None else session_of(data)


def session_of(data):
    """Return the elba.match.Session of the bytes that a handset has saved."""
    return savedgame.unpack(data)[0]


def compare(name, frame):
    """Compare a frame with the reference kept in frames/; ELBA_UPDATE_FRAMES=1 writes it instead."""
    path = FRAMES / (name + ".pbm")
    if os.environ.get("ELBA_UPDATE_FRAMES"):
        FRAMES.mkdir(exist_ok=True)
        path.write_text(frames.to_pbm(frame, name))
    wanted = frames.from_pbm(path.read_text())
    assert frame == wanted, "%s has changed:\n%s" % (name, frames.difference(wanted, frame))


@pytest.fixture
def handset():
    with UnixHandset(overrides=SEED) as one:
        yield one


def test_the_first_deal_looks_as_it_did(handset):
    player = Player(handset)
    compare("title", player.title)
    player.press("up", "a", "a", "b", "down")
    compare("new-game", player.press("a"))
    compare("draw-for-deal", player.press("a"))
    compare("auction", player.press("a"))
    compare("call", player.press("right"))
    player.press("left")
    while not _may_choose_card(handset):
        player.press("a")
    compare("choose-card", player.frames[-1][1])
    for _ in range(5):
        player.press("a")
    compare("settlement", player.frames[-1][1])
    assert handset.panel.errors == []
    assert handset.console == ""


def _may_choose_card(handset):
    session = saved_session(handset.root)
    return session.state[layout.PHASE] == layout.PLAY


# Seeds whose sessions last all the twenty deals: where somebody loses all chips early, fewer are played.
@pytest.mark.parametrize("seed", [3, 9])
def test_a_whole_session_of_twenty_deals(seed):
    with UnixHandset(overrides={"SEED": seed}) as handset:
        player = Player(handset, seed)
        player.new_session()
        deals = 0
        totals = None
        for _ in range(600):
            if player.act() == player.title:
                break
            session = saved_session(handset.root)
            if session is None:
                continue
            assert sum(session.totals) == 4 * 50
            deals = max(deals, session.table.number)
            totals = session.totals if session.over else totals
        else:
            pytest.fail("the session did not end")
        assert deals >= 20
        assert totals is not None
        assert max(totals) > 0
        assert handset.panel.errors == []
        assert handset.console == ""
        assert handset.resets == 0


def test_power_cut_in_the_middle_of_a_deal_loses_nothing():
    with UnixHandset(overrides=SEED) as handset:
        player = Player(handset)
        player.new_session()
        while not _may_choose_card(handset):
            player.press("a")
        player.press("a")
        before = saved_session(handset.root)
        assert before.in_deal()
        handset.power_cycle()
        frame = handset.settle(700, 10_000)
        compare("title-continue", frame)
        again = Player(handset)
        again.press("a")
        after = saved_session(handset.root)
        assert after.save() == before.save()
        compare("continued", again.frames[-1][1])


def test_built_files_show_the_same_frames(tmp_path):
    """The compiled firmware is the same game: the same presses, the same pictures."""
    import build

    tree = tmp_path / "unix"
    build.build(ROOT, tree, "pico", "x64")
    seen = []
    # Compiled, it has to do with little more than a board has, although objects take twice as much here, and the table
    # of names 28 kB, which is 18 there.
    for where, heap in ((None, "512k"), (tree, "288k")):
        with UnixHandset(overrides=SEED, build=where, heap=heap) as handset:
            player = Player(handset, 4)
            player.new_session()
            for _ in range(15):
                player.act()
            seen.append(player.frames)
    assert seen[0] == seen[1]


def test_a_key_pressed_while_the_bots_play_is_not_lost(handset):
    player = Player(handset)
    player.new_session()
    calls = player.frames[-1][1]
    handset.press("right")
    assert handset.settle(700, 10_000) != calls


def test_without_a_display_the_game_waits_for_one():
    from handset.panel import Panel

    panel = Panel()
    panel.unplugged = True
    with UnixHandset(overrides=SEED, panel=panel) as handset:
        handset.run(2500)
        assert "No display found" in handset.console
        assert "Traceback" not in handset.console
        seen = set()
        for _ in range(20):
            handset.run(50)
            seen.add(handset.outputs[25])
        assert seen == {0, 1}, "the LED blinks"
        panel.unplugged = False
        handset.run(2500)
        compare("title", handset.settle(700, 10_000))
        assert "The display is back" in handset.console


def test_a_display_that_dies_in_play_comes_back_with_the_whole_picture(handset):
    player = Player(handset)
    player.new_session()
    handset.panel.unplugged = True
    handset.press("right")
    handset.run(500)
    handset.panel.unplugged = False
    handset.run(2500)
    with UnixHandset(overrides=SEED) as other:
        reference = Player(other)
        reference.new_session()
        other.press("right")
        assert other.settle(700, 10_000) == handset.settle(700, 10_000)
    assert "does not answer" in handset.console


def test_a_button_that_is_down_at_boot_is_named(handset):
    handset.power_cycle(held=["left"])
    compare("stuck-left", handset.settle(1500, 10_000))
    assert "left" in handset.console
    handset.release("left")
    compare("title", handset.settle(2500, 10_000))
    assert "Traceback" not in handset.console


def test_b_held_at_boot_stays_at_the_prompt(handset):
    handset.power_cycle(held=["b"])
    handset.run(3000)
    assert handset.finished
    assert "B was held" in handset.console


@pytest.mark.parametrize("junk", [b"", b"ELBA", b"\x00" * 64, b"ELBA\x02" + bytes(59)])
def test_damaged_saves_are_told_and_kept_aside(tmp_path, junk):
    saves = tmp_path / "saves"
    saves.mkdir()
    for name in ("settings", "session"):
        for slot in (0, 1):
            (saves / ("%s.%d" % (name, slot))).write_bytes(junk)
    with UnixHandset(overrides=SEED, root=tmp_path) as handset:
        player = Player(handset)
        compare("bad-settings", player.frames[0][1])
        compare("bad-session", player.press("a"))
        assert player.press("a") != player.frames[0][1]
        player.title = player.frames[-1][1]
        player.new_session()
        assert saved_session(tmp_path).in_deal()
        kept = [path.read_bytes() for path in sorted(saves.glob("session*bad*"))]
        assert kept == ([junk, junk] if junk else [])
        assert handset.console == ""


def test_a_fault_is_told_calmly_and_the_traceback_goes_to_the_serial_line(tmp_path):
    """A saved session that is whole but makes no sense deeper down must not show a traceback to the person."""
    import shutil

    firmware = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", firmware)
    app = firmware / "handheld" / "app.py"
    app.write_text(app.read_text().replace("def _title(self):", "def _title(self):\n        1 // 0", 1))
    with UnixHandset(overrides=SEED, firmware=firmware) as handset:
        compare("fault", handset.settle(700, 10_000))
        assert "ZeroDivisionError" in handset.console
        handset.press("a")
        compare("fault", handset.settle(700, 10_000))


def test_no_press_is_lost_while_the_bots_play(handset):
    """Three quick presses during the bots' calls move the cursor as three slow ones after them do."""
    # A press while cards are dealt only skips that: so they are not seen to be.
    without_motion = ("up", "a", "a", "up", "a", "a", "b", "down")
    slow = Player(handset)
    slow.press(*without_motion)
    slow.press("a", "a", "a")
    slow.press("right", "right", "right")
    with UnixHandset(overrides=SEED) as other:
        quick = Player(other)
        quick.press(*without_motion)
        quick.press("a", "a")
        for name in ("a", "right", "right", "right"):
            other.press(name)
        assert other.settle(700, 10_000) == handset.frame()


@pytest.mark.parametrize("hold_ms", [100, 900, 3000])
def test_a_button_that_is_down_at_power_on_presses_nothing(handset, hold_ms):
    handset.power_cycle(held=["right"])
    handset.run(hold_ms)
    handset.release("right")
    compare("title", handset.settle(2500, 10_000))


def test_after_a_fault_the_key_that_restarts_does_not_walk_into_it_again(tmp_path):
    """What faults is a saved game; the restart must lead to the title, where another one can be begun."""
    import shutil

    firmware = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", firmware)
    play = firmware / "handheld" / "play.py"
    play.write_text(play.read_text().replace("def run(self):", "def run(self):\n        1 // 0", 1))
    with UnixHandset(overrides=SEED, firmware=firmware) as handset:
        player = Player(handset)
        player.press("a", "a")
        compare("fault", player.press("a"))
        handset.press("a", hold_ms=300)
        compare("title-continue", handset.settle(700, 10_000))
        assert handset.resets == 1


def test_a_session_that_ended_is_shown_to_its_end_after_a_power_cut():
    with UnixHandset(overrides={"SEED": 3}) as handset:
        player = Player(handset, 3)
        player.new_session()
        for _ in range(400):
            player.act()
            if saved_session(handset.root).over:
                break
        assert saved_session(handset.root).over
        handset.power_cycle()
        again = Player(handset)
        again.press("a")
        compare("the-end", again.frames[-1][1])
        again.press("a")
        compare("title", again.press("a"))


def test_four_buttons_are_enough():
    four = {"left": 12, "right": 13, "a": 14, "b": 15}
    with UnixHandset(overrides={"SEED": 20, "BUTTONS": four}) as handset:
        player = Player(handset)
        player.press("left", "a", "a", "b", "right")
        player.press("a", "right", "right", "a", "left", "left", "a", "a")  # five players
        session = saved_session(handset.root)
        assert session.players == 5
        for _ in range(30):
            player.act()
        assert saved_session(handset.root).table.number > 1
        assert handset.console == ""
