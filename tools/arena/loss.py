"""Decision loss: how much success a card costs against the best one, as a judge of many more worlds sees it.

Each card played by bots of one level is asked, with all others that were legal, in the same worlds; the loss is the
best one's share of successes less that of the card played (for an opponent: of declarer's failures). Two figures:

    against all    best and played card are compared in all worlds. Too high, by what the judge's own luck adds: of
                   several equal cards one comes out best by chance
    halves         the best card is chosen in half of the worlds and compared in the other half, both ways. It has no
                   such luck in it, and is too low where the judge cannot tell the best card either

The same worlds also judge the card that Corporal would have played there: a measure that cannot tell the two apart
would be none.
"""

from elba.rng import Rng

from . import judge, levels, moments
from .counts import key

UNIT = 100_000  # losses are whole numbers of this
_STREAM = 0x5EED


def of_deal(engine, players, level, seed, number, worlds, counts, other="Corporal"):
    """Add the losses of one deal to Counts."""
    state, minds = moments.begin(engine, players, level, seed, number)
    rival = levels.find(other)(engine, seed >> 16, seed & 0xFFFF, 99)
    judges = judge.Judge(engine)
    rng = Rng()
    rng.seed(seed & 0xFFFF, number & 0xFFFF, _STREAM)
    sums = {}
    for seat, seen, action in moments.play(engine, state, minds):
        cards = moments.cards(engine, seen)
        if len(cards) < 2 or action not in cards:
            continue
        found = judges.worths(seen, seat, cards, rng, worlds)
        if not found:
            counts["no world"] += 1
            continue
        side = moments.side(seen, seat)
        theirs = moments.decide(rival, seen)
        for name, card in ((level, action), (other, theirs)):
            if card not in cards:
                continue
            best, halves = losses(found, len(cards), cards.index(card), side == "declarer")
            total = sums.setdefault(key(name, side), [0, 0, 0])
            for i, more in enumerate((1, best, halves)):
                total[i] += more
            counts[key("loss", name, side, best)] += 1
    for name, total in sums.items():
        counts.note(key("sums", name), *total)


def losses(found, n, played, declares):
    """Return (loss in all worlds, loss by halves) of card number `played` of n, in UNITs.

    found   list of (weight, [success of declarer after each card])
    """

    def worth(part):
        shares = judge.shares(part, n)
        return shares if declares else [1 - share for share in shares]

    whole = worth(found)
    best = max(whole) - whole[played]
    halves = best
    parts = found[::2], found[1::2]
    if parts[1]:
        one, two = worth(parts[0]), worth(parts[1])
        halves = (one[two.index(max(two))] - one[played] + two[one.index(max(one))] - two[played]) / 2
    return round(UNIT * best), round(UNIT * halves)


def percentile(counts, *name, share=0.99):
    """Return the least loss, 0..1, that so large a share of decisions does not exceed."""
    numbers = sorted((int(loss), counts[key(*name, loss)]) for loss in counts.below(*name))
    total = sum(n for _, n in numbers)
    seen = 0
    for loss, n in numbers:
        seen += n
        if seen >= share * total:
            return loss / UNIT
    return None
