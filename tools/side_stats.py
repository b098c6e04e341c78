"""How the bots do where cards are captured by sides: bids, how often they are made, and points by role.

    python tools/side_stats.py --deals 400 --bots Corporal --seed 1

Two tables. First the bots named, in turns around the table; "Chance" does anything that is legal. Every deal is dealt
as often as there are seats, with the bots moved on by one seat each time, so that each plays each hand; but once where
all are alike. Then every level against seats that play by chance, in one role at a time: bids and the friend's card
are Corporal's, what follows is played twice, with the bot in that seat and with chance in it as well.
"""

import argparse
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))

from elba import bots, dealing, layout, systems, tricks, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

CHANCE = "Chance"
LEVELS = bots.LEVELS[: bots.levels(Rules("napoleon-jp"))]
ROLES = ("declarer", "friend", "opponent")


class Chance:
    """A player that takes any legal action; made anew with the same seed it does the same."""

    def __init__(self, engine, seed, seat):
        self._engine = engine
        self._rng = Rng(seed & 0xFFFF, 1000 + seat)

    def __call__(self, state):
        legal = self._engine.legal(state)
        return legal[self._rng.below(len(legal))]


class Mind:
    """A bot as a function of the state, of which it sees its view."""

    def __init__(self, engine, level, seed, stream):
        self._rules = engine.rules
        self._bot = bots.make(LEVELS.index(level), engine, seed >> 16, seed & 0xFFFF, stream)
        self._seen = bytearray(layout.SIZE)

    def __call__(self, state):
        view.look(self._rules, state, state[layout.TURN], self._seen)
        self._bot.think(self._seen)
        action = bots.THINKING
        while action == bots.THINKING:
            action = self._bot.step()
        return action


def role_of(rules, state, seat):
    """Return 0, 1 or 2, as in ROLES; a declarer that is its own friend is the declarer."""
    if seat == state[layout.DECLARER]:
        return 0
    return 1 if seat == tricks.friend(rules, state) else 2


def play(engine, state, minds, phase=layout.OVER):
    """Play a state on, until it is in a phase or over."""
    while engine.is_open(state) and state[layout.PHASE] < phase:
        engine.apply(state, minds[state[layout.TURN]](state))


def deals(rules, players, count, seed):
    """Yield (number, state) of shuffled deals, the dealer moving on."""
    cards = Rng(seed >> 16, seed & 0xFFFF)
    pack = bytearray(layout.MAX_CARDS)
    engine = Engine(rules)
    for number in range(count):
        dealing.shuffled(rules, players, cards, pack)
        state = bytearray(layout.SIZE)
        engine.begin(state, players, number % players)
        dealing.deal(rules, state, pack)
        yield number, state


class Tally:
    """What one level did, over all seats where it sat."""

    def __init__(self):
        self.bids = 0
        self.made = 0
        self.numbers = 0
        self.alone = 0
        self.points = ([], [], [])  # a list a role, of the points of each deal
        self.of_deals = []  # mean points of a seat, a deal and all its rotations


def around_the_table(rules, players, count, names, seed):
    """Return (level -> Tally, deals played, void deals)."""
    engine = Engine(rules)
    tallies = {level: Tally() for level in (CHANCE,) + LEVELS if level in names}
    minds = [
        Chance(engine, seed, i) if names[i] == CHANCE else Mind(engine, names[i], seed, i) for i in range(players)
    ]
    turns = players if len(tallies) > 1 else 1
    void = 0
    for _, dealt in deals(rules, players, count, seed):
        total = dict.fromkeys(tallies, 0)
        for turn in range(turns):
            who = [(seat + turn) % players for seat in range(players)]
            state = bytearray(dealt)
            play(engine, state, [minds[i] for i in who])
            result = engine.result(state)
            for seat in range(players):
                total[names[who[seat]]] += result.pay[seat]
            if result.status == "void":
                void += 1
                continue
            for seat in range(players):
                role = role_of(rules, state, seat)
                tallies[names[who[seat]]].points[role].append(result.pay[seat])
            tally = tallies[names[who[result.declarer]]]
            tally.bids += 1
            tally.made += result.made
            tally.alone += result.friend == result.declarer
            tally.numbers += rules.tricks[result.bid]
        for level, tally in tallies.items():
            tally.of_deals.append(total[level] / (turns * names.count(level)))
    return tallies, count * turns, void


