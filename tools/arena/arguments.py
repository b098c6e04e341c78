"""Reading what a command line says of a game; every error names the argument and what was expected of it.

Runs under CPython and under MicroPython.
"""

from elba import options, strictjson, systems
from elba.rules import Rules


class BadArgument(ValueError):
    """A command line that cannot be carried out; the message says which part of it and what was expected."""


def rules_of(system, house):
    """Return the Rules of a system with its house rules, a JSON object as text. Raises BadArgument."""
    if system not in systems.ids():
        raise BadArgument("--system: expected one of %s" % ", ".join(systems.ids()))
    try:
        found = strictjson.loads(house.encode())
    except ValueError as error:
        raise BadArgument("--options: no JSON, %s" % error)
    if not isinstance(found, dict):
        raise BadArgument("--options: expected a JSON object")
    try:
        return Rules(system, found)
    except options.BadOption as error:
        raise BadArgument("--options: %s" % error)


def number(name, text, low, high):
    """Return the whole number low..high that a text says. Raises BadArgument."""
    if not text or len(text) > 10 or any([not "0" <= ch <= "9" for ch in text]) or not low <= int(text) <= high:
        raise BadArgument("%s: expected a whole number from %d to %d, found %s" % (name, low, high, text))
    return int(text)


def players(text, rules):
    """Return the number of seats that a text says, "" for four or as many as the system takes. Raises BadArgument."""
    return number("--players", text or str(max(rules.fewest, min(4, rules.most))), rules.fewest, rules.most)
