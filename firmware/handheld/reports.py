"""The pages between the deals: who deals first, what a deal came to, chips, the end of a session."""

from elba import systems as sy
from elba.layout import TRICK

from . import words
from .keys import LEFT, RIGHT, A, B


def _name(player):
    return words.PLAYERS[player][0]


def first_dealer(ui, session, drawn):
    """Show the cards drawn for the first deal, round by round (generator)."""
    canvas = ui.canvas
    for number in range(len(drawn)):
        last = number == len(drawn) - 1
        ui.headline("Lowest card deals" if number == 0 else "Draw again")
        column = 128 // session.players
        for player in range(session.players):
            x = player * column
            canvas.centred(words.fit(canvas, player, column - 2), 13, 1, x, x + column)
            card = drawn[number][player]
            left = x + (column - 11) // 2
            if card:
                canvas.small_card(card, left, 23)
                if last and player == session.seated[session.table.dealer]:
                    canvas.rect(left - 2, 21, 15, 21, 1)
        if last:
            dealer = session.seated[session.table.dealer]
            canvas.centred("You deal" if dealer == 0 else _name(dealer) + " deals", 47)
        yield from ui.pause(-1)


def settlement(ui, session, result):
    """Show what a deal came to: why it is made or not, who pays whom, what each player gets and has now (generator)."""
    rules = session.table.engine.rules
    if rules.made_to == sy.SIDE:
        from .tally import settlement as of_sides

        yield from of_sides(ui, session, result)
        return
    verdict, why, payment = words.outcome(rules, result, session.dealt)
    canvas = ui.canvas
    if result.bid:
        room = 122 - canvas.width_of(verdict)
        player = session.dealt[result.declarer]
        ui.headline(words.contract(canvas, player, rules.bid_name[result.bid], result.trump, room), verdict)
    else:
        ui.headline("All passed")
    pot = "pot %d" % session.table.pot if session.table.pot else ""
    if rules.pot_won and result.made and rules.sweep[result.bid]:
        pot = "wins pot"
    if canvas.width_of(why) + canvas.width_of(pot) > 122:
        why = why.replace("exactly", "just")
    canvas.write(why, 2, 11)
    canvas.right(pot, 126, 11)
    if canvas.width_of(payment) > 126:
        payment = payment.replace(" pays ", ": ")
    players = len(session.dealt)
    half = (players + 1) // 2 if players > 4 else players
    for i in range(players):
        player = session.dealt[i]
        x = 0 if i < half else 66
        y = 21 + (i % half) * 8
        width = 128 if players <= 4 else 62
        canvas.write(words.PLAYERS[player][0 if players <= 4 else 1], x + 2, y)
        canvas.right(words.signed(result.pay[i]), x + (80 if players <= 4 else 42), y)
        canvas.right(str(session.totals[player]), x + width - 2, y)
    canvas.centred(payment, 55)
    yield from ui.pause(-1)


def play_off(ui, session):
    """Tell that the agreed deals are done and some players play off a tie (generator)."""
    names = [_name(player) for player in session.tied]
    lines = []
    for i in range(0, len(names), 4):
        lines.append(", ".join(names[i : i + 4]))
    lines.append("play it off.")
    if len(session.seated) > len(session.tied):
        lines.append("The others help out.")
    yield from ui.page("A tie", lines)


def out_of_chips(ui, player):
    """Tell that a player has lost its seat (generator); returns whether the person wants to see no more."""
    if player:
        yield from ui.page("Out", (_name(player) + " has no chips left", "and gives up the seat."))
        return False
    stay = yield from ui.ask("Out", ("You have no chips left", "and give up your seat."), "look on", "end")
    return not stay


def standings(ui, session, title):
    """Show the players by their chips, most first (generator)."""
    order = sorted(range(session.players), key=lambda player: player - 16 * session.totals[player])
    ui.headline(title)
    # More than five stand in two columns.
    half = len(order) if len(order) <= 5 else (len(order) + 1) // 2
    for i in range(len(order)):
        player = order[i]
        x = 0 if i < half else 66
        y = 13 + (i % half) * 10
        edge = 116 if half == len(order) else x + 58
        out = player not in session.seated and not session.playoff and not session.over
        ui.canvas.write(_name(player), x + 4, y)
        ui.canvas.right(("out " if out else "") + str(session.totals[player]), edge, y)
    yield from ui.pause(-1)


def the_end(ui, session):
    """Show who has won, then the standings (generator)."""
    canvas = ui.canvas
    winner = session.winner
    if winner is None:
        text = "A tie"
    elif winner == 0:
        text = "You win!"
    else:
        text = _name(winner) + " wins"
    canvas.fill(0)
    canvas.title(text, 64 - canvas.title_width(text) // 2, 14)
    if any(session.shared):
        canvas.centred("the pot was shared", 36)
    deals = session.table.number
    canvas.centred("after %d deal%s" % (deals, "" if deals == 1 else "s"), 46)
    yield from ui.pause(-1)
    yield from standings(ui, session, "Final " + words.unit(session.table.engine.rules))


def last_trick(ui, table, seen):
    """Look back at the tricks, left and right from one to another (generator); A or B ends it."""
    count = seen_tricks(seen)
    number = count - 1
    while True:
        table.trick(seen, number, "Trick %d of %d" % (number + 1, count), "◀ ▶" if count > 1 else "")
        table.hand_only()
        key = yield from ui.key()
        if key in (A, B):
            return
        if key == LEFT:
            number = max(0, number - 1)
        elif key == RIGHT:
            number = min(count - 1, number + 1)


def seen_tricks(seen):
    """Return how many tricks of a view are complete."""
    return seen[TRICK]
