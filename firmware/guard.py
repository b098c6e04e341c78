"""What speaks against starting the game: an update that is not complete, or the wish for the prompt.

It needs nothing of what an update may have left incomplete.
"""

import os


def run():
    """Run the game, or say on the display and on USB why not. Raises what the game's modules raise when imported."""
    if _unfinished():
        import recovery

        recovery.say(recovery.UNFINISHED)
    elif _wants_prompt():
        import recovery

        recovery.say(recovery.PROMPT)
    else:
        from handheld import start

        start.run()


def _unfinished():
    """Whether an update has begun and not ended: tools/deploy.py keeps this file meanwhile."""
    try:
        os.stat("/update")
    except OSError:
        return False
    return True


def _wants_prompt():
    """Whether B is held. With a direction it is no wish but wires: buttons without a pull-up are all low."""
    try:
        from machine import Pin

        from board import BUTTONS

        low = [name for name, pin in BUTTONS.items() if not Pin(pin, Pin.IN, Pin.PULL_UP).value()]
    except Exception:  # said when the device is built
        return False
    return "b" in low and all([name in ("a", "b") for name in low])
