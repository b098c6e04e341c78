"""What a file of tournament results says about the targets: met, missed, or too few deals to tell."""

MOST_OFF = 0.05  # of predicted against actual success, in a bin
FEWEST = 300  # bids in a bin, or of a kind, from which on it is judged
LEAD = {("nap", 4): 0.25, ("pub", 5): 0.25, ("floater", 4): 0.25}  # least lead, chips a deal; elsewhere above 0
TO_EMPEROR = 0.05
HOST = "Emperor"


def lead(game):
    """Return (verdict, text) of a game's lead."""
    weaker, stronger = game["bots"]
    value, within = game["figures"]["lead"]["value"], game["figures"]["lead"]["within"]
    text = "%s over %s %+.3f +-%s" % (stronger, weaker, value, "?" if within is None else "%.3f" % within)
    if within is None:
        return "too few", text
    if stronger == HOST:
        return ("met" if value <= TO_EMPEROR else "missed"), text + ", at most %.2f" % TO_EMPEROR
    least = LEAD.get((game["system"], game["players"]))
    if least is not None:
        return ("met" if value >= least else "missed"), text + ", at least %.2f" % least
    return ("met" if value > within else "missed"), text + ", interval above 0"


def bins(level):
    """Yield (verdict, text) of each bin of predicted chances of a level's figures."""
    for row in level["calibration"]:
        off = row["made"]["value"] - row["predicted"]
        verdict = "too few" if row["bids"] < FEWEST else "met" if abs(off) <= MOST_OFF else "missed"
        yield (
            verdict,
            "%2d..%2d %%: %5d bids, predicted %.1f %%, made %.1f %%, off by %+.1f"
            % (
                round(100 * row["from"]),
                round(100 * row["from"]) + 5,
                row["bids"],
                100 * row["predicted"],
                100 * row["made"]["value"],
                100 * off,
            ),
        )


def earnings(level):
    """Yield (verdict, text) of each kind of bid of a level's figures."""
    for name, bid in level["bids"].items():
        value, within = bid["chips"]["value"], bid["chips"]["within"]
        verdict = "too few" if bid["bids"] < FEWEST else "met" if value > 0 else "missed"
        yield (
            verdict,
            "%s: %d bids, %+.3f +-%s chips" % (name, bid["bids"], value, "?" if within is None else "%.3f" % within),
        )


def lines(games, level="Marshal"):
    """Yield lines of text on all games of results (results.Results.data)."""
    for game in games:
        yield "%s, %d players, %d deals" % (game["system"], game["players"], game["figures"]["deals"])
        yield "  %-8s %s" % lead(game)
        figures = game["figures"]["levels"].get(level)
        if figures:
            for row in (*bins(figures), *earnings(figures)):
                yield "  %-8s %s" % row
