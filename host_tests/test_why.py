"""What cannot be chosen says why, on the real firmware; and how the hand is sorted."""

import random

import pytest

from elba import actions as act
from elba import cards, match, systems
from elba.engine import Engine
from elba.layout import AUCTION, NAME_TRUMP, PHASE, PLAY, TURN
from elba.rules import Rules
from handset import frames, stages
from handset.unix import UnixHandset
from player import Player
from test_all_games import save
from test_game import saved_session


def found(system, phase, rule, players=0):
    """Return (session, action): a moment of chance at which the person may not do something, because of a rule."""
    rules = Rules(system)
    for seed in range(400):
        chance = random.Random(seed)
        session = match.Session(Engine(rules), players or rules.fewest, 0, seed)
        session.table.dealer = seed % 2
        session.begin()
        engine, state = session.table.engine, session.state
        while engine.is_open(state):
            legal = engine.legal(state)
            if state[TURN] == session.seat_of(0) and state[PHASE] == phase:
                if phase == PLAY:
                    seat = state[TURN]
                    others = [state[i] for i in range(engine.held_from(state, seat), engine.held_to(seat))]
                else:
                    others = [act.action(act.CALL, bid) for bid in range(1, rules.bids + 1)]
                for action in others:
                    if engine.violation(state, action, state[TURN]) == rule:
                        return session, action
            bids = [action for action in legal if act.kind(action) == act.CALL and action != act.PASS]
            engine.apply(state, chance.choice(bids if bids and chance.random() < 0.5 else legal))
    raise AssertionError("no such moment")


def handset_at(root, session, **values):
    from handheld.settings import Settings

    root.mkdir(exist_ok=True)
    stages.save_session(session, root, "en")
    settings = Settings()
    settings.pace = 3
    for name, value in values.items():
        setattr(settings, name, value)
    save(root, "settings", settings.save())
    handset = UnixHandset(overrides={"SEED": 2}, root=root)
    player = Player(handset, 1)
    player.press("a")  # continue
    return handset, player


CARDS = [
    ("nap", "follow", 4),
    ("savremeni", "must_trump", 4),
    ("floater", "first_lead", 4),
    ("napoleon-jp", "follow", 5),
    ("napoleon-jp", "joker_lead", 5),
]


@pytest.mark.parametrize(("system", "rule", "players"), CARDS)
def test_a_card_that_may_not_be_played_says_why(tmp_path, system, rule, players):
    session, card = found(system, PLAY, rule, players)
    handset, player = handset_at(tmp_path, session)
    with handset:
        before = handset.frame()
        told = player.press("up")  # the cursor passes the card by; up tells
        assert told[16 * 9 :] == before[16 * 9 :]
        assert told[: 16 * 8] != before[: 16 * 8]
        again = player.press("right")
        assert again[: 16 * 8] == before[: 16 * 8]  # the line is gone
    if system == "napoleon-jp":
        return  # the hand is in another order there
    engine, state = session.table.engine, session.state
    hand = bytearray(state[engine.held_from(state, state[TURN]) : engine.held_to(state[TURN])])
    cards.sort_hand(hand, 0, len(hand))
    handset, player = handset_at(tmp_path / "all", session, assist=0)
    with handset:
        plain = player.press(*["right"] * hand.index(card)) if hand.index(card) else handset.frame()
        same = player.press("a")
        assert same[16 * 9 :] == plain[16 * 9 :]  # nothing was played
        assert same[: 16 * 8] == told[: 16 * 8]
        assert handset.console == ""


@pytest.mark.parametrize(("system", "rule"), [("nap", "bid"), ("nap", "bid_locked"), ("pub", "bid")])
def test_a_call_that_is_not_allowed_says_why(tmp_path, system, rule):
    session, action = found(system, AUCTION, rule, 4)
    legal = session.table.engine.legal(session.state)
    handset, player = handset_at(tmp_path, session, assist=0)
    with handset:
        bid = act.argument(action)
        before = player.press(*["right"] * bid)
        told = player.press("a")
        assert told[: 16 * 25] == before[: 16 * 25]  # nothing was called
        assert told[16 * 34 : 16 * 42] != before[16 * 34 : 16 * 42]
        # With assist only what is allowed comes up: right, once for each, leads round.
    (tmp_path / "assist").mkdir()
    handset, player = handset_at(tmp_path / "assist", session)
    with handset:
        first = handset.frame()
        shown = {player.press("right") for _ in legal}
        assert first in shown
        assert len(shown) == len(legal)


