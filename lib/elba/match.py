"""From deal to deal: who deals, what is shuffled, what the pot holds, who has won (source: match.md).

A `Table` runs deal after deal among the same seats: dealer, pack and pot pass from one to the next. A `Session` sits on
top of it and keeps the chips of the players: it takes them out when they have none left, plays off ties, shares what
remains in the pot and knows when the session is over. Both can be written to bytes and taken back between any two
actions.
"""

from micropython import const

from . import dealcode, dealing, layout
from . import systems as sy
from .cards import fill_pack
from .layout import CHIPS, MAX_CARDS, MAX_SEATS, NOBODY, PAY, POT, set_word, word
from .rng import Rng

_BOT_STREAM = const(1)  # a stream of its own: what a bot draws tells nothing of the cards


class Table:
    """Deals in a row.

    engine   the rules in force
    dealer   seat that deals next, or deals now; pot  chips in the pot before its antes
    number   deals begun so far
    seed     (high, low) of the deal that is on, or None where its pack was gathered and cut
    pack     its pack as dealt, top first; `size` cards of the 53
    """

    SAVED = const(76)

    def __init__(self, engine, high=0, low=0):
        self.engine = engine
        self.rng = Rng(high, low)
        self.dealer = 0
        self.pot = 0
        self.number = 0
        self.seed = None
        self.pack = bytearray(MAX_CARDS)
        self.size = 0
        self._shuffle_next = True

    def draw_dealer(self, players):
        """Let each seat draw a card; the lowest deals, the ace counting one (match.md "First dealer").

        Returns the rounds drawn, a list of lists of card bytes, one a seat and 0 for a seat not drawing any more.
        """
        rounds = []
        drawing = list(range(players))
        pack = bytearray(MAX_CARDS)
        n = fill_pack(pack, 2)
        while len(drawing) > 1:
            self.rng.shuffle(pack, n)
            drawn = [0] * players
            for i in range(len(drawing)):
                drawn[drawing[i]] = pack[i]
            rounds.append(drawn)
            lowest = min([_draw_rank(drawn[seat]) for seat in drawing])
            drawing = [seat for seat in drawing if _draw_rank(drawn[seat]) == lowest]
        self.dealer = drawing[0]
        return rounds

    def begin(self, state, players):
        """Begin the next deal in a state: shuffle or cut as the rules have it, charge the antes, deal the cards."""
        rules = self.engine.rules
        size = rules.pack_size(players)
        if self._shuffle_next or size != self.size:  # with fewer seats the pack is another one
            self.seed = (self.rng.word(), self.rng.word())
            dealing.shuffled(rules, players, Rng(self.seed[0], self.seed[1]), self.pack)
            self.size = size
        else:
            self.seed = None
            dealing.cut(self.rng, self.pack, size)
        self.number += 1
        self.engine.begin(state, players, self.dealer, self.pot)
        dealing.deal(rules, state, self.pack)

    def replay(self, state, code):
        """Begin a deal over again from its dealcode.DealCode, with nothing in the pot."""
        self.seed = code.seed
        order = code.pack()
        self.size = len(order)
        self.pack[: self.size] = order
        self.dealer = code.dealer
        self.number += 1
        self.engine.begin(state, code.players, code.dealer, 0)
        dealing.deal(self.engine.rules, state, self.pack)

    def end(self, state):
        """Take over the pot and the pack of a deal that has ended, and pass the deal on. Returns its settle.Result."""
        rules = self.engine.rules
        result = self.engine.result(state)
        self.pot = word(state, POT)
        self._shuffle_next = (
            rules.shuffle == sy.ALWAYS
            or (result.made and rules.sweep[result.bid])
            or (result.status == "void" and rules.void_shuffle)
        )
        if not self._shuffle_next:
            # Remembered apart: until the next deal begins, `pack` still tells how this one was dealt.
            self._gathered = bytearray(MAX_CARDS)
            dealing.gather(rules, state, self._gathered)
        self.dealer = (self.dealer + 1) % state[layout.SEATS]
        return result

    def code(self, state):
        """Return the text of the deal code of the deal that is on."""
        order = None if self.seed else bytes(self.pack[: self.size])
        code = dealcode.code_of(
            self.engine.rules, state[layout.SEATS], state[layout.DEALER], self.seed, order
        )
        return dealcode.encode(code)
