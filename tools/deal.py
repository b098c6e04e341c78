"""Deal the cards of a deal code: python tools/deal.py CODE

Prints the deal as a record without actions (source: record-format.md), which tools/referee.py takes. Runs under
CPython and under MicroPython. Exit status: 0, or 2 for a text that is no deal code.
"""

import sys

_HERE = __file__[: __file__.rfind("/") + 1]
sys.path.insert(0, _HERE + "../lib")

from elba import dealcode, dealing, layout, record, strictjson, systems  # noqa: E402
from elba.engine import Engine  # noqa: E402
from elba.rules import Rules  # noqa: E402


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("usage: deal.py CODE    (the code that the device shows, such as 0CV20-NQG2B)")
        return 0 if arguments and len(arguments) == 1 else 2
    try:
        code = dealcode.decode(arguments[0])
        print(strictjson.dumps(deal(code)))
    except ValueError as error:  # BadCode is one
        print("deal.py: %s" % error, file=sys.stderr)
        return 2
    return 0


def deal(code):
    """Return the record of a dealcode.DealCode as a list of (key, value)."""
    engine = Engine(Rules(systems.lookup(code.system, "id"), code.options()))
    rules = engine.rules
    state = bytearray(layout.SIZE)
    engine.begin(state, code.players, code.dealer)
    dealing.deal(rules, state, code.pack())
    return record.write(engine, state, record.undealt(rules, state), 0, [])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
