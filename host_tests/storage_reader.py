"""Reads a handset's saves on the host, by the firmware's own code."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "firmware"))

import elba  # noqa: F401 - gives CPython a module micropython
from handheld.storage import Store


def newest(directory, name):
    """Return the data that was saved last under a name in a directory of the host, or None."""
    return Store(os.fspath(directory)).load(name)
