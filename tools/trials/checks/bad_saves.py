"""Damaged saves: each is noticed, the one before it is taken, and no bytes whatever bring the device down

Every single bit of a saved game and of saved settings is flipped, in the newer slot, in the older one and where there
is but one, and the files are cut off at every length. Then random and spoilt bytes in files whose checksum is right:
what is taken passes lib/elba/sanity.py and is played on to the end of its deal and through the next, on CPython and
inside MicroPython. At last the firmware itself is started with such files.
"""

import os
import subprocess

from elba import match
from elba.engine import Engine
from elba.rules import Rules
from handheld import savedgame
from handheld.savedgame import SavedGame
from handheld.settings import Settings
from handheld.storage import Damaged, Store
from handset.unix import DEFAULT_HEAP, FirmwareError, UnixHandset, find_micropython
from trials import wrongsaves

SHORT_S = 200
FULL_S = 6 * 3600

RANDOM = 1500
RANDOM_FULL = 100_000
STARTS = 10
STARTS_FULL = 400

_SETTLE_MS = 300


class _Ram:
    """A file system in a dict, as much of it as storage.py uses."""

    def __init__(self):
        self.files = {}

    def open(self, path, mode):
        if mode == "rb" and path not in self.files:
            raise OSError(2, "no such file")
        return _RamFile(self.files, path, mode)

    def mkdir(self, path):
        pass

    def stat(self, path):
        if path not in self.files:
            raise OSError(2, "no such file")

    def remove(self, path):
        self.stat(path)
        del self.files[path]

    def rename(self, path, new):
        self.stat(path)
        self.files[new] = self.files.pop(path)


class _RamFile:
    def __init__(self, files, path, mode):
        self._files = files
        self._path = path
        if mode == "wb":
            files[path] = b""

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def read(self):
        return self._files[self._path]

    def write(self, data):
        self._files[self._path] += bytes(data)


def _sessions():
    """Return the bytes of two saves of a game, one card apart."""
    session = match.Session(Engine(Rules("nap")), 4, 3, 4)
    session.begin()
    engine = session.table.engine
    for _ in range(9):
        engine.apply(session.state, engine.legal(session.state)[-1])
    game = SavedGame(None)
    older = bytes(savedgame.pack(session, game))
    engine.apply(session.state, engine.legal(session.state)[-1])
    return older, bytes(savedgame.pack(session, game))


def _settings():
    settings = Settings()
    older = bytes(settings.save())
    settings.pace = 0
    return older, bytes(settings.save())


def _taken(storage, name):
    """Return (the data that the firmware takes, whether it says that all is whole); (None, False): told as damaged."""
    store = storage.Store()
    try:
        if name == savedgame.NAME:
            game = SavedGame(store)
            session, whole = game.load()
            return None if session is None else bytes(savedgame.pack(session, game)), whole
        settings = Settings()
        whole = store.recover(name, settings.load)
        return bytes(settings.save()), whole
    except storage.Damaged:
        return None, False


def _damages(data):
    """Yield (text, damaged bytes): each bit flipped, each length."""
    for at in range(len(data)):
        for bit in range(8):
            bad = bytearray(data)
            bad[at] ^= 1 << bit
            yield "bit %d of byte %d" % (bit, at), bytes(bad)
    for length in range(len(data)):
        yield "cut off at %d" % length, data[:length]


def _damage(storage, ram, name, contents, report):
    """Damage one file after another of a name; return how many damages were tried."""
    count = 0
    older, newer = contents
    store = storage.Store()
    for data in (older, newer, older, newer):
        store.save(name, data)
    whole = dict(ram.files)
    paths = ["/saves/%s.%d" % (name, slot) for slot in (0, 1)]
    for which, alone in ((1, False), (0, False), (1, True)):
        for what, bad in _damages(whole[paths[which]]):
            ram.files.clear()
            ram.files[paths[which]] = bad
            if not alone:
                ram.files[paths[1 - which]] = whole[paths[1 - which]]
            where = "%s, %s%s" % (paths[which], what, ", alone" if alone else "")
            count += 1
            found, said_whole = _taken(storage, name)
            if bad or alone:  # an empty slot beside another one is what a power cut may leave
                report.expect(not said_whole, "%s: nothing is said", where)
            if alone:
                report.expect(found is None, "%s: taken all the same", where)
            else:
                report.expect(found == contents[1 - which], "%s: not the other one is taken", where)
            # What was there is kept, and the next save is safe.
            if bad:
                report.expect(bad in ram.files.values(), "%s: the damaged file is lost", where)
            storage.Store().save(name, older)
            report.expect(_taken(storage, name) == (older, True), "%s: no save after it", where)
    ram.files.clear()
    return count


