"""How often does a misere come off that is bid on a hand, against what Corporal's estimate says of that hand?

    python tools/misere_stats.py --system pub --players 5 --deals 2000 --bot Marshal

In each deal the first seat that may call a misere, and to which the estimate gives a chance between --from and --to
(in hundredths), has to call it; all else is done by bots of one level. Deals in which it is overcalled are left out.
A line for each five hundredths: how many, how many were made, and by how many chips the bidder was ahead of the
others' mean. Marshal's trust in misere (lib/elba/bots/marshal.py) was fitted to these.
"""

import argparse
import sys
from pathlib import Path

_HERE = str(Path(__file__).resolve().parent)
if _HERE not in sys.path:
    sys.path.insert(0, _HERE)

import library  # noqa: E402

library.use()

from arena import arguments, levels, moments  # noqa: E402
from elba import actions as act  # noqa: E402
from elba import bots, layout, view  # noqa: E402
from elba.engine import Engine  # noqa: E402

BINS = 20
ONE = 4096


def measure(engine, players, level, seed, deals, least, most):
    """Return {bin: [misere bids, made, chips ahead]}; least, most: chances 0..ONE."""
    rules = engine.rules
    bid = next(i for i in range(1, rules.bids + 1) if not rules.tricks[i])
    call = act.action(act.CALL, bid)
    judge = bots.make(bots.LEVELS.index("Corporal"), engine, 0, 1, 1)
    seen = bytearray(layout.SIZE)
    found = {}
    for number in range(deals):
        state, minds = moments.begin(engine, players, level, seed, number)
        caller = None
        chance = 0
        while engine.is_open(state):
            seat = state[layout.TURN]
            view.look(rules, state, seat, seen)
            if caller is None and state[layout.PHASE] == layout.AUCTION and call in engine.legal(seen):
                moments.decide(judge, seen)
                chance = judge.calling.chance[bid]
                if least <= chance < most:
                    caller = seat
                    engine.apply(state, call)
                    continue
            engine.apply(state, moments.decide(minds[seat], seen))
        if caller is None or state[layout.BID] != bid or state[layout.DECLARER] != caller:
            continue
        result = engine.result(state)
        others = (sum(result.pay[:players]) - result.pay[caller]) / (players - 1)
        row = found.setdefault(min(chance * BINS // ONE, BINS - 1), [0, 0, 0.0])
        row[0] += 1
        row[1] += int(result.made)
        row[2] += result.pay[caller] - others
    return found


def main(words=None):
    """Measure as a command line says; return the exit status: 0, 2 for bad arguments."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--system", default="pub")
    parser.add_argument("--players", default="")
    parser.add_argument("--options", default="{}")
    parser.add_argument("--deals", default="2000")
    parser.add_argument("--bot", default="Marshal")
    parser.add_argument("--seed", default="77")
    parser.add_argument("--from", dest="least", default="5", metavar="HUNDREDTHS")
    parser.add_argument("--to", dest="most", default="65", metavar="HUNDREDTHS")
    how = parser.parse_args(words)
    try:
        rules = arguments.rules_of(how.system, how.options)
        if rules.capture or all(rules.tricks[1 : rules.bids + 1]):
            raise arguments.BadArgument("--system: %s has no misere" % rules.id)
        try:
            levels.find(how.bot)
        except ValueError as error:
            raise arguments.BadArgument("--bot: %s" % error) from None
        players = arguments.players(how.players, rules)
        deals = arguments.number("--deals", how.deals, 1, 10**7)
        seed = arguments.number("--seed", how.seed, 0, 0xFFFFFFFF)
        least = arguments.number("--from", how.least, 0, 100) * ONE // 100
        most = arguments.number("--to", how.most, 0, 100) * ONE // 100
    except arguments.BadArgument as error:
        print("misere_stats.py: %s" % error, file=sys.stderr)
        return 2
    found = measure(Engine(rules), players, how.bot, seed, deals, least, most)
    print("%s, %d players, %s, %d deals of seed %d" % (rules.name, players, how.bot, deals, seed))
    print("%-10s %7s %8s %12s" % ("estimate", "bids", "made %", "chips ahead"))
    for number, (n, made, ahead) in sorted(found.items()):
        print("%2d..%2d %%   %7d %8.1f %+12.2f" % (5 * number, 5 * number + 5, n, 100 * made / n, ahead / n))
    return 0


if __name__ == "__main__":
    sys.exit(main())
