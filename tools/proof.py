"""Measure what a level of bots is worth by itself, not only against another one.

    loss      decision loss: how much success its cards cost against the best ones in --worlds worlds (600)
    endings   the last two tricks, against the exact best over every world that agrees with the view
    price     of hidden information: how much oftener declarer makes its bid if it sees all cards
    targets   what files of `tournament.py --json` say about leads, calibration and what bids earn

    python tools/proof.py loss --system nap --players 4 --deals 300 --json loss.json

The first three play deals of bots of one level (--bot). With --json the same command goes on from where it was
interrupted, and with more --deals extends what was measured. They are much quicker after `make fast`. What each figure
is, exactly, stands in tools/arena/loss.py, ends.py and price.py. Intervals are of 95 %; a deal is counted once in them.
"""

import argparse
import json
import sys
import time
from pathlib import Path

_HERE = str(Path(__file__).resolve().parent)
if _HERE not in sys.path:
    sys.path.insert(0, _HERE)

import library  # noqa: E402

library.use()

from arena import arguments, ends, figures, levels, loss, price, targets  # noqa: E402
from arena import results as res  # noqa: E402
from arena.counts import key  # noqa: E402
from arena.kept import Kept  # noqa: E402
from elba.engine import Engine  # noqa: E402

_SAVE_EVERY = 5.0  # seconds
_SIDES = ("declarer", "opponent")


def _pair(pair, scale=1.0, form="%.4f"):
    value, within = pair
    if value is None:
        return "-"
    return form % (value * scale) + ("" if within is None else " +-" + form % (within * scale))


def report_loss(kept, what):
    """Yield the lines of `loss`."""
    counts = kept.counts
    yield "%-10s %-9s %9s  %-18s %-18s %s" % ("", "", "decisions", "against all", "halves", "99 % within")
    for name in (what["bot"], "Corporal") if what["bot"] != "Corporal" else ("Corporal",):
        for side in _SIDES:
            sums = key("sums", name, side)
            if counts[key(sums, 0)]:
                yield "%-10s %-9s %9d  %-18s %-18s %.4f" % (
                    name,
                    side,
                    counts[key(sums, 0)],
                    _pair(figures.ratio(counts, sums, 1, 0), 1 / loss.UNIT),
                    _pair(figures.ratio(counts, sums, 2, 0), 1 / loss.UNIT),
                    loss.percentile(counts, "loss", name, side),
                )
    if counts["no world"]:
        yield "%d decisions without a world" % counts["no world"]


def report_endings(kept, what):
    """Yield the lines of `endings`."""
    counts = kept.counts
    for side in _SIDES:
        for name in ("weighted", "alike"):
            sums = key("sums", name, side)
            n = counts[key(sums, 0)]
            if n:
                yield "%-9s %-9s %6d endings, %6d where it matters, best in %.2f %%, loss %s, 99 %% within %.4f" % (
                    side,
                    name,
                    n,
                    counts[key("matters", name, side)],
                    100 * counts[key("best", name, side)] / n,
                    _pair(figures.ratio(counts, sums, 1, 0), 1 / loss.UNIT, "%.5f"),
                    loss.percentile(counts, "loss", name, side),
                )
        n = counts[key("sums", "alike", side, 0)]
        yield "%-9s %.0f worlds each; %d left out for having more than %d" % (
            side,
            counts[key("worlds", side)] / max(1, n),
            counts[key("skipped", side)],
            what["limit"],
        )


def report_price(kept, what):
    """Yield the lines of `price`."""
    counts = kept.counts

    def mean(*weights):
        return figures.mean(counts, "price", weights)

    yield "%d contracts, %d deals passed by all" % (counts[key("price", "n")], counts["void"])
    yield "made by %s: %s %%" % (what["bot"], _pair(mean(1, 0, 0, 0, 0), 100, "%.1f"))
    yield "made by who sees all cards: %s %%" % _pair(mean(0, 1, 0, 0, 0), 100, "%.1f")
    yield "can be made with open cards and best play: %s %%" % _pair(mean(0, 0, 1, 0, 0), 100, "%.1f")
    yield "price of hidden information: %s points of success, %s chips a contract" % (
        _pair(mean(-1, 1, 0, 0, 0), 100, "%.1f"),
        _pair(mean(0, 0, 0, -1, 1), 1, "%.3f"),
    )


_REPORTS = {"loss": report_loss, "endings": report_endings, "price": report_price}


