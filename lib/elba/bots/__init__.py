"""The computer's players. A bot gets a view (view.look) and the rules, and nothing else.

    bot = bots.make(1, engine, high, low, stream)
    bot.think(view)                 # the view of the seat to act
    action = bots.THINKING
    while action == bots.THINKING:  # a few milliseconds a step: poll the buttons in between
        action = bot.step()

Levels play by the attributes of Rules, never by a system's name. Where cards are captured by sides, they are those of
sides.py and side_marshal.py; else recruit.py, corporal.py and marshal.py.
"""

from .base import THINKING

LEVELS = ("Recruit", "Corporal", "Marshal")
STANDARD = 1  # the level for those who have not chosen one


def levels(rules):
    """Return how many of LEVELS play a game, the first ones: all of them, in every game that there is now."""
    return len(LEVELS)


def make(level, engine, high, low, stream):
    """Return a bot of a level (index into LEVELS) for one seat or several.

    high, low  16-bit words of the seed; stream  0..65535, another one for each bot of a game. Raises ValueError where
    the game has no such level, see levels().
    """
    most = levels(engine.rules) - 1
    if not 0 <= level <= most:
        raise ValueError("level: expected 0..%d, not %d" % (most, level))
    # Imported when needed: a level that nobody plays takes no memory.
    if engine.rules.capture and level == 2:
        from .side_marshal import Marshal as Level
    elif engine.rules.capture:
        from . import sides

        Level = sides.Corporal if level else sides.Recruit
    elif level == 2:
        from .marshal import Marshal as Level
    elif level:
        from .corporal import Corporal as Level
    else:
        from .recruit import Recruit as Level
    return Level(engine, high, low, stream)


__all__ = ("LEVELS", "STANDARD", "THINKING", "levels", "make")
