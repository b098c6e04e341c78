"""The languages of the firmware: tables of texts, their check, and the packs that the device reads.

table    reads a table of texts, firmware/handheld/texts/*.toml
pack     makes a pack of it, as firmware/handheld/lang.py reads it
"""

from . import pack, table
from .table import TableError

__all__ = ("TableError", "pack", "table")
