"""Power cuts at any operation of the flash: what was saved is as before or as after, never anything else

A device lives through game after game on littlefs, and the power goes during one write in so many, at any erase or
program, which is left undone, in part, mixed or done. After each cut the file system is mounted and all that was saved
is read by the firmware's own code: what was being written is as before or as after, everything else as it was, nothing
is said to be damaged, and the life goes on from there. What is cut: a save after an action, a new game, the end of
one, settings, files of other sizes, an update of the firmware as tools/deploy.py makes it.
"""

import deploy
from elba import match, systems
from elba.engine import Engine
from elba.rules import Rules
from handheld import savedgame
from handheld.savedgame import SavedGame
from handheld.settings import Settings
from trials import flash

SHORT_S = 120
FULL_S = 3600

CUTS = 3000
CUTS_FULL = 100_000

_BLOCKS = 96  # enough for the files below to fill most of it, so that blocks are used again and again
_UPDATES = 8  # of so many lives one goes through updates of the firmware


class Life:
    """A device with what it ought to have saved.

    held   name of a save -> the bytes that count: of the session as savedgame.pack has them
    """

    def __init__(self, dice):
        self.dice = dice
        self.disk = flash.new(_BLOCKS)
        self.held = {}
        self.cuts = 0
        self.afters = 0  # cuts after which it was as after
        self.told = {}  # kind of cut -> number
        self._switch_on()
        self.session = None

    def _switch_on(self):
        self.storage = flash.storage_on(self.disk)
        self.store = self.storage.Store()
        self.game = SavedGame(self.store)

    # -- what may be cut: each returns (name of the save, its bytes afterwards, function that writes it)

    def action(self):
        """The next action of a deal, or the end of a deal and the next one's beginning."""
        session = self.session
        if session is None or session.over:
            if session is not None and self.dice.random() < 0.5:
                self.session = None
                return savedgame.NAME, None, self.game.drop
            rules = Rules(self.dice.choice(systems.ids()))
            players = self.dice.randrange(rules.fewest, rules.most + 1)
            self.session = match.Session(Engine(rules), players, self.dice.getrandbits(16), self.dice.getrandbits(16))
            self.session.draw_dealer()
        elif not session.in_deal():
            session.begin()
        elif session.table.engine.is_open(session.state):
            session.table.engine.apply(session.state, self.dice.choice(session.table.engine.legal(session.state)))
        else:
            session.end()
            if self.dice.random() < 0.3 and not session.over:
                session.stop()
        self.game.level = 0
        after = bytes(savedgame.pack(self.session, self.game))
        return savedgame.NAME, after, lambda: self.game.keep(self.session)

    def settings(self):
        settings = Settings()
        settings.change_system(self.dice.randrange(systems.number()))
        settings.pace = self.dice.randrange(3)
        data = bytes(settings.save())
        return "settings", data, lambda: self.store.save("settings", data)

    def other(self):
        """A save of another size: within the directory, or with blocks of its own."""
        name = self.dice.choice(["statistics", "history"])
        data = self.dice.randbytes(self.dice.choice([1, 60, 250, 480, 500, 700, 3000, 5000, 9000]))
        return name, data, lambda: self.store.save(name, data)

    def live(self, cut):
        """Do one thing, with the power cut during it or not. Returns a text with what is wrong, or ""."""
        kind = self.dice.choice(["action"] * 6 + ["settings", "other"])
        name, after, write = getattr(self, kind)()
        before = self.held.get(name)
        if not cut:
            write()
            self.held[name] = after
            return ""
        # How many operations it takes is found out first, on a copy of the flash that is put back then.
        base = bytes(self.disk.flash.buffer)
        known = dict(self.store._newest)
        self.disk.flash.arm()
        write()
        operations = self.disk.flash.operations
        self.disk.unmount()
        self.disk.flash.buffer[:] = base
        self.disk = flash.power_on(self.disk.flash)
        self.storage.open, self.storage.os = self.disk.open, self.disk
        self.store._newest.clear()
        self.store._newest.update(known)
        at = self.dice.randrange(operations)
        tear = self.dice.choice(flash.TEARS)
        self.disk.flash.arm(at, tear, self.dice)
        try:
            write()
        except flash.PowerLost:
            pass
        self.cuts += 1
        self.told[kind] = self.told.get(kind, 0) + 1
        where = "%s, operation %d of %d, %s" % (kind, at, operations, tear)
        return self.look(name, before, after, where)

    def look(self, name, before, after, where):
        """Switch on again and compare; return what is wrong, or ""."""
        self.disk.unmount()
        try:
            self.disk = flash.power_on(self.disk.flash)
        except OSError as error:
            return "%s: no file system: %s" % (where, error)
        self._switch_on()
        for each in {name, *self.held}:
            try:
                found, whole = self._read(each)
            except (self.storage.Damaged, ValueError, OSError) as error:
                return "%s: %s cannot be read: %r" % (where, each, error)
            if not whole:
                return "%s: %s is said to be damaged" % (where, each)
            if each != name:
                if found != self.held[each]:
                    return "%s: %s has changed" % (where, each)
            elif found not in (before, after):
                return "%s: %s is neither as before nor as after" % (where, each)
            else:
                self.held[name] = found
                self.afters += found == after
        if any("-bad" in path for path in self.disk.files()):
            return "%s: something was put aside" % where
        return ""

    def _read(self, name):
        """Return (bytes of a save or None, whether both slots are whole) as the firmware reads it."""
        if name == savedgame.NAME:
            session, whole = self.game.load()
            if session is None:
                self.session = None
                return None, whole
            # The life goes on with what was read, not with what is remembered here.
            self.session = session
            return bytes(savedgame.pack(session, self.game)), whole
        found = []
        whole = self.store.recover(name, lambda data: found.append(bytes(data)))
        if name == "settings" and found:
            Settings().load(found[0])
        return (found[0] if found else None), whole


