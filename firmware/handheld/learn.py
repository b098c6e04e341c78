"""The first game: two deals of Nap that are always the same, played by the person, with a word at each new thing."""

from micropython import const

from elba import dealcode, match
from elba.engine import Engine
from elba.layout import AUCTION, DECLARER, IN_TRICK, PHASE, TRICK
from elba.rules import Rules
from elba.shelf import put_back
from elba.systems import lookup

from .lang import say
from .loan import borrow
from .play import DealPlayer

# In the first one the person speaks first, with a hand for Three; in the second one somebody else bids Three.
_DEALS = ("0DSM2-49YCH", "0CVFP-SNQG3")
_CORPORAL = const(1)
_LOOK_MS = const(1200)


class Teacher:
    """Says each thing once, when it comes up for the first time."""

    def __init__(self, ui):
        self._ui = ui
        self._told = []

    def tell(self, name, *values):
        """Show a text on a page of its own, if it has not been shown (generator)."""
        if name not in self._told:
            self._told.append(name)
            yield from self._ui.page(say("learn"), say(name, *values).split("\n"))

    def before(self, deal):
        """Say what is new to the person, whose turn it is in a DealPlayer with its table drawn (generator)."""
        state = deal.state
        name = ""
        if state[PHASE] == AUCTION:
            name = "learn_call"
        elif state[DECLARER] != deal.seat and "learn_against" not in self._told:
            name = "learn_against"
        elif state[IN_TRICK]:
            name = "learn_follow"
        elif state[TRICK]:
            name = "learn_trick"
        elif state[DECLARER] == deal.seat:
            name = "learn_lead"
        if name and name not in self._told:
            yield from self._ui.pause(_LOOK_MS)  # at what it is about
            yield from self.tell(name, deal.declarer())


def play(ui, settings):
    """Play the first game (generator); it can be left at any time."""
    teacher = Teacher(ui)
    for name in ("learn_game", "learn_bids"):
        yield from teacher.tell(name)
    for text in _DEALS:
        code = dealcode.decode(text)
        session = match.Session(Engine(Rules(lookup(code.system, "id"), code.options())), code.players)
        session.replay(code)
        put_back("elba.system_tables", "elba.options", "elba.dealcode", "elba.sanity")
        deal = DealPlayer(ui, session, settings, _CORPORAL)
        deal.teacher = teacher
        done = yield from deal.run()
        while not done:
            leave = yield from ui.ask(say("learn"), say("leave_deal").split("\n"), say("leave"), say("stay"))
            if leave:
                return
            done = yield from deal.run()
        deal = None  # the bots, too
        yield from teacher.tell("learn_paid")
        yield from borrow("reports").settlement(ui, session, session.end())
    yield from teacher.tell("learn_end")
