"""Ways to ask about the rule systems, and the names of the values in their tables (system_tables.py).

The tables of all systems together are large, and once a game is on nobody asks for them: they are loaded when they are
first asked for, and may be put back on the shelf (shelf.py) at any time.
"""

from micropython import const

# pack
FULL = const(0)
SHORT = const(1)
SHORTEST = const(2)
# rounds
MANY = const(0)
# count
LEAST = const(0)
EXACT = const(1)
LEAST_NOT_ALL = const(2)
# trump
LED = const(0)
NAMED = const(1)
CALLED = const(2)
# above_trumps
TRUMP_SUIT = const(8)
COLOUR = const(9)
# take, peek_price
NEVER = const(-1)
MAY = const(0)
BID = const(1)
ALL = const(2)
# exchange_per
PER_HAND = const(0)
PER_CARD = const(1)
# made_to, lost_to
PLAYERS = const(0)
POT = const(1)
SIDE = const(2)
# lost_heads
OPPONENTS = const(0)
EVERYBODY = const(1)
EVERYBODY_IF_SWEEP = const(2)
# shuffle
ALWAYS = const(0)
BY_RULE = const(1)
# first_lead
LOW_TRUMP = const(1)
LOW_PLAIN = const(2)

# The lowest rank of each suit for 2, 3, .. 8 players. Two sit down to a short pack only to play off a tie: as for 3.
LOWEST = (
    b"\x02\x02\x02\x02\x02\x02\x02",
    b"\x09\x09\x08\x07\x06\x05\x05",
    b"\x0a\x0a\x09\x08\x07\x06\x06",
)


def _tables():
    from . import system_tables  # here: see above

    return system_tables


def number():
    """Return how many systems there are."""
    return len(_tables().SYSTEMS)


def ids():
    """Return the ids of all systems, in the order of the table."""
    return [system["id"] for system in _tables().SYSTEMS]


def index(system_id):
    """Return a system's place among all, or -1: the number that saves and deal codes carry."""
    systems = _tables().SYSTEMS
    for i in range(len(systems)):
        if systems[i]["id"] == system_id:
            return i
    return -1


def groups():
    """Return the names of the groups that menus list the systems under, in their order."""
    return _tables().GROUPS


def lookup(system, key):
    """Return the entry for `key` of a system (its index): its own, or the nearest of the systems it is based on."""
    tables = _tables()
    table = tables.SYSTEMS[system]
    while key not in table:
        base = table.get("base", "")
        table = tables.SYSTEMS[index(base)] if base else tables.ANY
    return table[key]
