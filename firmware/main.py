"""Starts Elba. Hold B while switching on to stay at MicroPython's prompt instead."""

import sys

_PAUSE_MS = 1200


def _start():
    try:
        import board
        from handheld.device import BadBoard, Device
    except ImportError as error:
        print("Elba cannot start: %s. Copy the firmware again with make deploy." % error)
        return
    try:
        device = Device(board)
    except BadBoard as error:
        print("Elba cannot start: %s" % error)
        _blink(board)
        return
    stuck = device.stuck()
    if stuck == ["b"]:
        device.problem(("B was held:", "MicroPython's prompt", "is on the USB line"))
        return
    _wait_for_buttons(device, stuck)
    device.flush()
    _play(device)


def _wait_for_buttons(device, stuck):
    """Do not start before every button is up: a wrong wire would press it all the time."""
    while stuck:
        device.problem(("A button is down:", ", ".join(stuck), "Let it go, or check", "its wire to ground"))
        device.blink(_PAUSE_MS)
        stuck = device.stuck()


def _play(device):
    from handheld.app import App

    while True:
        try:
            for ms in App(device).run():
                device.sleep(ms)
        except Exception as error:
            # The person gets a calm word, whoever looks into it gets the traceback on the serial line.
            sys.print_exception(error)
            device.flush()
            device.problem(("Elba had a fault.", "Your game is saved.", "", "A: start again"))
            while device.key() != 5:
                device.sleep(20)


def _blink(board):
    """All that can be said without a display: the LED, for ten seconds."""
    from machine import Pin
    from time import sleep_ms

    pin = getattr(board, "LED", None)
    if pin is None:
        return
    led = Pin(pin, Pin.OUT)
    for i in range(50):
        led.value(i & 1)
        sleep_ms(200)


try:
    _start()
except KeyboardInterrupt:
    print("Elba was interrupted; machine.soft_reset() starts it again.")
