"""The self-test: display, every button, buzzer, flash, memory, versions. Runs when A is held at power-on.

Everything it finds also goes to the serial port, for whoever has no display to read it from.
"""

import gc
import os
import sys

from micropython import const

from handheld import keys

_TONES = (523, 659, 784)  # Hz
_TONE_MS = const(180)
_SKIP_MS = const(1000)  # B held that long ends the buttons' part
_STEP_MS = const(20)

_SCRATCH = "/selftest.tmp"
_PATTERN = b"Elba\x00\xff\xaa\x55"
_ROUNDS = const(64)  # of the pattern: more than a block of the file system keeps beside its directory


class SelfTest:
    """On a device.Device that was built from a board (a module like those in boards/).

    for ms in SelfTest(device, board).run():
        device.sleep(ms)
    """

    def __init__(self, device, board):
        self._device = device
        self._board = board
        self._failed = []

    def run(self):
        """The whole test (generator): yields the milliseconds that may pass until it wants to go on."""
        device = self._device
        print("Self-test of Elba.")
        if not device.has_display:
            for line in device.diagnose():
                print(line)
            self._failed.append("display")
        device.flush()
        yield from self._display()
        yield from self._buttons()
        yield from self._buzzer()
        yield from self._numbers()
        text = "all is well" if not self._failed else "not well: " + ", ".join(self._failed)
        print("Self-test done, %s." % text)

    # ---- the display ----

    def _display(self):
        canvas = self._device.canvas
        panel = self._board.DISPLAY
        print("Display: %s, looks for: all lit, none, even and odd pixels, a frame." % panel["driver"])
        for shade in (1, 0):
            canvas.fill(shade)
            yield from self._picture()
        for odd in (0, 1):
            canvas.fill(0)
            for y in range(64):
                for x in range((y + odd) & 1, 128, 2):
                    canvas.pixel(x, y, 1)
            yield from self._picture()
        canvas.fill(0)
        canvas.rect(0, 0, 128, 64, 1)
        canvas.centred("SELF-TEST", 8)
        canvas.centred("The frame must touch", 22)
        canvas.centred("all four edges.", 32)
        canvas.centred("A: go on", 48)
        self._device.show()
        yield from self._wait_for_a()

    def _picture(self):
        self._device.show()
        yield 600

    def _wait_for_a(self):
        while self._device.key() != keys.A:
            yield _STEP_MS

    # ---- the buttons ----

    def _buttons(self):
        device = self._device
        names = [name for name in keys.NAMES[1:] if name in self._board.BUTTONS]
        seen = []
        print("Buttons: press each; hold B for a second if one does not answer.")
        self._draw_buttons(names, seen)
        held_ms = 0
        while len(seen) < len(names) and held_ms < _SKIP_MS:
            key = device.key()
            while key:
                name = keys.NAMES[key]
                if name not in seen:
                    seen.append(name)
                    print("Button %s: good." % name)
                    self._draw_buttons(names, seen)
                key = device.key()
            held_ms = held_ms + _STEP_MS if device.held(keys.B) else 0
            yield _STEP_MS
        for name in names:
            if name not in seen:
                print("Button %s: no press seen." % name)
                self._failed.append(name)
        yield 300
        device.flush()

    def _draw_buttons(self, names, seen):
        canvas = self._device.canvas
        canvas.fill(0)
        canvas.centred("Press every button", 1)
        for index, name in enumerate(names):
            x = 2 + 64 * (index & 1)
            y = 14 + 13 * (index >> 1)
            text = name if len(name) > 1 else name.upper()
            if name in seen:
                canvas.fill_rect(x, y, 60, 11, 1)
            else:
                canvas.rect(x, y, 60, 11, 1)
            canvas.centred(text, y + 2, 0 if name in seen else 1, x, x + 60)
        canvas.centred("hold B: skip the rest", 56)
        self._device.show()

    # ---- the buzzer ----

    def _buzzer(self):
        pin = self._board.BUZZER
        if pin is None:
            print("Buzzer: none on this board.")
            return
        from machine import PWM, Pin

        print("Buzzer: three tones.")
        pwm = PWM(Pin(pin))
        pwm.duty_u16(0x8000)
        for hz in _TONES:
            pwm.freq(hz)
            yield _TONE_MS
        pwm.deinit()
        Pin(pin, Pin.OUT, value=0)

    # ---- flash, memory, versions ----

    def _numbers(self):
        flash = self._flash()
        gc.collect()
        about = sys.implementation
        lines = (
            "Flash: %s" % flash,
            "Memory: %d KB free" % (gc.mem_free() // 1024),
            "MicroPython: %s" % ".".join([str(part) for part in about[1][:3]]),
            "Elba: %s" % _elba_version(),
            "Board: %s" % self._board.NAME,
        )
        canvas = self._device.canvas
        canvas.fill(0)
        y = 1
        for line in lines:
            print(line)
            canvas.write(line, 1, y)
            y += 10
        print("Machine: %s" % getattr(about, "_machine", "unknown"))
        canvas.centred("A: start Elba", 55)
        self._device.show()
        yield from self._wait_for_a()

    def _flash(self):
        """Write a file, read it back; return what there is to say."""
        good = False
        try:
            with open(_SCRATCH, "wb") as file:
                for _ in range(_ROUNDS):
                    file.write(_PATTERN)
            with open(_SCRATCH, "rb") as file:
                good = file.read() == _PATTERN * _ROUNDS
            os.remove(_SCRATCH)
            where = os.statvfs("/")
        except OSError as error:
            self._failed.append("flash")
            return "error %s" % error.errno
        if not good:
            self._failed.append("flash")
            return "reads back wrong"
        return "%d KB free" % (where[0] * where[3] // 1024)


def _elba_version():
    try:
        import elba
    except ImportError:
        return "not there"
    return elba.__version__