def measure(engine, what, kept, deals, until=None):
    """Measure deals up to number `deals`; stop between two of them after `until` (time.monotonic())."""
    players, level, seed = what["players"], what["bot"], what["seed"]
    saved = time.monotonic()
    while kept.deals < deals and (until is None or time.monotonic() < until):
        where = engine, players, level, seed, kept.deals
        # A deal is added as a whole or not at all.
        found = type(kept.counts)()
        if what["measured"] == "loss":
            loss.of_deal(*where, what["worlds"], found)
        elif what["measured"] == "endings":
            ends.of_deal(*where, what["limit"], found)
        else:
            price.of_deal(*where, found)
        found.add(kept.counts)
        kept.counts, kept.deals = found, kept.deals + 1
        if time.monotonic() - saved > _SAVE_EVERY:
            kept.save()
            saved = time.monotonic()
    kept.save()


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise arguments.BadArgument(message)


def _parser():
    parser = _Parser(prog="proof.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("measured", choices=(*_REPORTS, "targets"))
    add("files", nargs="*", metavar="FILE", help="targets: files of results of tournament.py")
    add("--system", default="nap", metavar="ID")
    add("--players", default="", metavar="N", help="seats (4, or as many as the system takes)")
    add("--options", default="{}", metavar="JSON", help="house rules")
    add("--bot", default="Marshal", metavar="NAME", help="%s, or MODULE:CLASS" % ", ".join(levels.names()))
    add("--deals", default="100", metavar="N")
    add("--seed", default="1", metavar="N", help="0 to 4294967295 (1)")
    add("--worlds", default="600", metavar="N", help="loss: worlds for each decision (600)")
    add("--limit", default="50000", metavar="N", help="endings: most worlds of a position (50000)")
    add("--json", metavar="FILE", help="keep counts here, and go on from what it holds")
    return parser


def _targets(files):
    if not files:
        raise arguments.BadArgument("targets: expected files of results of tournament.py")
    for path in files:
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
            if (data["format"], data["version"]) != (res.FORMAT, res.VERSION):
                raise res.BadResults("%s: expected %s of version %d" % (path, res.FORMAT, res.VERSION))
            yield from list(targets.lines(data["games"]))
        except res.BadResults:
            raise
        except (OSError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise res.BadResults("%s is no file of results: %s %s" % (path, type(error).__name__, error)) from None


def main(words=None):
    """Measure as a command line says; return the exit status: 0, 1 if interrupted, 2 for bad arguments."""
    try:
        how = _parser().parse_args(words)
        if how.measured == "targets":
            for line in _targets(how.files):
                print(line)
            return 0
        if how.files:
            raise arguments.BadArgument("%s: takes no files, found %s" % (how.measured, " ".join(how.files)))
        rules = arguments.rules_of(how.system, how.options)
        if rules.capture:
            raise arguments.BadArgument("--system: %s has a joker, which the solver does not know" % rules.id)
        if how.measured == "endings" and rules.face_down:
            raise arguments.BadArgument("--system: %s has a floater: its endings are not counted here" % rules.id)
        try:
            levels.find(how.bot)
        except ValueError as error:
            raise arguments.BadArgument("--bot: %s" % error) from None
        what = {
            "measured": how.measured,
            "system": rules.id,
            "options": rules.options,
            "players": arguments.players(how.players, rules),
            "bot": how.bot,
            "seed": arguments.number("--seed", how.seed, 0, 0xFFFFFFFF),
            "worlds": arguments.number("--worlds", how.worlds, 2, 100000),
            "limit": arguments.number("--limit", how.limit, 1, 10**8),
        }
        deals = arguments.number("--deals", how.deals, 1, 10**8)
        kept = Kept(how.json, what, res.sources({how.bot, "Corporal"}))
    except (arguments.BadArgument, res.BadResults) as error:
        print("proof.py: %s" % error, file=sys.stderr)
        return 2
    status = 0
    try:
        measure(Engine(rules), what, kept, deals)
    except KeyboardInterrupt:
        kept.save()
        print("interrupted", file=sys.stderr)
        status = 1
    print("%s, %d players, %s, %d deals of seed %d" % (rules.name, what["players"], how.bot, kept.deals, what["seed"]))
    for line in _REPORTS[how.measured](kept, what):
        print(line)
    return status


if __name__ == "__main__":
    sys.exit(main())
