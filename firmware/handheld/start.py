"""From the board's data to the running game: builds the device, deals with what may be wrong with it."""

import gc

from micropython import const

from handheld import keys

_RESERVE = const(4096)


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
        from handheld.trouble import flash

        flash(getattr(board, "LED", None))
        return

    if device.buttons.low() == 1 << keys.A:
        from handheld.selftest import SelfTest

        for ms in SelfTest(device, board).run():
            device.sleep(ms)
    stuck = device.buttons.stuck(device.sleep)
    if stuck:
        from handheld.lang import say

        device.problem(say("stuck_buttons", " ".join(stuck)).split("\n"))
        while device.buttons.low():
            device.sleep(100)
    if not device.has_display:
        from handheld.trouble import wait_for_display

        wait_for_display(device)

    # A key that was pressed before there was anything to see, or is still down, is meant for nothing here.
    device.flush()
    # Garbage is collected long before memory runs short: what modules leave behind while they are loaded would
    # otherwise lie between what stays for good, and no larger piece could be had of all the memory that is free.
    # Before the first picture once has to be enough: it costs 40 ms.
    gc.collect()
    from handheld import watchdog
    from handheld.app import App

    gc.threshold(16000)
    # What is needed to tell of a fault when there is no memory left, also if something still clings to all that the
    # game has taken.
    reserve = bytearray(_RESERVE)
    dog = watchdog.Watchdog()
    try:
        try:
            dog.start()
            for ms in App(device).run():
                device.sleep(ms)
                dog.feed()
        finally:
            watchdog.stop()  # whoever reads of a fault, or works at the prompt, takes his time
    except Exception as error:
        del reserve
        gc.collect()  # it may be memory that was short
        from handheld.trouble import fault

        fault(device, error)
