"""Deal after deal inside MicroPython, with a look at the heap now and then; runs there, started by the check `soak`.

    micropython -X heapsize=... soak.py LIB DEALS LOOKS SIDES

LIB is the directory of the compiled package; SIDES is 1 for the games with sides, whose bots are others, else 0. All
modules stay loaded: this port, unlike the board's, never gives back what it has noted of native code, 32 bytes a
function for each time that a module is loaded.

Prints "free LARGEST FREE" (bytes; the largest piece that can be had, all that is free) at each of LOOKS looks,
"deals N", and at last "end".
"""

import gc
import sys


def largest():
    """Return how large a piece of memory can be had."""
    low, high = 0, gc.mem_free()
    while high - low > 64:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low


def look():
    gc.collect()
    print("free", largest(), gc.mem_free())


def games(sides):
    """Return the rules of the games with sides, or of all others."""
    from elba import systems
    from elba.rules import Rules

    every = [Rules(systems.lookup(i, "id")) for i in range(systems.number())]
    return [rules.id for rules in every if bool(rules.capture) == sides]


def session(names, number, deals):
    """Play deals of a game in a row; which one of the names, how many seats and which level comes from the number."""
    from elba import bots, layout, match, view
    from elba.engine import Engine
    from elba.rules import Rules

    rules = Rules(names[number % len(names)])
    engine = Engine(rules)
    players = rules.fewest + number // len(names) % (rules.most - rules.fewest + 1)
    level = number // 3 % bots.levels(rules)
    table = match.Table(engine, 1, number & 0xFFFF)
    table.draw_dealer(players)
    state = bytearray(layout.SIZE)
    seen = bytearray(layout.SIZE)
    for deal in range(deals):
        bot = bots.make(level, engine, number & 0xFFFF, deal, 1)
        table.begin(state, players)
        while engine.is_open(state):
            view.look(rules, state, state[layout.TURN], seen)
            bot.think(seen)
            action = bot.step()
            while action == bots.THINKING:
                action = bot.step()
            engine.apply(state, action)
        table.end(state)


def main(lib, deals, looks, sides):
    sys.path[:] = [lib]
    names = games(sides)
    gc.threshold(16000)  # as the handheld does
    a_session = 20
    sessions = deals // a_session
    each = max(1, sessions // looks)
    for number in range(sessions):
        session(names, number, a_session)
        if number % each == each - 1:
            look()
    print("deals", sessions * a_session)
    print("end")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "1")
