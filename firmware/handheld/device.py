"""The device as the game sees it: canvas and display, keys, clock, storage, light. Built from a board's data."""

import os
from sys import print_exception
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

from machine import I2C, Pin
from micropython import const

from handheld import lang
from handheld.buttons import Buttons
from handheld.canvas import Canvas
from handheld.led import LOST, Led
from handheld.loan import borrow
from handheld.rest import AWAKE, DIM, LEVEL, OFF, Rest
from handheld.storage import Store

# Between two looks at the buttons: while they are in use, and later, when the processor may sleep most of the time.
_SLICE_MS = const(5)
_LONG_SLICE_MS = const(15)
_OFF_SLICE_MS = const(30)  # with the display off: shorter than any press
_OFF_MS = const(500)  # and so long nothing but the buttons is looked after
_IN_USE_MS = const(2000)
_LOOK_AFTER_MS = const(1000)  # between two looks whether the display is there, or attempts to start it


class Device:
    """board: a module like those in boards/. Raises ValueError, KeyError, AttributeError or TypeError if its data
    describe nothing that can be built; a display that does not answer is no such error, see has_display.

    canvas       the picture; show() brings it to the display
    store        the saves, a storage.Store
    buttons      buttons.Buttons
    has_display  whether the display answers; one on SPI is taken for being there
    has_up_down  whether the board has buttons up and down; the other four are always there
    has_buzzer, has_led  whether the board has them
    sound        the buzzer, a sound.Sound, or None
    """

    def __init__(self, board):
        self._board = board
        self._seed = board.SEED
        # The bus first: opening one on SPI takes a pin for reading, which a display has no use for and a button may.
        self._display = _display(board)
        self._led = Led(board.LED)
        self._lit = False
        self.has_led = board.LED is not None
        self.may_light = True
        self.has_buzzer = board.BUZZER is not None
        self.sound = None
        if self.has_buzzer:
            from handheld.sound import Sound

            self.sound = Sound(board.BUZZER)
        self._level = 255
        self._turned = False
        for name in ("left", "right", "a", "b"):
            if name not in board.BUTTONS:
                raise ValueError("BUTTONS lacks " + name)
        pins = {name: Pin(number, Pin.IN, Pin.PULL_UP) for name, number in board.BUTTONS.items()}
        self.buttons = Buttons(pins, ticks_ms)
        self.has_up_down = "up" in pins and "down" in pins
        self.canvas = Canvas()
        self.store = Store()
        self.has_display = True
        self._look_at = ticks_ms()
        self._rest = Rest(self._look_at)
        self._quiet = False  # nobody has pressed for a while
        self._quiet_at = self._look_at
        self._start_display()

    # ---- picture ----

    def show(self):
        """Bring the canvas to the display; returns when it is there. Does not fail: a display that is lost is
        reported on the serial port and by the blinking LED, and started again when it comes back.
        """
        if not self.has_display:
            return  # sleep() tries to start it; until then each attempt would cost the time of a bus error
        try:
            self._display.show(self.canvas.buffer)
        except OSError as error:
            self._lose_display(error)

    def contrast(self, level):
        """Set the brightness, 1 to 255."""
        self._level = level
        self._dim()

    def _dim(self):
        try:
            # What it was told holds for its next start, too.
            self._display.contrast(min(self._level, LEVEL) if self._rest.state == DIM else self._level)
        except OSError as error:
            self._lose_display(error)

    def turn(self, upside_down):
        """Have the device held upside down, with its buttons at the other side, or as it was built."""
        if upside_down != self._turned:
            self._turned = self.buttons.turned = upside_down
            self._display.turn()
            if self.has_display:
                self._start_display()

    def shift(self, by):
        """Show everything by 0 or 1 columns further right from the next picture on: no pixel is lit for ever."""
        self._display.shift(by)

    def _start_display(self):
        try:
            self._display.init(self.canvas.buffer)
        except OSError as error:
            self._lose_display(error)
            return
        self._rest.state = AWAKE
        self.buttons.asleep = False
        if not self.has_display:
            print("The display is back.")
            self.has_display = True
            self._led.flash(0, ticks_ms())
            self._light()

    def _lose_display(self, error):
        if self.has_display:
            print("The display does not answer (error %s). Check its wiring." % error.errno)
            self.has_display = False
            self._led.flash(LOST, ticks_ms())
        self._look_at = ticks_add(ticks_ms(), _LOOK_AFTER_MS)

    def _look_after_display(self, now):
        self._look_at = ticks_add(now, _LOOK_AFTER_MS)
        if not self.has_display:
            self._start_display()
            return
        try:
            if self._display.lost_power():
                print("The display had lost its power.")
                self._start_display()
        except OSError as error:
            self._lose_display(error)

    def _enter(self, state):
        """Be awake, dim or off; see rest.Rest."""
        was = self._rest.state
        self._rest.state = state
        self.buttons.asleep = state == OFF
        self._light()
        if not self.has_display:
            return
        try:
            if state == OFF or was == OFF:
                self._display.power(state != OFF)
        except OSError as error:
            self._lose_display(error)
            return
        self._dim()

    def is_lit(self):
        """Return whether there is a picture to be seen."""
        return self.has_display and self._rest.state != OFF

    def wake(self):
        """Have the display lit, as if a button had been pressed: there is something to be told."""
        if self._rest.poll(ticks_ms(), True) >= 0:
            self._enter(AWAKE)

    # ---- keys and time ----

    def key(self):
        """Return the next press as a key (see keys), 0 if there is none."""
        self.buttons.poll(ticks_ms())
        return self.buttons.take()

    def held(self, key):
        """Return whether a button is down."""
        return self.buttons.held(key)

    def flush(self):
        """Forget all presses; a button that is down must be released before it counts again."""
        self.buttons.flush()

    def now(self):
        """Return the time in milliseconds as time.ticks_ms() does: it wraps, use since()."""
        return ticks_ms()

    def since(self, start):
        """Return the milliseconds that have passed since a time that now() returned."""
        return ticks_diff(ticks_ms(), start)

    def sleep(self, ms):
        """Let `ms` milliseconds pass and look at the buttons meanwhile, at least once."""
        now = ticks_ms()
        slice_ms = _LONG_SLICE_MS
        if ms and self.buttons.asleep:  # nobody sees whether what waits for a press goes on a little later
            ms = max(ms, _OFF_MS)
            slice_ms = _OFF_SLICE_MS
        end = ticks_add(now, ms)
        while True:
            self.buttons.poll(now)
            if self.buttons.stirred:
                if self.buttons.asleep:
                    end = now
                self._stirred(now)
            if ticks_diff(now, self._look_at) >= 0:
                self._look_after_display(now)
                if not self._quiet and ticks_diff(now, self._quiet_at) >= 0:
                    self._quiet = True
                state = self._rest.poll(now, False)
                if state >= 0:
                    self._enter(state)
            self._led.poll(now)
            sounds = False
            if self.sound:
                self.sound.poll(now)
                sounds = self.sound.is_on()
            left = ticks_diff(end, ticks_ms())
            if left <= 0:
                return
            sleep_ms(min(left, slice_ms if self._quiet and not sounds else _SLICE_MS))
            now = ticks_ms()

    def _stirred(self, now):
        self.buttons.stirred = False
        self._quiet = False
        self._quiet_at = ticks_add(now, _IN_USE_MS)
        if self.sound:
            self.sound.play("CLICK", now)
        state = self._rest.poll(now, True)
        if state >= 0:
            self._enter(state)

    def play(self, tune):
        """Play the tune of sound.py with this name, if the board has a buzzer, beside what goes on."""
        if self.sound:
            self.sound.play(tune, ticks_ms())

    # ---- what is left ----

    def battery(self):
        """Return how full the battery is in percent, -1 where that is not known or USB feeds the board."""
        data = getattr(self._board, "BATTERY", None)
        return -1 if data is None else borrow("battery").percent(data)

    def seed(self):
        """Return two random 16-bit words, high and low: the board's SEED, else from the hardware."""
        seed = self._seed
        if seed is None:
            noise = os.urandom(4)
            return noise[0] << 8 | noise[1], noise[2] << 8 | noise[3]
        return seed >> 16 & 0xFFFF, seed & 0xFFFF

    def led(self, on):
        """Light the LED, if there is one, or put it out. While it flashes for a lost display, nothing changes."""
        self._lit = on
        self._light()

    def _light(self):
        self._led.light(self._lit and self.may_light and self._rest.state != OFF)

    def diagnose(self):
        """Look why the display does not answer; the LED then says it too. Returns the lines for the serial port."""
        if getattr(self._board, "I2C", None) is None:
            return ["A display on SPI answers nothing."]
        from handheld.diagnosis import diagnose

        flashes, lines = diagnose(self._board, lambda: _open_i2c(self._board.I2C))
        self._led.flash(flashes, ticks_ms())
        return lines

    def problem(self, lines, error=None):
        """Tell the player about a problem: up to 6 lines of about 21 characters.

        They go to the display, and to the serial port for whoever looks there; error, an exception, goes to the
        serial port only, with its traceback. Without a display the LED blinks. Returns at once.
        """
        for line in lines:
            if not lang.is_tall():  # else it is made of glyphs
                print(line)
        if error is not None:
            print_exception(error)
        self.wake()
        canvas = self.canvas
        canvas.fill(0)
        canvas.rect(0, 0, 128, 64, 1)
        y = (64 - max(10, lang.pitch) * len(lines)) // 2 + 1 + lang.above
        for line in lines:
            canvas.centred(line, y)
            y += max(10, lang.pitch)
        self.show()


