"""Power cuts on the emulated RP2040: the firmware starts again, with the game as before or after what was cut

The firmware, as it is built, plays on the emulated board with MicroPython's own littlefs. At operations of the flash
the whole emulator is forked: in the fork the power goes in the middle of that operation, is switched on again, the
firmware starts, continues, and tells what it goes on with; the other one plays on as if nothing had happened, and so
knows what should have come. How long a save takes is measured as well.

Needs MICROPYTHON_UF2, the UF2 file of MicroPython for RPI_PICO.
"""

import json
import os

import build
import storage_reader  # noqa: F401 - puts the firmware on the path
from handheld import savedgame
from handheld.savedgame import SavedGame
from handheld.storage import Damaged, Store
from handset import frames
from handset.unix import SOURCE, FirmwareError, HandsetError
from player import Player

SHORT_S = 300
FULL_S = 8 * 3600

CUTS = 3
CUTS_FULL = 160

_PARTS = (0.0, 0.3, 0.5, 0.9, 1.0)  # how much of the operation is done
_SEED = {"SEED": 20}
_PLAYER_SEED = 4
_ON_MS = 300  # of playing on after a cut: what the bots think is what takes the emulator's time
_MOST_MS = 100  # that a save may take on average: a tenth of a second is not noticed

_TIMING = """
import sys
sys.path.insert(0, "/lib")
import gc, time
from elba import match
from elba.engine import Engine
from elba.rules import Rules
from handheld.savedgame import SavedGame
from handheld.storage import Store
session = match.Session(Engine(Rules("nap")), 5, 1, 2)
game = SavedGame(Store())
n = 0
for _ in range(4):
    session.begin()
    while session.table.engine.is_open(session.state):
        session.table.engine.apply(session.state, session.table.engine.legal(session.state)[-1])
        start = time.ticks_us()
        game.keep(session)
        print("SAVE", time.ticks_diff(time.ticks_us(), start))
    session.end()
print("THE END")
"""


def _times(tree):
    """Return how many milliseconds each of some saves takes on the emulated board, its flash as slow as a real one."""
    from rp2040 import image
    from rp2040.handset import Rp2040Handset

    files = image.files_of(tree)
    files["/main.py"] = _TIMING.encode()
    handset = Rp2040Handset(files, flash_time=True)
    handset.run_until(lambda: "THE END" in handset.console, 120_000)
    return [int(line.split()[1]) / 1000 for line in handset.console.splitlines() if line.startswith("SAVE")]


