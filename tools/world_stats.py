"""Do worlds tell more of the real deal when they are weighted by the calls? Measured on deals that Corporals play.

    python tools/world_stats.py --system nap --players 4 --deals 300 --worlds 100 --seed 9

Before the first card of each opponent to the first trick, and of declarer, the worlds of the seat to act are drawn.
Printed for opponents, who look for declarer's hand, and for declarer:

    bits       by which the weights raise the odds of the real deal over drawing without weights, on average:
               log2(weight of the real deal / mean weight of worlds)
    off by     how far the mean strength of declarer's hand (for declarer: of the strongest other) over all worlds is
               from the real one, in tricks, root mean square; without weights and with them
    trumps     the same for how many trumps that hand holds (once a trump is known)
    effective  how many worlds without weights would be worth as much as the weighted ones: (sum w)^2 / sum w^2
    accepted   of worlds drawn, by rejection
"""

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))

from elba import bots, dealing, layout, view
from elba.bots.likely import Likely
from elba.bots.worlds import Worlds
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


class Tally:
    """Sums over the decisions of one side."""

    def __init__(self):
        self.n = 0
        self.trump_n = 0
        self.bits = []
        self.off = [0.0, 0.0]
        self.trumps = [0.0, 0.0]
        self.effective = 0.0
        self.accepted = 0.0


class Meter:
    """Looks at decisions of deals in play."""

    def __init__(self, rules, players, worlds, seed):
        self.engine = Engine(rules)
        self.players = players
        self.number = worlds
        self.worlds = Worlds(self.engine)
        self.likely = Likely(self.engine)
        self.rng = Rng(seed, 77)
        self.tallies = {"opponents": Tally(), "declarer": Tally()}
        self._hand = bytearray(8)
        self._seen = bytearray(layout.SIZE)

    def potential(self, state, seat):
        """Return (strength in tricks, trumps or None) of what a seat looks for in a state."""
        declarer = state[layout.DECLARER]
        seats = [s for s in range(self.players) if s != seat] if seat == declarer else [declarer]
        best = -1
        trumps = None
        for other in seats:
            self.likely.hand_when_calling(state, other, self._hand)
            strength = self.likely.strength(self._hand)
            if strength > best:
                best = strength
                if state[layout.TRUMP] < 4:
                    hand = self._hand[: self.engine.rules.hand]
                    trumps = len([card for card in hand if card >> 4 == state[layout.TRUMP]])
        return best / 64, trumps

    def look(self, state, seat):
        view.look(self.engine.rules, state, seat, self._seen)
        if not self.worlds.begin(self._seen, seat):
            raise RuntimeError("a real deal has no world")
        self.likely.begin(self._seen, seat)
        drawn = []
        for _ in range(self.number):
            self.worlds.draw(self.rng)
            drawn.append((self.likely.weight(self.worlds.state), *self.potential(self.worlds.state, seat)))
        total = sum(w for w, _, _ in drawn)
        tally = self.tallies["declarer" if seat == state[layout.DECLARER] else "opponents"]
        strength, trumps = self.potential(state, seat)
        tally.n += 1
        tally.bits.append(math.log2(self.likely.weight(state) * self.number / total))
        tally.off[0] += (sum(s for _, s, _ in drawn) / self.number - strength) ** 2
        tally.off[1] += (sum(w * s for w, s, _ in drawn) / total - strength) ** 2
        if trumps is not None:
            tally.trump_n += 1
            tally.trumps[0] += (sum(t for _, _, t in drawn) / self.number - trumps) ** 2
            tally.trumps[1] += (sum(w * t for w, _, t in drawn) / total - trumps) ** 2
        tally.effective += total * total / sum(w * w for w, _, _ in drawn)
        tally.accepted += total / self.number / 4096

    def play(self, deals, seed):
        engine = self.engine
        state = bytearray(layout.SIZE)
        seen = bytearray(layout.SIZE)
        pack = bytearray(layout.MAX_CARDS)
        cards = Rng(seed, 5)
        mind = bots.make(bots.LEVELS.index("Corporal"), engine, seed, 2, 1)
        for number in range(deals):
            dealing.shuffled(engine.rules, self.players, cards, pack)
            engine.begin(state, self.players, number % self.players, 0)
            dealing.deal(engine.rules, state, pack)
            while engine.is_open(state) and not state[layout.TRICK]:
                seat = state[layout.TURN]
                if state[layout.PHASE] == layout.PLAY:
                    self.look(state, seat)
                view.look(engine.rules, state, seat, seen)
                mind.think(seen)
                action = mind.step()
                while action == bots.THINKING:
                    action = mind.step()
                engine.apply(state, action)


def report(meter):
    """Yield the lines of the table."""
    yield "%-10s%10s%16s%18s%18s%11s%10s" % (
        "",
        "decisions",
        "bits",
        "off by, tricks",
        "off by, trumps",
        "effective",
        "accepted",
    )
    for name, t in meter.tallies.items():
        if not t.n:
            continue
        mean = sum(t.bits) / t.n
        error = math.sqrt(sum((b - mean) ** 2 for b in t.bits) / t.n / t.n)
        line = "%-10s%10d%9.3f +-%5.3f" % (name, t.n, mean, error)
        line += "%9.3f ->%6.3f" % tuple(math.sqrt(v / t.n) for v in t.off)
        if t.trump_n:
            line += "%9.3f ->%6.3f" % tuple(math.sqrt(v / t.trump_n) for v in t.trumps)
        else:
            line += "%18s" % "-"
        yield line + "%9.0f %%%8.1f %%" % (100 * t.effective / t.n / meter.number, 100 * t.accepted / t.n)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--system", default="nap", help="id of a system (default: nap)")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--worlds", type=int, default=100, help="for each decision")
    parser.add_argument("--seed", type=int, default=9, help="another one than the odds were measured with")
    args = parser.parse_args()
    try:
        rules = Rules(args.system)
    except ValueError as e:
        parser.error("--%s" % e)
    if not rules.fewest <= args.players <= rules.most:
        parser.error("--players: expected %d..%d" % (rules.fewest, rules.most))
    if args.deals < 1 or args.worlds < 1:
        parser.error("--deals, --worlds: expected 1 or more")
    meter = Meter(rules, args.players, args.worlds, args.seed)
    meter.play(args.deals, args.seed)
    print("%s, %d players, %d worlds a decision, seed %d" % (rules.name, args.players, args.worlds, args.seed))
    print("\n".join(report(meter)))


if __name__ == "__main__":
    main()
