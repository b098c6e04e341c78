"""A module that was put back is gone, and comes back as it was at its beginning."""

import sys

from elba import shelf
from elba.rules import Rules


def test_a_module_put_back_is_loaded_anew():
    from elba import system_tables

    kept = system_tables
    shelf.put_back("elba.system_tables")
    assert "elba.system_tables" not in sys.modules
    from elba import system_tables

    assert system_tables is not kept
    sys.modules["elba.system_tables"] = kept  # for those who come after
    sys.modules["elba"].system_tables = kept


def test_rules_are_the_same_whether_the_tables_were_there_or_not():
    before = Rules("floater-teesside", {"peek_price": 3})
    shelf.put_back("elba.system_tables")
    after = Rules("floater-teesside", {"peek_price": 3})
    assert after.bid_name == before.bid_name
    assert (after.peek_price, after.system, after.name) == (3, before.system, before.name)


def test_what_is_not_there_can_be_put_back():
    shelf.put_back("elba.nothing", "nothing")
    assert "elba.nothing" not in sys.modules
