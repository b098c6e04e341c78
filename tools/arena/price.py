"""The price of hidden information: how much oftener declarer would make its bid if it saw all cards.

The auction, and all that comes before the first lead, is the level's own. Then the same cards are played twice: with
the level in all seats, and with a declarer in whose place a Seer plays. For comparison the contract is also solved
with open cards: what best play of both sides would come to.
"""

from elba import actions as act
from elba import layout, view
from elba.solver import YES, Solver

from . import moments


class Seer:
    """Sees the state. Plays the bot's own card where that makes the bid with open cards, else one that does.

    Where none does, opponents who see less may still err: there it plays as the bot would.
    """

    def __init__(self, engine, players):
        self._engine = engine
        self._solver = Solver(engine.rules, players, 8192)

    def card(self, state, own):
        """Return the card to play; own  the bot's action."""
        if act.kind(own) != act.PLAY:
            return own
        self._solver.load(state)
        if self._solver.answer(own) == YES:
            return own
        for card in self._engine.legal(state):
            if act.kind(card) == act.PLAY and self._solver.answer(card) == YES:
                return card
        return own


def of_deal(engine, players, level, seed, number, counts):
    """Add one deal to Counts: made by the level, by the seer, with open cards; chips of both."""
    state, minds = moments.begin(engine, players, level, seed, number)
    for _ in moments.play(engine, state, minds, layout.PLAY):
        pass
    if not engine.is_open(state):
        counts["void"] += 1
        return
    declarer = state[layout.DECLARER]
    solver = Solver(engine.rules, players, 8192)
    solver.load(state)
    open_cards = int(solver.answer() == YES)
    ends = []
    for seer in (None, Seer(engine, players)):
        played = bytearray(state)
        _play(engine, played, minds, declarer, seer)
        result = engine.result(played)
        ends.append((int(result.made), result.pay[declarer]))
    (made, chips), (seen_made, seen_chips) = ends
    counts.note("price", made, seen_made, open_cards, chips, seen_chips)


def _play(engine, state, minds, declarer, seer):
    """Play to the end; bots remember nothing, so the same ones can play twice."""
    seen = bytearray(layout.SIZE)
    while engine.is_open(state):
        seat = state[layout.TURN]
        view.look(engine.rules, state, seat, seen)
        action = moments.decide(minds[seat], seen)
        if seer and seat == declarer:
            action = seer.card(state, action)
        engine.apply(state, action)
