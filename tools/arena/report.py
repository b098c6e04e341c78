"""Figures as lines of text."""

from elba.rules import Rules


def lines(results):
    """Yield the lines of all games of results (see results.Results.data)."""
    for entry in results["games"]:
        yield from _game(entry)
        yield ""
    yield from _summary(results["games"])


def _summary(games):
    """The leads of all games, one a line."""
    yield "%-18s %7s %7s  %-30s %-18s %-18s %s" % ("system", "players", "deals", "", "lead", "up", "down")
    for entry in games:
        figures = entry["figures"]
        weaker, stronger = entry["bots"]
        yield "%-18s %7d %7d  %-30s %-18s %-18s %s" % (
            entry["system"],
            entry["players"],
            figures["deals"],
            "%s over %s" % (stronger, weaker),
            *(_within(figures.get(name), "%+.3f", "%.3f") for name in ("lead", "up", "down")),
        )
    yield "Chips a deal, with intervals of 95 %. up: the stronger alone among the weaker; down: the weaker alone."


def _game(entry):
    figures = entry["figures"]
    rules = Rules(entry["system"], entry["options"])
    house = ", ".join("%s=%s" % item for item in sorted(entry["options"].items()))
    yield "%s%s, %d players, %d deals" % (rules.name, house and " (%s)" % house, entry["players"], figures["deals"])
    for table in figures["tables"]:
        chips = _within(table["chips"], "%+.3f", "%.3f")
        yield "  %-32s %-18s chips a deal and seat, all passed in %.1f %%" % (table["name"], chips, 100 * table["void"])
    yield ""
    for level in entry["bots"]:
        yield from _level(level, figures["levels"][level], rules)


def _level(level, figures, rules):
    yield "  %-14s %8s %10s  %-16s %s" % (level, "bids", "declared %", "made %", "chips")
    for name in rules.bid_name[1:]:
        bid = figures["bids"].get(name)
        if bid:
            yield "  %-14s %8d %10.2f  %-16s %s" % (
                name,
                bid["bids"],
                100 * bid["declared"],
                _within(bid["made"], "%.1f", "%.1f", 100),
                _within(bid["chips"], "%+.3f", "%.3f"),
            )
    for kind, share in figures["uses"].items():
        yield "  %-14s %8s %10.2f" % (kind, "", 100 * share)
    for kind, steps in figures["steps"].items():
        yield "  %-14s %8d decisions in %.1f steps, 95 %% within %d, most %d" % (
            kind,
            steps["decisions"],
            steps["mean"],
            steps["p95"],
            steps["most"],
        )
    if figures["calibration"]:
        yield "  %-14s %8s %10s  %s" % ("chance", "bids", "predicted", "made %")
        for row in figures["calibration"]:
            yield "  %-14s %8d %10.1f  %s" % (
                "%d..%d %%" % (round(100 * row["from"]), round(100 * row["from"]) + 5),
                row["bids"],
                100 * row["predicted"],
                _within(row["made"], "%.1f", "%.1f", 100),
            )
    yield ""


def _within(pair, form, half, scale=1):
    """Return a value with its interval as text; empty where there is none."""
    if pair is None or pair["value"] is None:
        return ""
    text = form % (scale * pair["value"])
    return text if pair["within"] is None else text + " +-" + half % (scale * pair["within"])
