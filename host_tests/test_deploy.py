"""Deploying and flashing, without a board: mpremote is a stand-in that works on a directory.

What deploy.py would run on the board is run in the real MicroPython, on that directory.
"""

import hashlib
import json
import struct
import sys

import pytest

import deploy
import releases
import remote
from conftest import ROOT
from handset.unix import find_micropython

# Keeps a board's file system in the directory "board"; logs what it is asked for.
FAKE = r'''
import json, pathlib, shutil, subprocess, sys

here = pathlib.Path(__file__).parent
facts = json.loads((here / "facts.json").read_text())
board = here / "board"
arguments = sys.argv[1:]
with open(here / "log.txt", "a") as log:
    log.write(json.dumps(arguments) + "\n")

def fail(text):
    print("mpremote: " + text, file=sys.stderr)
    sys.exit(1)

def place(path):
    assert path.startswith(":/"), path
    return board / path[2:]

if arguments == ["connect", "list"]:
    print("/dev/ttyS0 None 0000:0000 None None")
    for line in facts["ports"]:
        print(line)
    sys.exit()

commands = [[]]
for word in arguments:
    if word == "+":
        commands.append([])
    else:
        commands[-1].append(word)
kind, port, *rest = commands.pop(0)
assert kind == "connect"
if port not in [line.split()[0] for line in facts["ports"]]:
    fail("failed to access %s (it may be in use by another program)" % port)
if rest:
    commands.insert(0, rest)
for command in commands:
    match command:
        case ["exec", script]:
            if facts["answer"] is not None:
                print(facts["answer"])
                continue
            script = script.replace("sys.implementation", "_implementation")
            prologue = "import os, vfs\nvfs.umount('/')\n"
            prologue += "vfs.mount(vfs.VfsPosix(%r), '/')\nos.chdir('/')\n" % str(board)
            prologue += "class _I:\n    _mpy = %d\n    def __getitem__(self, i):\n        return %r\n" % (
                facts["mpy"], tuple(facts["version"]))
            prologue += "_implementation = _I()\n"
            done = subprocess.run([facts["micropython"], "-c", prologue + script], capture_output=True, text=True)
            if done.returncode:
                fail(done.stderr)
            print(done.stdout)
        case ["fs", "rm", path]:
            place(path).unlink()
        case ["fs", "mkdir", path]:
            place(path).mkdir()
        case ["fs", "touch", path]:
            place(path).touch()
        case ["fs", "cp", path, target] if path.startswith(":"):
            shutil.copyfile(place(path), target)
        case ["fs", "cp", source, path]:
            if facts["full"] and not path.endswith("board.py"):
                fail("cp: " + path + ": No space left on device.")
            shutil.copyfile(source, place(path))
        case ["reset"]:
            pass
        case ["bootloader"]:
            drive = here / "drives" / "RPI-RP2"
            drive.mkdir(parents=True)
            (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\n")
        case _:
            fail("unknown command %r" % (command,))
'''

PICO = "/dev/ttyACM0 e6614104 2e8a:0005 MicroPython Board in FS mode"
OTHER = "/dev/ttyACM1 e6614105 2e8a:0005 MicroPython Board in FS mode"
PRINTER = "/dev/ttyUSB0 None 1a86:7523 None USB Serial"

BUILT = {
    "main.py": "main",
    "board.py": "board",
    "lib/elba/cards.mpy": "cards",
    "lib/elba/bots/plan.mpy": "plan",
    "lib/handheld/app.mpy": "app",
}


