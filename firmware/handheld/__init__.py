"""Elba on a handheld: display, buttons, storage, and the screens of the game."""
