"""What start.py does when something is wrong. Imported only then: it would take memory from the game."""

from handheld import keys
from handheld.lang import say

_SAY_AGAIN_MS = 5000

# Where faults are kept for `make logs`: two files, so that it is known how large they get.
_FAULTS = "/faults.txt"
_OLDER = "/faults.old.txt"
_MOST_BYTES = 4096


def wait_for_display(device):
    """Say what is wrong with the display, again and again; return when it answers."""
    lines = device.diagnose()
    device.problem(say("no_display").split("\n"))
    while not device.has_display:
        # Again and again: whoever opens the serial port later has not seen the first time.
        for line in lines:
            print(line)
        waited = 0
        while waited < _SAY_AGAIN_MS and not device.has_display:
            device.sleep(100)
            waited += 100


def flash(led):
    """Flash for ten seconds: what can be said without a display to somebody who does not look at USB."""
    from time import sleep_ms, ticks_ms

    from handheld.led import BAD_BOARD, Led

    try:
        led = Led(led)
    except (KeyError, TypeError, ValueError):
        return
    led.flash(BAD_BOARD, ticks_ms())
    for _ in range(1000):
        sleep_ms(10)
        led.poll(ticks_ms())
    led.flash(0, ticks_ms())


def fault(device, error):
    """Tell the player calmly that the game ended by an error, the serial port why, and restart on A."""
    import machine

    device.problem(say("fault").split("\n"), error)
    note(error)
    device.flush()
    while device.key() != keys.A:
        device.sleep(20)
    # A that is still down at the start would be the wish for the self-test.
    while device.held(keys.A):
        device.sleep(20)
    machine.reset()


def note(error):
    """Keep what happened for later; that it cannot be kept is no second fault."""
    import os
    import sys

    from elba import __version__

    try:
        try:
            if os.stat(_FAULTS)[6] > _MOST_BYTES:
                try:
                    os.remove(_OLDER)
                except OSError:
                    pass
                os.rename(_FAULTS, _OLDER)
        except OSError:
            pass  # the first fault
        with open(_FAULTS, "a") as file:
            file.write("Elba %s, MicroPython %s\n" % (__version__, sys.version))
            sys.print_exception(error, file)
    except (OSError, MemoryError):
        print("The fault could not be written to %s." % _FAULTS)
