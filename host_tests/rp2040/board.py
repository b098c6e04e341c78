"""The emulated board: chip, flash, bus, USB console and power, driven by the calling thread in virtual time."""

import os
from pathlib import Path

from rp2040py.boards import BoardSpec
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.utils.logging import LogLevel

from . import image, patches

UF2_VARIABLE = "MICROPYTHON_UF2"


def find_uf2(path=None):
    """Return the path of the UF2 file: `path`, else what $MICROPYTHON_UF2 names; None if there is no such file."""
    path = path or os.environ.get(UF2_VARIABLE)
    return Path(path) if path and Path(path).is_file() else None


class Board:
    """A Pico with MicroPython in its flash.

    uf2         path of MicroPython for RPI_PICO
    files       {path: bytes} of the file system; an image.SIZE long bytes object is taken as the image itself; None:
                the flash is as the UF2 file leaves it
    panel       a handset.panel.Panel on the I2C bus, or None
    i2c         (number of the controller, SDA pin, SCL pin); None: the panel is on spi
    spi         (number of the controller, pin of D/C, pin of CS or None), if it is
    flash_time  whether erasing and programming the flash take time
    usb         whether a computer is connected; without one, what is printed is lost

    Attributes to read: chip (of rp2040py), bus (patches.Bus), flash (patches.TimedFlash), printed (bytearray: what
    has come over USB), resets (how often the firmware has reset the chip).
    Attribute to set: heard, a function called whenever something was printed.
    """

    def __init__(self, uf2, files, panel, i2c=(0, 4, 5), spi=None, flash_time=False, usb=True):
        self._device = BaseDevice(board=BoardSpec(image=str(uf2)), log_level=LogLevel.ERROR)
        self.chip = self._device.mcu
        self.clock = self.chip.clock
        if files is not None:
            data = files if isinstance(files, (bytes, bytearray)) else image.pack(files)
            self.chip.flash[image.START : image.START + image.SIZE] = data

        self.bus = patches.Bus(self.clock, panel)
        if i2c is not None:
            number, sda, scl = i2c
            patches.TimedI2C.mend(self.chip.i2c[number], self.bus)
            patches.PinListener(self.chip, self.bus, sda, scl)
        else:
            patches.SpiListener(self.chip, self.bus, *spi)
        patches.TimedFlash.mend(self.chip.ssi, flash_time, self.halt)
        self.flash = self.chip.ssi

        self.printed = bytearray()
        self.heard = lambda: None
        self._device.cdc.on_serial_data = self._hear
        patches.FramedUsb.mend(self.chip.usb_ctrl)
        patches.hold_empty_packets(self.chip, self._device.cdc)
        if not usb:
            self.chip.usb_ctrl.on_usb_enabled = lambda: None

        self._simulator = self._device.simulator
        self._halted = False
        self._limit = self.clock.create_alarm(self.halt)
        self.resets = 0
        self._reset_due = False
        self.chip.watchdog.on_watchdog_trigger = self._reset_by_firmware
        self._reset_at = 0
        self.power_on()

    # ---- time ----

    @property
    def nanos(self):
        """Virtual nanoseconds since the first power-on."""
        return self.clock.nanos

    @property
    def nanos_up(self):
        """Virtual nanoseconds since the last reset."""
        return self.clock.nanos - self._reset_at

    @property
    def nanos_awake(self):
        """For how many of nanos_up the processor has executed instructions; the rest it has waited."""
        return self.chip.core.cycles * 8

    def run_to(self, nanos):
        """Run until the given virtual time or until halt() is called; return whether the time was reached.

        The end is met within a few instructions.
        """
        if nanos <= self.nanos:
            return True
        self._limit.schedule(nanos - self.nanos)
        try:
            self._halted = False
            while not self._halted:
                self._simulator.stopped = False
                execute_batch(self._simulator, 1)
                if self._reset_due:
                    self._reset_due = False
                    self.resets += 1
                    self._reset(ResetCause.WATCHDOG)
        finally:
            self._limit.cancel()
        return self.nanos >= nanos

    def halt(self):
        """End run_to() after the current instruction."""
        self._halted = True
        self._simulator.stopped = True

    # ---- power ----

    def power_on(self):
        """Cut the power and switch on again: memory is lost, flash is kept."""
        self.bus.release()
        if self.bus.panel:
            self.bus.panel.power_on()
        self.flash.lost = False
        self.flash.cut = None
        # Memory holds anything after power-on. Not zeros, so that nobody relies on zeros.
        self.chip.sram[:] = bytes(0xA5 ^ (i * 7 & 0xFF) for i in range(256)) * (len(self.chip.sram) // 256)
        self._reset(ResetCause.POWER_ON)

    def _reset_by_firmware(self):
        # Not here, in the middle of an instruction: run_to() does it.
        self._reset_due = True
        self._simulator.stopped = True

    def _reset(self, cause):
        self._device.hard_reset(cause=cause)
        self._reset_at = self.nanos

    # ---- console ----

    def _hear(self, data):
        self.printed += data
        self.heard()

    def type(self, data):
        """Send bytes to the firmware over USB, as if typed."""
        for value in data:
            self._device.cdc.send_serial_byte(value)

    def room(self):
        """Return how many bytes more type() can take now."""
        fifo = self._device.cdc.tx_fifo
        return fifo.size - fifo.item_count

    # ---- flash ----

    def image(self):
        """Return the file system as it is in flash now."""
        return bytes(self.chip.flash[image.START : image.START + image.SIZE])
