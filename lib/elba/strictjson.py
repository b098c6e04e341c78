"""A strict reader of JSON for one line, and a writer, the same to the byte on every runtime.

MicroPython's own `json` takes commas and colons for white space and keeps no order of keys, so a referee built on it
would accept records that CPython refuses. Strings are read byte by byte: what the records may hold is ASCII, and
anything else in them is kept apart, never decoded. Not deployed to a board.
"""

from micropython import const

_DEEPEST = const(6)  # a record needs four levels; a bound keeps recursion off the stack's end
_ESCAPES = b'"\\/bfnrt'
_ESCAPED = '"\\/\b\f\n\r\t'


class BadJSON(ValueError):
    """Text that is no JSON; the message says what was expected and at which byte."""


def loads(data):
    """Return the value in a bytes object: dict, list, str, int, float, bool or None. Raises BadJSON."""
    value, at = _value(data, _space(data, 0), 0)
    at = _space(data, at)
    if at != len(data):
        raise BadJSON("expected the end of the line at byte %d" % at)
    return value


def dumps(value):
    """Return a value as JSON without spaces. An object is given as a list of (key, value) tuples."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quote(value)
    if value and isinstance(value[0], tuple):
        return "{%s}" % ",".join([_quote(k) + ":" + dumps(v) for k, v in value])
    if isinstance(value, tuple):
        return "{}"
    return "[%s]" % ",".join([dumps(v) for v in value])


def _quote(text):
    out = ""
    for ch in text:
        if ch in '"\\':
            out += "\\" + ch
        elif " " <= ch <= "~":
            out += ch
        else:
            out += "\\u%04x" % ord(ch)
    return '"' + out + '"'


def _space(data, at):
    while at < len(data) and data[at] in b" \t\r\n":
        at += 1
    return at


def _expect(data, at, what):
    if data[at : at + len(what)] != what:
        raise BadJSON("expected %s at byte %d" % (what.decode(), at))
    return at + len(what)


def _value(data, at, depth):
    c = data[at : at + 1]
    if depth > _DEEPEST:
        raise BadJSON("expected less nesting at byte %d" % at)
    if c == b"{":
        return _object(data, at, depth)
    if c == b"[":
        return _array(data, at, depth)
    if c == b'"':
        return _string(data, at)
    if c == b"t":
        return True, _expect(data, at, b"true")
    if c == b"f":
        return False, _expect(data, at, b"false")
    if c == b"n":
        return None, _expect(data, at, b"null")
    return _number(data, at)


def _array(data, at, depth):
    out = []
    at = _space(data, at + 1)
    if data[at : at + 1] == b"]":
        return out, at + 1
    while True:
        value, at = _value(data, at, depth + 1)
        out.append(value)
        at = _space(data, at)
        if data[at : at + 1] == b"]":
            return out, at + 1
        at = _space(data, _expect(data, at, b","))


def _object(data, at, depth):
    out = {}
    at = _space(data, at + 1)
    if data[at : at + 1] == b"}":
        return out, at + 1
    while True:
        if data[at : at + 1] != b'"':
            raise BadJSON("expected a key at byte %d" % at)
        key, after = _string(data, at)
        if key in out:
            raise BadJSON("expected each key once at byte %d" % at)
        at = _space(data, _expect(data, _space(data, after), b":"))
        out[key], at = _value(data, at, depth + 1)
        at = _space(data, at)
        if data[at : at + 1] == b"}":
            return out, at + 1
        at = _space(data, _expect(data, at, b","))


def _string(data, at):
    out = ""
    at += 1
    while at < len(data):
        c = data[at]
        if c == 0x22:
            return out, at + 1
        if c < 0x20:
            break
        if c == 0x5C:
            escape = data[at + 1 : at + 2]
            if escape == b"u":
                digits = data[at + 2 : at + 6]
                if len(digits) < 4 or any(d not in b"0123456789abcdefABCDEF" for d in digits):
                    raise BadJSON("expected four hexadecimal digits at byte %d" % (at + 2))
                code = int(digits.decode(), 16)
                out += chr(code) if code < 0x80 else "?"
                at += 6
                continue
            if not escape or escape not in _ESCAPES:
                raise BadJSON("expected an escape at byte %d" % (at + 1))
            out += _ESCAPED[_ESCAPES.find(escape)]
            at += 2
            continue
        out += chr(c) if c < 0x80 else "?"
        at += 1
    raise BadJSON("expected the end of a string at byte %d" % at)


def _number(data, at):
    start = at
    if data[at : at + 1] == b"-":
        at += 1
    digits = at
    while at < len(data) and 0x30 <= data[at] <= 0x39:
        at += 1
    if at == digits or (data[digits] == 0x30 and at > digits + 1):
        raise BadJSON("expected a value at byte %d" % start)
    whole = at
    if data[at : at + 1] == b".":
        at = _digits(data, at + 1)
    if data[at : at + 1] in (b"e", b"E"):
        at += 1
        if data[at : at + 1] in (b"+", b"-"):
            at += 1
        at = _digits(data, at)
    if at - start > 18:
        raise BadJSON("expected a number of at most 18 characters at byte %d" % start)
    text = data[start:at].decode()
    return (int(text) if at == whole else float(text)), at


def _digits(data, at):
    start = at
    while at < len(data) and 0x30 <= data[at] <= 0x39:
        at += 1
    if at == start:
        raise BadJSON("expected a digit at byte %d" % at)
    return at
