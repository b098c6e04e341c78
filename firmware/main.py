"""Starts the game when the device gets power. Hold B meanwhile to stay at MicroPython's prompt, A for the self-test.

Compiled on the device itself, so it stays small; and it needs nothing of what an update may have left incomplete.
Ctrl-C over USB ends the game and leads to the prompt, too.
"""

import gc
import os
import sys


def unfinished():
    """Whether an update has begun and not ended: tools/deploy.py keeps this file meanwhile."""
    try:
        os.stat("/update")
    except OSError:
        return False
    return True


def wants_prompt():
    """Whether B is held. With a direction it is no wish but wires: buttons without a pull-up are all low."""
    try:
        from machine import Pin

        from board import BUTTONS

        low = [name for name, pin in BUTTONS.items() if not Pin(pin, Pin.IN, Pin.PULL_UP).value()]
    except Exception:  # said when the device is built
        return False
    return "b" in low and all([name in ("a", "b") for name in low])


def say(what, error=None):
    """Say on the display and on USB why the game does not run."""
    # It may be memory that was short: give back what the game has taken.
    for name in list(sys.modules):
        if name.startswith(("handheld", "elba")):
            del sys.modules[name]
    gc.collect()
    import recovery  # only now: it takes time to compile

    recovery.say(getattr(recovery, what), error)


def run():
    """Run the game, unless something speaks against it."""
    if unfinished():
        say("UNFINISHED")
    elif wants_prompt():
        say("PROMPT")
    else:
        try:
            from handheld import start

            start.run()
        except Exception as error:
            say("BROKEN", error)


try:
    run()
except KeyboardInterrupt:
    print("Elba was stopped.")
