"""Bots at a table, for one deal. Runs under CPython and under MicroPython."""

from elba import bots, layout, view


def play(engine, state, minds, note):
    """Play a dealt state to its end.

    minds   a bot for each seat
    note    called with (seat, action, steps that the bot thought) before each action is carried out
    """
    seen = bytearray(layout.SIZE)
    while engine.is_open(state):
        seat = state[layout.TURN]
        view.look(engine.rules, state, seat, seen)
        mind = minds[seat]
        mind.think(seen)
        steps = 1
        action = mind.step()
        while action == bots.THINKING:
            steps += 1
            action = mind.step()
        note(seat, action, steps)
        engine.apply(state, action)
