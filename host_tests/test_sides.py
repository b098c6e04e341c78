"""The screens of a game with sides: called suits, a friend, a widow, cards that count. On MicroPython's unix port."""

import tempfile

import pytest

import shot
from conftest import ROOT
from elba import cards, layout, tricks, view
from elba.engine import Engine, Illegal
from elba.rng import Rng
from elba.rules import Rules
from handset import frames, screens, stages
from handset.unix import UnixHandset
from player import Player
from test_game import compare, saved_session

FOUR = {"left": 12, "right": 13, "a": 14, "b": 15}

# What these show is there before a bot has had anything to decide, so they are not to change when bots get better.
PICTURES = (
    "ladder ladder-number ladder-four friend friend-own friend-four widow widow-lost sides-page joker-led "
    "sides-settlement"
).split()

CALLING = screens.SCREENS["ladder"].stage
NAMING = screens.SCREENS["friend"].stage
LAYING_OFF = screens.SCREENS["widow"].stage


@pytest.mark.parametrize("name", PICTURES)
def test_a_screen_looks_as_it_did(name):
    compare(name, shot.take(name))


def act_by(tmp_path, stage, presses, **options):
    """Start from a stage, go on with the game and press buttons; return the session saved then."""
    stages.save(stage, tmp_path)
    before = saved_session(tmp_path).state
    with UnixHandset(overrides={"SEED": 1, **options}, root=tmp_path) as handset:
        player = Player(handset)
        player.press("a", *presses.split())
        if saved_session(tmp_path).state == before:
            player.press("b")  # the menu, for which the game is saved
        assert handset.console == ""
    return saved_session(tmp_path).state


@pytest.mark.parametrize(
    ("presses", "call", "buttons"),
    [
        ("right right right up up a", "5H", None),
        ("right a", "4C", None),
        ("left a", "3S", None),
        ("down left up a", "4S", None),
        ("left up up up up up up up up a", "10S", None),
        ("right right a right a", "4D", FOUR),
        ("left a left a", "10S", FOUR),
        ("left a b left a a", "3H", FOUR),
    ],
)
def test_any_call_is_a_few_presses_away(tmp_path, presses, call, buttons):
    state = act_by(tmp_path, CALLING, presses, **({"BUTTONS": buttons} if buttons else {}))
    rules = Rules("napoleon-jp")
    assert rules.bid_name.index(call) in state[layout.CALLS : layout.CALLS + state[layout.CALLS_MADE]]


@pytest.mark.parametrize(
    ("presses", "card", "buttons"),
    [
        ("a", "AS", None),
        ("down down right right a", "QD", None),
        ("left up a", "JO", None),
        ("left up up a", "2C", None),
        ("a a", "AS", FOUR),
        ("right right a right a", "QH", FOUR),
        ("left a", "JO", FOUR),
        ("left left a left a", "2C", FOUR),
        ("a b right a a", "KS", FOUR),
    ],
)
def test_any_card_can_be_named(tmp_path, presses, card, buttons):
    state = act_by(tmp_path, NAMING, presses, **({"BUTTONS": buttons} if buttons else {}))
    assert state[layout.PHASE] == layout.TAKE
    assert state[layout.FRIEND] == cards.parse(card)


@pytest.mark.parametrize(
    ("presses", "gone", "buttons"),
    [
        ("a right a right a a", "KS KH QH", None),
        ("up a right a right a a", "5S QS JD", None),
        ("a a right a right a up a a", "KH QH 5S", None),  # a mark is taken away again
        ("a right a right a left left left a right right right a", "KS KH QH", None),  # a fourth is not taken
        ("left a left a left a a", "JD QS 5S", FOUR),
    ],
)
def test_any_three_can_be_laid_off(tmp_path, presses, gone, buttons):
    state = act_by(tmp_path, LAYING_OFF, presses, **({"BUTTONS": buttons} if buttons else {}))
    at = layout.CARDS + 50
    assert sorted(state[at : at + 3]) == sorted(cards.parse(name) for name in gone.split())


def scrambled(session, rng):
    """Exchange the cards that the person (seat 0) does not see at random."""
    state = session.state
    seen = bytearray(layout.SIZE)
    view.look(session.table.engine.rules, state, 0, seen)
    hidden = [at for at in range(layout.CARDS, layout.SIZE) if state[at] and not seen[at]]
    values = bytearray(state[at] for at in hidden)
    rng.shuffle(values, len(values))
    for at, value in zip(hidden, values, strict=True):
        state[at] = value
    return len(hidden)


@pytest.mark.parametrize("name", ["ladder", "friend", "widow", "joker-led", "sides-page-known"])
def test_what_the_person_may_not_know_is_nowhere_on_the_screen(name, tmp_path):
    steps = screens.SCREENS[name].steps
    seen = set()
    for seed in (0, 1, 2):
        session = stages.session_of(screens.SCREENS[name].stage)
        if seed:
            assert scrambled(session, Rng(seed, 1)) > 10
        root = tmp_path / str(seed)
        stages.save_session(session, root)
        with UnixHandset(overrides={"SEED": 1}, root=root) as handset:
            seen.add(screens.walk(handset, steps))
    assert len(seen) == 1


