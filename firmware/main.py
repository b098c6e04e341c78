"""Starts the game when the device gets power. Hold B meanwhile to stay at MicroPython's prompt.

Compiled on the device itself, so it stays small. Ctrl-C over USB ends the game and leads to the prompt, too.
"""

import gc

from handheld import keys


def start():
    """Build the device, deal with what may be wrong with it, and run the game."""
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
        blink(getattr(board, "LED", None))
        return

    # B with a direction is no wish but wires: buttons without a pull-up are all low.
    low = device.buttons.low()
    if low & 1 << keys.B and not low & ~(1 << keys.A | 1 << keys.B):
        device.problem(("Elba is not running:", "B was held at the start.", "MicroPython's prompt", "is on USB."))
        return
    stuck = device.buttons.stuck(device.sleep)
    if stuck:
        device.problem(("These buttons read as", "held all the time:", " ".join(stuck), "Release or rewire them."))
        while device.buttons.low():
            device.sleep(100)
    if not device.has_display:
        device.problem(("No display found.", "Elba waits for it."))
        while not device.has_display:
            device.sleep(100)

    # A key that was pressed before there was anything to see, or is still down, is meant for nothing here.
    device.flush()
    try:
        # Garbage is collected long before memory runs short: what modules leave behind while they are loaded would
        # otherwise lie between what stays for good, and no larger piece could be had of all the memory that is free.
        # Before the first picture once has to be enough: it costs 40 ms.
        gc.collect()
        from handheld.app import App

        gc.threshold(16000)

        for ms in App(device).run():
            device.sleep(ms)
    except Exception as error:
        fault(device, error)


def blink(led):
    """Blink for ten seconds: what can be said without a display to somebody who does not look at USB."""
    from time import sleep_ms

    from machine import Pin

    if led is None:
        return
    led = Pin(led, Pin.OUT)
    for i in range(40):
        led.value(1 - i % 2)
        sleep_ms(250)
    led.value(0)


def fault(device, error):
    """Tell the player calmly that the game ended by an error, the serial port why, and restart on A."""
    import machine

    gc.collect()  # it may be memory that was short
    device.problem(("Elba had a fault.", "Your game is saved.", "A: restart"), error)
    device.flush()
    while device.key() != keys.A:
        device.sleep(20)
    machine.reset()


try:
    start()
except KeyboardInterrupt:
    print("Elba was stopped.")
