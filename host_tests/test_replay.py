"""The tool that shows a deal again, and that the device does the same with the same code."""

import pytest

import replay
from elba import bots, layout
from handset import stages
from handset.unix import UnixHandset
from player import Player
from test_faults import changed, text_of
from test_rest import reset_settings

KEYS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def code_of(stage):
    session = stages.session_of(stage)
    return session.table.code(session.state)


def lines_of(code, *options, status=0):
    lines = []
    session = replay.begin(code)
    assert replay.play(session, *options, lines.append) == status
    return lines


def played():
    """Return the code of a deal of Nap in which somebody makes a bid, whatever the person does."""
    for seed in range(1, 40):
        code = code_of("nap 1 %d" % seed)
        lines = []
        replay.play(replay.begin(code), 1, ["pass"], 0, lines.append)
        if sum(" play " in line for line in lines) == 15:
            return code
    raise AssertionError("no such deal")


@pytest.mark.parametrize("stage", ["nap 1 7", "floater 0 3", "izmena 1 4", "pub-seven 0 2", "napoleon-jp 2 4"])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_deal_is_shown_and_played_to_its_end(stage, level):
    lines = lines_of(code_of(stage), level, [], 3)
    session = stages.session_of(stage)
    shown = " ".join(lines)
    for card in session.state[layout.CARDS : layout.CARDS + 10]:
        assert replay.cards.name(card) in shown
    assert lines[-2].startswith('{"status":')
    assert "always the same" in lines[-1]


def test_a_bot_that_looks_is_found_out(monkeypatch):
    code = played()
    make = bots.make

    def cheating(*arguments):
        bot = make(*arguments)
        think = bot.think

        def thinking(seen):
            think(seen)
            bot.peeped = seen[layout.CARDS + 7]

        step = bot.step

        def stepping():
            action = step()
            if action != bots.THINKING and bot.choices > 1 and action < 0x2000:
                return bot.legal[bot.peeped % bot.choices]
            return action

        bot.think, bot.step = thinking, stepping
        return bot

    monkeypatch.setattr(replay.bots, "make", cheating)
    honest = replay.looked
    monkeypatch.setattr(replay, "looked", lambda rules, state, seat: _opened(honest, rules, state, seat))
    moved = replay.moved
    turn = layout.TURN
    monkeypatch.setattr(
        replay,
        "moved",
        lambda rules, state, seen, chance: moved(rules, state, honest(rules, state, state[turn]), chance),
    )
    lines = []
    assert replay.play(replay.begin(code), 1, [], 10, lines.append) > 0
    assert any(line.startswith("  !") for line in lines)


def _opened(honest, rules, state, seat):
    seen = honest(rules, state, seat)
    seen[layout.CARDS + 7] = state[layout.CARDS + 7]
    return seen


def test_the_device_does_the_same(tmp_path):
    """The actions of all seats, printed by the firmware, are those that the tool finds with the person's own."""
    code = played()
    told = text_of(
        "firmware/handheld/play.py",
        "            tricks = state[TRICK]\n            was",
        "            print('did', state[TURN], action)\n            tricks = state[TRICK]\n            was",
    )
    reset_settings(tmp_path / "device", pace=3)
    with UnixHandset(
        overrides={"SEED": 2}, root=tmp_path / "device", source=changed(tmp_path, firmware__handheld__play=told)
    ) as handset:
        player = Player(handset, 1)
        title = player.press("down")
        player.press("a")
        for character in code.replace("-", ""):
            steps = KEYS.index(character)
            player.press(*(["up"] * steps if steps <= 16 else ["down"] * (32 - steps)), "a")
        for _ in range(20):
            if player.press("a") == title:
                break
        did = [tuple(map(int, line.split()[1:])) for line in handset.console.splitlines() if line.startswith("did")]
    assert len(did) > 8
    session = replay.begin(code)
    engine, state = session.table.engine, session.state
    mine = []
    for seat, action in did:
        if seat == replay.YOU:
            kind, _, *value = replay.record.name_action(engine, state, action)
            mine.append(value[0] if kind in ("call", "play") else kind)
        engine.apply(state, action)
    lines = []
    assert replay.play(replay.begin(code), 1, mine, 0, lines.append) == 0
    said = [line.split() for line in lines if len(line.split()) == 3 and line.split()[1] in ("call", "play")]
    session = replay.begin(code)
    engine, state = session.table.engine, session.state
    for (seat, action), (_, kind, value) in zip(did, said, strict=True):
        named = replay.record.name_action(engine, state, action)
        assert named == [kind, seat, value]
        engine.apply(state, action)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "replay: "),
        ([code_of("nap 1 7"), "--actions", "ZZ"], "ZZ: expected one of "),
        ([code_of("nap 1 7"), "--actions", "pass " * 30], "of your actions are left: pass pass"),
    ],
)
def test_what_is_wrong_is_told(capsys, arguments, said):
    assert replay.main(arguments) == 2
    assert said in capsys.readouterr().err


def test_it_is_a_command(capsys):
    assert replay.main([code_of("nap 1 7"), "--again", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("British Nap, 3 players")
    assert "stock" in out