class Board:
    """The stand-in for mpremote, and what is on the board behind it."""

    def __init__(self, directory):
        self.directory = directory
        self.root = directory / "board"
        self.built = directory / "built"
        self.facts = {
            "ports": [PICO],
            "version": [1, 26, 1],
            "mpy": 6 | 3 << 8 | 4 << 10,
            "answer": None,
            "full": False,
            "micropython": find_micropython(),
        }
        self.root.mkdir()
        (directory / "mpremote.py").write_text(FAKE)
        self.set()
        for name, text in BUILT.items():
            path = self.built / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def set(self, **facts):
        self.facts.update(facts)
        (self.directory / "facts.json").write_text(json.dumps(self.facts))

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def files(self):
        return {
            path.relative_to(self.root).as_posix(): path.read_text()
            for path in self.root.rglob("*")
            if path.is_file()
        }

    def log(self):
        path = self.directory / "log.txt"
        calls = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        path.unlink(missing_ok=True)
        return calls

    def copied(self):
        """Return the paths copied since the last look, in their order."""
        return [call[at + 2] for call in self.log() for at, word in enumerate(call) if word == "cp"]

    def deploy(self, *arguments):
        return deploy.main(["--directory", str(self.built), *arguments])


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "MPREMOTE", [sys.executable, str(tmp_path / "mpremote.py")])
    monkeypatch.setattr(deploy, "DRIVES", (str(tmp_path / "drives" / "*"),))
    monkeypatch.setattr(deploy, "PATIENCE_S", 0.5)
    monkeypatch.delenv(releases.VARIABLE, raising=False)
    return Board(tmp_path)


# ---- deploy ----


def test_everything_goes_to_an_empty_board_main_last(board, capsys):
    assert board.deploy() == 0
    assert board.files() == BUILT
    assert board.copied()[-1] == ":/main.py"
    assert "copying 5 of 5 files" in capsys.readouterr().out


def test_only_what_differs_is_copied(board, capsys):
    board.deploy()
    board.log()
    assert board.deploy() == 0
    assert board.copied() == []
    assert "all 5 files are there already" in capsys.readouterr().out
    (board.built / "lib/elba/cards.mpy").write_text("other")
    board.put("board.py", "changed by hand")
    assert board.deploy() == 0
    assert board.copied() == [":/board.py", ":/lib/elba/cards.mpy"]
    assert board.files() == {**BUILT, "lib/elba/cards.mpy": "other"}


def test_the_board_is_reset_afterwards(board):
    board.deploy()
    assert board.log()[-1][-2:] == ["+", "reset"]


def test_saves_and_files_of_others_stay_and_old_modules_go(board):
    for name in ("saves/session.0", "notes.txt", "lib/other.py", "lib/other/x.py"):
        board.put(name, "precious")
    for name in ("lib/elba/cards.py", "lib/elba/gone/old.mpy", "lib/handheld/old.mpy"):
        board.put(name, "old")
    assert board.deploy() == 0
    expected = dict.fromkeys(("saves/session.0", "notes.txt", "lib/other.py", "lib/other/x.py"), "precious")
    assert board.files() == {**BUILT, **expected}
    touched = [word for call in board.log() for word in call if word.startswith(":")]
    assert not [path for path in touched if "saves" in path]


def test_the_survey_hashes_as_the_host_does(board):
    data = bytes(range(256)) * 9
    board.put("main.py", "")
    (board.root / "main.py").write_bytes(data)
    found = remote.survey("/dev/ttyACM0", ["/main.py", "/board.py"])
    assert found["hashes"] == {"/main.py": hashlib.sha256(data).hexdigest()}
    assert found["directories"] == []
    assert found["version"] == (1, 26, 1)


def test_no_board(board, capsys):
    board.set(ports=[])
    assert board.deploy() == 1
    assert capsys.readouterr().err.startswith("deploy: no board found. Is it plugged in")


def test_several_boards_are_listed_and_a_port_chooses(board, capsys):
    board.set(ports=[PICO, OTHER])
    assert board.deploy() == 1
    message = capsys.readouterr().err
    assert "choose one with PORT=" in message
    assert "/dev/ttyACM0" in message
    assert "/dev/ttyACM1" in message
    assert board.files() == {}
    assert board.deploy("--port", "/dev/ttyACM1") == 0
    assert board.files() == BUILT


def test_a_serial_adapter_is_not_taken_for_the_board(board):
    board.set(ports=[PRINTER, PICO])
    assert board.deploy() == 0
    assert {call[1] for call in board.log()} == {"list", "/dev/ttyACM0"}


