"""The game that is on, as it is kept in the store after every action, and how it is taken back at power-on.

    offset  bytes
    0       1      0x80 + version of this layout, 2
    1       1      n, the length of this head
    2       1      index into elba.system_tables.SYSTEMS
    3       1      players
    4       8      house rules, as options.pack writes them
    12      n - 12 a byte for each of _ROWS
    n              elba.match.Session.save

A new row goes to the end of _ROWS: a save of an older firmware has fewer of them and what is missing is standard; an
older firmware skips those it does not know. A change that an older firmware must not misread gets another version.

Version 1 had no first two bytes, so it began with a system: system, players, level, house rules, session. It is read,
too, and is of this layout as soon as it is saved again.

A save with its storage.py head has to stay below 512 bytes: so long littlefs keeps it within its directory, where
writing over it erases a block every seventh time; beyond that it does so each time (docs/trust.md).
"""

from micropython import const

from elba import bots, match, systems
from elba.engine import Engine
from elba.rules import Rules

NAME = "session"

_VERSION = const(0x82)
_FIXED = const(12)
_OLD_HEAD = const(11)

# What is kept beside the session: name of the attribute of SavedGame, its standard.
_ROWS = (("level", bots.STANDARD),)


class SavedGame:
    """The saved game of a store (storage.Store).

    level   index into elba.bots.LEVELS of the bots
    """

    def __init__(self, store):
        self._store = store
        self._buf = None  # made at the first save and used for all: a save per action shall leave no litter
        for name, standard in _ROWS:
            setattr(self, name, standard)

    def load(self):
        """Return (session, whole): the elba.match.Session that was saved last, or None where there is none; the
        attributes are then those of its game. `whole` is False where one of the two saves was damaged, and it comes
        from the other.

        Raises storage.Damaged where something was saved and none of it can be played; it is kept aside.
        """
        found = []
        whole = self._store.recover(NAME, lambda data: found.append(unpack(data)))
        if not found:
            return None, whole
        session, values = found[0]
        for i in range(len(_ROWS)):
            setattr(self, _ROWS[i][0], values[i])
        return session, whole

    def keep(self, session):
        """Write a session and the attributes. Raises storage.StorageError or OSError; the save before is then whole."""
        buf = self._buf
        if buf is None:
            buf = self._buf = bytearray(_FIXED + len(_ROWS) + session.SAVED)
        pack(session, self, buf)
        self._store.save(NAME, buf)

    def drop(self):
        """Delete the saved game: it is over, and its end has been seen. Raises as keep does."""
        self._store.delete(NAME)


def pack(session, values, buf=None):
    """Write a session and the attributes `values` has for _ROWS to `buf`, or to a new one; return it."""
    head = _FIXED + len(_ROWS)
    if buf is None:
        buf = bytearray(head + session.SAVED)
    rules = session.table.engine.rules
    buf[0] = _VERSION
    buf[1] = head
    buf[2] = rules.system
    buf[3] = session.players
    buf[4:_FIXED] = rules.packed
    for i in range(len(_ROWS)):
        buf[_FIXED + i] = getattr(values, _ROWS[i][0])
    session.save_to(buf, head)
    return buf


def unpack(data):
    """Return (elba.match.Session, list of the values of _ROWS) of what `pack` wrote, here or in an older firmware.

    Raises ValueError where it is no game that this firmware can go on with.
    """
    if len(data) < _FIXED:
        raise ValueError("saved game: too short")
    from elba import options  # here: when a deal begins, its memory is given back

    values = [standard for _, standard in _ROWS]
    if data[0] == _VERSION:
        head = data[1]
        at = 2
        house = 4
        if not _FIXED <= head <= len(data):
            raise ValueError("saved game: no such head")
        for i in range(min(len(_ROWS), head - _FIXED)):
            values[i] = data[_FIXED + i]
    elif data[0] < 0x80:  # version 1: a system
        head = _OLD_HEAD
        at = 0
        house = 3
        values[0] = data[2]
    else:
        raise ValueError("saved game: of a later version")
    if data[at] >= systems.number():
        raise ValueError("saved game: no such system")
    rules = Rules(systems.lookup(data[at], "id"), options.unpack(data, house))
    if values[0] >= bots.levels(rules):
        raise ValueError("saved game: its game has no such bots")
    session = match.Session(Engine(rules), data[at + 1])
    session.load(data[head:])
    return session, values
