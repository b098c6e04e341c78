"""What the sources use of MicroPython's module `micropython`, for CPython. Never deployed to a board."""

import builtins


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


# MicroPython's compiler knows these types of viper code by their bare names, without any import.
builtins.ptr8 = builtins.ptr16 = builtins.ptr32 = builtins.uint = int