def test_a_port_that_is_not_there(board, capsys):
    assert board.deploy("--port", "/dev/ttyACM7") == 1
    assert "failed to access /dev/ttyACM7" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"version": [1, 22, 2], "mpy": 6 | 2 << 8 | 4 << 10}, "has MicroPython 1.22.2; 1.23 or newer is needed"),
        ({"version": [1, 40, 0], "mpy": 7 | 4 << 10}, "has MicroPython 1.40.0"),
        ({"mpy": 6 | 3 << 8 | 2 << 10}, "processor is no RP2040 or RP2350"),
        ({"mpy": 6 | 3 << 8 | 11 << 10}, "processor is no RP2040 or RP2350"),
        ({"answer": "hello"}, "no sensible answer: 'hello"),
        ({"full": True}, "No space left on device"),
    ],
)
def test_a_board_that_will_not_do(board, capsys, facts, message):
    board.set(**facts)
    assert board.deploy() == 1
    assert message in capsys.readouterr().err
    assert "main.py" not in board.files()


def test_a_missing_build(board, capsys):
    (board.built / "main.py").unlink()
    assert board.deploy() == 1
    assert "make build" in capsys.readouterr().err


# ---- flash ----


def uf2(family=0xE48BFF56, blocks=3, magic=0x0A324655):
    return b"".join(
        struct.pack("<8I", magic, 0x9E5D5157, 0x2000, 0x10000000 + 256 * number, 256, number, blocks, family)
        + bytes(476)
        + struct.pack("<I", 0x0AB16F30)
        for number in range(blocks)
    )


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "micropython.uf2"
    path.write_bytes(uf2())
    return path


def test_flash_sends_a_running_board_to_bootsel_then_deploys(board, image, tmp_path):
    assert board.deploy("--flash", "--uf2", str(image)) == 0
    assert (tmp_path / "drives" / "RPI-RP2" / "micropython.uf2").read_bytes() == uf2()
    assert board.files() == BUILT


def test_flash_takes_a_board_that_is_in_bootsel_already(board, image, tmp_path):
    drive = tmp_path / "drives" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\n")
    assert board.deploy("--flash", "--uf2", str(image)) == 0
    assert not any("bootloader" in call for call in board.log())
    assert (drive / "micropython.uf2").exists()


def test_flash_without_a_board_says_how_to_get_to_bootsel(board, image, capsys):
    board.set(ports=[])
    assert board.deploy("--flash", "--uf2", str(image)) == 1
    assert "BOOTSEL" in capsys.readouterr().err


def test_flash_says_when_the_drive_does_not_show_up(board, image, capsys, monkeypatch):
    monkeypatch.setattr(deploy, "DRIVES", ("/no/such/*",))
    assert board.deploy("--flash", "--uf2", str(image)) == 1
    assert "is not mounted" in capsys.readouterr().err


def test_flash_says_when_the_board_does_not_come_back(board, image, capsys, tmp_path):
    drive = tmp_path / "drives" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\n")
    board.set(ports=[])
    assert board.deploy("--flash", "--uf2", str(image)) == 1
    assert "no serial port came up" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no UF2 file"),
        (b"x" * 1024, "is no UF2 file"),
        (uf2()[:-1], "is no UF2 file"),
        (uf2(magic=1), "is no UF2 file"),
        (uf2(family=0xE48BFF59), "has no blocks of the family 0xE48BFF56; it has: 0xE48BFF59"),
    ],
)
def test_what_is_no_image_for_the_board_is_not_flashed(board, image, capsys, data, message):
    image.write_bytes(data)
    assert board.deploy("--flash", "--uf2", str(image)) == 1
    assert message in capsys.readouterr().err
    assert board.log() == []


def test_a_missing_image(board, capsys):
    assert board.deploy("--flash", "--uf2", "/no/such.uf2") == 1
    assert "there is no file /no/such.uf2" in capsys.readouterr().err


def test_flash_takes_the_file_that_the_variable_names(board, image, monkeypatch, tmp_path):
    monkeypatch.setenv(releases.VARIABLE, str(image))
    assert board.deploy("--flash") == 0
    assert (tmp_path / "drives" / "RPI-RP2" / "micropython.uf2").read_bytes() == uf2()


def test_flash_knows_the_chip_of_the_board(board, image, capsys):
    assert board.deploy("--flash", "--uf2", str(image), "--board", "pico2") == 1
    assert "has no blocks of the family 0xE48BFF59" in capsys.readouterr().err
    assert board.deploy("--flash", "--board", "nano") == 1
    assert "unknown board 'nano'" in capsys.readouterr().err