def against_chance(rules, players, count, seed):
    """Return level -> a list a role of (points with the bot, points with chance), a pair a deal."""
    engine = Engine(rules)
    caller = Mind(engine, "Corporal", seed, 1)
    minds = {level: Mind(engine, level, seed, 2) for level in LEVELS}
    found = {level: ([], [], []) for level in LEVELS}
    for number, state in deals(rules, players, count, seed):
        play(engine, state, [caller] * players, layout.TAKE)
        if not engine.is_open(state):
            continue
        by_chance = bytearray(state)
        play(engine, by_chance, [Chance(engine, seed + number, seat) for seat in range(players)])
        done = set()
        for i in range(players):
            seat = (state[layout.DECLARER] + i) % players
            role = role_of(rules, by_chance, seat)
            if role in done:
                continue
            done.add(role)
            for level in LEVELS:
                played = bytearray(state)
                seated = [Chance(engine, seed + number, other) for other in range(players)]
                seated[seat] = minds[level]
                play(engine, played, seated)
                at = layout.PAY + 2 * seat
                found[level][role].append((layout.word(played, at), layout.word(by_chance, at)))
    return found


def mean(values):
    """Return (mean, standard error)."""
    if not values:
        return 0.0, 0.0
    m = sum(values) / len(values)
    return m, math.sqrt(sum((v - m) ** 2 for v in values) / max(1, len(values) - 1) / len(values))


def report_table(rules, tallies, played, void):
    """Yield the lines of the first table."""
    yield "%s: %d deals played, all passed in %.1f %%" % (rules.name, played, 100 * void / played)
    yield "%-10s%10s%9s%9s%9s" % ("", "declared", "made %", "to take", "alone %") + "".join(
        "%17s" % role for role in ROLES
    ) + "%17s" % "points a deal"
    for level, tally in tallies.items():
        n = max(1, tally.bids)
        line = "%-10s%10d%9.1f%9.2f%9.1f" % (
            level,
            tally.bids,
            100 * tally.made / n,
            tally.numbers / n,
            100 * tally.alone / n,
        )
        for values in tally.points + (tally.of_deals,):
            line += "%10.2f +-%4.2f" % mean(values)
        yield line
    if len(tallies) == 2:
        (a, first), (b, second) = tallies.items()
        m, error = mean([y - x for x, y in zip(first.of_deals, second.of_deals)])
        yield "%s is %+.2f +- %.2f points a deal ahead of %s" % (b, m, error, a)


def report_chance(found):
    """Yield the lines of the second table."""
    yield "among seats that play by chance: points a deal, the same deals with chance in the seat, difference"
    for level, roles in found.items():
        for role in range(len(ROLES)):
            pairs = roles[role]
            yield "%-10s%-10s%7d deals%9.2f%9.2f" % (
                level,
                ROLES[role],
                len(pairs),
                mean([a for a, _ in pairs])[0],
                mean([b for _, b in pairs])[0],
            ) + "%+9.2f +-%.2f" % mean([a - b for a, b in pairs])


def main():
    systems_of_sides = [name for name in systems.ids() if Rules(name).capture]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--system", default=systems_of_sides[0], choices=systems_of_sides)
    parser.add_argument("--deals", type=int, default=200, help="each is dealt once a seat, if bots differ")
    parser.add_argument("--bots", default="Recruit,Corporal", help="levels, in turns around the table")
    parser.add_argument("--chance", type=int, default=200, help="deals against seats that play by chance")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    levels = args.bots.split(",")
    for level in levels:
        if level not in LEVELS + (CHANCE,):
            parser.error("--bots: expected %s" % ", ".join(LEVELS + (CHANCE,)))
    if args.deals < 0 or args.chance < 0:
        parser.error("--deals, --chance: expected 0 or more")
    rules = Rules(args.system)
    players = rules.most
    if len(levels) > players:
        parser.error("--bots: more of them than players")
    if args.deals:
        names = [levels[i % len(levels)] for i in range(players)]
        for line in report_table(rules, *around_the_table(rules, players, args.deals, names, args.seed)):
            print(line)
    if args.chance:
        for line in report_chance(against_chance(rules, players, args.chance, args.seed)):
            print(line)


if __name__ == "__main__":
    main()
