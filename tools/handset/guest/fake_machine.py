"""The module `machine` of the rp2 port, as far as a handheld needs it, on the parent's panel and buttons.

Signatures, ranges and errors are those of the RP2040. What is missing here (Timer, interrupts of pins, ...)
is missing on purpose: an AttributeError says so at once, a stand-in that does nothing would not.
"""

from micropython import const

import handset_link as _link

_PINS = const(30)
_EIO = const(5)
_ENODEV = const(19)
_ETIMEDOUT = const(110)

PWRON_RESET = const(1)
WDT_RESET = const(3)

# Set by run.py.
wired_sda = None  # the pins the panel is wired to; None: whatever pins the firmware uses
wired_scl = None
pulled_up = ()  # pins that something outside pulls up, stronger than the chip's own resistors
cause = PWRON_RESET

_frequency = 125_000_000


class Pin:
    """A GPIO. A pressed button pulls it low; otherwise it reads as its pull resistor says, low without one."""

    IN = const(0)
    OUT = const(1)
    OPEN_DRAIN = const(2)
    PULL_UP = const(1)
    PULL_DOWN = const(2)

    def __init__(self, id, mode=None, pull=None, *, value=None):
        if isinstance(id, Pin):
            id = id._id
        if id == "LED":
            id = 25
        elif isinstance(id, str):
            if not id.startswith("GP") or not id[2:].isdigit():
                raise ValueError('unknown named pin "%s"' % id)
            id = int(id[2:])
        if not isinstance(id, int) or not 0 <= id < _PINS:
            raise ValueError("invalid pin")
        self._id = id
        self._bit = 1 << id
        self._mode = 0
        self._pull = 0
        self._level = 0
        self.init(mode, pull, value=value)

    def init(self, mode=None, pull=None, *, value=None):
        if mode is not None:
            if mode not in (0, 1, 2):
                raise ValueError("invalid pin mode: %r" % (mode,))
            self._mode = mode
        self._pull = pull or 0
        if mode == 2 and value is None:
            value = 1
        if value is not None:
            self._level = 1 if value else 0
        if self._mode:
            _link.pin_level(self._id, self._level)

    def value(self, *value):
        if value:
            self._level = 1 if value[0] else 0
            if self._mode:
                _link.pin_level(self._id, self._level)
            return None
        if _link.held_low & self._bit:
            return 0
        if self._mode == 1:
            return self._level
        if self._mode == 2 and not self._level:
            return 0
        if self._id in pulled_up:
            return 1
        return self._pull & 1

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(self._level ^ 1)

    def __repr__(self):
        return "Pin(GPIO%d, mode=%s)" % (self._id, ("IN", "OUT", "OPEN_DRAIN")[self._mode])


def _number(pin):
    return pin._id if isinstance(pin, Pin) else Pin(pin)._id


class PWM:
    """A square wave on a pin. The parent keeps a list of what was played."""

    def __init__(self, dest, freq=-1, *, duty_u16=-1, duty_ns=-1, invert=-1):
        self._pin = _number(dest)
        self._freq = 0
        self._duty = -1
        self._running = False
        self.init(freq, duty_u16=duty_u16, duty_ns=duty_ns, invert=invert)

    def init(self, freq=-1, *, duty_u16=-1, duty_ns=-1, invert=-1):
        if freq != -1:
            self._check(freq)
            self._freq = freq
        if duty_u16 != -1:
            self._duty = duty_u16
        if duty_ns != -1:
            self._duty = self._from_ns(duty_ns)
        self._start()

    def _check(self, freq):
        # The divider is 1 to 255 15/16 and the counter has 16 bits.
        if freq <= 0 or freq * 65535 * 256 <= _frequency:
            raise ValueError("freq too small")
        if freq > _frequency:
            raise ValueError("freq too large")

    def _from_ns(self, ns):
        duty = ns * self._freq * 65535 // 1_000_000_000
        if duty > 65535:
            raise ValueError("duty larger than period")
        return duty

    def _start(self):
        if self._freq and self._duty >= 0:
            self._running = True
            _link.pin_wave(self._pin, self._freq, min(self._duty, 65535))

    def deinit(self):
        if self._running:
            self._running = False
            _link.pin_wave(self._pin, 0, 0)

    def freq(self, *value):
        if not value:
            return self._freq
        self._check(value[0])
        self._freq = value[0]
        self._start()

    def duty_u16(self, *value):
        if not value:
            return max(self._duty, 0)
        self._duty = value[0]
        self._start()

    def duty_ns(self, *value):
        if not value:
            return max(self._duty, 0) * 1_000_000_000 // (65535 * self._freq) if self._freq else 0
        self._duty = self._from_ns(value[0])
        self._start()


class ADC:
    """A pin that measures; the parent says what there is to be measured."""

    def __init__(self, pin):
        self._pin = _number(pin)
        if not 26 <= self._pin <= 29:
            raise ValueError("Pin doesn't have ADC capabilities")

    def read_u16(self):
        return _link.measure(self._pin)


