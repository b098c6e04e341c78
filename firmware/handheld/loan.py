"""Pages that are seldom asked for: they take memory only while they are used."""

import sys

from elba.shelf import put_back


def borrow(name):
    """Return the module handheld.NAME, loaded anew and already put back: it lasts as long as the caller holds it."""
    name = "handheld." + name
    __import__(name)
    module = sys.modules[name]
    put_back(name)
    return module
