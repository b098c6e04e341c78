"""Exact play with open cards: whether declarer makes its bid if all hands are known and nobody errs.

    solver = Solver(rules, players)
    solver.load(state)
    solver.begin(card)  # the seat to act plays this card; NONE: it plays what is best for its side
    while solver.step(200) == THINKING:
        ...  # look at the buttons

All seats but declarer are one side. A search can be stopped after any number of nodes (cards played in it) and
continued, and what the search for one card has found out serves the others. Only the constructor allocates.
"""

from array import array

from micropython import const

from . import solver_core as core
from . import systems as sy
from .cards import NO_SUIT, NONE
from .layout import (
    BID,
    CARDS,
    DECLARER,
    IN_TRICK,
    LEADER,
    PHASE,
    PLAY,
    SEATS,
    TRICK,
    TRUMP,
    TURN,
    WINNING,
)
from .stepping import GAVE_UP, NO, THINKING, YES, Stepping  # noqa: F401 - callers take the answers from here
from .tricks import won_by

_SUIT = const(0x80)  # in the queue: any card of a suit


def suppose(state, declarer, bid, trump=NO_SUIT):
    """Change a state to the first lead of a contract; NO_SUIT for a trump that the first card is to make."""
    state[PHASE] = PLAY
    state[BID] = bid
    state[TRUMP] = trump
    state[TRICK] = state[IN_TRICK] = 0
    state[DECLARER] = state[TURN] = state[LEADER] = state[WINNING] = declarer


class Solver(Stepping):
    """Solves states of one set of rules and one number of seats.

    rules    rules.Rules, of a pack without joker
    players  seats, 2..8
    slots    entries of 8 bytes of the table of positions met, a power of two from 4 to 32768

    The answers are YES where declarer makes it with best play of both sides, NO, THINKING and GAVE_UP.
    """

    def __init__(self, rules, players, slots=512):
        if rules.joker:
            raise ValueError("rules: %s has a joker, which this solver does not know" % rules.id)
        if not 2 <= players <= rules.most:
            raise ValueError("players: %s takes at most %d" % (rules.id, rules.most))
        if rules.hand > 7:
            raise ValueError("rules: expected hands of at most 7 cards, not %d" % rules.hand)
        if not 4 <= slots <= 32768 or slots & (slots - 1):
            raise ValueError("slots: expected a power of two, 4..32768, not %d" % slots)
        Stepping.__init__(self)
        self.rules = rules
        self.players = players
        # A range takes no memory, a list or bytearray to copy from would take as much as the array.
        self._m = array("H", range(core.memory(players * rules.hand)))
        for i in range(len(self._m)):
            self._m[i] = 0
        self._table = array("I", range(2 * slots))
        self._m[core.SLOTS] = slots
        self._open = False  # the first card makes trump
        self._duty = 0  # what is owed to the first lead
        self._queue = bytearray(8)  # first leads that begin(NONE) tries, the next one last
        self._tries = 0

    def load(self, state):
        """Take a state (layout.SIZE bytes, every card known) in which a card is to be played; forget the last one.

        The goal is that of the bid, see aim(). Raises ValueError where no card is to be played.
        """
        rules = self.rules
        if state[PHASE] != PLAY or state[SEATS] != self.players:
            raise ValueError("state: expected %d seats and a card to be played" % self.players)
        m = self._m
        trick = state[TRICK]
        in_trick = state[IN_TRICK]
        hand = rules.hand
        m[core.SEATS] = self.players
        m[core.DECLARER] = state[DECLARER]
        m[core.MUST_TRUMP] = rules.must_trump
        m[core.TRUMP] = state[TRUMP]
        m[core.ROOT_PLACE] = in_trick
        m[core.ROOT_LEFT] = hand - trick
        bid = state[BID]
        first = not trick and not in_trick
        self._open = first and rules.trump == sy.LED and (rules.tricks[bid] or rules.misere_trump) > 0
        self._duty = rules.first_lead[bid] if first else 0
        core.deal(m, state, CARDS, hand, state[LEADER])
        best = led = 0
        if in_trick:
            best = core.move(state[CARDS + state[WINNING] * hand + trick])
            led = state[CARDS + state[LEADER] * hand + trick] >> 4
        core.root(m, state[TURN], best, state[WINNING], led, won_by(state, state[DECLARER]))
        self.status = NO  # whatever was under way is forgotten
        self.aim(rules.goal[bid])
        core.clear(self._table, m[core.SLOTS])

    def aim(self, goal):
        """Ask for another goal than the bid's: bit k is set where declarer is content with k tricks, 0..hand.

        What has been found out is kept where it says something about the new goal too.
        """
        m = self._m
        first = 0
        while first < 7 and not goal >> first & 1:
            first += 1
        rising = 1 if goal + (1 << first) == 2 << self.rules.hand else 0
        one = goal == 1 << first
        if rising != m[core.RISING] or not rising and not (one and m[core.ONE]):
            core.clear(self._table, m[core.SLOTS])
        m[core.GOAL] = goal
        m[core.FIRST] = first
        m[core.RISING] = rising
        m[core.ONE] = one

    def begin(self, card=NONE, budget=0):
        """Start a search: the seat to act plays `card`, a legal one, or with NONE whatever is best for its side.

        budget  nodes after which to give up, 0 for none
        """
        self._restart(budget)
        self._tries = 0
        if card:
            self._start(card)
        elif self._duty or self._open:
            self._list_first_leads()
            if self._tries:
                self._start_next()
            else:
                self.status = NO  # it has no card that it may lead: the contract cannot be
        else:
            core.begin(self._m, 0, 0)

    def begin_in(self, suit, budget=0):
        """Start a search for declarer's first lead: any card of a suit, which it makes trump where none is named.

        Without a card of that suit the answer is NO.
        """
        self._restart(budget)
        self._tries = 0
        self._m[core.TRUMP] = suit
        if core.lowest(self._m, self._m[core.DECLARER], suit) < 15:
            core.begin(self._m, 0, 1)
        else:
            self.status = NO

    def _list_first_leads(self):
        """What declarer may try when its first card is special: every card that it owes, or every suit as trump."""
        m = self._m
        tries = self._queue
        n = 0
        if self._duty:
            lowest = 15
            for suit in range(4):
                if (suit == m[core.TRUMP]) == (self._duty == sy.LOW_TRUMP):
                    rank = core.lowest(m, m[core.DECLARER], suit)
                    if rank < lowest:
                        lowest = rank
                        n = 0
                    if rank == lowest < 15:
                        tries[n] = suit << 4 | rank
                        n += 1
        else:
            n = core.suits(m, tries, _SUIT)  # the longest comes last and is tried first
        self._tries = n

    def _start_next(self):
        self._tries -= 1
        what = self._queue[self._tries]
        if what & _SUIT:
            self._m[core.TRUMP] = what & 3
            core.begin(self._m, 0, 1)
        else:
            self._start(what)

    def _start(self, card):
        if self._open:
            self._m[core.TRUMP] = card >> 4
        core.begin(self._m, core.move(card), 0)

    def _run(self, nodes):
        status = core.run(self._m, self._table, nodes)
        self.nodes += self._m[core.NODES]
        return status

    def _take_back(self):
        core.unwind(self._m)

    def _try_next(self):
        if self._tries:
            self._start_next()
            return True
        return False

    def answer(self, card=NONE, budget=0):
        """Search to the end: begin() and step() in one."""
        self.begin(card, budget)
        return self.finish()

    def twin(self, card):
        """Return the highest card that the seat to act may play with the same outcome as one of its cards."""
        return core.twin(self._m, card)
