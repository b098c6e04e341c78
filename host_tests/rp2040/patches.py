"""Where rp2040py 0.3.6 differs from the chip in ways that a handheld notices, and the mends.

- I2C takes no time per bit, and a missing acknowledgement ends in ETIMEDOUT instead of EIO: TimedI2C.
- Pins that are moved by software reach no I2C device, so I2C.scan() and SoftI2C find nothing: PinListener.
- The USB host answers each read of the serial endpoint with an empty packet at once, which keeps the firmware busy
  with interrupts: hold_empty_packets().
- USB frames do not start, which is when MicroPython sends what it had printed before the host was there; and a packet
  is reported as sent before the instruction that hands it over has ended, which its driver can miss: FramedUsb.
- Erasing and programming the flash takes no time: TimedFlash, which can also cut the power in the middle.
"""

import functools

from rp2040py.peripherals import i2c, ssi, usb

CORE_HZ = 125_000_000  # what MicroPython sets up; the emulator knows no other clock

# What the flash chips of common boards need (typical values of a W25Q16JV).
SECTOR_ERASE_NS = 45_000_000
BLOCK_ERASE_NS = 150_000_000
PAGE_PROGRAM_NS = 700_000


class Bus:
    """The two wires of an I2C bus with a panel on it, and a log of what was sent.

    panel       a handset.panel.Panel, or None
    sinks       {address: function called with each byte}: devices that swallow what is written to them
    transfers   list of (start ns, end ns, bytes after the address), one for each write the panel acknowledged
    changed     function without arguments, called when a transfer has changed the panel
    """

    def __init__(self, clock, panel):
        self.panel = panel
        self.sinks = {}
        self.transfers = []
        self.changed = lambda: None
        self._clock = clock
        self._seen = panel.version if panel else 0
        self._listener = None
        self._to_panel = False

    def select(self, address, reads):
        """Address a device; return whether it acknowledges."""
        self.release()
        if address in self.sinks:
            self._listener = self.sinks[address]
            return True
        panel = self.panel
        if panel is None or panel.unplugged or address != panel.address:
            return False
        if not reads:
            panel.start()
            self._to_panel = True
            self._started = self._clock.nanos
            self._count = 0
        return True

    def write(self, value):
        """Send a byte to the device addressed; return whether it acknowledges."""
        if self._to_panel:
            if self.panel.unplugged:
                return False
            self.panel.write(value)
            self._count += 1
            return True
        if self._listener:
            self._listener(value)
            return True
        return False

    def read(self):
        """Return a byte of the device addressed."""
        return self.panel.read() if self.panel else 0xFF

    def take_from_spi(self, data_line, value):
        """A byte for a panel that is on SPI instead."""
        if self.panel is None or self.panel.unplugged:
            return
        self.panel.spi(data_line, (value,))
        if self.panel.version != self._seen:
            self._seen = self.panel.version
            self.changed()

    def release(self):
        """A stop condition, or the start of the next transfer."""
        self._listener = None
        if self._to_panel:
            self._to_panel = False
            if not self.panel.unplugged:
                self.panel.stop()
            self.transfers.append((self._started, self._clock.nanos, self._count))
            if self.panel.version != self._seen:
                self._seen = self.panel.version
                self.changed()


class TimedI2C(i2c.RPI2C):
    """The controller with the time its bits take on the wires. Made out of the chip's own by mend()."""

    @classmethod
    def mend(cls, controller, bus):
        """Turn the chip's controller into this one, with `bus` on its pins."""
        # Its class is changed in place: interrupts, DMA and the address map hold references to the object.
        controller.__class__ = cls
        controller._wire(bus)

    def _wire(self, bus):
        self._bus = bus
        self._clock = self.rp2040.clock
        self._alarm = self._clock.create_alarm(self._bits_sent)
        self._then = None
        self._empty_due = False
        self._polled = None
        self.on_start = lambda repeated: self._after(1, self.complete_start)
        self.on_connect = self._connect
        self.on_write_byte = lambda value: self._after(9, lambda: self.complete_write(bus.write(value)))
        self.on_read_byte = lambda acknowledge: self._after(9, lambda: self.complete_read(bus.read()))
        self.on_stop = lambda: self._after(1, self._stopped)

    def reset(self):
        super().reset()
        self._alarm.cancel()
        self._then = None
        self._empty_due = False
        self._polled = None
        self._bus.release()

    def _after(self, bits, action):
        self._then = action
        self._alarm.schedule(bits * (self.scl_low_period + self.scl_high_period) * 1e9 / CORE_HZ)

    def _bits_sent(self):
        self._polled = None
        action, self._then = self._then, None
        action()

    def _connect(self, address, mode):
        # The panel is addressed at the end of these 9 bits; a lambda so that it is asked then, not now.
        self._after(9, lambda: self.complete_connect(self._bus.select(address, mode == i2c.I2CMode.READ)))

    def _stopped(self):
        self._bus.release()
        self.complete_stop()

    def _set_interrupts(self, mask):
        # With TX_EMPTY_CTRL, which the SDK sets, "empty" means that the last byte has left the shift register too.
        if mask == i2c.R_TX_EMPTY and self.control & i2c.TX_EMPTY_CTRL and self._busy:
            self._empty_due = True
            return
        super()._set_interrupts(mask)

    def complete_write(self, ack):
        if self._empty_due:
            self._empty_due = False
            if self._tx_fifo.item_count <= self.tx_threshold:
                super()._set_interrupts(i2c.R_TX_EMPTY)
        super().complete_write(ack)

    def _abort(self, reason):
        # An abort empties the queue, and the SDK waits to be told so before it asks for the reason.
        super()._abort(reason)
        self._empty_due = False
        super()._set_interrupts(i2c.R_TX_EMPTY)

    def read_uint32(self, offset):
        if offset != i2c.IC_RAW_INTR_STAT:
            return super().read_uint32(offset)
        # The SDK spins on this register for as long as a byte travels. Once it has read the same twice, nothing can
        # happen before the next alarm, so time jumps there: a frame of 1025 bytes is 20 times cheaper to emulate,
        # and no later than by the few instructions of the loop.
        if self._polled == self.int_raw and self._then:
            self._clock.tick(self._clock.nanos_to_next_alarm)
        self._polled = self.int_raw
        return self.int_raw