class _Forked:
    """Plays a game and forks at operations of the flash.

    seen     what was saved after each operation: the bytes of a game, None for no game
    results  of the forks: (number of the operation, dict of what was found)
    """

    def __init__(self, tree, directory, dice, cuts):
        from rp2040 import patches
        from rp2040.handset import Rp2040Handset

        self.handset = Rp2040Handset(tree, _SEED, flash_time=True)
        self.directory = directory
        self.dice = dice
        self.cuts = cuts
        self.seen = []
        self.results = []
        self.child = None  # the file for the result, in a fork
        self.where = None
        flash = self.handset.wired.flash
        apply_command = patches.TimedFlash._apply_command
        outer = self

        class Hooked(patches.TimedFlash):
            def _apply_command(self):
                count = len(self.operations)
                if not self.lost and self._write_enabled and self._tx_buffer[:1] in (b"\x20", b"\xd8", b"\x02"):
                    outer.before(count)
                apply_command(self)
                if len(self.operations) > count and outer.child is None:
                    outer.seen.append(outer.saved("now"))

        flash.__class__ = Hooked

    def saved(self, name):
        """Return the game in the flash, as the firmware's own code reads it; a text where it cannot be read."""
        where = self.directory / name
        for path in where.glob("*"):
            path.unlink()
        game = SavedGame(Store(os.fspath(self.handset.saves(where))))
        try:
            session, whole = game.load()
        except Damaged:
            return "damaged"
        if not whole:
            return "half damaged"
        return None if session is None else bytes(savedgame.pack(session, game))

    def before(self, number):
        """Called before an operation of the flash: fork, or not."""
        if self.child is not None or len(self.results) >= self.cuts or self.dice.random() < 0.1:
            return
        part = self.dice.choice(_PARTS)
        path = self.directory / ("result%d.json" % number)
        pid = os.fork()
        if pid:
            _, status = os.waitpid(pid, 0)
            result = {"problem": "the fork ended with status %d" % status}
            if path.exists():
                result = json.loads(path.read_text())
            result["part"] = part
            self.results.append((number, result))
        else:
            self.child = path
            self.handset.wired.flash.cut = (number, part)

    def play(self):
        """Play until there were enough cuts; a fork never returns."""
        try:
            player = Player(self.handset, _PLAYER_SEED)
            player.new_session()
            while len(self.results) < self.cuts:
                player.act()
            # What the last forks have gone on with must be seen here, too.
            player.act()
            player.act()
        except HandsetError:
            if self.child is None:
                raise
        except BaseException as error:
            if self.child is None:
                raise
            self._tell({"problem": "before the cut: %r" % error})
        if self.child is not None:
            try:
                self._tell(self._after_the_cut())
            except BaseException as error:
                self._tell({"problem": repr(error)})

    def _tell(self, result):
        self.child.write_text(json.dumps(result))
        os._exit(0)

    def _after_the_cut(self):
        handset = self.handset
        if not handset.power_lost:
            return {"problem": "the power was not cut"}
        printed = len(handset.console)
        try:
            found = self.saved("cut")
        except Exception as error:
            return {"problem": "no file system: %r" % error}
        handset.power_cycle()
        handset.run_until(lambda: any(handset.frame()), 20_000)
        title = handset.settle(700, 20_000)
        wanted = "title" if found is None else "title-continue"
        if title != frames.from_pbm((SOURCE / "host_tests" / "frames" / (wanted + ".pbm")).read_text()):
            return {"problem": "not the title with its menu, but\n" + handset.text()}
        boot = handset.first_frame_ms
        handset.press("a")
        handset.run_until(lambda: handset.frame() != title, 20_000)
        handset.run(_ON_MS)
        said = handset.console[printed:]
        if said or handset.panel.errors:
            return {"problem": "%s %s" % (said, handset.panel.errors)}
        later = self.saved("later")
        return {"found": _hex(found), "later": _hex(later), "boot": boot}


def _hex(data):
    return data.hex() if isinstance(data, bytes) else data


def run(full, report):
    from rp2040.board import UF2_VARIABLE, find_uf2

    if not find_uf2():
        report.skip("%s does not name a file: it is to be the UF2 file of MicroPython for RPI_PICO" % UF2_VARIABLE)
    tree = report.directory / "device"
    build.build(SOURCE, tree, "pico", "armv6m")
    times = sorted(_times(tree))
    report.figure("milliseconds a save, on average", sum(times) / len(times))
    report.figure("milliseconds a save, at most", times[-1])
    report.expect(sum(times) / len(times) < _MOST_MS, "a save takes %.0f ms", sum(times) / len(times))
    game = _Forked(tree, report.directory, report.random("cuts"), CUTS_FULL if full else CUTS)
    try:
        game.play()
    except FirmwareError as error:
        report.problem(str(error))
    seen = [_hex(data) for data in game.seen]
    before = after = 0
    boots = []
    for number, result in game.results:
        where = "operation %d, %d %% done" % (number, 100 * result["part"])
        if "problem" in result:
            report.problem("%s: %s" % (where, result["problem"]))
            continue
        boots.append(result["boot"])
        earlier = seen[number - 1] if number else None
        if result["found"] == earlier:
            before += 1
        elif result["found"] == next((data for data in seen[number:] if data != earlier), None):
            after += 1
        else:
            report.problem("%s: the game is neither as before nor as after" % where)
        # In so short a time a bot may not have come to act: the game is then as it was found.
        goes_on = result["found"] is None or result["later"] in seen[max(0, number - 1) :]
        report.expect(goes_on, "%s: the game went on in another way", where)
    report.figure("power cuts", len(game.results))
    report.figure("after which the game was as before", before)
    report.figure("after which it was as after", after)
    report.figure("saved games seen meanwhile", len(set(seen)))
    if boots:
        report.figure("milliseconds to the first picture, at most", max(boots))
    report.expect(len(game.results) >= (CUTS_FULL if full else CUTS), "too few cuts")
