"""Figures as a picture: leads of all games, what bids earn, predicted against actual success."""

import matplotlib

matplotlib.use("Agg")  # a file, no window
import matplotlib.pyplot as plt

_MOST_BIDS = 300  # a point with fewer is drawn pale: it says little


def draw(data, path):
    """Write a PNG of results (see results.Results.data)."""
    games = data["games"]
    bids = [
        (game, level, name, bid)
        for game in games
        for level in game["bots"]
        for name, bid in game["figures"]["levels"][level]["bids"].items()
    ]
    bins = any(game["figures"]["levels"][level]["calibration"] for game in games for level in game["bots"])
    rows = max(3, len(games), len(bids) / 2)
    figure, panels = plt.subplots(
        1, 3 if bins else 2, figsize=(18 if bins else 12, 1.5 + 0.3 * rows), squeeze=False, layout="constrained"
    )
    _leads(panels[0][0], games)
    _earnings(panels[0][1], bids)
    if bins:
        _calibration(panels[0][2], games)
    figure.savefig(path, dpi=120)
    plt.close(figure)


def _named(game):
    return "%s (%d)" % (game["system"], game["players"])


def _points(panel, rows, pairs, pale=None):
    """Draw a value with its interval in each row, top down."""
    for row, pair in enumerate(pairs):
        panel.errorbar(
            pair["value"],
            -row,
            xerr=pair["within"],
            fmt="o",
            color="tab:gray" if pale and pale[row] else "tab:blue",
            capsize=3,
        )
    panel.set_yticks([-row for row in range(len(rows))], rows, fontsize=8)
    panel.axvline(0, color="black", linewidth=0.8)
    panel.grid(axis="x", alpha=0.4)


def _leads(panel, games):
    rows = ["%s: %s over %s" % (_named(game), game["bots"][1], game["bots"][0]) for game in games]
    _points(panel, rows, [game["figures"]["lead"] for game in games])
    panel.set_title("Lead, chips a deal (95 %)")


def _earnings(panel, bids):
    rows = ["%s %s: %s, %d" % (_named(game), level, name, bid["bids"]) for game, level, name, bid in bids]
    _points(panel, rows, [bid["chips"] for *_, bid in bids], [bid["bids"] < _MOST_BIDS for *_, bid in bids])
    panel.set_title("Chips a bid (95 %%; grey: under %d bids)" % _MOST_BIDS)


def _calibration(panel, games):
    panel.plot([0, 1], [0, 1], color="black", linewidth=0.8)
    panel.fill_between([0, 1], [-0.05, 0.95], [0.05, 1.05], color="tab:gray", alpha=0.2)
    for game in games:
        for level in game["bots"]:
            bins = game["figures"]["levels"][level]["calibration"]
            if bins:
                panel.errorbar(
                    [row["predicted"] for row in bins],
                    [row["made"]["value"] for row in bins],
                    yerr=[row["made"]["within"] or 0 for row in bins],
                    fmt="o",
                    capsize=3,
                    label="%s %s" % (_named(game), level),
                )
                for row in bins:
                    panel.annotate(row["bids"], (row["predicted"], row["made"]["value"]), fontsize=7)
    panel.set(xlim=(0, 1), ylim=(0, 1), xlabel="predicted", ylabel="made", title="Bids made; the band is 5 points")
    panel.legend(fontsize=7)
