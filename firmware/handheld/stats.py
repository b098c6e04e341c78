"""What has been played so far, counted: for each rule system its deals, bids, chips and sessions.

`count` is called once for each deal that the person had a part in, and writes the counts to the store under NAME:

    offset  bytes
    0       1      version of this layout, 1
    1       4      mark of what was counted last (little-endian), see below
    5              numbers, see _put: how many systems follow, and for each
                     its index in elba.system_tables.SYSTEMS
                     n, and n numbers: FIELDS in this order; there may be fewer or more in another firmware's file
                     n, and n bids: kind (see kind_of), how often it was declared, made, chips from it

A deal is counted before the session is saved as having booked it. Where the power fails in between, it is booked, and
comes here, a second time: the mark tells, so no deal counts twice and none is left out.
"""

from binascii import crc32

from micropython import const

from elba.layout import NOBODY

from .storage import Damaged

NAME = "stats"

# Of a system. against, beaten: deals against a declarer, and those of them in which the bid failed; friend, helped:
# deals as declarer's friend, and those made; sessions that came to an end, and those won; chips or points in all; best
# session, in chips above those that the player began with and bought.
FIELDS = ("deals", "void", "against", "beaten", "friend", "helped", "sessions", "won", "chips", "best")

# Names of bids, without what stands behind "-". A file has their places here: a new one goes to the end.
KINDS = "one two misere three four five six seven nap napoleon bonaparte wellington blucher".split()
NUMBER = const(0x80)  # kinds from here on are the numbers of a ladder

_VERSION = const(1)
_HEAD = const(5)
_MOST = const(0x0FFFFFFF)  # where a count stops


class Record:
    """The counts of a system: an attribute for each of FIELDS, and `bids`: kind -> [declared, made, chips]."""

    def __init__(self):
        for name in FIELDS:
            setattr(self, name, 0)
        self.bids = {}


def kind_of(name):
    """Return the number that stands for a bid's name ("nap-o", "3S"), or -1 for one that KINDS lacks."""
    if name[0].isdigit():
        return NUMBER + int(name[:-1])
    name = name.split("-")[0]
    return KINDS.index(name) if name in KINDS else -1


class Book:
    """All counts: `records` is a dict of Record by system, `mark` a number of 32 bits that names the last deal."""

    def __init__(self):
        self.records = {}
        self.mark = 0

    def of(self, system):
        """Return the Record of a system (index into SYSTEMS), an empty one at the first time."""
        if system not in self.records:
            self.records[system] = Record()
        return self.records[system]

    def deal(self, session, result):
        """Count a deal that was booked: an elba.match.Session after end(), and what that returned."""
        rules = session.table.engine.rules
        if 0 in session.dealt:
            seat = session.dealt.index(0)
            record = self.of(rules.system)
            pay = result.pay[seat]
            record.deals += 1
            record.chips += pay
            # A revoke by an opponent is paid as if the bid had been made, one by declarer as if it had failed.
            made = result.made or result.status == "revoke" and result.revoker != result.declarer
            if not result.bid:
                record.void += 1
            elif seat == result.declarer:
                row = record.bids.setdefault(kind_of(rules.bid_name[result.bid]), [0, 0, 0])
                row[0] += 1
                row[1] += 1 if made else 0
                row[2] += pay
            elif seat == result.friend != NOBODY:
                record.friend += 1
                record.helped += 1 if made else 0
            else:
                record.against += 1
                record.beaten += 0 if made else 1
        if session.over:
            self.session(session)

    def session(self, session):
        """Count a session that is over."""
        rules = session.table.engine.rules
        record = self.of(rules.system)
        gain = session.totals[0] - rules.start_chips * (1 + session.bought[0])
        record.best = max(record.best, gain) if record.sessions else gain
        record.sessions += 1
        record.won += 1 if session.winner == 0 else 0

    def save(self):
        """Return the counts as bytes."""
        out = bytearray(_HEAD)
        out[0] = _VERSION
        for i in range(4):
            out[1 + i] = self.mark >> 8 * i & 0xFF
        _put(out, len(self.records))
        for system in sorted(self.records):
            record = self.records[system]
            _put(out, system)
            _put(out, len(FIELDS))
            for name in FIELDS:
                _put(out, getattr(record, name))
            kinds = [kind for kind in sorted(record.bids) if kind >= 0]
            _put(out, len(kinds))
            for kind in kinds:
                _put(out, kind)
                for value in record.bids[kind]:
                    _put(out, value)
        return out

    def load(self, data):
        """Take what `save` returned. Raises ValueError, and changes nothing, where that is not what it is."""
        if len(data) < _HEAD + 1 or data[0] != _VERSION:
            raise ValueError("stats: not of this version")
        take = _Taker(data, _HEAD)
        records = {}
        for _ in range(take.number()):
            system = take.number()
            record = records[system] = Record()
            for i in range(take.number()):
                value = take.number()
                if i < len(FIELDS):
                    if value < 0 and FIELDS[i] not in ("chips", "best"):
                        raise ValueError("stats: a count below zero")
                    setattr(record, FIELDS[i], value)
            for _ in range(take.number()):
                kind = take.number()
                row = [take.number(), take.number(), take.number()]
                if not 0 <= row[1] <= row[0]:
                    raise ValueError("stats: more made than declared")
                record.bids[kind] = row
        if take.at != len(data):
            raise ValueError("stats: more than there should be")
        self.records = records
        self.mark = data[1] | data[2] << 8 | data[3] << 16 | data[4] << 24


def _put(out, value):
    """Append a number: seven bits a byte, the lowest first, the eighth set where more follow; the sign is bit 0."""
    value = max(-_MOST, min(_MOST, value))
    value = -value << 1 | 1 if value < 0 else value << 1
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


class _Taker:
    """Reads the numbers that _put wrote."""

    def __init__(self, data, at):
        self._data = data
        self.at = at

    def number(self):
        value = shift = 0
        while True:
            if self.at >= len(self._data) or shift > 28:
                raise ValueError("stats: cut off")
            byte = self._data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return -(value >> 1) if value & 1 else value >> 1
            shift += 7


def read(store):
    """Return (Book, text): what is kept in a storage.Store, and the name of the text that tells what is wrong with it,
    "" for nothing. What was damaged is kept aside; where nothing is left of it the book is new."""
    book = Book()
    try:
        return book, "" if store.recover(NAME, book.load) else "half_damaged"
    except Damaged:
        return Book(), "records_damaged"


def count(store, session, result):
    """Count a deal (settle.Result), or with None for it a session that the person has ended, and write it down.

    Returns a text's name, as `read` does. Raises storage.StorageError or OSError where it cannot be written.
    """
    book, text = read(store)
    mark = crc32(session.state) & 0xFFFFFFFF
    if not result:
        mark ^= 1
    if mark != book.mark:
        book.mark = mark
        if result:
            book.deal(session, result)
        else:
            book.session(session)
        store.save(NAME, book.save())
    return text
