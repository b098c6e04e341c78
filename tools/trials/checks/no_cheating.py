"""No bot knows a card that it has not seen: with the hidden cards moved about it chooses the same

At each decision of each level in every game the view (lib/elba/view.py) of the seat to act may show only cards that
the seat has seen, by an account of its own. Then the hidden cards are dealt anew to the places where they lie: the view
must be the same bytes, and a new bot with the same seed must choose the same. Deals are played by the level itself;
Marshal, who takes his time, is asked at a part of the decisions of others.
"""

from elba import bots, layout, match, systems
from elba.engine import Engine
from elba.rules import Rules
from trials import hiddencards

SHORT_S = 120
FULL_S = 4 * 3600

DEALS, DEALS_FULL = 12, 300
TIMES, TIMES_FULL = 2, 4
SLOW = bots.LEVELS.index("Marshal")
PART, PART_FULL = 0.06, 0.2  # of the decisions at which he is asked


def tables(rules):
    """Return the numbers of seats to try: the fewest, the most and one between."""
    return sorted({rules.fewest, (rules.fewest + rules.most + 1) // 2, rules.most})


def run(full, report):
    decisions = dict.fromkeys(bots.LEVELS, 0)
    moves = 0
    for system_id in systems.ids():
        engine = Engine(Rules(system_id))
        seats = tables(engine.rules)
        for players in seats if full else seats[len(seats) // 2 :][:1]:
            for level in range(min(bots.levels(engine.rules), SLOW)):
                asked, moved = _play(engine, players, level, full, report, decisions)
                decisions[bots.LEVELS[level]] += asked
                moves += moved
    for name in bots.LEVELS:
        report.figure("decisions of %s" % name, decisions[name])
        report.expect(decisions[name] > 0, "%s was never asked", name)
    report.figure("deals of the hidden cards", moves)


def _play(engine, players, level, full, report, decisions):
    """Play deals with a level and look at all its decisions; return (how many, how often cards were moved)."""
    rules = engine.rules
    random = report.random(rules.id, players, level)
    slow = bots.levels(rules) > SLOW and level == 1
    times = TIMES_FULL if full else TIMES
    table = match.Table(engine, report.seed, players)
    table.draw_dealer(players)
    state = bytearray(layout.SIZE)
    asked = moved = 0
    for number in range(DEALS_FULL if full else DEALS):
        table.begin(state, players)
        witness = hiddencards.Witness(rules, state)
        while engine.is_open(state):
            if slow and random.random() < (PART_FULL if full else PART):
                decisions[bots.LEVELS[SLOW]] += 1
                moved += 1
                _ask(engine, state, witness, SLOW, number, random, 1, report)
            action = _ask(engine, state, witness, level, number, random, times, report)
            asked += 1
            moved += times
            seat = state[layout.TURN]
            engine.apply(state, action)
            witness.follow(state, seat, action)
        table.end(state)
    return asked, moved


def _ask(engine, state, witness, level, number, random, times, report):
    known = witness.seen[state[layout.TURN]]
    action, found = hiddencards.differences(
        engine, state, known, lambda _: bots.make(level, engine, 1, number, 1), random, times
    )
    for text in found:
        report.problem(
            "%s, %d seats, %s, deal %d, trick %d, phase %d: %s"
            % (
                engine.rules.id,
                state[layout.SEATS],
                bots.LEVELS[level],
                number,
                state[layout.TRICK],
                state[layout.PHASE],
                text,
            )
        )
    return action
