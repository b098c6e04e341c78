"""Tables of texts: a file of lines `name = "text"  # ROOM VALUES: where`, which is TOML with a meaning in its comments.

firmware/handheld/texts/en.toml says what they mean; only there they are needed.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

_LINE = re.compile(r'(?P<name>[a-z][a-z0-9_]*) = (?P<text>"(?:[^"\\]|\\.)*")(?:  # (?P<place>.*))?')
_PLACE = re.compile(r"(?P<room>-|<?\d+[\^~]?)(?P<values>(?: [^:\s]+)*)(?:: (?P<where>.*))?")


class TableError(Exception):
    """A table that cannot be used; the message names file, line and what was expected."""


class Place(NamedTuple):
    """Where a text is shown.

    room    width in pixels; None: it is broken into lines there
    last    it is enough if the last of several texts fits
    large   it is written in large letters
    banner  its first line is written in large letters
    values  the longest that come into its places: texts, or @name for texts of the table
    where   for the translator
    """

    room: int | None
    last: bool
    large: bool
    banner: bool
    values: tuple
    where: str


def read(path):
    """Return ({name: text}, {name: Place or None}) of a table. Raises TableError."""
    path = Path(path)
    texts, places = {}, {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TableError("%s: %s" % (path, error)) from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = "%s, line %d" % (path.name, number)
        match = _LINE.fullmatch(line)
        if not match:
            raise TableError('%s: expected name = "text"  # ROOM: where' % where)
        name = match["name"]
        if name in texts:
            raise TableError("%s: %s is there already" % (where, name))
        try:
            texts[name] = tomllib.loads("text = " + match["text"])["text"]
        except tomllib.TOMLDecodeError as error:
            raise TableError("%s: %s" % (where, error)) from None
        places[name] = _place(match["place"], where)
    return texts, places


def _place(text, where):
    if not text:
        return None
    match = _PLACE.fullmatch(text)
    if not match:
        raise TableError("%s: expected ROOM VALUES: where, not %r" % (where, text))
    room = match["room"]
    number = None if room == "-" else int(room.strip("<^~"))
    values = tuple(match["values"].split())
    return Place(
        number, room.startswith("<"), room.endswith("^"), room.endswith("~"), values, match["where"] or ""
    )


def fields(text):
    """Return the sorted numbers of the places {0}, {1} ... in a text. Raises ValueError for one that is no number."""
    found = re.findall(r"\{([^}]*)\}", text)
    if text.count("{") != len(found) or text.count("}") != len(found):
        raise ValueError("a brace that is no place like {0}")
    for field in found:
        if not field.isdecimal():
            raise ValueError("{%s} is no place like {0}" % field)
    return sorted({int(field) for field in found})


def differences(texts, english):
    """Return what is wrong with a table beside the English one, as a list of sentences.

    Missing and foreign names, another number of texts under one name (but for counting), other places.
    """
    wrong = ["%s is missing" % name for name in english if name not in texts]
    wrong += ["%s is not in the English table" % name for name in texts if name not in english]
    for name, text in texts.items():
        if name not in english:
            continue
        if not text.replace("|", "").strip():
            wrong.append("%s says nothing" % name)
        try:
            here, there = fields(text), fields(english[name])
        except ValueError as error:
            wrong.append("%s: %s" % (name, error))
            continue
        if here != there:
            wrong.append("%s: has the places %s, the English text %s" % (name, here, there))
        if text.count("\n") != english[name].count("\n") and not fits_any_lines(english[name]):
            wrong.append("%s: %d lines, the English text has %d" % (name, text.count("\n"), english[name].count("\n")))
    return wrong


def fits_any_lines(text):
    """Whether a text of several lines may have another number of them."""
    return "{" not in text
