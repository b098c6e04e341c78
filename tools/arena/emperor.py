"""Emperor, for the host alone: Marshal with a thousand worlds and all the time it wants, to measure Marshal by."""

from elba.bots import marshal, side_marshal

_WORLDS = 1000
_SLOTS = 8192


class _Nap(marshal.Marshal):
    """Every decision looks at a thousand worlds, and every search goes on to its end."""

    WORLDS = _WORLDS
    NODES = CALL_NODES = 0
    SLOTS = _SLOTS


class _Sides(side_marshal.Marshal):
    """The same where cards are captured; it begins to work things out no sooner than Marshal."""

    WORLDS = _WORLDS
    NODES = 0
    SLOTS = _SLOTS


def Emperor(engine, high, low, stream):
    """Return the Emperor of a game, made like a bot's class."""
    return (_Sides if engine.rules.capture else _Nap)(engine, high, low, stream)
