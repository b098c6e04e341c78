"""What has been played is counted once, kept, and shown."""

import random

import pytest

import storage_reader
from elba import match, systems
from elba.engine import Engine
from elba.rules import Rules
from handheld import stats
from handheld.storage import Store
from handset import screens, stages
from handset.unix import UnixHandset
from player import Player
from test_game import SEED, saved_session


def book_of(root):
    """Return the stats.Book that a handset has saved, or None."""
    data = storage_reader.newest(root / "saves", stats.NAME)
    if data is None:
        return None
    book = stats.Book()
    book.load(data)
    return book


def as_dict(book):
    return {system: vars(record) for system, record in book.records.items()}


def played(system_id, seed, sessions=1):
    """Play sessions at random; yield (session, result) after each deal."""
    rules = Rules(system_id)
    chance = random.Random(seed)
    for number in range(sessions):
        session = match.Session(Engine(rules), max(rules.fewest, min(rules.most, 4)), seed, number)
        session.draw_dealer()
        while not session.over:
            session.begin()
            engine = session.table.engine
            while engine.is_open(session.state):
                engine.apply(session.state, chance.choice(engine.legal(session.state)))
            yield session, session.end()


def test_every_bid_of_every_system_has_a_kind():
    for system_id in systems.ids():
        rules = Rules(system_id)
        kinds = {}
        for bid in range(1, rules.bids + 1):
            name = rules.bid_name[bid]
            kind = stats.kind_of(name)
            assert kind >= 0, name
            base = name[:-1] if name[0].isdigit() else name.split("-")[0]
            assert kinds.setdefault(kind, base) == base
    assert stats.kind_of("something") == -1


@pytest.mark.parametrize("system_id", ["nap", "floater", "savremeni", "napoleon-jp", "izmena"])
def test_counts_add_up(tmp_path, system_id):
    store = Store(str(tmp_path))
    chips = deals = sessions = 0
    for session, result in played(system_id, 5, 2):
        if 0 in session.dealt:
            chips += result.pay[session.dealt.index(0)]
            deals += 1
        sessions += session.over
        assert stats.count(store, session, result) == ""
    book, wrong = stats.read(Store(str(tmp_path)))
    assert wrong == ""
    (record,) = book.records.values()
    assert (record.deals, record.chips, record.sessions) == (deals, chips, sessions)
    declared = sum(row[0] for row in record.bids.values())
    assert declared + record.against + record.friend + record.void == deals
    assert deals > 5
    assert declared
    assert record.against
    assert all(0 <= made <= times for times, made, _ in record.bids.values())


def test_a_deal_that_comes_twice_counts_once(tmp_path):
    """As when the power fails after the counts are written and before the session is."""
    store = Store(str(tmp_path))
    for session, result in played("nap", 8):
        stats.count(store, session, result)
        once = as_dict(stats.read(store)[0])
        stats.count(Store(str(tmp_path)), session, result)
        assert as_dict(stats.read(store)[0]) == once


def test_what_is_saved_is_read_again_and_junk_is_not():
    book = stats.Book()
    book.mark = 0xFEDCBA98
    record = book.of(3)
    for i, name in enumerate(stats.FIELDS):
        setattr(record, name, 7 ** i)
    record.chips = -70000
    record.bids[stats.NUMBER + 10] = [300, 200, -5]
    data = book.save()
    again = stats.Book()
    again.load(data)
    assert (as_dict(again), again.mark) == (as_dict(book), book.mark)
    for length in range(len(data)):
        with pytest.raises(ValueError, match="stats"):
            stats.Book().load(data[:length])
    with pytest.raises(ValueError, match="stats"):
        again.load(data + b"\0")
    assert as_dict(again) == as_dict(book)


def test_counts_of_another_firmware_are_read():
    """One with more kinds of numbers for a system, and one with fewer."""
    book = stats.Book()
    for fields in (stats.FIELDS[:3], (*stats.FIELDS, "later")):
        data = bytearray(b"\1\0\0\0\0")
        for number in (1, 2, len(fields), *range(1, len(fields) + 1), 0):
            stats._put(data, number)
        book.load(data)
        assert book.records[2].against == 3
        assert book.records[2].best == (10 if len(fields) > 9 else 0)


def test_all_systems_at_length_stay_small():
    book = stats.Book()
    for system in range(systems.number()):
        record = book.of(system)
        for name in stats.FIELDS:
            setattr(record, name, 5000)
        rules = Rules(systems.lookup(system, "id"))
        for bid in range(1, rules.bids + 1):
            record.bids[stats.kind_of(rules.bid_name[bid])] = [1000, 500, 5000]
    assert len(book.save()) < 1500


def test_the_device_counts_what_it_plays(tmp_path):
    """Against what the saved session says after each deal."""
    with UnixHandset(overrides={"SEED": 3}, root=tmp_path) as handset:
        player = Player(handset, 3)
        player.new_session()
        total = 0
        booked = 0
        for _ in range(120):
            player.act()
            session = saved_session(tmp_path)
            if session is None or session.table.number - session.in_deal() == booked:
                continue
            booked = session.table.number - session.in_deal()
            record = book_of(tmp_path).records[0]
            assert record.deals == booked
            assert record.chips == session.totals[0] - 50
            total += 1
            if total == 4:
                break
        assert total == 4
        assert handset.console == ""


def test_a_practice_deal_counts_for_nothing(tmp_path):
    code = stages.session_of("nap 1 7").table.code(stages.session_of("nap 1 7").state)
    keys = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    with UnixHandset(overrides=SEED, root=tmp_path) as handset:
        player = Player(handset)
        title = player.press("down")  # the cursor is where it was when the deal is over
        player.press("a")
        for character in code.replace("-", ""):
            steps = keys.index(character)
            player.press(*(["up"] * steps if steps <= 16 else ["down"] * (32 - steps)), "a")
        for _ in range(20):
            if player.press("a") == title:
                break
        assert player.frames[-1][1] == title
        assert book_of(tmp_path) is None


def test_damaged_counts_are_told_kept_aside_and_begun_anew(tmp_path):
    stages.save("nap 1 7 pass records", tmp_path)
    for path in (tmp_path / "saves").glob("stats.*"):
        path.write_bytes(b"Elba, but no counts")
    with UnixHandset(overrides=SEED, root=tmp_path) as handset:
        told = screens.walk(handset, "down*3 a down*2 a")
        empty = screens.walk(handset, "a")
        assert told != empty
        assert [path.read_bytes() for path in (tmp_path / "saves").glob("stats*-bad0")] == [b"Elba, but no counts"]
        screens.walk(handset, "a b down")
        player = Player(handset)
        for _ in range(60):
            player.act()
            if book_of(tmp_path):
                break
        assert book_of(tmp_path).records[0].deals == 1
        assert handset.console == ""
