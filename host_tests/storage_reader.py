"""Reads a handset's saves on the host."""

import os
import sys


def newest(directory, name):
    """Return the data that handheld.storage has saved last under a name in a directory of the host, as bytes or None."""
    sys.path.insert(0, str(__import__("pathlib").Path(__file__).parents[1] / "firmware"))
    try:
        from handheld.storage import Store
    finally:
        sys.path.pop(0)
    data = Store(os.fspath(directory)).load(name)
    return None if data is None else bytes(data)


