"""Let levels of bots play each other in duplicate deals, and say by how many chips a deal one is ahead.

Of the bots named, weakest first, each plays the one before it. Every deal is dealt with the same cards at 2n + 2
tables of n seats: all of the weaker level, all of the stronger, and each level alone at each seat among the other.
What a seat earns is compared with what the other level earned at the same seat, with the same cards, against the same
opponents (tools/arena/duplicate.py says it exactly). Intervals are of 95 %; a deal is counted once in them.

Results go into a JSON file as they come. The same command line goes on from there after an interruption, and with
more --deals extends what was played: the figures are the same as if it had been done in one go, on any number of
processes.

The deals are handed to joblib, one a task; joblib makes batches of them and sends these to processes of this
computer, or to whatever else it is told to: a Dask cluster (its workers need this directory, with tools/ and lib/ on
PYTHONPATH) takes over with

    import dask.distributed, joblib, tournament
    client = dask.distributed.Client("tcp://scheduler:8786")
    with joblib.parallel_config(backend="dask"):
        tournament.main(["--system", "nap", "--bots", "Recruit,Corporal", "--deals", "100000", "--json", "nap.json"])
"""

import argparse
import importlib.util
import itertools
import sys
import time
from pathlib import Path

import joblib
import tqdm

_HERE = str(Path(__file__).resolve().parent)
if _HERE not in sys.path:
    sys.path.insert(0, _HERE)

import library  # noqa: E402

library.use()

from arena import arguments, duplicate, levels, report  # noqa: E402
from arena.results import BadResults, Results, sources  # noqa: E402
from elba import systems  # noqa: E402

_SAVE_EVERY = 2.0  # seconds between two savings of the file
_WAYS = {"both": (duplicate.UP, duplicate.DOWN), "up": (duplicate.UP,), "down": (duplicate.DOWN,)}
_MOST_DEALS = 100_000_000


def main(words=None):
    """Play a tournament as a command line says; return the exit status: 0, 1 if interrupted, 2 for bad arguments."""
    try:
        options = _parser().parse_args(words)
        games, results = _checked(options)
    except (arguments.BadArgument, BadResults) as error:
        print("tournament.py: %s" % error, file=sys.stderr)
        return 2
    status = 0
    try:
        play(games, results, options.deals, options.jobs, options.quiet)
    except KeyboardInterrupt:
        print("interrupted%s" % (options.json and ": %s goes on from here" % options.json or ""), file=sys.stderr)
        status = 1
    results.save()
    data = results.data(games)
    for line in report.lines(data):
        print(line)
    if options.png and data["games"]:
        from arena import plot

        plot.draw(data, options.png)
    return status


def play(games, results, deals, jobs=-1, quiet=True):
    """Play so many deals of each game, less those that results has already; add them to it.

    games as duplicate.play takes them; jobs: processes, -1 for one a core.
    """
    tasks = [(game, number) for game in games for number in range(results.deals(game), deals)]
    if not tasks:
        return
    # In their order, so that what is kept after an interruption is the first deals of a game and no others.
    workers = joblib.Parallel(n_jobs=jobs, return_as="generator")
    played = workers(joblib.delayed(duplicate.play)(game, results.seed, number) for game, number in tasks)
    saved = time.monotonic()
    try:
        for (game, _), counts in zip(tasks, tqdm.tqdm(played, total=len(tasks), unit="deal", disable=quiet)):
            results.counts(game).add(counts)
            if time.monotonic() - saved > _SAVE_EVERY:
                results.save()
                saved = time.monotonic()
    finally:
        played.close()


def _parser():
    parser = _Parser(prog="tournament.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--system", default="nap", metavar="ID,...", help="systems, or all (nap): %s" % ", ".join(systems.ids()))
    add("--players", default="", metavar="N,...", help="seats (4, or as many as the system takes)")
    add("--bots", default="", metavar="NAME,...", help="weakest first (%s), or MODULE:CLASS" % ",".join(levels.names()))
    add(
        "--ways", default="both", help="up: only the stronger alone among the weaker; down: only the weaker alone; both"
    )
    add("--options", default="{}", metavar="JSON", help="house rules, as in a record: '{\"misere\":true}'")
    add("--deals", default="1000", metavar="N", help="of each game (1000); each is played at up to 2n + 2 tables")
    add("--seed", default="1", metavar="N", help="0 to 4294967295 (1)")
    add("--json", metavar="FILE", help="keep results here, and go on from what it holds")
    add("--png", metavar="FILE", help="draw leads, earnings of bids and calibration")
    add("--jobs", default="-1", metavar="N", help="processes (-1: one a core)")
    add("--quiet", action="store_true", help="no progress bar")
    return parser


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise arguments.BadArgument(message)


def _checked(options):
    """Return (games, Results) for a parsed command line, whose numbers become numbers. Raises BadArgument."""
    options.deals = arguments.number("--deals", options.deals, 1, _MOST_DEALS)
    options.seed = arguments.number("--seed", options.seed, 0, 0xFFFFFFFF)
    options.jobs = -1 if options.jobs == "-1" else arguments.number("--jobs", options.jobs, 1, 1024)
    if options.ways not in _WAYS:
        raise arguments.BadArgument("--ways: expected %s, found %s" % (", ".join(_WAYS), options.ways))
    names = options.bots.split(",") if options.bots else levels.names()
    if len(names) < 2 or len(set(names)) < len(names):
        raise arguments.BadArgument("--bots: expected two or more different names, found %s" % ",".join(names))
    for name in names:
        try:
            levels.find(name)
        except ValueError as error:
            raise arguments.BadArgument("--bots: %s" % error) from None
    if options.png:
        if not options.png.endswith(".png"):
            raise arguments.BadArgument("--png: expected a name that ends in .png, found %s" % options.png)
        if not importlib.util.find_spec("matplotlib"):
            raise arguments.BadArgument("--png: needs matplotlib: pip install -r tools/requirements-plot.txt")
    games = []
    for system in systems.ids() if options.system == "all" else options.system.split(","):
        rules = arguments.rules_of(system, options.options)
        for text in options.players.split(","):
            players = arguments.players(text, rules)
            for weaker, stronger in itertools.pairwise(names):
                house = tuple(sorted(rules.options.items()))
                games.append((system, house, players, weaker, stronger, _WAYS[options.ways]))
    return games, Results(options.json, options.seed, sources(names))


if __name__ == "__main__":
    sys.exit(main())
