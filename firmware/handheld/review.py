"""Looking back at a deal that is over: its tricks, all hands, what open cards could have made of it, its code."""

from micropython import const

from elba import systems as sy
from elba.cards import NO_SUIT, NONE, sort_hand
from elba.layout import CARDS, SEATS, SIZE

from . import words
from .lang import count, say
from .loan import borrow

_SLICE = const(400)  # nodes a step: 5 to 10 ms on an RP2040
_MOST_NODES = const(120_000)  # of one question; then it is given up


def menu(ui, session, result, table):
    """Let a person look back at the deal that session.end() has just booked (generator).

    table  the table.Table that it was played on
    """
    rows = ["go_on", "hands_page", "deal_code"]
    if result.bid:
        rows = ["go_on", "tricks_page", "hands_page", "best_page", "deal_code"]
    at = 1
    while True:
        at = yield from ui.choose(say("review"), [say(row) for row in rows], at)
        row = rows[at] if at > 0 else "go_on"
        if row == "go_on":
            return
        if row == "tricks_page":
            yield from borrow("reports").last_trick(ui, table, session.state)
        elif row == "hands_page":
            yield from ui.read(say(row), _hands(session))
        elif row == "deal_code":
            yield from borrow("reports").deal_code(ui, session)
        else:
            yield from _best(ui, session, result)


def _hands(session):
    """A line for each player, or more where a hand is longer: all cards that it has played."""
    rules = session.table.engine.rules
    hand = bytearray(rules.hand)
    each = 5 if rules.hand <= 5 else 7  # of a line
    lines = []
    for seat in range(len(session.dealt)):
        start = CARDS + seat * rules.hand
        for i in range(rules.hand):
            hand[i] = session.state[start + i]
        sort_hand(hand, 0, rules.hand)
        names = [words.card(card, True) for card in hand]
        who = words.player(session.dealt[seat], True)
        if rules.hand > 5:
            lines.append(who)
            who = ""
        for i in range(0, rules.hand, each):
            cards = " ".join(names[i : i + each])
            lines.append(say("hand_of", who, cards) if who else cards)
            who = ""
    return lines


def _best(ui, session, result):
    """Work out what best play of all would have come to, had all cards lain open (generator)."""
    rules = session.table.engine.rules
    title = say("best_page")
    if rules.joker:
        yield from ui.page(title, say("best_joker").split("\n"))
        return
    ui.headline(title)
    ui.canvas.centred(say("best_thinks"), 30)
    ui.device.show()
    from elba.shelf import put_back_all
    from elba.solver import GAVE_UP, YES, Solver, suppose

    state = bytearray(SIZE)
    state[:] = session.state
    free = rules.trump == sy.LED  # the first card makes trump: it might have been another
    suppose(state, result.declarer, result.bid, NO_SUIT if free else result.trump)
    solver = Solver(rules, state[SEATS])
    solver.load(state)
    made = yield from _asked(solver, rules.goal[result.bid])
    most = -1
    if rules.tricks[result.bid]:
        most = rules.hand
        while most:
            answer = yield from _asked(solver, (2 << rules.hand) - (1 << most))
            if answer == GAVE_UP:
                most = -1
                break
            if answer == YES:
                break
            most -= 1
    put_back_all("elba.solver")
    who = words.player(session.dealt[result.declarer])
    what = words.call(rules.bid_name[result.bid])
    lines = [say("best_bid", who, what)]
    if made == GAVE_UP:
        lines += say("best_unknown").split("\n")
    else:
        lines += say("best_made" if made == YES else "best_failed").split("\n")
    if most >= 0:
        lines.append(count("best_tricks", most))
    yield from ui.page(title, lines)


def _asked(solver, goal):
    """The solver's answer whether declarer can take one of these numbers of tricks (generator)."""
    from elba.solver import THINKING

    solver.aim(goal)
    solver.begin(NONE, _MOST_NODES)
    while True:
        answer = solver.step(_SLICE)
        if answer != THINKING:
            return answer
        yield 0
