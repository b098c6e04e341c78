"""What the sources use of MicroPython's module `micropython`, for CPython. Never deployed to a board."""


def const(value):
    """Return the value: only MicroPython's compiler treats constants specially."""
    return value


def _same(function):
    return function


native = viper = _same


def heap_lock():
    """CPython's heap cannot be locked; allocation tests run on MicroPython only."""


def heap_unlock():
    return 0


# The types that viper code names in its annotations.
ptr8 = ptr16 = ptr32 = uint = int
