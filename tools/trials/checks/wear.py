"""Saving after every action wears no flash out: erases a deal, and deals until the first block has had its share

Deals with all their saves on littlefs in a flash of a Pico's size that holds the firmware, too. littlefs keeps a save
within the directory as long as it is small, writes over an erased part of that block, and moves on to another block
after a hundred erases; so a save costs a fraction of an erase, and the erases go round. The blocks of the chips are
good for 100,000 of them by their data sheets.
"""

from elba import bots, layout, match, systems, view
from elba.engine import Engine
from elba.rules import Rules
from handheld import savedgame
from handheld.savedgame import SavedGame
from handheld.settings import Settings
from trials import flash

SHORT_S = 120
FULL_S = 3600

DEALS = 150
DEALS_FULL = 5000
GOOD_FOR = 100_000  # erases of a block

_BLOCKS = 352  # of a Pico
_FIRMWARE = [4000] * 130  # bytes of its files, about
_MOST_ERASES = 25  # a deal of any game may cost
_LEAST_DEALS = 500_000


def _decide(bot, engine, state, seen):
    view.look(engine.rules, state, state[layout.TURN], seen)
    bot.think(seen)
    action = bots.THINKING
    while action == bots.THINKING:
        action = bot.step()
    return action


def _play(system_id, deals, disk):
    """Play deals with their saves; return (saves a deal, bytes a save, most saves of a deal)."""
    rules = Rules(system_id)
    game = SavedGame(flash.storage_on(disk).Store())
    game.level = 0
    saves = most = played = 0
    seed = 0
    session = None
    seen = bytearray(layout.SIZE)
    while played < deals:
        if session is None or session.over:
            seed += 1
            session = match.Session(Engine(rules), min(rules.most, 5), 0, seed)
            bot = bots.make(0, session.table.engine, 0, seed, 1)
        before = saves
        session.begin()
        game.keep(session)
        saves += 1
        engine = session.table.engine
        while engine.is_open(session.state):
            engine.apply(session.state, _decide(bot, engine, session.state, seen))
            game.keep(session)
            saves += 1
        session.end()
        game.keep(session)
        saves += 1
        played += 1
        most = max(most, saves - before)
    return saves / deals, len(savedgame.pack(session, game)), most


def run(full, report):
    deals = DEALS_FULL if full else DEALS
    for system_id in systems.ids() if full else ("nap", "izmena", "napoleon-jp"):
        disk = flash.new(_BLOCKS)
        for number, size in enumerate(_FIRMWARE):
            with disk.open("/part%d" % number, "wb") as file:
                file.write(report.random("firmware", number).randbytes(size))
        flash.storage_on(disk).Store().save("settings", Settings().save())
        chip = disk.flash
        worn = list(chip.worn)
        erases, programs = chip.erases, chip.programs
        saves, size, most = _play(system_id, deals, disk)
        erases, programs = chip.erases - erases, chip.programs - programs
        most_worn = max(now - then for now, then in zip(chip.worn, worn, strict=True))
        touched = sum(now > then for now, then in zip(chip.worn, worn, strict=True))
        disk.unmount()
        report.figure("%s: saves a deal, on average" % system_id, saves)
        report.figure("%s: saves a deal, at most" % system_id, most)
        report.figure("%s: bytes a save" % system_id, size + 16)
        report.figure("%s: pages of 256 bytes programmed a save" % system_id, programs / (saves * deals))
        report.figure("%s: blocks erased a save" % system_id, erases / (saves * deals))
        report.figure("%s: blocks erased a deal" % system_id, erases / deals)
        report.expect(erases / deals <= _MOST_ERASES, "%s: a deal costs %.1f erases", system_id, erases / deals)
        if full:
            # Over so many deals littlefs has moved on often enough to tell how evenly it does.
            report.figure("%s: blocks that were erased" % system_id, touched)
            report.figure("%s: erases of the most worn block" % system_id, most_worn)
            lasts = deals / most_worn * GOOD_FOR
            report.figure("%s: deals until a block has had 100,000" % system_id, lasts)
            report.expect(lasts >= _LEAST_DEALS, "%s: only %d deals", system_id, lasts)
