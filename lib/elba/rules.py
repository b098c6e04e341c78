"""A system's table with its house rules applied: everything the engine asks, as plain attributes.

`Rules` is built once for a session. It has no code for any particular system or option value beyond what each
option means (source: nap-family.md "Options").
"""

from array import array

from . import systems as sy
from .cards import NO_SUIT, SUITS

# Columns of systems' bid rows.
_NAME, _TRICKS, _WIN, _LOSE, _NEEDS, _SWEEP, _FIRST_LEAD, _TAKES, _OPTION = range(9)


class Rules:
    """The rules of one session.

    system       index into system_tables.SYSTEMS; `id` and `name` beside it
    options      the dict of house rules that differ from the system's defaults; `packed` is the same as bytes
    bids         number of bids n; bid i is 1..n, low to high, and 0 is a pass
    bid_name[i]  what it is called; "" -> "pass" at 0
    tricks, win, lose, needs, sweep, first_lead, takes, suit   one small int a bid, indexed like bid_name; `tricks` is
                 what is to be taken of what is counted, `needs` a bit mask of the bids of which another seat must have
                 made one (0: none), `suit` the trump that the bid names (cards.NO_SUIT: none)
    goal[i]      bit mask: bit n is set where bid i is made by taking n (tricks, or cards that are counted)
    countable    the most that can be taken
    All others carry the names and meanings of the keys in system_tables.py; `packets` is a tuple and
    `revoke_penalty` says whether a revoke may be played and is then paid for.

    Raises ValueError for a system that does not exist, options.BadOption for a house rule it does not take.
    """

    def __init__(self, system_id, options=None):
        from . import options as opts  # here: as with the tables, nobody asks for them once a game is on

        index = sy.index(system_id)
        if index < 0:
            raise ValueError("system: expected one of %s" % ", ".join(sy.ids()))
        options = dict(options or {})
        self.accepted = sy.lookup(index, "options")
        opts.check(system_id, self.accepted, options)
        self.system = index
        self.id = system_id
        self.name = sy.lookup(index, "name")
        self.options = options
        self.packed = bytearray(opts.PACKED_SIZE)
        opts.pack(options, self.packed, 0)
        for key in (
            "hand packets pack joker face_down above_trumps two_wins joker_calls rounds top_ends count capture "
            "trump friend leads misere_trump must_trump ante peek_price take exchange_max exchange_price "
            "exchange_per made_to lost_to lost_heads pot_won shuffle void_shuffle race fewest_tied"
        ).split():
            setattr(self, key, sy.lookup(index, key))
        self.fewest, self.most = sy.lookup(index, "players")
        self._house_rules(options)
        self.countable = 4 * (15 - self.capture) if self.capture else self.hand
        self.start_chips = options.get("start_chips", 50)
        ladder = sy.lookup(index, "ladder")
        if ladder:
            self._ladder(ladder, sy.lookup(index, "tricks_above"), options.get("score") == "bid")
        else:
            self._bids(sy.lookup(index, "bids"), options)
        self.goal = array("I", [0] * (self.bids + 1))
        for bid in range(1, self.bids + 1):
            self.goal[bid] = self._goal(bid)
        self._seats()

    def _house_rules(self, options):
        self.revoke_penalty = options.get("revoke") == "penalty"
        self.misere_trump = int(options.get("misere_trump", self.misere_trump))
        if "exact" in options:
            self.count = sy.EXACT if options["exact"] else sy.LEAST
        if "pack" in options:
            self.pack = sy.SHORT if options["pack"] == "short" else sy.FULL
        if "packets" in options:
            self.packets = tuple([int(size) for size in options["packets"].split("-")])
        if "shuffle" in options:
            self.shuffle = sy.BY_RULE if options["shuffle"] == "rule" else sy.ALWAYS
        for key in ("peek_price", "exchange_price"):
            setattr(self, key, options.get(key, getattr(self, key)))
        self.exchange_max = min(options.get("exchange_max", self.exchange_max), self.hand)
        self.rebuy = options.get("rebuy", False)

    def _bids(self, rows, options):
        rows = [row for row in rows if not row[_OPTION] or options.get(row[_OPTION])]
        double = options.get("double_five", "no")
        misere_as_nap = options.get("misere_pay") == "nap"
        nap = [row for row in rows if row[_SWEEP]][0]
        self._columns(["pass"] + [row[_NAME] for row in rows])
        for i, row in enumerate(rows, 1):
            paid = nap if misere_as_nap and not row[_TRICKS] else row
            self.tricks[i] = row[_TRICKS]
            self.win[i] = paid[_WIN] * (2 if row[_SWEEP] and double != "no" else 1)
            self.lose[i] = paid[_LOSE] * (2 if row[_SWEEP] and double == "both" else 1)
            self.sweep[i] = row[_SWEEP]
            self.first_lead[i] = row[_FIRST_LEAD]
            self.takes[i] = row[_TAKES]
            if row[_NEEDS]:
                for j, other in enumerate(rows, 1):
                    if other[_NAME].split("-")[0] == row[_NEEDS]:
                        self.needs[i] |= 1 << j

    def _ladder(self, numbers, above, score_bid):
        """The bids 1..numbers in each suit, from clubs up: "1C", "1D", .. (napoleon-japanese.md "Auction", "Score")."""
        names = ["pass"]
        for number in range(1, numbers + 1):
            for suit in range(3, -1, -1):
                names.append("%d%s" % (number, SUITS[suit]))
        self._columns(names)
        for bid in range(1, self.bids + 1):
            number = (bid + 3) >> 2
            self.tricks[bid] = above + number
            self.win[bid] = self.lose[bid] = number if score_bid else above + number
            self.suit[bid] = -bid & 3
            self.sweep[bid] = number == numbers

    def _columns(self, names):
        """Make room for what is known of each bid."""
        self.bid_name = names
        n = len(names)
        self.bids = n - 1
        self.tricks, self.win, self.lose, self.sweep, self.first_lead, self.takes, self.suit = (
            bytearray(n) for _ in range(7)
        )
        self.needs = array("H", [0] * n)
        for bid in range(n):
            self.suit[bid] = NO_SUIT

    def _goal(self, bid):
        """What may be taken so that a bid is made, as a mask (nap-family.md "Bids"; napoleon-japanese.md "Made")."""
        wanted = self.tricks[bid]
        if not wanted or self.count == sy.EXACT:
            return 1 << wanted
        goal = (1 << self.countable + 1) - (1 << wanted)
        if self.count == sy.LEAST_NOT_ALL and wanted < self.countable:
            goal -= 1 << self.countable
        return goal

    def _seats(self):
        """Lower `most` until the pack that the house rules give is large enough for every hand."""
        while self.hand * self.most + self.face_down > self.pack_size(self.most):
            self.most -= 1

    def lowest_rank(self, players):
        """Return the lowest rank in the pack (2..14) for 2..8 players."""
        return sy.LOWEST[self.pack][players - 2]

    def pack_size(self, players):
        """Return how many cards the pack has for 2..8 players."""
        return 4 * (15 - self.lowest_rank(players)) + self.joker

    def stock_size(self, players):
        """Return how many cards remain undealt after the hands and the face-down cards."""
        return self.pack_size(players) - self.hand * players - self.face_down

    def deals(self, players):
        """Return the agreed number of deals of a session (match.md "Chips")."""
        return self.options.get("deals", 5 * players)