def _in_micropython(seed, count, played):
    """wrongsaves.tally in the real MicroPython; return its result or raise AssertionError."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    paths = [os.path.join(root, *place) for place in (("firmware",), ("lib",), ("tools", "trials"))]
    script = "import sys\nsys.path[:] = ['', '.frozen'] + %r\nimport wrongsaves\nprint(wrongsaves.tally(%d, %d, %d))"
    done = subprocess.run(
        [find_micropython(), "-X", "heapsize=" + DEFAULT_HEAP, "-c", script % (paths, seed, count, played)],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise AssertionError("in MicroPython, seed %d: %s" % (seed, (done.stdout + done.stderr)[-1500:]))
    return [int(number) for number in done.stdout.strip("[]\n").split(",")]


def _start(dice, directory, report):
    """Start the firmware with damaged files; A is pressed until the title is there, and a game is begun."""
    saves = directory / "saves"
    saves.mkdir(parents=True)
    for name, contents in ((savedgame.NAME, _sessions()), ("settings", _settings())):
        store = Store(os.fspath(saves))
        for data in contents:
            spoilt = dice.random() < 0.4
            store.save(name, dice.randbytes(dice.randrange(500)) if spoilt else data)
        for slot in (0, 1):
            path = saves / ("%s.%d" % (name, slot))
            data = path.read_bytes()
            kind = dice.randrange(4)
            if kind == 0:
                path.write_bytes(dice.randbytes(dice.randrange(600)))
            elif kind == 1:
                path.write_bytes(data[: dice.randrange(len(data))])
            elif kind == 2:
                path.unlink()
    told = {path.name: path.read_bytes() for path in saves.iterdir()}
    try:
        with UnixHandset(root=directory) as handset:
            for _ in range(6):
                handset.settle(_SETTLE_MS, 20_000)
                handset.press("a")
            handset.settle(_SETTLE_MS, 20_000)
            if handset.console or handset.panel.errors:
                report.problem("start with %r: %s %s" % (told, handset.console, handset.panel.errors))
        try:
            SavedGame(Store(os.fspath(saves))).load()
        except Damaged:
            report.problem("start with %r: what was saved then is damaged" % told)
    except (FirmwareError, TimeoutError) as error:
        report.problem("start with %r: %s" % (told, error))


def run(full, report):
    from trials import flash

    ram = _Ram()
    storage = flash.storage_on(ram)
    for name, contents in ((savedgame.NAME, _sessions()), ("settings", _settings())):
        report.figure("damages of %s" % name, _damage(storage, ram, name, contents, report))
    count = RANDOM_FULL if full else RANDOM
    tallies = []
    for where, run_tally in (("CPython", wrongsaves.tally), ("MicroPython", _in_micropython)):
        refused = taken = 0
        for part in range(10):
            try:
                two = run_tally(report.seed * 1000 + part, count // 10, 10 if full else 3)
            except AssertionError as error:
                report.problem("%s, seed %d: %s" % (where, report.seed * 1000 + part, error))
                break
            refused += two[0]
            taken += two[1]
        report.figure("wrong bytes in %s: refused" % where, refused)
        report.figure("wrong bytes in %s: taken, and played on" % where, taken)
        tallies.append((refused, taken))
        report.expect(refused > taken > 0, "%s: nothing, or everything, was taken", where)
    report.expect(tallies[0] == tallies[1], "CPython and MicroPython do not agree: %s, %s", *tallies)
    dice = report.random("starts")
    starts = STARTS_FULL if full else STARTS
    for number in range(starts):
        _start(dice, report.directory / str(number), report)
    report.figure("starts of the firmware with damaged files", starts)
