"""The same cards at several tables: what a level earns more than another, and nothing but the level differs.

Two levels, the weaker B and the stronger A, and n seats. Each deal is dealt with the same cards, the same dealer and
the same pot at up to 2n + 2 tables:

    all B         everybody is a B
    A among B     n tables: A sits at seat s, everybody else is a B
    B among A     n tables: B sits at seat s, everybody else is an A
    all A         everybody is an A

Two differences come of it, each a mean over the seats, in chips a deal:

    up     what A earns at s among B, less what a B earns at s where all are B
    down   what an A earns at s where all are A, less what B earns at s among A

and the lead of A over B is their mean. Both hands and opponents are the same in each subtraction, so luck of the
cards is not in it; the dealer comes round with s. Deals are independent of each other, and the seats of one deal
are not: so a deal is what is counted once for confidence intervals.

Bids are counted where the bidder is the one that is alone, or where all are of its level: every hand at most twice.
"""

import functools
from array import array

from elba import actions as act
from elba import dealing, layout, match
from elba import systems as sy
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

from . import levels, table
from .counts import Counts, key

UP = "up"
DOWN = "down"

KINDS = ("play", "call", "peek", "exchange", "take", "trump", "friend", "widow")  # of actions, by their number
BINS = 20  # of predicted chances, 5 points each
CERTAIN = 4096  # a predicted chance of 1

_POTS = 240  # pots that are drawn from


def alone(level, other):
    """Return the name of the tables where one bot sits among others of another level."""
    return "%s among %s" % (level, other)


def everybody(level):
    """Return the name of the table where all are of one level."""
    return "all %s" % level


def play(game, seed, number):
    """Play deal `number` of a seed at all tables of a game; return its Counts.

    game   (system, options as a tuple of (key, value), players, weaker level, stronger level, ways): a tuple, because
           it is what processes keep rules and pots for; ways holds UP, DOWN or both
    """
    system, house, players, weaker, stronger, ways = game
    # An engine has a buffer of its own: two deals may be played at once, in threads of one process.
    engine = Engine(_rules(system, house))
    deal = _Deal(engine, players, seed, number, pots(system, house, players, seed))
    counts = Counts()
    apart = []
    for way in ways:
        field, single = (weaker, stronger) if way == UP else (stronger, weaker)
        same = deal.play([field] * players, counts, everybody(field), range(players))
        other = []
        for seat in range(players):
            crew = [single if i == seat else field for i in range(players)]
            other.append(deal.play(crew, counts, alone(single, field), (seat,))[seat])
        counts.note(key("chips", everybody(field)), sum(same))
        counts.note(key("chips", alone(single, field)), sum(other))
        gain = sum(other) - sum(same)
        apart.append(gain if way == UP else -gain)
    counts.note("lead", *apart)
    for name, sums in deal.bids.items():
        counts.note(name, *sums)
    return counts


@functools.lru_cache(maxsize=4)
def _rules(system, house):
    return Rules(system, dict(house))


@functools.lru_cache(maxsize=4)
def pots(system, house, players, seed):
    """Return the pots that deals may begin with: those of sessions of the simplest level, deal after deal.

    What a bid is worth hangs on the pot, so it has to be one that happens. It cannot be the one that the deal before
    has left: that would be another one at each table.
    """
    engine = Engine(_rules(system, house))
    rules = engine.rules
    if not (rules.ante or rules.exchange_max or rules.peek_price != sy.NEVER or rules.lost_to == sy.POT):
        return (0,)
    state = bytearray(layout.SIZE)
    found = []
    for number in range(_POTS):
        if number % rules.deals(players) == 0:
            sitting = match.Table(engine)
            sitting.rng.seed(seed >> 16, seed & 0xFFFF, number)
            sitting.draw_dealer(players)
        found.append(sitting.pot)
        sitting.begin(state, players)
        bot = levels.find(levels.names()[0])(engine, seed >> 16, seed & 0xFFFF, number)
        table.play(engine, state, [bot] * players, lambda *_: None)
        sitting.end(state)
    return tuple(found)


def dealt(engine, players, seed, number, pots):
    """Return (state, dice) of deal `number` of a seed: the cards dealt, and two words for the seeds of bots."""
    rng = Rng()
    rng.seed(seed >> 16 ^ number >> 16, seed & 0xFFFF, number & 0xFFFF)
    state = bytearray(layout.SIZE)
    pack = bytearray(layout.MAX_CARDS)
    dealing.shuffled(engine.rules, players, rng, pack)
    dice = rng.word(), rng.word()
    pot = pots[rng.below(len(pots))]
    engine.begin(state, players, number % players, pot)
    dealing.deal(engine.rules, state, pack)
    return state, dice


class _Deal:
    """One deal, to be played again and again from the same cards.

    bids   ("bid", level, bid) -> [declared, made, chips], ("bin", level, bin) -> [declared, made, chance predicted];
           over all tables
    """

    def __init__(self, engine, players, seed, number, pots):
        self.engine = engine
        self.players = players
        self.bids = {}
        self.state, self.dice = dealt(engine, players, seed, number, pots)

    def play(self, crew, counts, name, counted):
        """Play it with the level named for each seat; return the list of what each seat earns.

        name      of the kind of table, for the counts; counted  the seats whose actions are counted
        """
        engine = self.engine
        # New bots for every table: nothing that one has seen of these cards can get to the next.
        minds = [levels.find(level)(engine, *self.dice, seat) for seat, level in enumerate(crew)]
        state = bytearray(self.state)
        predicted = array("i", [-1] * self.players)

        def note(seat, action, steps):
            kind = act.kind(action)
            what = act.argument(action)
            if seat not in counted:
                return
            level = crew[seat]
            counts[key("steps", level, KINDS[kind], steps)] += 1
            if kind == act.PEEK or kind == act.EXCHANGE and what:
                counts[key("use", level, KINDS[kind])] += 1
            if kind == act.CALL and what:
                chance = getattr(minds[seat], "predicted", None)
                predicted[seat] = -1 if chance is None else chance

        table.play(engine, state, minds, note)
        result = engine.result(state)
        counts[key("tables", name)] += 1
        counts[key("void", name)] += result.status == "void"
        for seat in counted:
            counts[key("hands", crew[seat])] += 1
        declarer = result.declarer
        if declarer in counted and result.status != "void":
            level = crew[declarer]
            bid = engine.rules.bid_name[result.bid]
            made = int(result.made)
            self._add(key("bid", level, bid), made, result.pay[declarer])
            chance = predicted[declarer]
            if chance >= 0:
                self._add(key("bin", level, min(chance * BINS // CERTAIN, BINS - 1)), made, chance)
        return result.pay

    def _add(self, name, made, value):
        sums = self.bids.setdefault(name, [0, 0, 0])
        for i, more in enumerate((1, made, value)):
            sums[i] += more
