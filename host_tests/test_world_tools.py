"""The tools that measure calls and worlds, on a few deals."""

import call_odds
import world_stats
from elba.bots.likely import CLASSES, ROWS
from elba.rules import Rules


def test_odds_are_relative_to_the_likeliest_class():
    called = [0] * 4 + [10] * 4 + [100] * 8
    could = [100] * CLASSES
    row = call_odds.odds(called, could)
    assert row[15] == 255
    assert row[0] == round(255 * call_odds.LEAST)
    assert row[0] < row[5] < 0.2 * 255
    assert call_odds.odds([0] * CLASSES, could) == [255] * CLASSES


def test_rare_classes_borrow_from_their_neighbours():
    could = [100] * 8 + [0] * 8
    row = call_odds.odds([0] * 7 + [50] + [0] * 8, could)
    assert row[8:] == [255] * 2 + row[10:]
    assert all(row[k] >= row[k + 1] for k in range(8, 15))
    assert min(row[8:]) > row[0]


def test_calls_are_counted_on_the_hands_that_made_them(monkeypatch):
    monkeypatch.setattr(call_odds, "TABLES", (("nap", 4, {}), ("nap-mizer", 3, {})))
    called, could, chosen, could_be = call_odds.count(30, 1)
    assert sum(could_be[0]) == 4 * sum(chosen[0]) > 40
    assert chosen[0][0] > sum(chosen[0]) / 2  # mostly the strongest suit
    for row in range(2 * ROWS):
        assert all(a <= b for a, b in zip(called[row], could[row]))
    first = [sum(could[half + 8 + least]) for half, least in ((0, 3), (ROWS, 2))]
    assert min(first) >= 30  # eldest could pass in each deal
    assert [call_odds.name_of(row) for row in (0, 3, 8 + 3, ROWS)] == [
        "least misere",
        "least 3 tricks",
        "least pass below 3",
        "exact misere",
    ]


def test_the_table_can_be_written_and_read(monkeypatch, tmp_path):
    target = tmp_path / "odds.py"
    monkeypatch.setattr(call_odds, "TARGET", target)
    table = [[(row * 16 + k) % 256 for k in range(CLASSES)] for row in range(2 * ROWS)]
    call_odds.write(table, table[5:7], 5, 6)
    scope = {}
    exec(target.read_text(), scope)
    assert list(scope["TRUMP_ODDS"]) == table[5] + table[6]
    assert list(scope["ODDS"]) == [value for row in table for value in row]


def test_weights_bring_worlds_nearer_to_the_real_deal():
    meter = world_stats.Meter(Rules("nap"), 4, 25, 3)
    meter.play(50, 3)
    tally = meter.tallies["opponents"]
    assert tally.n > 50
    assert sum(tally.bits) / tally.n > 0.3
    assert tally.off[1] < tally.off[0]
    assert len(list(world_stats.report(meter))) == 3
