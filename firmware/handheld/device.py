"""The device as the application sees it: canvas, keys, time, saves. All that knows of pins and buses is in here."""

import os
import time

from machine import I2C, Pin
from micropython import const

from .buttons import Buttons
from .canvas import Canvas
from .keys import NAMES
from .ssd1306 import SSD1306
from .storage import Store

_SLICE_MS = const(5)  # between two looks at the buttons
_RETRY_MS = const(1000)  # between two attempts to reach a display that is gone
_STUCK_MS = const(1000)
_BLINK_MS = const(150)


class BadBoard(Exception):
    """The board's data make no sense; the message says which and what was expected."""


class Device:
    """A board with a display and buttons.

    board    the module with its data, see boards/README.md
    canvas   handheld.canvas.Canvas to draw on; store  handheld.storage.Store

    A display that does not answer stops nothing: it is tried again every second, and is told of on the serial line.
    """

    def __init__(self, board):
        self.canvas = Canvas()
        self.store = Store()
        self._seed = _get(board, "SEED")
        led = _get(board, "LED")
        self._led = None if led is None else Pin(led, Pin.OUT, value=0)
        self._buttons = Buttons(_pins(board), time.ticks_diff)
        self._display = _display(board)
        self._answers = False
        self._told = False
        self._tried = 0
        self._reach()

    # -- the display

    def _reach(self):
        self._tried = time.ticks_ms()
        try:
            self._display.init(self.canvas.buffer)
            self._answers = True
            if self._told:
                print("The display answers again.")
                self._told = False
                self.led(False)
        except OSError as error:
            self._lost(error)

    def _lost(self, error):
        self._answers = False
        if not self._told:
            self._told = True
            self.led(True)
            print(
                "No display at address 0x%02X (error %s). Check SDA, SCL, 3V3 and GND, and the address in board.py."
                % (self._display.address, error)
            )

    def show(self):
        """Bring the canvas to the display. Never raises."""
        if not self._answers:
            if time.ticks_diff(time.ticks_ms(), self._tried) >= _RETRY_MS:
                self._reach()
            return
        try:
            self._display.show(self.canvas.buffer)
        except OSError as error:
            self._tried = time.ticks_ms()
            self._display.force()
            self._lost(error)

    def has_display(self):
        """Return whether the display answered the last time."""
        return self._answers

    def contrast(self, level):
        """Set the display's brightness, 1..255."""
        try:
            self._display.contrast(level)
        except OSError as error:
            self._lost(error)

    # -- keys and time

    def key(self):
        """Return the next key that was pressed (handheld.keys), 0 if none."""
        self._buttons.poll(time.ticks_ms())
        return self._buttons.take()

    def held(self, key):
        """Return whether a key is down."""
        return self._buttons.held(key)

    def flush(self):
        """Forget what was pressed so far."""
        self._buttons.flush()

    def sleep(self, ms):
        """Let time pass, with an eye on the buttons and on a display that is gone."""
        self._buttons.poll(time.ticks_ms())
        end = time.ticks_add(time.ticks_ms(), ms)
        while True:
            left = time.ticks_diff(end, time.ticks_ms())
            if left <= 0:
                break
            time.sleep_ms(min(left, _SLICE_MS))
            self._buttons.poll(time.ticks_ms())
        if not self._answers:
            self.show()

    def now(self):
        """Return the time in milliseconds, see `since`."""
        return time.ticks_ms()

    def since(self, start):
        """Return how many milliseconds have passed since a time that `now` returned."""
        return time.ticks_diff(time.ticks_ms(), start)

    # -- the rest

    def seed(self):
        """Return 32 random bits as two words of 16, from the hardware unless the board's data fix them."""
        if self._seed is not None:
            return self._seed >> 16 & 0xFFFF, self._seed & 0xFFFF
        raw = os.urandom(4)
        return raw[0] << 8 | raw[1], raw[2] << 8 | raw[3]

    def led(self, on):
        """Switch the board's LED, if it has one."""
        if self._led is not None:
            self._led.value(1 if on else 0)

    def stuck(self):
        """Return the names of buttons that are low for a whole second; at once if none is."""
        names = self._buttons.low()
        start = time.ticks_ms()
        while names and time.ticks_diff(time.ticks_ms(), start) < _STUCK_MS:
            time.sleep_ms(_SLICE_MS)
            now = self._buttons.low()
            names = [name for name in names if name in now]
        return names

    def problem(self, lines):
        """Tell a problem on the display and on the serial line."""
        print(" ".join(lines))
        self.canvas.fill(0)
        y = 8
        for line in lines:
            self.canvas.centred(line, y)
            y += 10
        self.show()

    def blink(self, ms):
        """Let time pass with the LED blinking."""
        start = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), start) < ms:
            self.led(time.ticks_ms() // _BLINK_MS & 1)
            self.sleep(20)
        self.led(False)


def _get(board, name):
    if not hasattr(board, name):
        raise BadBoard("board.py: %s is missing" % name)
    return getattr(board, name)


def _pins(board):
    buttons = _get(board, "BUTTONS")
    for name in ("left", "right", "a", "b"):
        if name not in buttons:
            raise BadBoard("board.py: BUTTONS needs %s" % name)
    for name in buttons:
        if name not in NAMES:
            raise BadBoard("board.py: BUTTONS.%s: expected one of%s" % (name, " ".join(NAMES)))
    return {name: Pin(buttons[name], Pin.IN, Pin.PULL_UP) for name in buttons}


def _display(board):
    wires = _get(board, "I2C")
    panel = _get(board, "DISPLAY")
    if (panel["driver"], panel["width"], panel["height"]) != ("ssd1306", 128, 64):
        raise BadBoard("board.py: DISPLAY: expected an ssd1306 of 128x64")
    try:
        bus = I2C(
            wires["id"], sda=Pin(wires["sda"]), scl=Pin(wires["scl"]), freq=wires["freq"]
        )
        return SSD1306(bus, panel["address"], panel["rotate"])
    except ValueError as error:
        raise BadBoard("board.py: I2C or DISPLAY: %s" % error)
