"""Bytes that claim to be a saved game, by their thousands: refused, or a game that can be played on.

Runs on CPython and inside MicroPython (python tools/trust.py --only bad_saves does both):

    tally(seed, count)  ->  [refused, taken]; raises where the firmware raises anything but ValueError
"""

from elba import bots, layout, match, sanity, systems, view
from elba.engine import Engine
from elba.rng import Rng
from elba.rules import Rules
from handheld import savedgame
from handheld.settings import Settings

_MOST_STEPS = 400  # of one deal, all seats together
_FAVOURITES = b"\x00\x01\x02\x05\x08\x1f\x7f\xc8\xff"


class _Values:
    level = 0


def good(dice):
    """Return a session somewhere in its first deals; dice is an elba.rng.Rng."""
    rules = Rules(systems.ids()[dice.below(systems.number())])
    players = rules.fewest + dice.below(rules.most - rules.fewest + 1)
    session = match.Session(Engine(rules), players, dice.word(), dice.word())
    session.draw_dealer()
    engine = session.table.engine
    for _ in range(1 + dice.below(3)):
        if session.over:
            break
        session.begin()
        steps = 1 + dice.below(80)
        while engine.is_open(session.state) and steps:
            legal = engine.legal(session.state)
            engine.apply(session.state, legal[dice.below(len(legal))])
            steps -= 1
        if engine.is_open(session.state):
            break
        if dice.below(4):
            session.end()
    return session


def spoil(data, dice):
    """Return other bytes: wholly random, shortened, or with some of them changed."""
    kind = dice.below(8)
    if kind == 0:
        return bytes([dice.below(256) for _ in range(dice.below(2 * len(data)))])
    if kind == 1:
        return data[: dice.below(len(data))]
    bad = bytearray(data)
    if kind == 2:  # the head as it was, the rest random
        for at in range(data[1], len(bad)):
            bad[at] = dice.below(256)
        return bytes(bad)
    for _ in range(1 + dice.below(3)):
        at = dice.below(len(bad))
        if kind == 3:
            at = dice.below(data[1] + 8)  # the heads of both layers
        elif kind < 7:
            at = len(bad) - layout.SIZE + dice.below(layout.SIZE)
        bad[at] = _FAVOURITES[dice.below(len(_FAVOURITES))] if dice.below(2) else dice.below(256)
    return bytes(bad)


def play_on(session, level):
    """Play the deal that is on with bots, which look at all that a state holds; then the next one."""
    engine = session.table.engine
    bot = bots.make(level, engine, 1, 2, 3)
    seen = bytearray(layout.SIZE)
    for _ in range(2):
        if session.over:
            return
        if not session.in_deal():
            session.begin()
        state = session.state
        if not sanity.is_state(engine.rules, state, len(session.seated)):
            raise AssertionError("taken, but no state")
        steps = 0
        while engine.is_open(state):
            view.look(engine.rules, state, state[layout.TURN], seen)
            bot.think(seen)
            action = bots.THINKING
            while action == bots.THINKING:
                action = bot.step()
            engine.apply(state, action)
            steps += 1
            if steps > _MOST_STEPS:
                raise AssertionError("no end of a deal")
        session.end()


def tally(seed, count, played=1):
    """Offer so many spoilt saves, a settings one among four; play on every `played`-th game that was taken.

    Returns [refused, taken]. What a raised error says begins with the bytes that led to it.
    """
    dice = Rng(seed >> 16, seed & 0xFFFF)
    result = [0, 0]
    data = b""
    for number in range(count):
        if not number % 20:
            session = good(dice)
            data = bytes(savedgame.pack(session, _Values))
        if number % 4 == 3:
            bad = bytearray(Settings().save())
            for _ in range(1 + dice.below(3)):
                bad[dice.below(len(bad))] = dice.below(256)
            bad = bytes(bad[: len(bad) - dice.below(3)])
        else:
            bad = spoil(data, dice)
        try:
            result[offer(bad, number % 4 == 3, number % played == 0)] += 1
        except Exception as error:
            raise AssertionError("%s after %s" % (repr(error), "".join(["%02x" % byte for byte in bad])))
    return result


def offer(bad, settings, played):
    """Return 1 if the bytes are taken, 0 if they are refused."""
    if settings:
        taken = Settings()
        try:
            taken.load(bad)
        except ValueError:
            return 0
        taken.rules()
        if taken.save() is None:
            raise AssertionError("no bytes")
        return 1
    try:
        session, values = savedgame.unpack(bad)
    except ValueError:
        return 0
    if played:
        play_on(session, values[0])
    return 1
