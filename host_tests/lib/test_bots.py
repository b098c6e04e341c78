"""The bots at every table: legal, blind to what they may not see, quick, and the same on every runtime.

Where cards are captured other bots play: test_bots_japanese.py. The heap has no room for both at once.
"""

import binascii

from bot_table import RECRUIT, crew_of, dealt, decide, play_out, see
from elba import bots, layout, systems, view
from elba.engine import Engine
from elba.rules import Rules
from micropython import heap_lock, heap_unlock


def test_levels():
    assert bots.LEVELS == ("Recruit", "Corporal", "Marshal")
    for system, wrong, expected in (("nap", 3, "0..2"), ("nap", -1, "0..2"), ("napoleon-jp", 3, "0..2")):
        engine = Engine(Rules(system))
        assert bots.levels(engine.rules) == int(expected[3]) + 1
        try:
            bots.make(wrong, engine, 0, 1, 1)
        except ValueError as e:
            assert expected in str(e)
        else:
            raise AssertionError("level %d was made" % wrong)


def test_every_system_at_every_table_is_played_without_a_fault():
    for system in systems.ids():
        rules = Rules(system)
        if rules.capture:
            continue
        engine = Engine(rules)
        crew = crew_of(engine, rules.most + 1, 1, 2)
        for players in range(rules.fewest, rules.most + 1):
            state = dealt(engine, players, players - 1, 40 + players, 9)
            play_out(engine, state, crew[players & 1 :], bytearray())
            assert state[layout.PHASE] in (layout.OVER, layout.VOID), (system, players)


def test_every_house_rule_is_played_without_a_fault():
    house_rules = (
        ("nap", {"two": True, "misere": True, "blucher": True, "exact": True, "pack": "full"}),
        ("purchase", {"exchange_max": 2, "exchange_price": 0, "misere": True}),
        ("pub", {"revoke": "penalty", "misere_pay": "nap", "misere_trump": True, "pack": "short"}),
        ("pub-seven", {"misere": True, "pack": "short", "exact": True}),
        ("floater-teesside", {"peek_price": 0}),
        ("peep", {"peek_price": 0, "exact": True}),
        ("savremeni", {"exact": False, "misere_trump": True}),
    )
    for system, options in house_rules:
        engine = Engine(Rules(system, options))
        crew = crew_of(engine, 4, 3, 4)
        for seed in range(3):
            state = dealt(engine, 4, seed, seed)
            play_out(engine, state, crew, bytearray())
            assert state[layout.PHASE] in (layout.OVER, layout.VOID), system


def test_decisions_are_the_same_on_every_runtime():
    actions = 0
    crc = 0
    for system in "nap purchase floater floater-teesside nap-mizer peep savremeni".split():
        engine = Engine(Rules(system))
        crew = crew_of(engine, 4, 77, 4711)
        for seed in range(8):
            log = bytearray()
            play_out(engine, dealt(engine, 4, seed & 3, 100 + seed, 12), crew, log)
            actions += len(log) // 2
            crc = binascii.crc32(log, crc)
    # Recorded once; changes when a bot plays differently, never from one runtime to another.
    assert (actions, crc) == TRANSCRIPT, (actions, crc)


TRANSCRIPT = (1159, 2837329089)


def test_a_game_taken_up_again_goes_on_as_it_would_have():
    engine = Engine(Rules("nap"))
    crew = [bots.make(RECRUIT, engine, 5, 6, i) for i in range(4)]
    whole = bytearray()
    play_out(engine, dealt(engine, 4, 0, 12), crew, whole)
    state = dealt(engine, 4, 0, 12)
    again = bytearray()
    while engine.is_open(state):  # a new bot for each decision
        bot = bots.make(RECRUIT, engine, 5, 6, state[layout.TURN])
        action = decide(bot, see(engine, state))
        again.append(action >> 8)
        again.append(action & 255)
        engine.apply(state, action)
    assert again == whole


def test_thinking_allocates_nothing():
    """On CPython heap_lock does nothing: there this only plays."""
    seen = bytearray(layout.SIZE)
    for system in systems.ids():
        engine = Engine(Rules(system))
        if engine.rules.capture:
            continue
        crew = crew_of(engine, 4, 8, 9)
        state = dealt(engine, 4, 1, 21, 30)
        while engine.is_open(state):
            bot = crew[state[layout.TURN]]
            view.look(engine.rules, state, state[layout.TURN], seen)
            action = bots.THINKING
            heap_lock()
            try:
                bot.think(seen)
                while action == bots.THINKING:
                    action = bot.step()
            finally:
                heap_unlock()
            engine.apply(state, action)


def test_no_bot_ever_revokes_where_it_would_be_paid_for():
    engine = Engine(Rules("pub", {"revoke": "penalty"}))
    crew = crew_of(engine, 5, 2, 3)
    for seed in range(12):
        state = dealt(engine, 5, seed % 5, seed)
        play_out(engine, state, crew, bytearray())
        assert state[layout.PHASE] != layout.REVOKED


def test_corporal_beats_recruit_at_nap():
    """Every deal twice, seats swapped: what remains is skill."""
    engine = Engine(Rules("nap"))
    crew = crew_of(engine, 4, 10, 11)
    lead = 0
    for seed in range(60):
        for turn in (0, 1):
            state = dealt(engine, 4, seed & 3, 1000 + seed)
            play_out(engine, state, [crew[(seat + turn) & 3] for seat in range(4)], bytearray())
            for seat in range(4):
                pay = layout.word(state, layout.PAY + 2 * seat)
                lead += pay if seat + turn & 1 else -pay
    assert lead > 0, lead
