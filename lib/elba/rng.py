"""A generator of random numbers that is the same on every runtime.

MicroPython's `random` and CPython's differ in algorithm and in what they offer, so neither can be used for
anything that has to be repeated. This is a "small fast counting" generator of 16-bit words: 64 bits of state, and
no intermediate value above 2^23, so that nothing is allocated where a small int has 31 bits.
"""

from array import array

import micropython

try:
    from micropython import ptr8, ptr16  # for CPython: MicroPython's compiler knows them by itself
except ImportError:
    pass


class Rng:
    """Random numbers from a 32-bit seed given as two 16-bit words (see `seed`)."""

    def __init__(self, high=0, low=0):
        self.words = array("H", (0, 0, 0, 0))
        self.seed(high, low)

    def seed(self, high, low, stream=0):
        """Start again from two 16-bit words; `stream` 0..65535 picks one of many unrelated sequences of a seed."""
        w = self.words
        w[0] = low & 0xFFFF
        w[1] = high & 0xFFFF
        w[2] = stream & 0xFFFF
        w[3] = 1
        for _ in range(12):  # until every seed bit has reached every word
            self.word()

    def word(self):
        """Return the next 16 random bits."""
        w = self.words
        a = w[0]
        b = w[1]
        c = w[2]
        out = (a + b + w[3]) & 0xFFFF
        w[3] = (w[3] + 1) & 0xFFFF
        w[0] = b ^ (b >> 5)
        w[1] = (c + (c << 3)) & 0xFFFF
        w[2] = (((c << 6) | (c >> 10)) + out) & 0xFFFF
        return out

    def below(self, n):
        """Return a number 0..n-1, each equally likely; 1 <= n <= 65536."""
        limit = 65536 - 65536 % n  # words from here on would favour the small remainders: draw again
        while True:
            x = self.word()
            if x < limit:
                return x % n

    def shuffle(self, buf, n):
        """Shuffle buf[0:n] in place: every order equally likely."""
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            buf[i], buf[j] = buf[j], buf[i]

    def bits29(self):
        """Return 29 random bits, from two words: the first one's lower 13 are the high ones."""
        return _bits29(self.words)

    def shuffle_bytes(self, buf, start, end):
        """Shuffle the bytes buf[start:end] as `shuffle` does, by the same random numbers, only faster on a board."""
        _shuffle(self.words, buf, start, end)

    def save(self, buf, at):
        """Write the state to buf[at:at+8], little-endian words."""
        for i in range(4):
            w = self.words[i]
            buf[at + 2 * i] = w & 0xFF
            buf[at + 2 * i + 1] = w >> 8

    def load(self, buf, at):
        """Take the state back from buf[at:at+8]."""
        for i in range(4):
            self.words[i] = buf[at + 2 * i] | buf[at + 2 * i + 1] << 8


# The same words as Rng.word draws.


@micropython.viper
def _bits29(w: ptr16) -> int:
    bits = 0
    for _ in range(2):
        a = w[0]
        b = w[1]
        c = w[2]
        out = (a + b + w[3]) & 0xFFFF
        w[3] = (w[3] + 1) & 0xFFFF
        w[0] = b ^ (b >> 5)
        w[1] = (c + (c << 3)) & 0xFFFF
        w[2] = (((c << 6) | (c >> 10)) + out) & 0xFFFF
        bits = (bits & 0x1FFF) << 16 | out
    return bits


@micropython.viper
def _shuffle(w: ptr16, buf: ptr8, start: int, end: int):
    n = end - start
    while n > 1:
        limit = 65536 - 65536 % n
        out = limit
        while out >= limit:
            a = w[0]
            b = w[1]
            c = w[2]
            out = (a + b + w[3]) & 0xFFFF
            w[3] = (w[3] + 1) & 0xFFFF
            w[0] = b ^ (b >> 5)
            w[1] = (c + (c << 3)) & 0xFFFF
            w[2] = (((c << 6) | (c >> 10)) + out) & 0xFFFF
        n -= 1
        i = start + n
        j = start + out % (n + 1)
        kept = buf[i]
        buf[i] = buf[j]
        buf[j] = kept