class PinListener:
    """Hears what software sends by moving the pins itself, and pulls SDA down to acknowledge.

    MicroPython does that for SoftI2C and for transfers without data, which are what I2C.scan() is made of.
    """

    _FUNCTION_I2C = 3

    def __init__(self, chip, bus, sda, scl):
        self._bus = bus
        self._sda_pin = chip.gpio[sda]
        self._scl_pin = chip.gpio[scl]
        self._sda = self._scl = True
        self._bit = None  # bits of the current byte so far; None outside a transfer
        self._value = 0
        self._addressed = False  # the address byte has been heard
        self._acknowledges = False
        self._sda_pin.add_listener(lambda level, _: self._sda_moves(int(level) != 0))
        self._scl_pin.add_listener(lambda level, _: self._scl_moves(int(level) != 0))

    def _by_hardware(self):
        return (
            self._sda_pin.function_select == self._FUNCTION_I2C or self._scl_pin.function_select == self._FUNCTION_I2C
        )

    def _sda_moves(self, level):
        if level == self._sda or self._by_hardware():
            return
        self._sda = level
        if not self._scl or self._acknowledges:
            return
        # While the clock is high, falling is a start condition and rising is a stop condition.
        self._bus.release()
        self._bit = None if level else 0
        self._value = 0
        self._addressed = False

    def _scl_moves(self, level):
        if level == self._scl or self._by_hardware():
            return
        self._scl = level
        if self._bit is None:
            return
        if level:
            if self._bit < 8:
                self._value = self._value << 1 | self._sda
            self._bit += 1
        elif self._bit == 8:
            if self._addressed:
                acknowledges = self._bus.write(self._value)
            else:
                acknowledges = not self._value & 1 and self._bus.select(self._value >> 1, False)
                self._addressed = True
            if acknowledges:
                self._acknowledges = True
                self._sda_pin.set_input_value(False)
        elif self._bit == 9:
            self._bit = 0
            self._value = 0
            if self._acknowledges:
                self._acknowledges = False
                self._sda_pin.release_input()


class SpiListener:
    """A panel on SPI: takes the bytes while its line cs is low, as commands or data by its line dc. They take no time.

    cs may be None: always selected.
    """

    def __init__(self, chip, bus, number, dc, cs):
        self._bus = bus
        self._spi = chip.spi[number]
        self._levels = {}
        for pin in (dc, cs):
            if pin is not None:
                chip.gpio[pin].add_listener(functools.partial(self._moved, pin))
        self._dc = dc
        self._cs = cs
        self._spi.on_transmit = self._take

    def _moved(self, pin, level, _):
        self._levels[pin] = int(int(level) == 1)

    def _take(self, value):
        if self._cs is None or not self._levels.get(self._cs, 1):
            self._bus.take_from_spi(self._levels.get(self._dc, 0), value)
        self._spi.complete_transmit(0)


