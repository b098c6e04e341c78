"""Wires come loose, flash and bots fail, the clock wraps: the game goes on, and the picture comes back

Two handsets are played with the same presses, and one of them has faults of the display's bus in between: single writes
that are not acknowledged, a line that is stuck, a display that is unplugged or loses its power for a moment; its clock
wraps, too. After each the pictures and the saved games have to be the same again. Then a firmware whose bots go wrong
by chance, and one whose flash refuses by chance what is to be written: every deal comes to its end.
"""

import build
import storage_reader
from elba import bots, systems
from elba.rules import Rules
from handheld import savedgame
from handheld.settings import Settings
from handheld.storage import Store
from handset.unix import FirmwareError, UnixHandset
from player import Player

SHORT_S = 300
FULL_S = 3 * 3600

EPISODES, EPISODES_FULL = 60, 1500
EACH = 30  # faults of a game; then another begins
DEALS, DEALS_FULL = 4, 100
GAMES = ("nap", "floater", "izmena", "napoleon-jp", "peep")

KINDS = ("writes not acknowledged", "a stuck line", "a display unplugged", "a display without power for a moment")
_WRAP_MS = 1 << 30  # ticks_ms() begins anew
_BEFORE_WRAP_MS = 60_000
_QUIET_MS = 700
_LOOK_MS = 2500  # a display that is back is noticed within a second

# In place of bots that think: `wrong` says by chance what becomes of a step.
_BOT = '''
"""Bots as they were, but some of their steps fail."""

from elba import bots

_x = [%d]
_make = bots.make


def _chance():
    _x[0] = (_x[0] * 1103 + 12345) & 0xFFFFF
    return _x[0] >> 8


def _wrong(bot):
    step = bot.step

    def wrong():
        what = _chance() & 63
        if what == 0:
            raise ValueError("lost its mind")
        if what == 1:
            bytearray(100_000_000)
        if what == 2:
            return 0x7F
        if what == 3:
            return None
        return step()

    bot.step = wrong
    return bot


bots.make = lambda *arguments: _wrong(_make(*arguments))
'''

_FLASH = """
_x = [%d]
def _refusing(what):
    def one(*arguments):
        _x[0] = (_x[0] * 1103 + 12345) & 0xFFFFF
        if _x[0] >> 8 & 7 < 3 and (what is not open or arguments[1][0] != "r"):
            print("refused")
            raise OSError((5, 28, 30)[_x[0] >> 12 & 1 + (_x[0] >> 13 & 1)])
        return what(*arguments)
    return one
from handheld import storage
storage.open = _refusing(open)
"""


def run(full, report):
    tree = report.directory / "unix"
    build.build(build.SOURCE, tree, "pico", "x64")
    _display(tree, EPISODES_FULL if full else EPISODES, report)
    for name, what in (("bots", _BOT), ("flash", _FLASH)):
        broken = report.directory / ("unix-" + name)
        build.build(build.SOURCE, broken, "pico", "x64")
        (broken / "wrong.py").write_text(what % report.random(name).randrange(1, 1 << 19))
        main = broken / "main.py"
        main.write_text("import wrong\n" + main.read_text())
        _goes_on(broken, name, DEALS_FULL if full else DEALS, report)


def _settings(root, game, level, deals):
    settings = Settings()
    settings.system = systems.index(game)
    settings.players = Rules(game).fewest
    settings.level = bots.LEVELS.index(level)
    settings.pace = 3
    settings.house = {"deals": deals}
    Store(str(root / "saves")).save("settings", settings.save())


def _saved(handset):
    return storage_reader.newest(handset.root / "saves", "session")


