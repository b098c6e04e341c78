"""A module that was put back is gone, and comes back as it was at its beginning."""

import sys

from elba import shelf
from elba.rules import Rules


def without_tables(check):
    """Call check() after the tables were put back; they are then the same module again, for those who come after."""
    from elba import system_tables

    shelf.put_back("elba.system_tables")
    try:
        check()
    finally:
        sys.modules["elba.system_tables"] = system_tables
        sys.modules["elba"].system_tables = system_tables


def test_a_module_put_back_is_loaded_anew():
    from elba import system_tables

    def check():
        assert "elba.system_tables" not in sys.modules
        from elba import system_tables as other

        assert other is not system_tables
        assert other.SYSTEMS == system_tables.SYSTEMS

    without_tables(check)


def test_rules_are_the_same_whether_the_tables_were_there_or_not():
    before = Rules("floater-teesside", {"peek_price": 3})

    def check():
        after = Rules("floater-teesside", {"peek_price": 3})
        assert after.bid_name == before.bid_name
        assert (after.peek_price, after.system, after.name) == (3, before.system, before.name)

    without_tables(check)


def test_what_is_not_there_can_be_put_back():
    shelf.put_back("elba.nothing", "nothing")
    assert "elba.nothing" not in sys.modules