class FramedUsb(usb.RPUSBController):
    """The USB controller with frames, while the firmware wants to be told of them, and packets that take time.

    MicroPython puts each frame into a queue of 16 events and empties it between two bytecodes. Just after the host has
    connected it therefore loses events when something takes more than 16 ms, such as a full frame for the display;
    then nothing is printed any more. To meet this is no use to any test, so to a busy core only every fourth frame is
    shown.
    """

    _FRAME_NS = 1_000_000
    _BUSY_FRAMES = 4
    _PACKET_NS = 100_000  # until the host has fetched a packet
    _ANSWER_US = 150  # until it answers

    @classmethod
    def mend(cls, controller):
        """Turn the chip's controller into this one."""
        controller.__class__ = cls
        controller._frame_alarm = controller.rp2040.clock.create_alarm(controller._frame_starts)
        controller._framing = False
        controller._packet_alarm = controller.rp2040.clock.create_alarm(controller._packets_sent)
        controller._packets = []
        controller.write_delay_microseconds = cls._ANSWER_US

    def reset(self):
        super().reset()
        self._frame_alarm.cancel()
        self._framing = False
        self._packet_alarm.cancel()
        self._packets.clear()

    def _indicate_buffer_ready(self, endpoint, out):
        if out:
            super()._indicate_buffer_ready(endpoint, out)
        else:
            self._packets.append(endpoint)
            self._packet_alarm.schedule(self._PACKET_NS)

    def _packets_sent(self):
        sent, self._packets = self._packets, []
        for endpoint in sent:
            super()._indicate_buffer_ready(endpoint, False)

    def write_uint32(self, offset, value):
        super().write_uint32(offset, value)
        if offset == usb.INTE and value & usb.INTR_DEV_SOF and not self._framing:
            self._framing = True
            self._frame_alarm.schedule(self._FRAME_NS)

    def read_uint32(self, offset):
        if offset == usb.SOF_RD:
            self._int_raw &= ~usb.INTR_DEV_SOF  # reading it is how the interrupt is acknowledged
            self.check_interrupts()
        return super().read_uint32(offset)

    def _frame_starts(self):
        self._framing = bool(self._int_enable & usb.INTR_DEV_SOF)
        if self._framing:
            self._sof_frame_number = self._sof_frame_number + 1 & 0x7FF
            if self.rp2040.core.waiting or self._sof_frame_number % self._BUSY_FRAMES == 0:
                self._int_raw |= usb.INTR_DEV_SOF
                self.check_interrupts()
            self._frame_alarm.schedule(self._FRAME_NS)


def hold_empty_packets(chip, serial):
    """Make the USB host wait until it has something to send to the board, as a real one does."""
    controller = chip.usb_ctrl
    answer, reset = controller.on_endpoint_read, controller.on_reset
    waiting = []

    def look():
        if waiting:
            if serial.tx_fifo.empty:
                alarm.schedule(1_000_000)
            else:
                answer(*waiting.pop())

    def read(endpoint, size):
        if endpoint == serial._out_endpoint and serial.tx_fifo.empty:
            waiting[:] = [(endpoint, size)]
            alarm.schedule(1_000_000)
        else:
            answer(endpoint, size)

    def forget():
        waiting.clear()
        alarm.cancel()
        reset()

    alarm = chip.clock.create_alarm(look)
    controller.on_endpoint_read = read
    controller.on_reset = forget


class TimedFlash(ssi.RPSSI):
    """The flash chip with a log, optionally with the time its work takes, optionally with a power cut.

    operations  list of (ns, "erase" or "program", address, bytes)
    timed       whether erasing and programming take time
    cut         None, or (index into operations, part): that operation is done for `part` of its bytes (0.0 to 1.0)
                only, then `lost` is set, on_cut() is called and nothing more reaches the chip
    """

    @classmethod
    def mend(cls, flash, timed, on_cut):
        """Turn the chip's flash interface into this one."""
        flash.__class__ = cls
        flash.operations = []
        flash.timed = timed
        flash.cut = None
        flash.lost = False
        flash._on_cut = on_cut
        flash._busy_until = 0

    def _apply_command(self):
        command = self._tx_buffer
        if len(command) < 4 or not self._write_enabled:
            super()._apply_command()
            return
        if command[0] == ssi.CMD_SECTOR_ERASE:
            kind, size, duration = "erase", ssi.FLASH_SECTOR_SIZE, SECTOR_ERASE_NS
        elif command[0] == ssi.CMD_BLOCK_ERASE:
            kind, size, duration = "erase", ssi.FLASH_BLOCK_SIZE, BLOCK_ERASE_NS
        elif command[0] == ssi.CMD_PAGE_PROGRAM:
            kind, size, duration = "program", len(command) - 4, PAGE_PROGRAM_NS
        else:
            super()._apply_command()
            return
        address = self._address_from_buffer()
        now = self.rp2040.clock.nanos
        if self.lost:
            return
        index = len(self.operations)
        self.operations.append((now, kind, address, size))
        if self.cut and index == self.cut[0]:
            self.lost = True
            done = int(size * self.cut[1])
            if kind == "erase":
                self.rp2040.flash[address : address + done] = b"\xff" * done
                self._tx_buffer = bytearray()
            else:
                del command[4 + done :]  # super() programs what is left
        if not self.lost or kind == "program":
            super()._apply_command()
        if self.lost:
            self._on_cut()
        elif self.timed:
            self._busy_until = now + duration

    def _shift_byte(self, byte_out):
        # The firmware asks for the status again and again, with interrupts off, until the chip is ready; instead of
        # emulating that loop for 45 ms, time jumps to its end with the second question.
        if self.timed and self._busy_until and self._tx_buffer[:1] == b"\x05":
            wait = self._busy_until - self.rp2040.clock.nanos
            self._busy_until = 0
            if wait > 0:
                self.rp2040.clock.tick(wait)
        return super()._shift_byte(byte_out)