# ---- an update that is cut off ----


def test_the_mark_is_there_as_long_as_files_are_copied(board):
    board.deploy()
    words = board.log()[-1]
    commands = " ".join(words[2:]).split(" + ")
    assert commands[0].endswith("fs touch :/update")
    assert commands[-2:] == ["fs rm :/update", "reset"]
    board.deploy()
    assert not any("/update" in word for call in board.log() for word in call if word.startswith(":"))


def test_an_update_that_was_cut_off_is_completed(board, capsys):
    board.set(full=True)
    assert board.deploy() == 1
    assert "update" in board.files()
    board.set(full=False)
    assert board.deploy() == 0
    assert board.files() == BUILT


def test_a_mark_without_anything_to_copy_goes_too(board):
    board.deploy()
    board.put("update", "")
    assert board.deploy() == 0
    assert board.files() == BUILT


# ---- saves ----


class TestSaves:
    SAVED = {"saves/session.0": "one", "saves/session.1": "two", "saves/settings.0": "three"}

    @pytest.fixture
    def keep(self, board, tmp_path):
        """A function (arguments of saves.main) with a directory of its own."""
        import saves

        for name, text in self.SAVED.items():
            board.put(name, text)
        board.put("main.py", "main")
        return lambda *arguments: saves.main([*arguments, "--directory", str(tmp_path / "backups")])

    def saved(self, board):
        return {name: text for name, text in board.files().items() if name.startswith("saves/")}

    def backups(self, tmp_path):
        return sorted(path for path in (tmp_path / "backups").glob("*"))

    def test_a_backup_has_all_saves_and_nothing_else(self, board, keep, tmp_path):
        assert keep("backup") == 0
        (made,) = self.backups(tmp_path)
        assert {"saves/" + path.name: path.read_text() for path in made.iterdir()} == self.SAVED
        assert board.files() == {**self.SAVED, "main.py": "main"}
        assert board.log()[-1][-1] == "reset"

    def test_it_comes_back_to_an_empty_board(self, board, keep, tmp_path):
        keep("backup")
        for name in self.SAVED:
            (board.root / name).unlink()
        (board.root / "saves").rmdir()
        assert keep("restore") == 0
        assert self.saved(board) == self.SAVED
        assert len(self.backups(tmp_path)) == 1

    def test_what_is_on_the_board_is_kept_aside_and_newer_slots_do_not_outlive_it(self, board, keep, tmp_path):
        (board.root / "saves/session.1").unlink()
        keep("backup")
        board.put("saves/session.1", "newer")
        board.put("saves/settings.0", "other")
        assert keep("restore") == 0
        assert self.saved(board) == {"saves/session.0": "one", "saves/settings.0": "three"}
        aside = [path for path in self.backups(tmp_path) if path.name.endswith("-before-restore")]
        assert (aside[0] / "session.1").read_text() == "newer"
        # And what was kept aside can be brought back by its name, but is never the newest backup.
        assert keep("restore") == 0
        assert self.saved(board)["saves/settings.0"] == "three"
        assert keep("restore", str(aside[0])) == 0
        assert self.saved(board)["saves/settings.0"] == "other"

    def test_nothing_to_do_is_said(self, board, keep, capsys, tmp_path):
        keep("backup")
        assert keep("restore") == 0
        assert "has these saves already" in capsys.readouterr().out

    def test_errors_are_said(self, board, keep, capsys, tmp_path):
        assert keep("restore") == 1
        assert "there is no backup in" in capsys.readouterr().err
        assert keep("restore", str(tmp_path / "none")) == 1
        assert "there is no backup" in capsys.readouterr().err
        (tmp_path / "empty").mkdir()
        assert keep("restore", str(tmp_path / "empty")) == 1
        assert "is empty" in capsys.readouterr().err
        for name in self.SAVED:
            (board.root / name).unlink()
        assert keep("backup") == 1
        assert "nothing is saved on the board" in capsys.readouterr().err


# ---- logs ----


