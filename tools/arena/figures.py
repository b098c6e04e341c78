"""What counts say. Every interval is one of 95 %, and a deal, with all its tables and seats, is counted once in it."""

import itertools
import math
from statistics import NormalDist

from elba.rules import Rules

from . import duplicate
from .counts import key

_WIDTH = NormalDist().inv_cdf(0.975)  # standard errors to each side


def mean(counts, name, weights):
    """Return (mean, half the width of its interval) of a weighted sum of what was noted under a name.

    The half is None where there are fewer than two deals to tell it from, the mean where there is none.
    """
    n = counts[key(name, "n")]
    if not n:
        return None, None
    sums = [counts[key(name, i)] for i in range(len(weights))]
    total = sum(w * s for w, s in zip(weights, sums))
    if n < 2:
        return total / n, None
    squares = 0
    for i, a in enumerate(weights):
        for j, b in enumerate(weights):
            # Whole numbers as long as possible: the difference of two large sums is exact then.
            squares += a * b * (n * counts[key(name, min(i, j), max(i, j))] - sums[i] * sums[j])
    return total / n, _WIDTH * math.sqrt(max(squares, 0) / (n - 1)) / n


def ratio(counts, name, above, below):
    """Return (ratio, half the width of its interval) of two sums noted under a name, each deal a cluster.

    Where all deals say the same, all made or all lost, they cannot tell how wide it is: the half is None.
    """
    n = counts[key(name, "n")]
    x, y = counts[key(name, above)], counts[key(name, below)]
    if not y:
        return None, None
    r = x / y
    if n < 2:
        return r, None
    xx, yy = counts[key(name, above, above)], counts[key(name, below, below)]
    xy = counts[key(name, min(above, below), max(above, below))]
    spread = xx - 2 * r * xy + r * r * yy
    if spread * n < 1e-9 * xx:
        return r, None
    return r, _WIDTH * math.sqrt(spread * n / (n - 1)) / y


def of(game, counts):
    """Return all figures of a game (see duplicate.play) as what JSON can hold: rates 0..1, chips a deal."""
    system, house, players, weaker, stronger, ways = game
    order = Rules(system, dict(house)).bid_name
    figures = {"deals": counts[key("lead", "n")]}
    weights = {"lead": [1 / (len(ways) * players)] * len(ways)}
    for i, way in enumerate(ways):
        weights[way] = [(i == j) / players for j in range(len(ways))]
    for name, weight in weights.items():
        figures[name] = _pair(mean(counts, "lead", weight))
    figures["tables"] = [_table(name, players, counts) for name in counts.below("tables")]
    figures["levels"] = {level: _level(level, order, counts) for level in (weaker, stronger)}
    return figures


def _pair(both):
    return {"value": both[0], "within": both[1]}


def _table(name, players, counts):
    tables = counts[key("tables", name)]
    return {
        "name": name,
        "void": counts[key("void", name)] / tables,
        "chips": _pair(mean(counts, key("chips", name), [1 / players])),
    }


def _level(level, order, counts):
    hands = counts[key("hands", level)]
    bids = {}
    for bid in sorted(counts.below("bid", level), key=order.index):
        name = key("bid", level, bid)
        bids[bid] = {
            "bids": counts[key(name, 0)],
            "declared": counts[key(name, 0)] / hands,
            "made": _pair(ratio(counts, name, 1, 0)),
            "chips": _pair(ratio(counts, name, 2, 0)),
        }
    bins = []
    for number in sorted(counts.below("bin", level), key=int):
        name = key("bin", level, number)
        bins.append(
            {
                "from": int(number) / duplicate.BINS,
                "bids": counts[key(name, 0)],
                "predicted": counts[key(name, 2)] / counts[key(name, 0)] / duplicate.CERTAIN,
                "made": _pair(ratio(counts, name, 1, 0)),
            }
        )
    return {
        "hands": hands,
        "bids": bids,
        "uses": {kind: counts[key("use", level, kind)] / hands for kind in counts.below("use", level)},
        "calibration": bins,
        "steps": {kind: _steps(level, kind, counts) for kind in counts.below("steps", level)},
    }


def _steps(level, kind, counts):
    """Return how many steps decisions of a kind took: {"decisions", "mean", "p95", "most"}."""
    numbers = sorted(int(steps) for steps in counts.below("steps", level, kind))
    took = [(steps, counts[key("steps", level, kind, steps)]) for steps in numbers]
    decisions = sum(n for _, n in took)
    seen = list(itertools.accumulate(n for _, n in took))
    return {
        "decisions": decisions,
        "mean": sum(steps * n for steps, n in took) / decisions,
        "p95": next(steps for steps, upto in zip(numbers, seen) if 20 * upto >= 19 * decisions),
        "most": took[-1][0],
    }
