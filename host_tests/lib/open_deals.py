"""Deals with open cards at any point of play, of all systems: what the solver is compared with brute force on."""

from harness import dealt
from elba import layout, solver, system_tables
from elba import systems as sy
from elba.engine import Engine
from elba.rules import Rules

# Whole deals are too long for brute force with five cards a hand, so here are two systems with three.
SMALL = (
    {
        "id": "small-led",
        "name": "Small",
        "group": "British",
        "base": "pub",
        "hand": 3,
        "packets": (3,),
        "pack": sy.SHORT,
        "players": (2, 5),
        "bids": (
            ("one", 1, 1, 1, "", 0, 0, 0, ""),
            ("two", 2, 2, 2, "", 0, 0, 0, ""),
            ("misere", 0, 3, 3, "", 0, 0, 0, ""),
            ("all", 3, 5, 5, "", 1, 0, 0, ""),
        ),
        "options": ("exact", "misere_trump"),
    },
    {
        "id": "small-named",
        "name": "Small, named",
        "group": "British",
        "base": "small-led",
        "trump": sy.NAMED,
        "must_trump": 1,
        "bids": (
            ("one", 1, 1, 1, "", 0, 0, 0, ""),
            ("two", 2, 2, 2, "", 0, sy.LOW_TRUMP, 0, ""),
            ("misere", 0, 3, 3, "", 0, sy.LOW_PLAIN, 0, ""),
            ("all", 3, 5, 5, "", 1, 0, 0, ""),
        ),
    },
)

# system, options, cards that are still held when the solver is asked
KINDS = (
    ("small-led", {}, 15),
    ("small-led", {"exact": True, "misere_trump": True}, 15),
    ("small-named", {}, 15),
    ("small-named", {"exact": True}, 15),
    ("savremeni", {}, 10),
    ("savremeni", {"exact": False, "misere_trump": True}, 10),
    ("nap", {"misere": True, "two": True}, 9),
    ("nap", {"misere": True, "misere_trump": False, "exact": True}, 9),
    ("floater", {}, 9),
    ("floater-teesside", {}, 9),
    ("nap-mizer", {}, 9),
    ("pub", {"exact": True}, 9),
    ("pub-seven", {"misere": True}, 9),
    ("peep", {}, 9),
)


def with_small(check, *arguments):
    """Call check(*arguments) while the small systems are in the table; return what it returns."""
    kept = system_tables.SYSTEMS
    system_tables.SYSTEMS = kept + SMALL
    try:
        return check(*arguments)
    finally:
        system_tables.SYSTEMS = kept


def position(rng, most=0):
    """Return (engine, state) with a card to be played, by chance; at most `most` cards are held, 0: see KINDS."""
    system, options, cards = KINDS[rng.below(len(KINDS))]
    engine = Engine(Rules(system, options))
    rules = engine.rules
    players = rules.fewest + rng.below(rules.most - rules.fewest + 1)
    if players * rules.hand > 12 and rng.below(4):
        cards = min(cards, 9)  # the long ones are rare
    state = dealt(engine, players, rng.below(players), rng.below(65536))
    trump = rng.below(4) if rules.trump == sy.NAMED else 4
    solver.suppose(state, rng.below(players), 1 + rng.below(rules.bids), trump)
    if not engine.legal(state):  # the duty to lead a low card cannot be met with this trump
        state[layout.TRUMP] = state[layout.CARDS + state[layout.TURN] * rules.hand] >> 4
        if not engine.legal(state):
            state[layout.BID] = 1
    state[layout.TAKEN] = 1  # nobody swaps for the floater any more
    cards = min(cards, most) if most else cards
    held = players * rules.hand
    # Also in the middle of a trick.
    while held > cards or held > 1 and rng.below(4) == 0:
        legal = engine.legal(state)
        engine.apply(state, legal[rng.below(len(legal))])
        held -= 1
    return engine, state


def goals(rng, rules, state):
    """Return goals to ask for: the bid's, and one that no bid has."""
    return rules.goal[state[layout.BID]], 1 + rng.below((2 << rules.hand) - 1)
