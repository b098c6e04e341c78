"""Saved games for a named screen or a test to begin with: a deal brought to a certain point by fixed actions.

So a picture does not depend on what the bots of the day think. A stage is a text: the system, the dealer, the seed of
the deal, and the actions up to that point, words apart by blanks.

    6H, pass        a call, as long as the auction goes on
    friend:AS       declarer names a card
    widow:2C.3C.4D  declarer lays off these cards
    AS              the seat to act plays this card
    next            the seat to act does the first thing allowed
    pass*3          three times over
    torn            at the end: of the two slots of the save one is damaged
    lost            at the end: it has but one slot, and that is damaged
    records         at the end: beside the game there are records of two games, see _COUNTS
"""

import os
import sys
from pathlib import Path

_SOURCE = Path(__file__).resolve().parents[2]
for _directory in ("lib", "firmware"):
    if str(_SOURCE / _directory) not in sys.path:
        sys.path.insert(0, str(_SOURCE / _directory))

from elba import actions as act  # noqa: E402 - needs the path set above
from elba import cards, match, systems  # noqa: E402
from elba.engine import Engine  # noqa: E402
from elba.layout import AUCTION, CARDS, PHASE, SEATS, TURN  # noqa: E402
from elba.rules import Rules  # noqa: E402

# What "records" writes: counts of a system, and for each bid how often it was declared and made.
_COUNTS = (
    (
        "nap",
        {"deals": 148, "void": 9, "against": 91, "beaten": 40, "sessions": 7, "won": 3, "chips": 62, "best": 41},
        (("two", 6, 5), ("three", 24, 17), ("four", 11, 5), ("nap", 6, 2), ("wellington", 1, 0)),
    ),
    (
        "napoleon-jp",
        {"deals": 31, "against": 18, "beaten": 7, "friend": 6, "helped": 4, "chips": 212},
        (("2S", 3, 3), ("3H", 3, 2), ("4C", 1, 0)),
    ),
)
_DAMAGES = {"torn": "session.1", "lost": "session.0"}


def session_of(stage):
    """Return the elba.match.Session of a stage, with as few players as its system allows."""
    system_id, dealer, seed, *steps = stage.split()
    rules = Rules(system_id)
    session = match.Session(Engine(rules), rules.fewest, 0, int(seed))
    session.table.dealer = int(dealer)
    session.begin()
    for step in steps:
        if step in _DAMAGES or step == "records":
            break
        text, _, times = step.partition("*")
        for _ in range(int(times or 1)):
            session.table.engine.apply(session.state, _action(rules, session, text))
    return session


def save(stage, root, language="en"):
    """Write settings (pace "fast") and the session of a stage as the saves of a handset whose files are in `root`."""
    save_session(session_of(stage), root, language)
    if stage.split()[-1] == "records":
        _records(Path(root) / "saves")
    damaged = _DAMAGES.get(stage.split()[-1])
    if damaged:
        (Path(root) / "saves" / damaged).write_bytes(b"Elba, but no save")


def _records(directory):
    """Write the counts of _COUNTS."""
    from handheld import stats
    from handheld.storage import Store

    book = stats.Book()
    for system, counts, bids in _COUNTS:
        record = book.of(systems.index(system))
        for name, value in counts.items():
            setattr(record, name, value)
        for name, declared, made in bids:
            record.bids[stats.kind_of(name)] = [declared, made, 0]
    Store(os.fspath(directory)).save(stats.NAME, book.save())


def save_settings(root, language):
    """Write settings that are the standard ones but for the language, a code like "en"."""
    from handheld.settings import Settings
    from handheld.storage import Store
    from texts import LANGUAGES

    settings = Settings()
    settings.language = LANGUAGES.index(language)
    Path(root).mkdir(parents=True, exist_ok=True)
    Store(os.fspath(Path(root) / "saves")).save("settings", settings.save())


def save_session(session, root, language="en"):
    """Write a session as save() does."""
    from handheld import savedgame
    from handheld.settings import Settings
    from handheld.storage import Store
    from texts import LANGUAGES

    rules = session.table.engine.rules
    settings = Settings()
    settings.change_system(rules.system)
    settings.pace = 3
    settings.language = LANGUAGES.index(language)
    Path(root).mkdir(parents=True, exist_ok=True)
    store = Store(os.fspath(Path(root) / "saves"))
    store.save("settings", settings.save())
    store.save(savedgame.NAME, savedgame.pack(session, settings))


def _action(rules, session, text):
    what, _, value = text.partition(":")
    if what == "next":
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
