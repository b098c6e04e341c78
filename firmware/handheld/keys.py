"""The buttons as small ints. 0 is no key."""

from micropython import const

UP = const(1)
DOWN = const(2)
LEFT = const(3)
RIGHT = const(4)
A = const(5)
B = const(6)

# Names in a board's BUTTONS; the index of a name is its key.
NAMES = ("", "up", "down", "left", "right", "a", "b")
