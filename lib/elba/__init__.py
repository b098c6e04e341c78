"""Elba: the logic of the card game Nap, the same on CPython, on MicroPython's unix port and on the RP2040.

Data flows one way: systems (tables) -> rules (one system with its house rules) -> engine (a deal in one
bytearray) -> view (what one seat may know) -> bots and screens. Nothing here knows of any hardware.
"""

__version__ = "0.1.0"

try:
    import micropython  # noqa: F401
except ImportError:
    # CPython has no such module: give the sources their const() and decorators, so that they run unchanged.
    import sys

    from . import _cpython

    sys.modules["micropython"] = _cpython
