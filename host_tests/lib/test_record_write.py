"""Records written from a deal in progress: read again they are the same deal."""

import gc

from harness import MICROPYTHON, dealt
from elba import record, strictjson, systems
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules


def play_and_write(engine, rng):
    """Play a deal of four by chance; return its record and the verdict on it, both as text."""
    players = max(4, engine.rules.fewest)
    state = dealt(engine, players, 1, 8)
    at_first = record.undealt(engine.rules, state)
    actions = []
    while engine.is_open(state):
        if MICROPYTHON:  # what stays is to lie together: a record takes a long piece of heap as text
            gc.collect()
        legal = engine.legal(state)
        action = legal[rng.below(len(legal))]
        actions.append(record.name_action(engine, state, action))
        engine.apply(state, action)
    text = strictjson.dumps(record.write(engine, state, at_first, 0, actions))
    return text, strictjson.dumps([("line", 1)] + record.verdict(engine, state, len(actions) - 1))


def test_what_is_written_is_read_as_the_same_deal():
    rng = Rng(21, 22)
    for system in systems.ids():
        text, wanted = play_and_write(Engine(Rules(system, {"deals": 9})), rng)
        assert '"options":{"deals":9}' in text
        gc.collect()
        assert record.answer(1, text.encode())[0] == wanted, system
