"""House rules: what they are called, which values they take, how they are kept in eight bytes.

Source: nap-family.md "Options"; match.md for shuffling, chips, deals, rebuy and revoke; napoleon-japanese.md for score.
"""

from micropython import const

# name, bits in a save, values (a tuple of them, or the lowest and the highest whole number as a list)
_FALSE_TRUE = (False, True)
TABLE = (
    ("two", 2, _FALSE_TRUE),
    ("misere", 2, _FALSE_TRUE),
    ("blucher", 2, _FALSE_TRUE),
    ("double_five", 2, ("no", "win", "both")),
    ("misere_trump", 2, _FALSE_TRUE),
    ("misere_pay", 2, ("three", "nap")),
    ("exact", 2, _FALSE_TRUE),
    ("pack", 2, ("full", "short")),
    ("packets", 2, ("3-2", "2-3")),
    ("shuffle", 2, ("always", "rule")),
    ("revoke", 2, ("prevent", "penalty")),
    ("score", 2, ("cards", "bid")),
    ("rebuy", 2, _FALSE_TRUE),
    ("peek_price", 6, [0, 40]),
    ("exchange_price", 6, [0, 40]),
    ("exchange_max", 4, [0, 7]),
    ("start_chips", 8, [1, 250]),
    ("deals", 8, [1, 250]),
)
PACKED_SIZE = const(8)


class BadOption(ValueError):
    """A house rule that does not exist, does not belong to the system, or has no such value."""


def find(option):
    """Return the row of TABLE for an option's name, or None."""
    for row in TABLE:
        if row[0] == option:
            return row
    return None


def check(system_id, accepted, options):
    """Raise BadOption unless every item of the dict `options` is a value of an option in `accepted`."""
    for key in sorted(options):
        row = find(key)
        if row is None or key not in accepted:
            raise BadOption(
                "options.%s: %s takes only %s" % (key, system_id, ", ".join(sorted(accepted)))
            )
        value = options[key]
        if not _valid(row[2], value):
            raise BadOption("options.%s: expected %s" % (key, describe(row)))


def describe(row):
    """Return the values that an option takes, as words."""
    values = row[2]
    if isinstance(values, list):
        return "a whole number from %d to %d" % (values[0], values[1])
    return " or ".join(["true" if v is True else "false" if v is False else v for v in values])


def _valid(values, value):
    if isinstance(values, list):
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and values[0] <= value <= values[1]
        )
    return any(v is value or (isinstance(v, str) and v == value) for v in values)


def pack(options, buf, at):
    """Write a dict of valid options to buf[at:at+8]; one that is missing is 0, "the system's default"."""
    for i in range(PACKED_SIZE):
        buf[at + i] = 0
    bit = 0
    for name, width, values in TABLE:
        if name in options:
            value = options[name]
            code = 1 + (value - values[0] if isinstance(values, list) else values.index(value))
            for i in range(width):
                if code >> i & 1:
                    buf[at + (bit + i >> 3)] |= 1 << (bit + i & 7)
        bit += width


def unpack(buf, at):
    """Return the dict of options kept in buf[at:at+8]. Raises BadOption for a value that no option has."""
    options = {}
    bit = 0
    for name, width, values in TABLE:
        code = 0
        for i in range(width):
            code |= (buf[at + (bit + i >> 3)] >> (bit + i & 7) & 1) << i
        bit += width
        if code:
            if isinstance(values, list):
                value = values[0] + code - 1
                known = value <= values[1]
            else:
                known = code <= len(values)
                value = values[code - 1] if known else None
            if not known:
                raise BadOption("options.%s: the save holds no valid value" % name)
            options[name] = value
    return options
