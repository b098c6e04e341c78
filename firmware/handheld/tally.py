"""Pages of a game in which two sides count cards: what a deal came to, and how both sides stand in the middle of it."""

from elba import tricks
from elba.layout import BID, DECLARER, FRIEND, NOBODY, SEATS, SIZE
from elba.view import look

from . import words
from .sides import laid_off, opponents_have


def _name(player):
    return words.PLAYERS[player][0]


def settlement(ui, session, result):
    """Show what a deal came to (generator): a row a seat with its part, what it took, its points and its total."""
    rules = session.table.engine.rules
    canvas = ui.canvas
    if not result.bid:
        ui.headline("All passed", "no deal")
    else:
        verdict = "made" if result.made else "failed"
        call = words.call(rules.bid_name[result.bid])
        ui.headline("%s %s" % (_name(session.dealt[result.declarer]), call), verdict)
        canvas.write(_why(rules, result, session.state), 2, 11)
    state = session.state
    for seat in range(len(session.dealt)):
        player = session.dealt[seat]
        y = 20 + 9 * seat
        if seat == result.declarer and result.bid:
            canvas.fill_rect(0, y - 1, 38, 9, 1)
            canvas.write(_name(player), 2, y, 0)
        else:
            canvas.write(_name(player), 2, y)
            if seat == result.friend and result.bid:
                canvas.rect(0, y - 1, 38, 9, 1)
        if result.bid:
            canvas.right(str(tricks.captured(rules, state, seat)), 52, y)
        if seat == 0 and result.bid:
            canvas.write("faces", 55, y)
        canvas.right(words.signed(result.pay[seat]), 106, y)
        canvas.right(str(session.totals[player]), 126, y)
    yield from ui.pause(-1)


def _why(rules, result, state):
    """What declarer's side took of what it had to take."""
    wanted = rules.tricks[result.bid]
    text = "took %d, bid %d" % (result.taken, wanted)
    if result.taken >= wanted and not result.made:
        return "took all %d: too many" % result.taken
    if result.friend == result.declarer:
        return text + ", alone"
    return text + ", with " + words.card(state[FRIEND], True)


def sides(ui, rules, names, seen):
    """Show how both sides stand as far as everybody can know (generator).

    names  index into words.PLAYERS of each seat; seen  a view of the deal
    """
    public = bytearray(SIZE)
    look(rules, seen, NOBODY, public)
    if not public[BID] or not public[FRIEND]:
        yield from ui.page("Sides", ("No friend is named yet.",))
        return
    canvas = ui.canvas
    declarer = public[DECLARER]
    wanted = rules.tricks[public[BID]]
    partner = tricks.friend(rules, public)
    ours = tricks.taken_by_side(rules, public)
    theirs = opponents_have(rules, public)
    left = rules.countable - theirs - ours
    if partner == NOBODY:
        for seat in range(public[SEATS]):
            if seat != declarer:
                left -= tricks.captured(rules, public, seat)
    call = words.call(rules.bid_name[public[BID]])
    ui.headline("%s %s" % (_name(names[declarer]), call), "faces")
    lines = [(_name(names[declarer]), "%d of %d" % (ours, wanted))]
    if partner == NOBODY:
        lines.append(("+ who holds " + words.card(public[FRIEND]), "?"))
    elif partner == declarer:
        lines[0] = (lines[0][0] + ", alone", lines[0][1])
    else:
        lines[0] = (lines[0][0] + " and " + _name(names[partner]), lines[0][1])
    lines.append(("Opponents", "%d of %d" % (theirs, rules.countable + 1 - wanted)))
    off = laid_off(rules, public)
    if off:
        lines.append(("  discarded face up", str(off)))
    if partner == NOBODY:
        lines.append(("Side unknown", str(rules.countable - ours - theirs - left)))
    lines.append(("Still out", str(left)))
    y = 12
    for text, value in lines:
        canvas.write(text, 2, y)
        canvas.right(value, 126, y)
        y += 9
    yield from ui.pause(-1)
