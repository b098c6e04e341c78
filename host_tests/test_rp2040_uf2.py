"""The file that `make uf2` makes, on the emulated board with nothing else done; and the tools, by mpremote as it is.

It boots and plays the same deal as the firmware on the unix port, and within a board's means.
"""

import json
import shutil
import subprocess
import sys

import pytest

import deploy
import logs
import releases
import saves
import uf2
from conftest import ROOT
from flashfile import filesystem
from handset.unix import UnixHandset
from player import Player
from rp2040.handset import Rp2040Handset
from rp2040.serial_port import SerialPort

pytestmark = pytest.mark.rp2040

SEED = 20
PLAYER_SEED = 4
ACTIONS = 8  # a whole deal and the beginning of the next


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The project's sources with a fixed seed in the board file, as a person may set it."""
    tree = tmp_path_factory.mktemp("source")
    for name in ("lib", "firmware", "boards"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = tree / "boards" / "pico.py"
    path.write_text(path.read_text().replace("SEED = None", "SEED = %d" % SEED))
    return tree


@pytest.fixture(scope="module")
def handset(tree):
    """The emulated board with the file in its flash, and a deal played by buttons; (handset, its frames)."""
    assert uf2.main(["--source", str(tree), "--base", str(releases.given())]) == 0
    # A traceback is no end here: Ctrl-C from mpremote makes one.
    handset = Rp2040Handset(None, uf2=tree / "build" / "elba-pico.uf2", flash_time=True, strict=False)
    player = play(handset)
    return handset, player.frames


def play(handset):
    player = Player(handset, PLAYER_SEED, 1500)  # counting a deal, saving and loading the next page lengthen the pauses
    player.new_session()
    for _ in range(ACTIONS):
        player.act()
    return player


def test_it_boots_and_plays_a_deal_by_buttons(handset):
    board, frames = handset
    with UnixHandset(overrides={"SEED": SEED}) as other:
        expected = play(other).frames
    assert [name for name, _ in frames] == [name for name, _ in expected]
    assert [index for index in range(len(frames)) if frames[index] != expected[index]] == []
    assert board.console == ""
    assert board.panel.errors == []
    assert board.resets == 0
    # The emulated processor is up to 7 % too fast, so the limits leave room for more than that.
    assert board.first_frame_ms < 800
    slowest = max(duration for _, duration, _ in board.updates())
    assert slowest < 45  # of 24 for the bytes of a whole picture


def test_its_files_are_those_that_were_built(handset, tree):
    board, _ = handset
    files = board.files()
    kept = {name: data for name, data in files.items() if not name.startswith("/saves/")}
    assert kept == filesystem.files_of(tree / "build" / "device")
    assert {"/saves/session.0", "/saves/settings.0"} <= set(files)


def saves_of(board):
    return {name: data for name, data in board.files().items() if name.startswith("/saves/")}


@pytest.fixture
def at_the_prompt(handset):
    """The board with B held at every start: MicroPython's prompt, and a start that takes the emulator less long."""
    board, _ = handset
    board.hold("b")
    board.power_cycle()
    yield board
    board.release("b")


def mpremote(board, *arguments):
    """Run mpremote as it is; return what it printed."""
    with SerialPort(board) as path:
        command = [sys.executable, "-m", "mpremote", "connect", path, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def tool(board, main, *arguments):
    """Run the main function of a tool with the board's port."""
    with SerialPort(board) as path:
        assert main([*arguments, "--port", path]) == 0


def test_saves_go_to_the_computer_and_come_back(at_the_prompt, tmp_path, capsys):
    board = at_the_prompt
    before = saves_of(board)
    assert before
    tool(board, saves.main, "backup", "--directory", str(tmp_path))
    mpremote(board, "fs", "rm", ":/saves/session.0")
    tool(board, saves.main, "restore", "--directory", str(tmp_path))
    (made,) = [each for each in tmp_path.iterdir() if "restore" not in each.name]
    assert {"/saves/" + each.name: each.read_bytes() for each in made.iterdir()} == before
    assert saves_of(board) == before
    out = capsys.readouterr().out
    assert "what the board had saved is in" in out
    assert "files of saved games are back" in out


def test_an_update_copies_what_changed_and_keeps_the_saves(at_the_prompt, tree, capsys):
    board = at_the_prompt
    before = saves_of(board)
    built = tree / "build" / "device"
    path = built / "board.py"
    path.write_text(path.read_text() + "# changed\n")
    mpremote(board, "fs", "touch", ":/lib/elba/old.py")  # of an earlier version
    tool(board, deploy.main, "--directory", str(built))
    first = capsys.readouterr().out
    tool(board, deploy.main, "--directory", str(built))
    second = capsys.readouterr().out
    count = len(filesystem.files_of(built))
    assert "copying 1 of %d files, deleting 1" % count in first
    assert "all %d files are there already" % count in second
    kept = {name: data for name, data in board.files().items() if not name.startswith("/saves/")}
    assert kept == filesystem.files_of(built)
    assert saves_of(board) == before


def test_faults_are_fetched(at_the_prompt, capsys):
    board = at_the_prompt
    mpremote(board, "exec", "open('/faults.txt', 'w').write('Elba 0.1\\nIt broke.\\n')")
    tool(board, logs.main)
    out = capsys.readouterr().out
    assert "Raspberry Pi Pico with RP2040" in out
    assert "Elba 0.1\nIt broke.\n" in out


def test_mip_installs_from_a_directory_and_an_address(at_the_prompt, tmp_path, web):
    """A few files of the package only: the whole of it takes minutes here."""
    board = at_the_prompt
    content = json.loads((ROOT / "package.json").read_text())
    chosen = [pair for pair in content["urls"] if pair[0].endswith(("led.py", "keys.py"))]
    for _, source in chosen:
        target = tmp_path / source
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, target)
    urls = [["mip/" + target, source] for target, source in chosen]
    (tmp_path / "package.json").write_text(json.dumps({**content, "urls": urls}))
    mpremote(board, "mip", "install", "--target=/", str(tmp_path / "package.json"))
    from_directory = board.files()
    mpremote(board, "fs", "rm", ":/mip/" + chosen[0][0])
    mpremote(board, "mip", "install", "--target=/", web(tmp_path) + "/")
    from_address = board.files()
    for target, source in chosen:
        expected = (ROOT / source).read_bytes()
        assert from_directory["/mip/" + target] == from_address["/mip/" + target] == expected


def test_after_all_that_the_game_goes_on(handset):
    board, frames = handset
    board.power_cycle()
    title = board.settle(700)
    assert title != frames[0][1]  # it offers to continue
    board.press("a")
    assert board.settle(700) != title


def test_held_a_is_the_self_test_and_a_broken_file_the_recovery_screen(handset):
    board, _ = handset
    board.hold("a")
    board.power_cycle()
    board.run_until(lambda: board.frame() == b"\xff" * 1024, 3000)
    board.release("a")
    mpremote(board, "fs", "cp", str(ROOT / "LICENSE"), ":/lib/handheld/keys.mpy")
    before = len(board.console)
    board.power_cycle()
    board.run_until(lambda: "Saved games are kept." in board.console[before:], 5000)
    picture = board.settle(100)
    assert picture != bytes(1024)
    board.run_until(lambda: board.console.endswith(">>> "), 2000)
    assert board.panel.errors == []
