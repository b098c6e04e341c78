"""The pages that show what has been played so far (stats.py), with small bars."""

from micropython import const

from elba import systems
from elba import systems as sy

from . import lang, words
from .keys import LEFT, UP, A, B
from .lang import say
from .loan import borrow
from .ui import ROW, row_text

_BAR_X = const(66)
_BAR = const(28)  # width of a whole one
_VALUE = const(30)  # pixels for what stands behind it


def show(ui):
    """Let a person look at the counts of each game (generator)."""
    stats = borrow("stats")
    book, wrong = stats.read(ui.device.store)
    if wrong:
        yield from ui.page(say("records"), say(wrong).split("\n"))
    played = [system for system in sorted(book.records) if system < systems.number()]
    if not played:
        yield from ui.page(say("records"), say("no_records").split("\n"))
        return
    at = 0
    while at >= 0:
        if len(played) > 1:
            at = yield from ui.choose(say("records"), [words.game(system) for system in played], at)
        if at >= 0:
            yield from _pages(ui, stats, played[at], book.records[played[at]])
        if len(played) == 1:
            return


def _pages(ui, stats, system, record):
    """Show the counts of one game, a page after another: A or right the next, left the one before, B ends."""
    per_page = 4 if lang.is_tall() else 6
    pages = []
    for rows in (_totals(system, record), _bids(stats, record)):
        for i in range(0, len(rows), per_page):
            pages.append(rows[i : i + per_page])
    at = 0
    while 0 <= at < len(pages):
        _draw(ui, words.game(system), pages[at])
        key = yield from ui.key()
        if key == B:
            return
        # From the last page A leads back; the others stay where there is no further page.
        if key in (LEFT, UP):
            at = max(0, at - 1)
        elif key == A or at + 1 < len(pages):
            at += 1


def _totals(system, record):
    """What has been done, in rows of (text, done, of): a bar where `of` is a number, else `done` is a text."""
    declared = sum([row[0] for row in record.bids.values()])
    made = sum([row[1] for row in record.bids.values()])
    points = sy.lookup(system, "race") or sy.lookup(system, "made_to") == sy.SIDE
    rows = [(say("deals_played"), str(record.deals), None), (say("as_declarer"), made, declared)]
    if record.friend:
        rows.append((say("as_friend"), record.helped, record.friend))
    rows.append((say("bids_beaten"), record.beaten, record.against))
    rows.append((say("points_won" if points else "chips_won"), words.signed(record.chips), None))
    if record.sessions:
        rows.append((say("sessions_won"), record.won, record.sessions))
        rows.append((say("best_session"), words.signed(record.best), None))
    return rows


def _bids(stats, record):
    """The bids that were declared and made, in such rows."""
    rows = []
    for kind in sorted(record.bids):
        declared, made, _ = record.bids[kind]
        if kind >= stats.NUMBER:
            rows.append((str(kind - stats.NUMBER), made, declared))
        elif kind < len(stats.KINDS):
            rows.append((words.call(stats.KINDS[kind]), made, declared))
    return rows


def _draw(ui, title, rows):
    canvas = ui.canvas
    tall = lang.is_tall()
    ui.headline(title)
    for i in range(len(rows)):
        text, done, of = rows[i]
        y = row_text(i) if tall else 11 + i * ROW
        canvas.lead(text, 2, y)
        if of is None:
            canvas.trail(done, 2, y)
            continue
        value = "%d/%d" % (done, of)
        if canvas.width_of(value) > _VALUE:
            value = "%d%%" % (100 * done // of)
        canvas.trail(value, 2, y)
        top = y + (1 if tall else 0)
        x = 128 - _BAR_X - _BAR if lang.from_right else _BAR_X
        canvas.rect(x, top, _BAR, 7, 1)
        width = (_BAR * done + of // 2) // of if of else 0
        canvas.fill_rect(x + _BAR - width if lang.from_right else x, top, width, 7, 1)