class I2C:
    """A hardware bus. Transfers take the time they take at the bus frequency."""

    _NO_ACKNOWLEDGE = _EIO

    def __init__(self, id=0, freq=400_000, *, scl=None, sda=None, timeout=50_000):
        if id not in (0, 1):
            raise ValueError("I2C(%d) doesn't exist" % id)
        scl = (5, 7)[id] if scl is None else _number(scl)
        sda = (4, 6)[id] if sda is None else _number(sda)
        if scl & 1 == 0 or scl >> 1 & 1 != id:
            raise ValueError("bad SCL pin")
        if sda & 1 or sda >> 1 & 1 != id:
            raise ValueError("bad SDA pin")
        self._open(scl, sda, freq, timeout)
        self._id = id

    def _open(self, scl, sda, freq, timeout):
        if freq <= 0:
            raise ValueError("invalid freq")
        self._freq = freq
        self._timeout = timeout
        self._wired = wired_sda is None or (sda == wired_sda and scl == wired_scl)
        self._one = [None]  # a list of one buffer without making one for each transfer

    def _take(self, length):
        # 9 clocks a byte, the address too, and the start and stop conditions.
        us = ((length + 1) * 9 + 2) * 1_000_000 // self._freq
        if us > self._timeout:
            _link.bus_time(self._timeout)
            raise OSError(_ETIMEDOUT)
        _link.bus_time(us)

    def _write(self, address, parts, length, stop):
        if not self._wired or not _link.i2c_write(address, parts, length, 1 if stop else 0):
            _link.bus_time(10 * 1_000_000 // self._freq)
            raise OSError(self._NO_ACKNOWLEDGE if length else _ENODEV)
        self._take(length)
        return length

    def scan(self):
        found = []
        for address in range(0x08, 0x78):
            try:
                self._write(address, (), 0, True)
                found.append(address)
            except OSError:
                pass
        return found

    def writeto(self, addr, buf, stop=True):
        one = self._one
        one[0] = buf
        return self._write(addr, one, len(buf), stop)

    def writevto(self, addr, vector, stop=True):
        length = 0
        for part in vector:
            length += len(part)
        return self._write(addr, vector, length, stop)

    def readfrom_into(self, addr, buf, stop=True):
        if not self._wired or not _link.i2c_read(addr, buf):
            raise OSError(self._NO_ACKNOWLEDGE)
        self._take(len(buf))

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._write(addr, (memaddr.to_bytes(addrsize // 8, "big"), buf), addrsize // 8 + len(buf), True)

    def __repr__(self):
        return "I2C(%d, freq=%d)" % (self._id, self._freq)


class SoftI2C(I2C):
    """A bus of any two pins, made by software."""

    _NO_ACKNOWLEDGE = _ENODEV

    def __init__(self, scl, sda, *, freq=400_000, timeout=50_000):
        self._open(_number(scl), _number(sda), freq, timeout)
        self._id = -1

    def _take(self, length):
        # Its timeout is for a device that stretches the clock, not for the whole transfer.
        _link.bus_time(((length + 1) * 9 + 2) * 1_000_000 // self._freq)


class SPI:
    """A hardware bus that is only written to. Where the bytes go is for the parent to say, by the levels of the pins
    that select the display and tell commands from data."""

    _SCK = ((2, 6, 18, 22), (10, 14, 26))
    _MOSI = ((3, 7, 19, 23), (11, 15, 27))

    def __init__(self, id, baudrate=1_000_000, *, sck=None, mosi=None):
        if id not in (0, 1):
            raise ValueError("SPI(%d) doesn't exist" % id)
        if _number(sck) not in self._SCK[id]:
            raise ValueError("bad SCK pin")
        if _number(mosi) not in self._MOSI[id]:
            raise ValueError("bad MOSI pin")
        self._baudrate = baudrate

    def write(self, buf):
        _link.spi_write(buf)
        _link.bus_time(len(buf) * 8 * 1_000_000 // self._baudrate)


class WDT:
    """The watchdog: resets the guest when it was not fed in time; it stops for nobody but mem32."""

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _link.watchdog_us = timeout * 1000
        self.feed()

    def feed(self):
        _link.watchdog_fed = _link.clock


class _Registers:
    """The chip's registers: of all of them there is the one that switches the watchdog off."""

    def __setitem__(self, address, value):
        if address != 0x4005_B000 or value != 0x4000_0000:  # the clearing alias of WATCHDOG_CTRL, ENABLE
            raise NotImplementedError("mem32[0x%08x]" % address)
        _link.watchdog_us = 0


mem32 = _Registers()


def reset():
    _link.reset(WDT_RESET)  # the port resets by means of the watchdog


def soft_reset():
    raise SystemExit


def reset_cause():
    return cause


def freq(*value):
    global _frequency
    if not value:
        return _frequency
    if not 10_000_000 <= value[0] <= 300_000_000:
        raise ValueError("cannot change frequency")
    _frequency = value[0]


def idle():
    # The processor wakes at the next interrupt; the system's timer has one each millisecond.
    _link.sleep(1000 - _link.clock % 1000)


def lightsleep(*ms):
    if ms:
        _link.sleep(ms[0] * 1000)
        return
    before = _link.held_low
    while _link.held_low == before:
        _link.sleep(10_000)


def unique_id():
    return b"\xe6\x61\x41\x04\x03\x2e\x1b\x2d"


def disable_irq():
    return 0


def enable_irq(state):
    pass
