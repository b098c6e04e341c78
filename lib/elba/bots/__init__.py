"""The computer's players. A bot gets a view (view.look) and the rules, and nothing else.

    bot = bots.make(1, engine, high, low, stream)
    bot.think(view)                 # the view of the seat to act
    action = bots.THINKING
    while action == bots.THINKING:  # a few milliseconds a step: poll the buttons in between
        action = bot.step()

Levels play every system: they go by the attributes of Rules, never by a system's name. Where cards are captured by
sides, both are those of sides.py; else recruit.py and corporal.py.
"""

from .base import THINKING

LEVELS = ("Recruit", "Corporal")


def make(level, engine, high, low, stream):
    """Return a bot of a level (index into LEVELS) for one seat or several.

    high, low  16-bit words of the seed; stream  0..65535, another one for each bot of a game. Raises ValueError.
    """
    if not 0 <= level < len(LEVELS):
        raise ValueError("level: expected 0..%d" % (len(LEVELS) - 1))
    # Imported when needed: a level that nobody plays takes no memory.
    if engine.rules.capture:
        from . import sides

        Level = sides.Corporal if level else sides.Recruit
    elif level:
        from .corporal import Corporal as Level
    else:
        from .recruit import Recruit as Level
    return Level(engine, high, low, stream)


__all__ = ("LEVELS", "THINKING", "make")