def test_the_hand_is_sorted_by_suit_or_by_rank(tmp_path):
    hand = bytearray(cards.parse(text) for text in ("9C", "AS", "TH", "9S", "KD", "JO", "TC"))
    cards.sort_hand(hand, 0, len(hand), True)
    assert [cards.name(card) for card in hand] == ["JO", "AS", "KD", "TH", "TC", "9S", "9C"]
    session, _ = found("nap", PLAY, "follow", 4)
    seen = []
    for sort in (0, 1):
        (tmp_path / str(sort)).mkdir()
        handset, _ = handset_at(tmp_path / str(sort), session, sort=sort)
        with handset:
            seen.append(handset.frame())
    assert seen[0] != seen[1]


SYSTEMS = [systems.lookup(i, "id") for i in range(systems.number())]
REASONS = """
from elba import actions as act
from elba import layout, match
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from handheld import lang, why
from handheld.canvas import Canvas
from handheld.lang import say

def tries(rules, phase):
    if phase == layout.PLAY:
        return range(2, 0x41)
    if phase == layout.AUCTION:
        return [act.action(act.CALL, bid) for bid in range(rules.bids + 1)]
    if phase == layout.NAME_TRUMP:
        return [act.action(act.TRUMP, suit) for suit in range(4)]
    return []

rules = Rules(%r)
canvas = Canvas()
assert lang.use(%d)
told = set()
general = say("why_not")
for seed in range(1, 7):
    session = match.Session(Engine(rules), rules.fewest, 0, seed)
    session.begin()
    engine = session.table.engine
    state = session.state
    dice = Rng(0, seed)
    while engine.is_open(state):
        for action in tries(rules, state[layout.PHASE]):
            rule = engine.violation(state, action, state[layout.TURN])
            text = why.not_allowed(canvas, engine, state, action)
            assert bool(rule) == bool(text), (rule, text)
            assert canvas.width_of(text) <= 126, text
            if rule and rule != "not_held":
                assert text != general, rule
                told.add(rule)
        legal = engine.legal(state)
        engine.apply(state, legal[dice.below(len(legal))])
print(*sorted(told))
"""


# Every game in English, and those with the longest names of bids in every language.
FITS = [(system_id, 0) for system_id in SYSTEMS] + [
    (system_id, language) for system_id in ("floater", "floater-teesside") for language in range(1, 5)
]


@pytest.mark.parametrize(("system_id", "language"), FITS)
def test_each_rule_that_forbids_something_is_told_in_a_line_that_fits(micropython, system_id, language):
    rules = Rules(system_id)
    told = set(micropython(REASONS % (system_id, language)).split())
    assert {"bid", "follow"} <= told
    needed = {"bid_locked": any(rules.needs), "must_trump": rules.must_trump}
    assert not [rule for rule, there in needed.items() if there and rule not in told]


@pytest.mark.parametrize("language", [0, 3, 4])
def test_a_suit_that_cannot_be_trump_says_why(tmp_path, language):
    session = stages.session_of("floater-aylesbury 1 1 four-o napoleon-o pass")  # the person has no diamond
    handset, player = handset_at(tmp_path, session, assist=0, language=language)
    with handset:
        before = player.press("right", "right")
        told = player.press("a")
        assert frames.rows(told)[:11] != frames.rows(before)[:11]
        assert frames.rows(told)[14:] == frames.rows(before)[14:]
        assert saved_session(tmp_path).state[PHASE] == NAME_TRUMP
        player.press("left", "a")  # hearts
        assert saved_session(tmp_path).state[PHASE] == PLAY
        assert handset.console == ""


def test_with_assist_only_suits_that_may_be_trump_are_there(tmp_path):
    session = stages.session_of("floater-aylesbury 1 1 four-o napoleon-o pass")
    handset, player = handset_at(tmp_path, session)
    with handset:
        first = handset.frame()
        assert player.press("right") != first
        assert player.press("right") == first  # spades and hearts
