"""The handheld: display, buttons, storage and the game's screens on top of them."""
