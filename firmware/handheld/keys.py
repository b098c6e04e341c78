"""The six keys as small ints. A game needs only LEFT, RIGHT, A and B; the other two save presses."""

from micropython import const

UP = const(1)
DOWN = const(2)
LEFT = const(3)
RIGHT = const(4)
A = const(5)
B = const(6)

# By number: the names that a board's BUTTONS go by.
NAMES = ("", "up", "down", "left", "right", "a", "b")
