"""How the bots call, how often they make it, and what that brings in.

    python tools/bot_stats.py --system nap --players 4 --deals 2000 --bots Recruit,Corporal --seed 1

Every deal is dealt as often as there are seats, with the bots moved on by one seat each time (duplicate deals), so
that each plays each hand. The bots named take turns around the table. Pots go on from deal to deal within each
rotation; what is left in them belongs to nobody.
"""

import argparse
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))

from elba import actions as act
from elba import bots, dealing, layout, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


class Tally:
    """What one level did, over all seats where it sat."""

    def __init__(self, rules):
        self.calls = [0] * (rules.bids + 1)  # declared
        self.made = [0] * (rules.bids + 1)
        self.turns = 0  # seats dealt to
        self.peeks = 0
        self.exchanges = 0


def play(engine, state, seated, look):
    """Play a state to its end with a bot a seat; `look` is called with (seat, action) before each action."""
    seen = bytearray(layout.SIZE)
    while engine.is_open(state):
        seat = state[layout.TURN]
        view.look(engine.rules, state, seat, seen)
        seated[seat].think(seen)
        action = bots.THINKING
        while action == bots.THINKING:
            action = seated[seat].step()
        look(seat, action)
        engine.apply(state, action)


def measure(rules, players, deals, levels, seed):
    """Return (tally a level, void deals, deals played, chips: a list a level of one mean a deal)."""
    engine = Engine(rules)
    kinds = sorted(set(levels))
    tallies = {level: Tally(rules) for level in kinds}
    chips = {level: [] for level in kinds}
    crew = [
        bots.make(bots.LEVELS.index(levels[i % len(levels)]), engine, seed >> 16, seed & 65535, i)
        for i in range(players)
    ]
    names = [levels[i % len(levels)] for i in range(players)]
    pots = [0] * players
    cards = Rng(seed >> 16, seed & 0xFFFF)
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    void = 0
    for number in range(deals):
        dealing.shuffled(rules, players, cards, pack)
        total = dict.fromkeys(kinds, 0)
        for turn in range(players):
            who = [(seat + turn) % players for seat in range(players)]

            def look(seat, action, who=who):
                tally = tallies[names[who[seat]]]
                if act.kind(action) == act.PEEK:
                    tally.peeks += 1
                elif act.kind(action) == act.EXCHANGE and act.argument(action):
                    tally.exchanges += 1

            engine.begin(state, players, number % players, pots[turn])
            dealing.deal(rules, state, pack)
            play(engine, state, [crew[i] for i in who], look)
            result = engine.result(state)
            pots[turn] = min(result.pot, 1000)
            for seat in range(players):
                total[names[who[seat]]] += result.pay[seat]
                tallies[names[who[seat]]].turns += 1
            if result.status == "void":
                void += 1
            else:
                tally = tallies[names[who[result.declarer]]]
                tally.calls[result.bid] += 1
                tally.made[result.bid] += result.made
        for level in kinds:
            chips[level].append(total[level] / (players * names.count(level)))
    return tallies, void, deals * players, chips


def mean(values):
    """Return (mean, standard error)."""
    m = sum(values) / len(values)
    if len(values) < 2:
        return m, 0.0
    return m, math.sqrt(sum((v - m) ** 2 for v in values) / (len(values) - 1) / len(values))


def report(rules, players, seed, tallies, void, played, chips):
    """Yield the lines of the table."""
    yield "%s, %d players, %d deals played, seed %d: all passed in %.1f %%" % (
        rules.name,
        players,
        played,
        seed,
        100 * void / played,
    )
    kinds = list(tallies)
    yield "%-14s" % "bid" + "".join("%26s" % level for level in kinds)
    yield "%-14s" % "" + "%13s%13s" % ("declared %", "made %") * len(kinds)
    for bid in range(1, rules.bids + 1):
        line = "%-14s" % rules.bid_name[bid]
        for level in kinds:
            tally = tallies[level]
            made = 100 * tally.made[bid] / tally.calls[bid] if tally.calls[bid] else None
            line += "%13.2f" % (100 * tally.calls[bid] / tally.turns)
            line += "%13s" % ("-" if made is None else "%.1f" % made)
        yield line
    for label, key in (("peeks %", "peeks"), ("exchanges %", "exchanges")):
        counts = [100 * getattr(tallies[level], key) / tallies[level].turns for level in kinds]
        if any(counts):
            yield "%-14s" % label + "".join("%13.2f%13s" % (n, "") for n in counts)
    line = "%-14s" % "chips a deal"
    for level in kinds:
        line += "%13.3f%13s" % (mean(chips[level])[0], "+-%.3f" % mean(chips[level])[1])
    yield line
    if len(kinds) == 2:
        a, b = kinds
        m, error = mean([y - x for x, y in zip(chips[a], chips[b])])
        yield "%s is %+.3f +- %.3f chips a deal ahead of %s (%+.1f standard errors)" % (
            b,
            m,
            error,
            a,
            m / error if error else 0,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--system", default="nap", help="id of a system (default: nap)")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=1000, help="each is dealt once a seat")
    parser.add_argument("--bots", default="Recruit,Corporal", help="levels, around the table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    levels = args.bots.split(",")
    for level in levels:
        if level not in bots.LEVELS:
            parser.error("--bots: expected %s" % ", ".join(bots.LEVELS))
    try:
        rules = Rules(args.system)
    except ValueError as e:
        parser.error("--%s" % e)
    if not rules.fewest <= args.players <= rules.most:
        parser.error("--players: expected %d..%d" % (rules.fewest, rules.most))
    if args.deals < 1:
        parser.error("--deals: expected 1 or more")
    if args.players < len(levels):
        parser.error("--bots: more of them than players")
    data = measure(rules, args.players, args.deals, levels, args.seed)
    # Best last in LEVELS, so that the better one is compared with the other.
    tallies = {level: data[0][level] for level in bots.LEVELS if level in data[0]}
    for line in report(rules, args.players, args.seed, tallies, *data[1:]):
        print(line)


if __name__ == "__main__":
    main()
