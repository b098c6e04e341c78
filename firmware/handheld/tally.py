"""Pages of a game in which two sides count cards: what a deal came to, and how both sides stand in the middle of it."""

from elba import tricks
from elba.layout import BID, DECLARER, FRIEND, NOBODY, SEATS, SIZE
from elba.view import look

from . import lang, words
from .lang import say
from .sides import laid_off, opponents_have
from .ui import row_text


def settlement(ui, session, result):
    """Show what a deal came to (generator): a row a seat with its part, what it took, its points and its total."""
    rules = session.table.engine.rules
    canvas = ui.canvas
    if not result.bid:
        ui.headline(say("all_passed"), say("no_deal"))
    else:
        verdict = say("made" if result.made else "failed")
        call = words.call(rules.bid_name[result.bid])
        ui.headline(say("side_contract", words.player(session.dealt[result.declarer]), call), verdict)
        canvas.lead(_why(rules, result, session.state), 2, row_text(0) if lang.is_tall() else 11)
    state = session.state
    step = 9
    top = 19  # of a row's bar
    if lang.is_tall():  # the seats have a screen of their own
        yield from ui.pause(-1)
        canvas.fill(0)
        step = 13
        top = -1
    bar = min(step, 12) + (1 if lang.above > 1 else 0)
    bar_x = 90 if lang.from_right else 0
    for seat in range(len(session.dealt)):
        player = session.dealt[seat]
        bar_y = top + step * seat
        y = bar_y + 1 + lang.above
        if seat == result.declarer and result.bid:
            canvas.fill_rect(bar_x, bar_y, 38, bar, 1)
            canvas.lead(words.player(player), 2, y, 0)
        else:
            canvas.lead(words.player(player), 2, y)
            if seat == result.friend and result.bid:
                canvas.rect(bar_x, bar_y, 38, bar, 1)
        if result.bid:
            canvas.trail(str(tricks.captured(rules, state, seat)), 76, y)
        if seat == 0 and result.bid:
            canvas.lead(say("faces"), 55, y)
        canvas.trail(words.signed(result.pay[seat]), 22, y)
        canvas.trail(str(session.totals[player]), 2, y)
    return (yield from ui.pause(-1))


def _why(rules, result, state):
    """What declarer's side took of what it had to take."""
    wanted = rules.tricks[result.bid]
    if result.taken >= wanted and not result.made:
        return say("took_all", result.taken)
    if result.friend == result.declarer:
        return say("took_alone", result.taken, wanted)
    return say("took_with", result.taken, wanted, words.card(state[FRIEND], True))


def sides(ui, rules, names, seen):
    """Show how both sides stand as far as everybody can know (generator).

    names  player of each seat, see words.player; seen  a view of the deal
    """
    public = bytearray(SIZE)
    look(rules, seen, NOBODY, public)
    if not public[BID] or not public[FRIEND]:
        yield from ui.page(say("sides"), say("no_friend_yet").split("\n"))
        return
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
    lines = [(words.player(names[declarer]), say("of", ours, wanted))]
    if partner == NOBODY:
        lines.append((say("who_holds", words.card(public[FRIEND])), "?"))
    elif partner == declarer:
        lines[0] = (say("name_alone", lines[0][0]), lines[0][1])
    else:
        lines[0] = (say("name_and", lines[0][0], words.player(names[partner])), lines[0][1])
    lines.append((say("opponents"), say("of", theirs, rules.countable + 1 - wanted)))
    off = laid_off(rules, public)
    if off:
        lines.append((say("laid_off"), str(off)))
    if partner == NOBODY:
        lines.append((say("side_unknown"), str(rules.countable - ours - theirs - left)))
    lines.append((say("still_out"), str(left)))
    yield from ui.table(say("side_contract", words.player(names[declarer]), call), say("faces"), lines)
