"""The guest's end of the two pipes to the parent process; runs in MicroPython.

Every message to the parent is a header of 16 bytes, in some cases followed by a payload:

    kind u8, a u8, b u16, c u32, clock u64 (microseconds since the guest started), little-endian

    S  sleep for c microseconds            answer: clock u64, mask of pins held low u32
    W  write c bytes (payload) to the I2C address a; b is 1 if a stop follows      answer: 1 acknowledged, 0 not
    R  read c bytes from the I2C address a                                         answer: as W, then c bytes
    V  c bytes (payload) on SPI                                                    no answer
    G  output pin a has the level b        no answer
    A  measure the voltage at pin a                    answer: u16, 65535 for the supply's 3.3 V
    P  pin a makes a square wave of c Hz, b/65535 of the time high; c is 0 when it ends    no answer
    B  the board (payload, repr of a dict) no answer
    Z  reset, for the reason a             no answer: the parent ends this process
    X  main.py has ended; c bytes of traceback follow (payload), none if it just returned  no answer

The functions here allocate nothing, so that the firmware's own care with its heap is not spoiled by its
surroundings.
"""

from os import system as _system  # before the firmware's os takes the module's place
from struct import pack_into, unpack_from

from micropython import const

# What a call of ticks_ms() takes. Without it a loop that waits for a time to come, and does not sleep, would
# wait forever.
_TICK_US = const(10)

_RESET_WATCHDOG = const(3)

_header = bytearray(16)
_answer = bytearray(12)
_acknowledge = bytearray(1)
_measured = bytearray(2)

clock = 0  # microseconds since the guest started
held_low = 0  # mask of the pins that a pressed button connects to ground

watchdog_us = 0  # 0: none
watchdog_fed = 0

_input = None
_output = None


def connect(read_fd, write_fd):
    """Open the pipes; return what the parent sends first: a text, after its length in bytes as u32."""
    global _input, _output
    _input = open(read_fd, "rb")
    _output = open(write_fd, "wb")
    length = unpack_from("<I", _input.read(4))[0]
    return _input.read(length).decode()


def _send(kind, a, b, c):
    pack_into("<BBHIQ", _header, 0, kind, a, b, c, clock)
    _write(_header)


def _write(data):
    try:
        _output.write(data)
    except OSError:
        _orphaned()


def _receive(buffer):
    if _input.readinto(buffer) != len(buffer):
        _orphaned()


def _orphaned():
    """The parent is gone. Firmware may catch any exception: end the process where it cannot, from a child's shell."""
    _system("kill -KILL $PPID")


def _check_watchdog():
    if watchdog_us and clock - watchdog_fed > watchdog_us:
        reset(_RESET_WATCHDOG)


def tick():
    """Let the time of one look at the clock pass."""
    global clock
    clock += _TICK_US
    if watchdog_us:
        _check_watchdog()


def bus_time(us):
    """Let the time of a bus transfer pass."""
    global clock
    clock += us


def sleep(us):
    """Sleep; the parent's answer sets the clock and the pins."""
    global clock, held_low
    while us > 1_000_000_000:
        us -= 1_000_000_000
        sleep(1_000_000_000)
    _send(0x53, 0, 0, us)
    _receive(_answer)
    clock, held_low = unpack_from("<QI", _answer)
    if watchdog_us:
        _check_watchdog()


def i2c_write(address, parts, length, stop):
    """Send the parts of a write transaction; return whether it was acknowledged."""
    _send(0x57, address, stop, length)
    for part in parts:
        if len(part):
            _write(part)
    _receive(_acknowledge)
    return _acknowledge[0]


def i2c_read(address, buffer):
    """Read into the buffer; return whether the address was acknowledged."""
    _send(0x52, address, 0, len(buffer))
    _receive(_acknowledge)
    if _acknowledge[0]:
        _receive(buffer)
    return _acknowledge[0]


def spi_write(buffer):
    _send(0x56, 0, 0, len(buffer))
    if len(buffer):
        _output.write(buffer)


def pin_level(pin, level):
    _send(0x47, pin, level, 0)


def measure(pin):
    """Return the voltage at a pin, 0 to 65535."""
    _send(0x41, pin, 0, 0)
    _receive(_measured)
    return _measured[0] | _measured[1] << 8


def pin_wave(pin, frequency, duty):
    _send(0x50, pin, duty, frequency)


def board(text):
    text = text.encode()
    _send(0x42, 0, 0, len(text))
    _write(text)


def reset(cause):
    """Ask the parent for a reset; never returns."""
    _send(0x5A, cause, 0, 0)
    while True:
        _receive(_answer)


def end(text):
    """Tell the parent that main.py has ended, with a traceback or an empty text."""
    text = text.encode()
    _send(0x58, 0, 0, len(text))
    if text:
        _write(text)
