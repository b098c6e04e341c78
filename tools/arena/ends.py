"""Exact endings: the card played in the last two tricks, against the best one over every world there is.

Nothing is drawn: all worlds that agree with the view are counted through, each with the weight that the calls give it
and each alike. What is lost to the exact best is therefore exact as well. Positions with more worlds than a limit are
left out and said to be.
"""

from elba import layout

from . import judge, loss, moments
from .counts import key

LAST = 2  # tricks


def of_deal(engine, players, level, seed, number, limit, counts):
    """Add the endings of one deal to Counts."""
    state, minds = moments.begin(engine, players, level, seed, number)
    census = judge.Census(engine)
    for seat, seen, action in moments.play(engine, state, minds):
        if seen[layout.PHASE] != layout.PLAY or engine.rules.hand - seen[layout.TRICK] > LAST:
            continue
        cards = moments.cards(engine, seen)
        if len(cards) < 2 or action not in cards:
            continue
        side = moments.side(seen, seat)
        found = census.worths(seen, seat, cards, limit)
        if found is None:
            counts[key("skipped", side)] += 1
            continue
        for name, worlds in (("weighted", found), ("alike", [(1, good) for _, good in found])):
            lost, _ = loss.losses(worlds, len(cards), cards.index(action), side == "declarer")
            best = max(loss.losses(worlds, len(cards), i, side == "declarer")[0] for i in range(len(cards)))
            counts[key("best", name, side)] += not lost
            # Where all cards are worth the same nothing can go wrong: these are told apart.
            counts[key("matters", name, side)] += best > 0
            counts.note(key("sums", name, side), 1, lost)
            counts[key("loss", name, side, lost)] += 1
        counts[key("worlds", side)] += len(found)
