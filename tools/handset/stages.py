"""Saved games to begin a named screen with: a deal brought to a certain point by fixed actions, whoever plays the bots.

A stage is a text: the system, the dealer, the seed of the deal, and the actions up to then, words apart by blanks.

    6H, pass        a call
    friend:AS       declarer names a card
    widow:2C.3C.4D  declarer lays off these cards
    AS              the seat to act plays this card
    play*12         the seat to act plays the first card allowed, twelve times over
"""

import os

from elba import actions as act
from elba import cards, match, options
from elba.engine import Engine
from elba.layout import AUCTION, CARDS, PHASE, SEATS, TURN
from elba.rules import Rules

STAGES = {}


def save(name, root):
    """Write settings (pace "fast") and the session of a stage as the saves of a handset whose files are in `root`."""
    from handheld.settings import Settings
    from handheld.storage import Store

    system_id, dealer, seed, *steps = STAGES[name].split()
    rules = Rules(system_id)
    session = match.Session(Engine(rules), rules.fewest, 0, int(seed))
    session.table.dealer = int(dealer)
    session.begin()
    for step in steps:
        text, _, times = step.partition("*")
        for _ in range(int(times or 1)):
            session.table.engine.apply(session.state, _action(rules, session, text))
    settings = Settings()
    settings.change_system(rules.system)
    settings.pace = 3
    store = Store(os.fspath(root / "saves"))
    store.save("settings", settings.save())
    head = bytearray(3 + options.PACKED_SIZE)
    head[0] = rules.system
    head[1] = session.players
    head[2] = settings.level
    store.save("session", bytes(head) + bytes(session.save()))
    return session


def _action(rules, session, text):
    what, _, value = text.partition(":")
    if what == "play":
        return session.table.engine.legal(session.state)[0]
    if what == "friend":
        return act.action(act.FRIEND, cards.parse(value))
    if what == "widow":
        return act.action(act.WIDOW, _places(rules, session.state, [cards.parse(name) for name in value.split(".")]))
    if session.state[PHASE] == AUCTION:
        return act.action(act.CALL, rules.bid_name.index(what))
    return cards.parse(what)


def _places(rules, state, discards):
    hand = CARDS + state[TURN] * rules.hand
    widow = CARDS + state[SEATS] * rules.hand
    held = list(state[hand : hand + rules.hand]) + list(state[widow : widow + rules.face_down])
    return sum(1 << held.index(card) for card in discards)