def _open_i2c(bus):
    return I2C(bus["id"], sda=Pin(bus["sda"]), scl=Pin(bus["scl"]), freq=bus["freq"])


def _output(bus, name):
    number = bus.get(name)
    return None if number is None else Pin(number, Pin.OUT, value=1)


def _display(board):
    """Build the display's driver and its wire from a board's data."""
    panel = board.DISPLAY
    if (panel["width"], panel["height"]) != (128, 64):
        raise ValueError("Elba needs a display of 128x64, not %sx%s" % (panel["width"], panel["height"]))
    kind = panel["driver"]
    # Only the driver and the wire that are needed take memory.
    if kind == "ssd1306":
        from handheld.ssd1306 import SSD1306 as driver
    elif kind == "sh1106":
        from handheld.sh1106 import SH1106 as driver
    else:
        raise ValueError("unknown display driver: %s" % kind)
    bus = getattr(board, "I2C", None)
    if bus is not None:
        from handheld.wires import I2CWire

        wire = I2CWire(_open_i2c(bus), panel["address"])
    else:
        from machine import SPI

        from handheld.spiwire import SPIWire

        bus = board.SPI
        spi = SPI(bus["id"], baudrate=bus["freq"], sck=Pin(bus["sck"]), mosi=Pin(bus["mosi"]))
        wire = SPIWire(spi, _output(bus, "dc"), _output(bus, "cs"), _output(bus, "reset"))
    if "offset" in panel:
        return driver(wire, panel["rotate"], panel["offset"])
    return driver(wire, panel["rotate"])
