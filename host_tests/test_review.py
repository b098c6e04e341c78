"""Looking back at a deal, on the real firmware."""

import pytest

from elba import bots, match, view
from elba.engine import Engine
from elba.layout import CHIPS, SIZE, TURN, set_word
from elba.rules import Rules
from test_why import handset_at


def last_card(system, players, seed):
    """Return a session in which bots have played for all, and one action is left, the person's own."""
    for number in range(seed, seed + 80):
        session = match.Session(Engine(Rules(system)), players, 0, number)
        session.table.dealer = number % players
        session.begin()
        engine, state = session.table.engine, session.state
        seen = bytearray(SIZE)
        bot = bots.make(1, engine, 0, number, 1)
        before = bytes(state)
        while engine.is_open(state):
            before = bytes(state)
            view.look(engine.rules, state, state[TURN], seen)
            bot.think(seen)
            action = bot.step()
            while action == bots.THINKING:
                action = bot.step()
            engine.apply(state, action)
        result = engine.result(state)
        if before[TURN] == session.seat_of(0) and result.bid:
            state[:] = before
            return session, result
    raise AssertionError("no such deal")


GAMES = [("nap", 4, 0), ("savremeni", 4, 0), ("pub-seven", 4, 0), ("floater", 5, 0), ("napoleon-jp", 5, 0)]


@pytest.mark.parametrize(("system", "players", "language"), [*GAMES, ("nap", 4, 3), ("napoleon-jp", 5, 4)])
def test_tricks_hands_best_result_and_code(tmp_path, system, players, language):
    session, _ = last_card(system, players, 0)
    handset, player = handset_at(tmp_path, session, language=language)
    with handset:
        player.press("a")  # the last card, the trick, the settlement
        if language > 2 and system != "napoleon-jp":  # on two pages
            player.press("a")
        settlement = handset.frame()
        menu = player.press("b")
        assert menu != settlement
        seen = set()
        for row in range(4):
            page = player.press("a")
            assert page != menu
            seen.add(page)
            if row == 0:
                assert player.press("left") != page  # from one trick to another
            player.press("b" if row < 2 else "a")
            player.press("down")
        assert len(seen) == 4
        assert handset.console == ""
        assert handset.panel.errors == []



def test_a_player_who_has_lost_the_seat_by_this_deal_is_still_in_it(tmp_path):
    for seed in range(0, 400, 40):
        session, result = last_card("nap", 4, seed)
        loser = min(range(4), key=lambda seat: result.pay[seat])
        if loser:
            break
    assert loser
    session.totals[session.seated[loser]] = -result.pay[loser]  # all that it has
    set_word(session.state, CHIPS + 2 * loser, -result.pay[loser])
    handset, player = handset_at(tmp_path, session)
    with handset:
        player.press("a", "b")
        first = player.press("a")
        for _ in range(4):
            assert player.press("left") != first
        assert handset.console == ""
        player.press("b", "down", "a")
        assert handset.console == ""
