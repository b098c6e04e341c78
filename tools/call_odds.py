"""Measure what bots call on which hands, and write lib/elba/bots/call_odds.py.

    python tools/call_odds.py --deals 1500 --seed 1

Corporals call on shuffled deals in systems of both ways to count tricks and at tables of several sizes. For each
row of likely.py and each class of hands: how often this was called when it could have been, relative to the class
where that was most frequent, in 255ths. No entry is 0, as people call otherwise than bots.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))

from elba import actions as act
from elba import bots, dealing, layout, view
from elba import systems as sy
from elba.bots.likely import CLASSES, ROWS, Likely
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules

TARGET = Path(__file__).resolve().parent.parent / "lib" / "elba" / "bots" / "call_odds.py"
TABLES = (
    ("nap", 4, {}),
    ("nap", 3, {"two": True, "misere": True}),
    ("pub", 5, {}),
    ("pub", 3, {}),
    ("pub-seven", 4, {"misere": True}),
    ("purchase", 4, {}),
    ("floater", 4, {}),
    ("floater-teesside", 5, {}),
    ("peep", 4, {}),
    ("nap-mizer", 4, {}),
    ("nap-mizer", 6, {}),
    ("izvorni", 5, {}),
    ("izmena", 4, {}),
    ("savremeni", 4, {}),
    ("savremeni", 7, {}),
)
LEAST = 0.03  # of the highest chance in a row, kept for whoever does not call like a bot
ENOUGH = 50  # hands: a class with fewer takes its neighbours in


class Auctions:
    """Lets Corporals call and choose a trump, one deal after the other.

    Iterating gives (engine, state before the call, seat, call) for each call, and where a bid of tricks was made
    (engine, state, declarer, -1) as soon as there is a trump.
    """

    def __init__(self, system, players, options, deals, seed):
        self.engine = Engine(Rules(system, options))
        self.players = players
        self.deals = deals
        self.seed = seed

    def __iter__(self):
        engine = self.engine
        state = bytearray(layout.SIZE)
        seen = bytearray(layout.SIZE)
        pack = bytearray(layout.MAX_CARDS)
        rng = Rng(self.seed, self.players)
        mind = bots.make(bots.LEVELS.index("Corporal"), engine, self.seed, 1, 1)
        for number in range(self.deals):
            dealing.shuffled(engine.rules, self.players, rng, pack)
            engine.begin(state, self.players, number % self.players, rng.below(3 * self.players))
            dealing.deal(engine.rules, state, pack)
            while engine.is_open(state) and not state[layout.TRICK]:
                if state[layout.TRUMP] < 4:
                    if engine.rules.tricks[state[layout.BID]]:
                        yield engine, state, state[layout.DECLARER], -1
                    break
                seat = state[layout.TURN]
                view.look(engine.rules, state, seat, seen)
                mind.think(seen)
                action = mind.step()
                while action == bots.THINKING:
                    action = mind.step()
                if act.kind(action) == act.CALL:
                    yield engine, state, seat, act.argument(action)
                engine.apply(state, action)


def count(deals, seed):
    """Return (called, could, chosen, could be): numbers for each row and class, and for each class of trumps."""
    called = [[0] * CLASSES for _ in range(2 * ROWS)]
    could = [[0] * CLASSES for _ in range(2 * ROWS)]
    chosen = [[0] * CLASSES for _ in range(2)]
    could_be = [[0] * CLASSES for _ in range(2)]
    hand = bytearray(8)
    for system, players, options in TABLES:
        likely = None
        for engine, state, seat, call in Auctions(system, players, options, deals, seed):
            if likely is None:
                likely = Likely(engine)
                likely.table(players)
            if call < 0:
                at = layout.CARDS + seat * engine.rules.hand
                hand[: engine.rules.hand] = state[at : at + engine.rules.hand]
                for trump in range(4):
                    k = likely.step_of(hand, trump)
                    could_be[engine.rules.count][k] += 1
                    chosen[engine.rules.count][k] += trump == state[layout.TRUMP]
                continue
            rows = set()
            for action in engine.legal(state):
                if act.kind(action) == act.CALL:
                    rows.add(likely.row(state[layout.BID], act.argument(action)))
            made = likely.row(state[layout.BID], call)
            likely.hand_when_calling(state, seat, hand)
            for row in rows - {255}:
                k = likely.class_of(hand, row)
                could[row][k] += 1
                called[row][k] += row == made
        print("%s, %d players: done" % (system, players), file=sys.stderr)
    return called, could, chosen, could_be


def odds(called, could):
    """Return the row of bytes for the numbers of a row."""
    if not sum(called):
        return [255] * CLASSES  # never called: nothing to tell from it
    chances = []
    for k in range(CLASSES):
        width = 0
        while sum(could[max(0, k - width) : k + width + 1]) < min(ENOUGH, sum(could)):
            width += 1
        near = slice(max(0, k - width), k + width + 1)
        chances.append(sum(called[near]) / sum(could[near]))
    most = max(chances)
    return [round(255 * (LEAST + (1 - LEAST) * chance / most)) for chance in chances]


def write(table, trumps, deals, seed):
    """Write the tables: lists of rows of bytes."""
    lines = [
        '"""How likely each call is on each class of hands: see likely.py.',
        "",
        "Written by tools/call_odds.py --deals %d --seed %d; not to be edited." % (deals, seed),
        "A row for each kind of call, of 16 classes, in 255ths of the row's most; tricks at least first, then exactly.",
        "Of trumps one row for either.",
        '"""',
        "",
        "ODDS = (",
    ]
    for row in table:
        lines.append('    b"%s"' % "".join("\\x%02x" % value for value in row))
    lines += [")", "", "TRUMP_ODDS = ("]
    for row in trumps:
        lines.append('    b"%s"' % "".join("\\x%02x" % value for value in row))
    TARGET.write_text("\n".join([*lines, ")", ""]))


def name_of(row):
    """Return what a row is about."""
    tricks = row % ROWS
    if tricks < ROWS // 2:
        call = "%d tricks" % tricks if tricks else "misere"
    else:
        call = "pass below %d" % (tricks - ROWS // 2)
    return ("exact " if row >= ROWS else "least ") + call


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=1500, help="for each system and table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    called, could, chosen, could_be = count(args.deals, args.seed)
    for row in range(2 * ROWS):
        if sum(called[row]):
            chances = ["%5.2f" % (a / b) if b else "    -" for a, b in zip(called[row], could[row])]
            print("%-20s" % name_of(row) + " ".join(chances))
    for row in range(2):
        chances = ["%5.2f" % (a / b) if b else "    -" for a, b in zip(chosen[row], could_be[row])]
        print("%-20s" % ("trump, " + ("exact" if row else "least")) + " ".join(chances))
    table = [odds(a, b) for a, b in zip(called, could)]
    write(table, [odds(a, b) for a, b in zip(chosen, could_be)], args.deals, args.seed)
    assert sy.EXACT == 1  # the order of the two halves


if __name__ == "__main__":
    main()
