"""Thousands of deals in one go take no memory away: what is free afterwards is what was free before

First in one MicroPython with a small heap: deals of all games, at tables of all sizes, by all levels, a session of one
game after a session of another, as on the handheld. Then the compiled firmware itself, played through its buttons from
one game's menu to the next. The largest piece of memory that can be had and all that is free are looked at on the way,
with the firmware each time the title is back.
"""

import re
import subprocess
from pathlib import Path

import build
import storage_reader
import webpage
from elba import bots, systems
from handheld import savedgame
from handheld.settings import Settings
from handheld.storage import Store
from handset.unix import UnixHandset, find_micropython
from player import Player

SHORT_S = 240
FULL_S = 3 * 3600

_GUEST = Path(__file__).resolve().parent.parent / "guest" / "soak.py"

DEALS, DEALS_FULL = 2000, 20_000
LOOKS = 20
# What the compiled package and all its bots need on the 64-bit unix port, whose objects are twice the board's.
HEAP = "192k"

SCREEN_DEALS, SCREEN_DEALS_FULL = 24, 500
SCREEN_HEAP = "400k"
SCREEN_LOOK_MS = 60_000
LEAST_LEFT = 0.98  # of what was free at the least in the first half
SHORT_LEAST_LEFT = 0.9  # the same where names are still met for the first time, which MicroPython keeps

_PROBE = """
import gc, time
def _largest():
    low, high = 0, gc.mem_free()
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low
def _looking(sleep, due=[0]):
    def sleep_ms(ms):
        due[0] -= ms
        if due[0] <= 0:
            due[0] = %d
            gc.collect()
            print("free", _largest(), gc.mem_free())
        sleep(ms)
    return sleep_ms
time.sleep_ms = _looking(time.sleep_ms)
"""


def run(full, report):
    tree = report.directory / "unix"
    build.build(build.SOURCE, tree, "pico", "x64")
    _engine_and_bots(tree, DEALS_FULL if full else DEALS, report)
    if full:
        _screens(tree, SCREEN_DEALS_FULL, LEAST_LEFT, report)
    else:
        _screens(tree, SCREEN_DEALS, SHORT_LEAST_LEFT, report)


def _engine_and_bots(tree, deals, report):
    played = 0
    for what, sides, part in (("engine and bots", 0, 17), ("with sides", 1, 1)):
        some = deals * part // 18 // 20 * 20
        command = [find_micropython(), "-X", "heapsize=" + HEAP, _GUEST, tree / "lib", some, LOOKS, sides]
        done = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True)
        said = done.stdout + done.stderr
        played += int(_number("deals", said) or 0)
        if report.expect(said.endswith("end\n"), "%s: %s", what, said[-600:]):
            _curve(what, looks(said), LEAST_LEFT, report)
    report.figure("deals by engine and bots, in a heap of " + HEAP, played)


def _number(name, said):
    found = re.search(r"^%s (\d+)$" % name, said, re.MULTILINE)
    return found and found[1]


def looks(said):
    """Return [(largest piece, all that is free), ...] of the lines that a guest has printed."""
    return [(int(a), int(b)) for a, b in re.findall(r"^free (\d+) (\d+)\s*$", said, re.MULTILINE)]


def _curve(what, found, part, report):
    """Put the looks into the table, and see that they do not go down."""
    if not report.expect(len(found) >= 4, "%s: only %d looks at the heap", what, len(found)):
        return
    half = len(found) // 2
    for name, i in (("free", 1), ("largest piece free", 0)):
        values = [look[i] for look in found]
        shown = values[:: max(1, len(values) // 8)]
        report.figure("%s: %s, kB" % (what, name), " ".join("%d" % (value // 1000) for value in shown))
        first, last = min(values[:half]), min(values[-half:])
        report.expect(last >= first * part, "%s: %s went down from %d to %d", what, name, first, last)


def _screens(tree, deals, part, report):
    # The firmware loads modules anew, which costs this port, but not the board's, 32 bytes for each native function.
    for name, data in webpage.bytecode(build.SOURCE).items():
        (tree / name).write_bytes(data)
    main = tree / "main.py"
    main.write_text(_PROBE % SCREEN_LOOK_MS + main.read_text())
    root = report.directory / "device"
    chance = report.random("screens")
    settings = Settings()
    settings.level = bots.LEVELS.index("Marshal")
    settings.pace = 3
    settings.house = {"deals": 3}  # so that many games have their turn
    root.mkdir()
    Store(str(root / "saves")).save("settings", settings.save())
    games = set()
    played = 0
    with UnixHandset(overrides={"SEED": chance.randrange(1 << 30)}, root=root, build=tree, heap=SCREEN_HEAP) as handset:
        player = Player(handset, chance.randrange(1 << 30))
        found = []
        while played < deals:
            handset.run(2 * SCREEN_LOOK_MS)
            found.append(looks(handset.console)[-1])
            number = 0
            _begin(player, chance)
            while player.act() != player.title and played < deals:
                data = storage_reader.newest(root / "saves", "session")
                session = savedgame.unpack(data)[0] if data else None
                if session:
                    games.add(session.table.engine.rules.id)
                    if session.table.number != number:
                        played += 1
                        number = session.table.number
        said = handset.console.replace("\r", "")
        report.figure("deals through the screens, in a heap of " + SCREEN_HEAP, played)
        report.figure("games among them", "%d of %d" % (len(games), systems.number()))
        report.figure("errors of the display's model", len(handset.panel.errors))
        report.expect(not handset.panel.errors, "the display was told nonsense: %s", handset.panel.errors[:3])
        report.expect("Traceback" not in said, "a traceback: %s", said[-600:])
        _curve("screens", found, part, report)


def _begin(player, chance):
    """From the title to the first deal of a game that chance chooses in the menus."""
    player.press("a")  # New game
    player.press("down", "a", *["down"] * chance.randrange(8), "a", *["down"] * chance.randrange(8), "a")
    player.press("down", *["right"] * chance.randrange(4))  # seats
    player.press("down", *["right"] * chance.randrange(3))  # level
    player.press("up", "up", "up", "a", "a")