def _display(tree, episodes, report):
    had = dict.fromkeys(KINDS, 0)
    same = 0
    for number in range((episodes + EACH - 1) // EACH):
        chance = report.random("display", number)
        game = GAMES[number % len(GAMES)]
        pair = []
        try:
            for name in ("well", "hurt"):
                root = report.directory / ("%s-%d" % (name, number))
                root.mkdir()
                _settings(root, game, "Corporal", 20)
                uptime = 0 if name == "well" else _WRAP_MS - _BEFORE_WRAP_MS
                pair.append(UnixHandset(overrides={"SEED": number + 1}, root=root, build=tree, uptime_ms=uptime))
            for handset in pair:
                handset.settle(_QUIET_MS)
            _press(pair, "a", "a", "a")
            for _ in range(EACH):
                kind = KINDS[chance.randrange(len(KINDS))]
                _hurt(pair, kind, chance)
                had[kind] += 1
                if not report.expect(
                    pair[0].frame() == pair[1].frame() and _saved(pair[0]) == _saved(pair[1]),
                    "game %d, %s: another picture or another game after %s, fault %d",
                    number, game, kind, sum(had.values()),
                ):
                    break
                same += 1
            report.expect(not pair[1].resets, "game %d: %d resets", number, pair[1].resets)
            report.expect("Traceback" not in pair[1].console, "game %d: %s", number, pair[1].console[-500:])
        except FirmwareError as error:
            report.problem("game %d, %s: %s" % (number, game, error))
        finally:
            for handset in pair:
                handset.close()
    for kind in KINDS:
        report.figure("faults: " + kind, had[kind])
    report.figure("the same picture and game afterwards", same)


def _press(pair, *names):
    """Press buttons of both handsets at the same times, each when the first one's picture has come to rest."""
    for name in names:
        for handset in pair:
            handset.press(name)
        pair[0].settle(_QUIET_MS, 60_000)
        _even(pair)


def _even(pair):
    late = pair[0].now_ms - pair[1].now_ms
    if late > 0:
        pair[1].run(late)


def _hurt(pair, kind, chance):
    """Let a fault be there while some buttons are pressed, take it away, and give the display time to come back."""
    hurt = pair[1]
    share = chance.choice((0.02, 0.2, 0.6))
    if kind == KINDS[0]:
        hurt.bus_fault = lambda address, data: chance.random() < share
    elif kind == KINDS[1]:
        hurt.bus_fault = lambda address, data: True
    elif kind == KINDS[2]:
        hurt.panel.unplugged = True
    else:
        hurt.panel.power_on()
    for _ in range(chance.randrange(4)):
        _press(pair, *["right"] * chance.randrange(3), "a")
    for handset in pair:
        handset.run(0 if chance.random() < 0.3 else 50)
    hurt.bus_fault = None
    hurt.panel.unplugged = False
    for handset in pair:
        handset.run(_LOOK_MS)
    _even(pair)


def _goes_on(tree, what, deals, report):
    """Play deals with a firmware in which something fails by chance; they come to their end."""
    played = noted = refused = 0
    number = 0
    while played < deals:
        chance = report.random(what, number)
        game = GAMES[number % len(GAMES)]
        root = report.directory / ("%s-%d" % (what, number))
        root.mkdir()
        _settings(root, game, ("Recruit", "Corporal", "Marshal")[number % 3], 2)
        with UnixHandset(overrides={"SEED": number + 1}, root=root, build=tree, heap="700k") as handset:
            try:
                player = Player(handset, chance.randrange(1 << 30))
                player.press("a", "a", "a")
                player.play_to_title()
                played += 2
            except (AssertionError, FirmwareError) as error:
                report.problem("%s, game %d (%s): %s" % (what, number, game, str(error)[-1000:]))
                return
            report.expect(not handset.resets, "%s, game %d: %d resets", what, number, handset.resets)
            report.expect("Traceback" not in handset.console, "%s: %s", what, handset.console[-500:])
            faults = sorted(root.glob("faults*.txt"))
            noted += sum(path.read_text().count("Traceback") for path in faults)
            refused += handset.console.count("refused")
            data = _saved(handset)
            if data:
                savedgame.unpack(data)
        number += 1
    report.figure("deals played to their end, with faults of " + what, played)
    if what == "bots":
        report.figure("faults of bots that were noted", noted)
        report.expect(noted, "no fault of a bot was noted")
    else:
        report.figure("files that could not be opened for writing", refused)
        report.expect(refused, "no write was refused")