# ---- an update of the firmware ----


def _version(dice, base=None):
    """Return {path without the leading "/": bytes} of a firmware, or of a later one than `base`."""
    if base is None:
        files = {"main.py": 300, "guard.py": 900, "board.py": 400}
        files.update({"handheld/part%d.mpy" % i: dice.randrange(200, 7000) for i in range(8)})
        files.update({"lib/elba/part%d.mpy" % i: dice.randrange(200, 9000) for i in range(6)})
        return {name: dice.randbytes(size) for name, size in files.items()}
    files = dict(base)
    for name in dice.sample(sorted(files), 5):
        files[name] = dice.randbytes(dice.randrange(1, 7000))
    for name in dice.sample(sorted(name for name in files if "/" in name), max(0, len(files) - 15)):
        del files[name]
    files["handheld/texts/new%d.lang" % dice.randrange(100)] = dice.randbytes(2500)
    return files


def _survey(disk):
    """Return what deploy.plan wants to know of a board."""
    hashes = {path: _digest(data) for path, data in disk.files().items() if not path.startswith("/saves/")}
    return {"hashes": hashes, "directories": disk.directories()}


def _digest(data):
    return deploy.hashlib.sha256(data).hexdigest()


def _deploy(disk, version):
    """Bring a version on the disk, by the very plan of tools/deploy.py and in its order."""
    found = _survey(disk)
    found["hashes"].pop(deploy.MARK, None)
    make, copy, delete = deploy.plan({name: _digest(data) for name, data in version.items()}, found)
    with disk.open(deploy.MARK, "wb"):
        pass
    for path in delete:
        disk.remove(path)
    for path in make:
        disk.mkdir(path)
    for path in copy:
        with disk.open(path, "wb") as file:
            data = version[path[1:]]
            for at in range(0, len(data), 256):
                file.write(data[at : at + 256])
    disk.remove(deploy.MARK)


def _update(life, version):
    """Update the firmware with the power cut meanwhile, and look; return (the version then, what is wrong)."""
    later = _version(life.dice, version)
    held = {path: data for path, data in life.disk.files().items() if path.startswith("/saves/")}
    base = bytes(life.disk.flash.buffer)
    life.disk.flash.arm()
    _deploy(life.disk, later)
    operations = life.disk.flash.operations
    life.disk.unmount()
    life.disk.flash.buffer[:] = base
    life.disk = flash.power_on(life.disk.flash)
    at = life.dice.randrange(operations)
    tear = life.dice.choice(flash.TEARS)
    life.disk.flash.arm(at, tear, life.dice)
    try:
        _deploy(life.disk, later)
    except flash.PowerLost:
        pass
    life.cuts += 1
    life.told["update"] = life.told.get("update", 0) + 1
    where = "update, operation %d of %d, %s" % (at, operations, tear)
    life.disk.unmount()
    try:
        life.disk = flash.power_on(life.disk.flash)
    except OSError as error:
        return version, "%s: no file system: %s" % (where, error)
    files = life.disk.files()
    if {path: data for path, data in files.items() if path.startswith("/saves/")} != held:
        return version, "%s: the saves have changed" % where
    firmware = {path[1:]: data for path, data in files.items() if not path.startswith("/saves/")}
    if deploy.MARK[1:] not in firmware and firmware not in (version, later):
        return version, "%s: half an update without its mark" % where
    # Another make deploy makes it whole.
    _deploy(life.disk, later)
    if {path[1:]: data for path, data in life.disk.files().items() if not path.startswith("/saves/")} != later:
        return version, "%s: the update cannot be taken up again" % where
    problem = life.look("settings", life.held.get("settings"), life.held.get("settings"), where)
    return later, problem


def run(full, report):
    most = CUTS_FULL if full else CUTS
    lives = 40 if full else 6
    told = {}
    cuts = afters = 0
    erases = 0
    for number in range(lives):
        dice = report.random("life", number)
        life = Life(dice)
        version = None
        steps = 0
        while life.cuts < most // lives:
            if number % _UPDATES == 1 and dice.random() < 0.1:
                if version is None:
                    version = _version(dice)
                    _deploy(life.disk, version)
                version, problem = _update(life, version)
            else:
                problem = life.live(dice.random() < (0.3 if full else 0.6))
            steps += 1
            if problem:
                report.problem("life %d, step %d: %s" % (number, steps, problem))
                break
        life.disk.unmount()
        cuts += life.cuts
        afters += life.afters
        erases += life.disk.flash.erases
        for kind, count in life.told.items():
            told[kind] = told.get(kind, 0) + count
    report.figure("power cuts", cuts)
    for kind in sorted(told):
        report.figure("  during: " + kind, told[kind])
    report.figure("after which the save was the new one", afters)
    report.figure("lives of a device", lives)
    report.figure("erases of all flashes", erases)
    report.expect(cuts >= most // lives * lives or report.problems, "too few cuts: %d", cuts)
    report.expect(0 < afters < cuts, "cuts that are always before, or always after, are none")
