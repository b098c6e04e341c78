"""Emperor, for the host alone: Marshal with a thousand worlds and all the time it wants, to measure Marshal by."""

from elba.bots.marshal import Marshal


class Emperor(Marshal):
    """Marshal, but no limits: every decision looks at a thousand worlds, and every search goes on to its end."""

    WORLDS = 1000
    NODES = CALL_NODES = 0
    SLOTS = 8192
