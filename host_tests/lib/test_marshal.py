"""Marshal: every system is played, the same on every runtime, without the heap, and better than by the book alone."""

import binascii
import gc

from harness import dealt
from elba import bots, layout, view
from elba.engine import Engine
from elba.rules import Rules
from micropython import heap_lock, heap_unlock

MOST_STEPS = 4000


class Small:
    """Marshal with few worlds: what is tested does not hang on their number, and tests are to be quick."""

    def __init__(self, engine, high=8, low=9):
        from elba.bots import marshal

        self.bot = marshal.Marshal(engine, high, low, 1)
        self.bot.WORLDS = 4
        self.bot.NODES = self.bot.CALL_NODES = 4000


def play_out(engine, state, bot, log):
    """Let one bot play all seats of a deal, thinking with the heap locked; note its actions in a bytearray."""
    seen = bytearray(layout.SIZE)
    bot.settle_down(state[layout.SEATS])
    while engine.is_open(state):
        view.look(engine.rules, state, state[layout.TURN], seen)
        action = bots.THINKING
        steps = 0
        heap_lock()
        try:
            bot.think(seen)
            while action == bots.THINKING:
                action = bot.step()
                steps += 1
        finally:
            heap_unlock()
        assert steps < MOST_STEPS
        log.append(action >> 8)
        log.append(action & 255)
        engine.apply(state, action)


def transcript(names, players):
    crc = 0
    actions = 0
    for name in names.split():
        gc.collect()
        engine = Engine(Rules(name))
        bot = Small(engine).bot
        for seed in range(2):
            log = bytearray()
            count = min(players, engine.rules.most)
            play_out(engine, dealt(engine, count, seed, 50 + seed, 6), bot, log)
            actions += len(log) // 2
            crc = binascii.crc32(log, crc)
    return actions, crc


def test_british_systems_are_played_the_same_everywhere_without_the_heap():
    found = transcript("nap purchase pub pub-seven peep ecarte", 4)
    assert found == BRITISH, found


BRITISH = (268, 1685035876)


def test_other_systems_are_played_the_same_everywhere_without_the_heap():
    found = transcript("floater floater-teesside izvorni nap-mizer izmena savremeni", 5)
    assert found == OTHERS, found


OTHERS = (251, 1957408701)


def test_every_table_is_played():
    for name, players in (("nap", 3), ("nap", 7), ("savremeni", 2), ("savremeni", 8)):
        gc.collect()
        engine = Engine(Rules(name))
        state = dealt(engine, players, 1, 70 + players, 3)
        play_out(engine, state, Small(engine).bot, bytearray())
        assert state[layout.PHASE] in (layout.OVER, layout.VOID)


def test_the_same_seed_thinks_the_same_whatever_was_thought_before():
    engine = Engine(Rules("nap"))
    one, two = Small(engine).bot, Small(engine).bot
    log = bytearray()
    state = dealt(engine, 4, 0, 91)
    play_out(engine, dealt(engine, 4, 2, 90), two, bytearray())
    play_out(engine, bytearray(state), one, log)
    again = bytearray()
    play_out(engine, state, two, again)
    assert log == again


def test_what_it_expects_is_told_with_a_bid():
    engine = Engine(Rules("nap"))
    bot = Small(engine).bot
    bids = 0
    seen = bytearray(layout.SIZE)
    for seed in range(12):
        state = dealt(engine, 4, 0, seed)
        while state[layout.PHASE] == layout.AUCTION:
            view.look(engine.rules, state, state[layout.TURN], seen)
            bot.think(seen)
            action = bots.THINKING
            while action == bots.THINKING:
                action = bot.step()
            if action & 255:
                bids += 1
                assert 1000 < bot.predicted <= 4096
            engine.apply(state, action)
    assert bids > 4


def test_a_misere_without_trumps_is_trusted_more_than_the_estimate_does():
    for name, trusted in (("pub", True), ("savremeni", True), ("nap-mizer", False)):
        gc.collect()
        engine = Engine(Rules(name))
        rules = engine.rules
        bot = Small(engine).bot
        chance = bot.calling.chance
        for before, after in ((0, 1536), (1000, 2161), (4096, 4096)):
            for bid in range(1, rules.bids + 1):
                chance[bid] = before
            bot._trust_in_misere()
            for bid in range(1, rules.bids + 1):
                assert chance[bid] == (after if trusted and not rules.tricks[bid] else before), (name, bid)
