"""Starts the game when the device gets power. Hold B meanwhile to stay at MicroPython's prompt, A for the self-test.

Compiled on the device itself each time, so it is short. Ctrl-C over USB ends the game and leads to the prompt, too.
"""

try:
    import guard

    guard.run()
except KeyboardInterrupt:
    print("Elba was stopped.")
except Exception as error:
    import gc
    import sys

    # It may be memory that was short: give back what the game has taken.
    for name in list(sys.modules):
        if name.startswith(("handheld", "elba")):
            del sys.modules[name]
    gc.collect()
    import recovery

    recovery.say(recovery.NO_MEMORY if isinstance(error, MemoryError) else recovery.BROKEN, error)