def pictures_after(stage, presses, ms=4000):
    """Continue the game of a stage, press buttons, and return every picture of the next `ms` milliseconds."""
    with tempfile.TemporaryDirectory() as root:
        stages.save(stage, root)
        with UnixHandset(overrides={"SEED": 1}, root=root) as handset:
            Player(handset).press("a", *presses[:-1])
            handset.press(presses[-1], after_ms=0)
            seen = []
            for _ in range(ms // 20):
                handset.run(20)
                if not seen or handset.frame() != seen[-1]:
                    seen.append(handset.frame())
            assert handset.console == ""
            return seen


def _band(frame):
    """Whether the band of reveal.py is open: two lines across the whole screen."""
    lines = frames.rows(frame)
    return lines[9] == lines[52] == "1" * 128


def test_the_card_that_was_named_brings_its_holder_to_light():
    """The person holds it, is told so and sees a mark, leads it, and everybody knows."""
    stage = CALLING + " pass*4 friend:KS widow:3C.QC.TD"
    with tempfile.TemporaryDirectory() as root:
        stages.save(stage, root)
        with UnixHandset(overrides={"SEED": 1}, root=root) as handset:
            compare("friend-secret", Player(handset).press("a"))
    seen = pictures_after(stage, ["right", "a"], 2500)
    bands = [frame for frame in seen if _band(frame)]
    assert len(bands) == 1
    compare("friend-revealed", bands[0])


ALONE = ["right", "a", "right", "a", "right", "a", "a"]  # lays off the card that declarer named itself


def test_declarer_is_alone_when_its_own_card_lies_face_up():
    seen = pictures_after(NAMING + "friend:KH", ALONE)
    bands = [frame for frame in seen if _band(frame)]
    assert len(bands) == 2  # what was laid off, then who is alone
    compare("laid-off", bands[0])
    compare("alone", bands[1])
    assert len(seen) > 15


def test_a_key_ends_the_flourish():
    with tempfile.TemporaryDirectory() as root:
        stages.save(NAMING + "friend:KH", root)
        with UnixHandset(overrides={"SEED": 1}, root=root) as handset:
            Player(handset).press("a", *ALONE[:-1])
            handset.press("a", after_ms=200)  # what was laid off
            handset.press("a", after_ms=200)  # gone: sparks
            sparks = handset.frame()
            handset.press("a", after_ms=20)
            rows = frames.rows(handset.frame())
            assert frames.rows(sparks)[9] != rows[9]
            assert rows[8].startswith("1" * 20)  # the bar of declarer's name: the table is back


def test_the_top_row_has_room_for_every_contract(micropython):
    micropython(
        """
from elba import cards, layout
from elba.rules import Rules
from handheld import words
from handheld.canvas import Canvas
from handheld.sides import SidesTable

canvas = Canvas()
rules = Rules("napoleon-jp")
table = SidesTable(canvas, rules, list(range(3, 8)), 0)
seen = bytearray(layout.SIZE)
seen[layout.SEATS] = 5
seen[layout.PHASE] = layout.PLAY
for declarer in range(5):
    for bid in range(1, 41):
        for friend in (0x0E, 0x1A, cards.JOKER):
            for right in ("Joker: trump", "0/20 19/10"):
                seen[layout.DECLARER] = declarer
                seen[layout.BID] = bid
                seen[layout.FRIEND] = friend
                room = 122 - canvas.width_of(right)
                text = table.contract(seen, room)
                assert canvas.width_of(text) <= 126 - canvas.width_of(right), text
"""
    )


def test_why_a_deal_was_won_or_lost_fits_on_its_line(micropython):
    micropython(
        """
from elba import cards, layout, settle
from elba.rules import Rules
from handheld import tally
from handheld.canvas import Canvas

canvas = Canvas()
rules = Rules("napoleon-jp")
state = bytearray(layout.SIZE)

class Result:
    declarer = 1

for bid in (1, 40):
    for friend in (1, 2):
        for card in (0x1A, cards.JOKER):
            for taken in range(21):
                state[layout.FRIEND] = card
                Result.bid = bid
                Result.friend = friend
                Result.taken = taken
                Result.made = settle.is_made(rules, bid, taken)
                text = tally._why(rules, Result, state)
                assert canvas.width_of(text) <= 124, text
"""
    )


def test_the_flourish_allocates_nothing(micropython):
    micropython(
        """
from micropython import heap_lock, heap_unlock
from handheld import reveal
from handheld.canvas import Canvas

canvas = Canvas()
one = bytes((0x0E,))
three = b"\\x0e\\x1d\\x2c"
text = ("Davout", "is Lannes's", "friend!")
heap_lock()
try:
    for frame in range(reveal.FRAMES):
        reveal.draw(canvas, frame, one, text)
        reveal.draw(canvas, frame, three, text)
finally:
    heap_unlock()
"""
    )


def test_a_game_of_nap_takes_nothing_of_it_into_memory(micropython):
    out = micropython(
        """
import sys
from handheld import app, play, reports, rulebook, settings
from handheld.canvas import Canvas
from elba import match
from elba.engine import Engine
from elba.rules import Rules

class Ui:
    canvas = Canvas()

for system in ("nap", "floater", "napoleon-jp"):
    rules = Rules(system)
    session = match.Session(Engine(rules), 5, 1, 2)
    session.begin()
    play.DealPlayer(Ui, session, settings.Settings(), 0, None)
    rulebook.lines(Ui.canvas, rules, 5)
    print(system, sorted([name for name in sys.modules if name.split(".")[-1] in MODULES.split()]))
""".replace("MODULES", repr("ladder friend widow sides reveal tally sidesbook"))
    )
    nap, floater, japanese = out.splitlines()
    assert nap == "nap []"
    assert floater == "floater []"
    assert "handheld.sides" in japanese


def test_built_it_has_room_in_what_a_board_has(tmp_path):
    """A deal from the call to the settlement, as test_game.test_built_files_show_the_same_frames has it for Nap."""
    import build

    tree = tmp_path / "unix"
    build.build(ROOT, tree, "pico", "x64")
    root = tmp_path / "files"
    stages.save(CALLING, root)
    with UnixHandset(overrides={"SEED": 1}, root=root, build=tree, heap="288k") as handset:
        # Most objects take twice the room here that they take on a board: 288k is a stricter limit than a board's 240k.
        player = Player(handset, 2)
        player.press("a", "a")
        for _ in range(40):
            player.act()
            if saved_session(root).table.number > 1:
                break
        else:
            pytest.fail("the deal did not end")
        assert handset.console == ""


@pytest.mark.parametrize("house", [{}, {"score": "bid"}])
def test_the_page_of_rules_tells_all(house, micropython):
    out = micropython(
        """
from elba.rules import Rules
from handheld import rulebook
from handheld.canvas import Canvas
print("\\n".join(rulebook.sentences(Rules("napoleon-jp", HOUSE), 5)))
canvas = Canvas()
for line in rulebook.lines(canvas, Rules("napoleon-jp", HOUSE), 5):
    assert canvas.width_of(line) <= 120, line
""".replace("HOUSE", repr(house))
    )
    for part in (
        "pack of 53",
        "10 J Q K A",
        "A♠, the trump jack, the other jack of the trump's colour",
        "The joker led: play a trump; without one, a face card",
        "the 2 of it wins",
        "not in the first trick",
        "must not have all 20",
        "discards three cards",
        "Nobody loses points",
        "number bid." if house else "face cards promised.",
        "most points win",
    ):
        assert part in out, part
    for part in ("chips", "misère", "None", "pays"):
        assert part not in out, part


def counted(state, seat):
    """The face cards in the tricks of a seat, counted here from the cards themselves."""
    n = 0
    for trick in range(state[layout.TRICK]):
        if state[layout.WINNERS + trick] == seat:
            for other in range(5):
                n += state[layout.CARDS + 10 * other + trick] & 15 >= 10
    return n


def test_both_sides_are_counted_as_far_as_everybody_can_know():
    from handheld.sides import laid_off, opponents_have

    engine = Engine(Rules("napoleon-jp"))
    rng = Rng(5, 6)
    public = bytearray(layout.SIZE)
    open_before = known = 0
    for seed in range(40):
        session = stages.session_of("napoleon-jp %d %d" % (seed % 5, seed))
        state = session.state
        while engine.is_open(state):
            legal = engine.legal(state)
            engine.apply(state, legal[rng.below(len(legal))])
            if state[layout.PHASE] < layout.PLAY or state[layout.PHASE] == layout.VOID:
                continue
            view.look(engine.rules, state, layout.NOBODY, public)
            off = sum(1 for card in state[layout.CARDS + 50 : layout.CARDS + 53] if card & 15 >= 10)
            assert laid_off(engine.rules, public) == off
            partner = tricks.friend(engine.rules, public)
            declarer = state[layout.DECLARER]
            ours = tricks.taken_by_side(engine.rules, public)
            if partner == layout.NOBODY:
                open_before += 1
                assert opponents_have(engine.rules, public) == off
                assert ours == counted(state, declarer)
            else:
                known += 1
                others = [seat for seat in range(5) if seat not in (declarer, partner)]
                assert opponents_have(engine.rules, public) == off + sum(counted(state, seat) for seat in others)
                assert ours == sum(counted(state, seat) for seat in {declarer, partner})
    assert open_before > 100
    assert known > 100


def test_the_best_card_to_name_is_the_highest_that_is_not_held():
    from handheld.friend import best

    rules = Rules("napoleon-jp")
    seen = bytearray(layout.SIZE)
    seen[layout.SEATS] = 5
    seen[layout.TRUMP] = 1
    held = []
    order = []
    for _ in range(9):
        found = best(rules, seen, bytes(held), len(held))
        order.append(cards.name(found))
        held.append(found)
    assert order == "AS JH JD AH KH QH TH JO JO".split()


def test_a_stage_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="system"):
        stages.session_of("whist 0 1")
    with pytest.raises(Illegal):
        stages.session_of("napoleon-jp 0 1 3H 2H")
