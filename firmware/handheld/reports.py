"""The pages between the deals: who deals first, what a deal came to, chips, the end of a session."""

from elba import systems as sy
from elba.layout import TRICK

from . import lang, words
from .keys import LEFT, RIGHT, A, B
from .lang import count, say
from .loan import borrow
from .ui import row_text


def first_dealer(ui, session, drawn):
    """Show the cards drawn for the first deal, round by round (generator)."""
    canvas = ui.canvas
    for number in range(len(drawn)):
        last = number == len(drawn) - 1
        ui.headline(say("lowest_deals" if number == 0 else "draw_again"))
        column = 128 // session.players
        tall = lang.is_tall()
        names = lang.pitch + lang.above if tall else 13
        cards = 27 if tall else 23
        for player in range(session.players):
            x = player * column
            canvas.centred(words.fit(canvas, player, column - 2), names, 1, x, x + column)
            card = drawn[number][player]
            left = x + (column - 11) // 2
            if card:
                canvas.small_card(card, left, cards)
                if last and player == session.seated[session.table.dealer]:
                    canvas.rect(left - 2, cards - 2, 15, 21, 1)
        if last:
            dealer = session.seated[session.table.dealer]
            canvas.centred(say("you_deal") if dealer == 0 else say("deals_first", words.player(dealer)), cards + 24)
        yield from ui.pause(-1)


def settlement(ui, session, result):
    """Show what a deal came to: why it is made or not, who pays whom, what each player gets and has now (generator).

    Returns the key: A, or B to look back at the deal.
    """
    rules = session.table.engine.rules
    if rules.made_to == sy.SIDE:
        return (yield from borrow("tally").settlement(ui, session, result))
    verdict, why, payment = words.outcome(rules, result, session.dealt)
    canvas = ui.canvas
    if result.bid:
        room = 122 - canvas.width_of(verdict)
        player = session.dealt[result.declarer]
        ui.headline(words.contract(canvas, player, rules.bid_name[result.bid], result.trump, room), verdict)
    else:
        ui.headline(say("all_passed"))
    pot = say("pot_now", session.table.pot) if session.table.pot else ""
    if rules.pot_won and result.made and rules.sweep[result.bid]:
        pot = say("wins_pot")
    payment = words.fitting(canvas, payment, 126)
    tall = lang.is_tall()
    y = row_text(0) if tall else 11
    canvas.lead(words.fitting(canvas, why, 122 - canvas.width_of(pot)), 2, y)
    canvas.trail(pot, 2, row_text(2) if tall else y)
    if tall:  # the players have a screen of their own
        canvas.lead(payment, 2, row_text(1))
        key = yield from ui.pause(-1)
        if key == B:
            return key
        ui.headline(say("chips_paid"), say("chips_now"))
    players = len(session.dealt)
    half = (players + 1) // 2 if players > 4 else players
    for i in range(players):
        player = session.dealt[i]
        x = 0 if i < half else 66
        y = row_text(i % half) if tall else 21 + (i % half) * 8
        width = 128 if players <= 4 else 62
        canvas.lead(words.player(player, players > 4), x + 2, y)
        canvas.trail(words.signed(result.pay[i]), 128 - x - (80 if players <= 4 else 42), y)
        canvas.trail(str(session.totals[player]), 130 - x - width, y)
    if not tall:
        canvas.centred(payment, 55)
    if ui.moves():
        yield from ui.move("chips", ui, result.pay, half)
    return (yield from ui.pause(-1))


def deal_code(ui, session):
    """Show the code of the session's deal (generator)."""
    text = session.table.code(session.state)
    lines = []
    for i in range(0, len(text), 24):  # four groups of five a line
        lines.append(text[i : i + 24])
    yield from ui.page(say("deal_code"), lines, say("same_cards"))


def play_off(ui, session):
    """Tell that the agreed deals are done and some players play off a tie (generator)."""
    names = [words.player(player) for player in session.tied]
    lines = []
    for i in range(0, len(names), 4):
        lines.append(", ".join(names[i : i + 4]))
    lines.append(say("play_it_off"))
    if len(session.seated) > len(session.tied):
        lines.append(say("others_help"))
    yield from ui.page(say("a_tie"), lines)


def out_of_chips(ui, player):
    """Tell that a player has lost its seat (generator); returns whether the person wants to see no more."""
    if player:
        yield from ui.page(say("out"), say("out_of_chips", words.player(player)).split("\n"))
        return False
    stay = yield from ui.ask(say("out"), say("you_out_of_chips").split("\n"), say("look_on"), say("end"))
    return not stay


def standings(ui, session, title):
    """Show the players by their chips, most first (generator)."""
    order = sorted(range(session.players), key=lambda player: player - 16 * session.totals[player])
    ui.headline(title)
    tall = lang.is_tall()
    # More than five, or four, stand in two columns.
    half = len(order) if len(order) <= (4 if tall else 5) else (len(order) + 1) // 2
    for i in range(len(order)):
        player = order[i]
        x = 0 if i < half else 66
        y = row_text(i % half) if tall else 13 + (i % half) * 10
        edge = 116 if half == len(order) else x + 58
        out = player not in session.seated and not session.playoff and not session.over
        ui.canvas.lead(words.player(player), x + 4, y)
        ui.canvas.trail(say("out_with", session.totals[player]) if out else str(session.totals[player]), 128 - edge, y)
    yield from ui.pause(-1)


def the_end(ui, session):
    """Show who has won, then the standings (generator)."""
    canvas = ui.canvas
    winner = session.winner
    if winner is None:
        text = say("a_tie")
    elif winner == 0:
        text = say("you_win")
    else:
        text = say("wins_session", words.player(winner))
    canvas.fill(0)
    canvas.title(text, 64 - canvas.title_width(text) // 2, 14)
    if any(session.shared):
        canvas.centred(say("pot_shared"), 34 if lang.is_tall() else 36)
    deals = session.table.number
    canvas.centred(count("after_deals", deals), 49 if lang.is_tall() else 46)
    yield from ui.pause(-1)
    yield from standings(ui, session, say("final_" + words.unit(session.table.engine.rules)))


def last_trick(ui, table, seen):
    """Look back at the tricks, left and right from one to another (generator); A or B ends it."""
    tricks = seen_tricks(seen)
    number = tricks - 1
    while True:
        table.trick(seen, number, say("trick_of", number + 1, tricks), "◀ ▶" if tricks > 1 else "")
        table.hand_only()
        key = yield from ui.key()
        if key in (A, B):
            return
        if key == LEFT:
            number = max(0, number - 1)
        elif key == RIGHT:
            number = min(tricks - 1, number + 1)


def seen_tricks(seen):
    """Return how many tricks of a view are complete."""
    return seen[TRICK]
