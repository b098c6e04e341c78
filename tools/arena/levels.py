"""Names of bots -> bots. Everything here that lets bots play finds them through `find`.

The levels of the device come from elba.bots. A level that only the host can play is added to HOST. And
MODULE:CLASS names a class of one's own, made like elba.bots.base.Bot, in a module that Python finds.
"""

import importlib

from elba import bots

# Levels for the host alone: name -> MODULE:CLASS.
HOST = {"Emperor": "arena.emperor:Emperor"}


def names():
    """Return the names of all levels, each stronger than those before it."""
    return [*bots.LEVELS, *HOST]


def find(name):
    """Return a function (engine, high, low, stream) -> bot, see elba.bots.make. Raises ValueError."""
    if name in bots.LEVELS:
        level = bots.LEVELS.index(name)
        return lambda *how: bots.make(level, *how)
    module, _, attribute = HOST.get(name, name).partition(":")
    if not attribute:
        raise ValueError("expected %s or MODULE:CLASS, found %s" % (", ".join(names()), name))
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError("expected %s or MODULE:CLASS, found %s: %s" % (", ".join(names()), name, error)) from None


def source(name):
    """Return the path of the file that a bot outside lib/ comes from, None for a level of elba.bots."""
    module, _, attribute = HOST.get(name, name).partition(":")
    return importlib.import_module(module).__file__ if attribute else None
