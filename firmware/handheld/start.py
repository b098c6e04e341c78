"""From the board's data to the running game: builds the device, deals with what may be wrong with it."""

from handheld import keys

_SAY_AGAIN_MS = 5000

# Where faults are kept for `make logs`: two files, so that it is known how large they get.
_FAULTS = "/faults.txt"
_OLDER = "/faults.old.txt"
_MOST_BYTES = 4096


def run():
    """Run the game; returns when there is nothing to run it on. Raises what the modules of the game raise when they
    are imported: they are then not all of one version."""
    try:
        import board
    except ImportError:
        print("There is no board.py on this device: copy one from the directory boards/ as /board.py.")
        return
    from handheld.device import Device

    try:
        device = Device(board)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        print("board.py describes no board that works here: %s: %s" % (type(error).__name__, error))
        print("On the computer: python tools/board.py check")
        _flash(getattr(board, "LED", None))
        return

    if device.buttons.low() == 1 << keys.A:
        from handheld.selftest import SelfTest

        for ms in SelfTest(device, board).run():
            device.sleep(ms)
    stuck = device.buttons.stuck(device.sleep)
    if stuck:
        device.problem(("These buttons read as", "held all the time:", " ".join(stuck), "Release or rewire them."))
        while device.buttons.low():
            device.sleep(100)
    if not device.has_display:
        _wait_for_display(device)

    # A key that was pressed before there was anything to see, or is still down, is meant for nothing here.
    device.flush()
    from handheld.app import App

    try:
        for ms in App(device).run():
            device.sleep(ms)
    except Exception as error:
        _fault(device, error)


def _wait_for_display(device):
    lines = device.diagnose()
    device.problem(("No display found.", "Elba waits for it."))
    while not device.has_display:
        # Again and again: whoever opens the serial port later has not seen the first time.
        for line in lines:
            print(line)
        waited = 0
        while waited < _SAY_AGAIN_MS and not device.has_display:
            device.sleep(100)
            waited += 100


def _flash(led):
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


def _fault(device, error):
    """Tell the player calmly that the game ended by an error, the serial port why, and restart on A."""
    import gc

    import machine

    gc.collect()  # it may be memory that was short
    device.problem(("Elba had a fault.", "Your game is saved.", "A: restart"), error)
    _note(error)
    device.flush()
    while device.key() != keys.A:
        device.sleep(20)
    # A that is still down at the start would be the wish for the self-test.
    while device.held(keys.A):
        device.sleep(20)
    machine.reset()


def _note(error):
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