def test_faults_are_shown_in_their_order(board, capsys):
    import logs

    assert logs.main([]) == 0
    assert "No faults are noted on the board." in capsys.readouterr().out
    board.put("faults.old.txt", "Elba 0.1\nfirst\n")
    board.put("faults.txt", "Elba 0.1\nsecond\n")
    assert logs.main([]) == 0
    out = capsys.readouterr().out
    assert out.index("first") < out.index("second")
    assert board.log()[-1][-1] == "reset"


def test_following_shows_what_is_printed(tmp_path):
    import io
    import os
    import pty
    import threading

    import logs

    leader, follower = pty.openpty()
    out = io.StringIO()
    thread = threading.Thread(target=logs.follow, args=(os.ttyname(follower), out, 1.5))
    thread.start()
    for _ in range(10):
        os.write(leader, b"No display found.\r\n")
        thread.join(0.15)
    thread.join()
    os.close(leader)
    os.close(follower)
    assert "as it comes" in out.getvalue()
    assert "No display found.\n" in out.getvalue()


def test_following_a_port_that_is_not_there(capsys):
    import logs

    assert logs.main(["--follow", "--port", "/dev/no-such-port"]) == 1
    assert "is gone, or another program uses it" in capsys.readouterr().err


# ---- MicroPython's releases ----


class TestDownload:
    DATA = uf2(blocks=2)
    MODEL = deploy.MODELS["RPI_PICO"]

    @pytest.fixture
    def site(self, tmp_path, monkeypatch):
        path = tmp_path / "site" / "image.uf2"
        path.parent.mkdir()
        path.write_bytes(self.DATA)
        self.pin(monkeypatch, path.as_uri())
        return path

    def pin(self, monkeypatch, url):
        monkeypatch.setattr(releases, "PINNED", {"RPI_PICO": (url, hashlib.sha256(self.DATA).hexdigest())})

    def test_it_is_kept_and_not_downloaded_again(self, site, tmp_path):
        path = releases.download(self.MODEL, tmp_path / "cache")
        assert path.read_bytes() == self.DATA
        site.unlink()
        assert releases.download(self.MODEL, tmp_path / "cache") == path

    def test_it_comes_over_http(self, site, tmp_path, monkeypatch, web):
        self.pin(monkeypatch, web(site.parent) + "/image.uf2")
        assert releases.download(self.MODEL, tmp_path / "cache").read_bytes() == self.DATA
        self.pin(monkeypatch, web(site.parent) + "/gone.uf2")
        with pytest.raises(releases.ReleaseError, match="404"):
            releases.download(self.MODEL, tmp_path / "other")

    def test_a_damaged_copy_is_downloaded_again(self, site, tmp_path):
        releases.download(self.MODEL, tmp_path / "cache").write_bytes(b"half")
        assert releases.download(self.MODEL, tmp_path / "cache").read_bytes() == self.DATA

    def test_another_file_than_the_pinned_one_is_refused(self, site, tmp_path):
        site.write_bytes(uf2(blocks=4))
        with pytest.raises(releases.ReleaseError, match="SHA-256 differs"):
            releases.download(self.MODEL, tmp_path / "cache")
        assert not (tmp_path / "cache").exists()

    def test_no_network_is_said(self, site, tmp_path):
        site.unlink()
        with pytest.raises(releases.ReleaseError, match="the download of .* failed.*MICROPYTHON_UF2=path"):
            releases.download(self.MODEL, tmp_path / "cache")

    def test_a_board_without_a_pinned_release_names_the_page(self, tmp_path):
        with pytest.raises(releases.ReleaseError, match="https://micropython.org/download/RPI_PICO2/"):
            releases.download(deploy.MODELS["RPI_PICO2"], tmp_path)

    def test_a_variable_that_names_no_file_is_said(self, monkeypatch):
        monkeypatch.setenv(releases.VARIABLE, "/no/such.uf2")
        with pytest.raises(releases.ReleaseError, match="MICROPYTHON_UF2 names no file: /no/such.uf2"):
            releases.given()


def test_the_pinned_releases_are_those_ci_takes():
    url, digest = releases.PINNED["RPI_PICO"]
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert url in text
    assert digest in text
