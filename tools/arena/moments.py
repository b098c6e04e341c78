"""Decisions of bots that play with their like: what a seat saw, and what it did.

Nothing that a bot is measured by is told to it: it gets the view, and the state is for the one who measures.
"""

from elba import actions as act
from elba import bots, layout, view

from . import duplicate, levels


def begin(engine, players, level, seed, number):
    """Return (state, bots) of deal `number` of a seed: dealt, with a bot of the level at each seat."""
    pots = duplicate.pots(engine.rules.id, tuple(sorted(engine.rules.options.items())), players, seed)
    state, dice = duplicate.dealt(engine, players, seed, number, pots)
    return state, [levels.find(level)(engine, *dice, seat) for seat in range(players)]


def decide(bot, seen):
    """Return a bot's action on a view."""
    bot.think(seen)
    action = bots.THINKING
    while action == bots.THINKING:
        action = bot.step()
    return action


def play(engine, state, minds, until=layout.OVER):
    """Play on to a phase, or to the end; yield (seat, view, action) before each action is carried out."""
    seen = bytearray(layout.SIZE)
    while engine.is_open(state) and state[layout.PHASE] < until:
        seat = state[layout.TURN]
        view.look(engine.rules, state, seat, seen)
        action = decide(minds[seat], seen)
        yield seat, seen, action
        engine.apply(state, action)


def cards(engine, seen):
    """Return the cards that the seat to act may play, by its view."""
    return [action for action in engine.legal(seen) if act.kind(action) == act.PLAY]


def side(seen, seat):
    """Return "declarer" or "opponent"."""
    return "declarer" if seat == seen[layout.DECLARER] else "opponent"
