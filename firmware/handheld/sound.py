"""The buzzer: a click for a press and short tunes, played beside the game by poll()."""

from time import ticks_add, ticks_diff

from micropython import const

# Of 65535, for each volume. What is heard follows the sine of the duty: about an eighth, a third and all that a buzzer
# can do.
_DUTY = (0, 2600, 7000, 32768)

# Frequencies of the notes from C to B of the octave above middle C, in Hz.
_OCTAVE = (523, 554, 587, 622, 659, 698, 740, 784, 831, 880, 932, 988)
_UNIT_MS = const(20)
_REST = const(0)

# Tunes: pairs of a note (12 * octave + place in it, octave 1 is _OCTAVE; 0 is a rest) and how many units it lasts.
CLICK = b"\x24\x01"
MADE = b"\x0c\x05\x10\x05\x13\x05\x18\x0a"
FAILED = b"\x13\x07\x0f\x07\x0c\x0e"
NAP = b"\x13\x04\x13\x04\x13\x04\x18\x0a\x13\x04\x18\x12"


def frequency(note):
    """Return the Hz of a note of a tune."""
    octave = note // 12
    hz = _OCTAVE[note % 12]
    return hz << octave - 1 if octave else hz >> 1


class Sound:
    """pin: the GPIO of a passive buzzer. `volume` is 0..3."""

    def __init__(self, pin):
        self._number = pin
        self._pwm = None
        self.volume = 2
        self._tune = None
        self._at = 0
        self._next_at = 0

    def play(self, tune, now):
        """Begin the tune of this name, in place of one that is on; now as for poll(). A click never ends a tune."""
        if not self.volume or self._tune and tune == "CLICK":
            return
        if self._pwm is None:
            from machine import PWM, Pin

            self._pwm = PWM(Pin(self._number))
        self._tune = globals()[tune]
        self._at = 0
        self._next_at = now
        self.poll(now)

    def is_on(self):
        """Return whether a tune is being played."""
        return self._tune is not None

    def poll(self, now):
        """Do what is due at the time `now`, as time.ticks_ms() has it; to be called often."""
        tune = self._tune
        if tune is None or ticks_diff(now, self._next_at) < 0:
            return
        if self._at == len(tune):
            self._tune = None
            self._pwm.duty_u16(0)
            return
        note = tune[self._at]
        if note != _REST:
            self._pwm.freq(frequency(note))
        self._pwm.duty_u16(0 if note == _REST else _DUTY[self.volume])
        self._next_at = ticks_add(self._next_at, _UNIT_MS * tune[self._at + 1])
        self._at += 2
