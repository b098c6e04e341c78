"""Let bots play deals and print them as records, each with the referee's answer under the key `result`.

    python tools/selfplay.py --system nap --players 4 --seed 7 --deals 100 [--bots NAME,...] [--options JSON]

The deals are those of sessions in a row: dealer and pot pass from deal to deal, and the pack is gathered and cut or
shuffled as the system has it. Nobody is ever out of chips. Runs under CPython and under MicroPython, and the same
command line prints the same bytes (source: record-format.md "Selfplay"). Exit status: 0, or 2 for bad arguments.
"""

import sys

_HERE = __file__[: __file__.rfind("/") + 1]
sys.path.insert(0, _HERE + "../lib")

from arena import arguments as arg  # noqa: E402
from arena.arguments import BadArgument  # noqa: E402
from arena.table import play  # noqa: E402
from elba import bots, layout, match, record, strictjson, systems  # noqa: E402
from elba.engine import Engine  # noqa: E402

_USAGE = """usage: selfplay.py --system ID [--players N] [--seed S] [--deals N] [--bots NAME,...] [--options JSON]

  --system   %s
  --players  seats at the table; as many as the system takes (4, or what is nearest)
  --seed     0 to 4294967295 (0)
  --deals    how many deals to play (1)
  --bots     %s: one for all seats, or one for each (the last of these)
  --options  house rules, as in a record: '{"misere":true}'"""

_MOST_DEALS = 1000000


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        print(_USAGE % (", ".join(systems.ids()), ", ".join(bots.LEVELS)))
        return 0
    try:
        run(_parse(arguments))
    except BadArgument as error:
        print("selfplay.py: %s" % error, file=sys.stderr)
        return 2
    return 0


def _parse(arguments):
    """Return the values of the command line as a dict, with the defaults in place of what is missing."""
    found = {"system": None, "players": "", "seed": "0", "deals": "1", "bots": None, "options": "{}"}
    i = 0
    while i < len(arguments):
        name = arguments[i]
        value = None
        if "=" in name:
            at = name.find("=")
            name, value = name[:at], name[at + 1 :]
        if name[:2] != "--" or name[2:] not in found:
            raise BadArgument("%s: expected one of --%s" % (name, ", --".join(sorted(found))))
        if value is None:
            i += 1
            if i == len(arguments):
                raise BadArgument("%s: expected a value behind it" % name)
            value = arguments[i]
        found[name[2:]] = value
        i += 1
    return _check(found)


def _check(found):
    rules = arg.rules_of(found["system"], found["options"])
    players = arg.players(found["players"], rules)
    names = (found["bots"] or bots.LEVELS[bots.STANDARD]).split(",")
    known = bots.LEVELS[: bots.levels(rules)]
    for name in names:
        if name not in known:
            raise BadArgument("--bots: expected %s in %s, found %s" % (" or ".join(known), rules.id, name))
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise BadArgument("--bots: expected 1 or %d names, found %d" % (players, len(names)))
    return {
        "rules": rules,
        "players": players,
        "seed": arg.number("--seed", found["seed"], 0, 0xFFFFFFFF),
        "deals": arg.number("--deals", found["deals"], 0, _MOST_DEALS),
        "levels": [bots.LEVELS.index(name) for name in names],
    }


def run(wanted):
    """Print the deals that a checked command line asks for."""
    engine = Engine(wanted["rules"])
    players = wanted["players"]
    high, low = wanted["seed"] >> 16, wanted["seed"] & 0xFFFF
    state = bytearray(layout.SIZE)
    table = None
    for number in range(wanted["deals"]):
        if number % engine.rules.deals(players) == 0:  # the next session: an empty pot, a new first dealer
            table = match.Table(engine, high, low)
            table.rng.seed(high, low, number & 0xFFFF)
            table.draw_dealer(players)
        # A bot's dice depend on its seed and the moment in the deal: another seed for every deal.
        minds = [bots.make(level, engine, high ^ number >> 16, low ^ number & 0xFFFF, 1) for level in wanted["levels"]]
        print(strictjson.dumps(_deal(table, state, players, minds)))


def _deal(table, state, players, minds):
    """Play one deal; return its record as a list of (key, value)."""
    engine = table.engine
    rules = engine.rules
    pot = table.pot
    table.begin(state, players)
    dealt = record.undealt(rules, state)
    actions = []

    def note(seat, action, steps):
        actions.append(record.name_action(engine, state, action))

    play(engine, state, minds, note)
    pairs = record.write(engine, state, dealt, pot, actions)
    result = record.verdict(engine, state, len(actions) - 1)
    table.end(state)
    return pairs + [("result", result)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
