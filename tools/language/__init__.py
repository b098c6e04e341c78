"""The languages of the firmware: tables of texts, their check, and the packs that the device reads.

table    reads a table of texts, firmware/handheld/texts/*.toml
shape    joins letters, puts them in the order in which they are drawn, and measures them
fit      measures whether they fit into their places
pack     makes a pack of them, as firmware/handheld/lang.py reads it
"""

from . import fit, pack, shape, table
from .table import TableError

__all__ = ("TableError", "fit", "pack", "shape", "table")
