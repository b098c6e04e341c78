"""Modules that are seldom needed give their memory back.

Import such a module in the function that uses it, never at the top of a module that stays; put it back on the shelf
when it has done its work. It is loaded anew when it is needed again, with all that it knew at its beginning: what is
to last must not be kept in it.
"""

import sys


def put_back_all(package):
    """Let go of all modules in a package ("elba.bots"), but not of the package."""
    put_back(*[name for name in sys.modules if name.startswith(package + ".")])


def put_back(*names):
    """Let go of modules by their full names ("elba.sanity"); of those that are not loaded nothing happens."""
    for name in names:
        if sys.modules.pop(name, None):
            package, _, short = name.rpartition(".")
            parent = sys.modules.get(package)
            if parent and hasattr(parent, short):  # imports by "from package import short" find it there, too
                delattr(parent, short)
