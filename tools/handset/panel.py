"""A strict model of the SSD1306 and SH1106 display controllers and the usual 128x64 glass on them.

It is fed byte for byte with what the bus master sends, and keeps a list of everything the datasheet does not
allow: a driver that works here by luck shows up in `Panel.errors`. It needs the standard library only, so that
a handset on the unix port and an emulated board can both use it.
"""

from collections import deque

WIDTH = 128
HEIGHT = 64
FRAME_BYTES = WIDTH * HEIGHT // 8

# For each bit of a page byte: a translation table from page bytes to the characters "0" and "1". A row of the
# picture is one bit of 128 page bytes, and int(text, 2) packs it far faster than a loop over pixels.
_BIT_TEXT = tuple(bytes(0x30 | (value >> bit & 1) for value in range(256)) for bit in range(8))

_MAX_ERRORS = 100

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class Panel:
    """One display on the bus.

    The bus calls start() when a write transaction addresses the panel, write(byte) for each byte that follows the
    address and stop() at its end; transfer(data) does all three. A bus scan sends transactions of no bytes.

    Attributes to read:
        address     7-bit I2C address
        errors      list of str, each beginning with the number of its transfer; at most 100 are kept
        transfers   transactions that addressed the panel
        data_bytes  bytes written to the display memory
        bus_bytes   all bytes after the address: control, command and data
        commands    the last 1000 commands, as tuples (command, *arguments)
        version     grows whenever the picture may have changed
        on, charge_pump, contrast, inverted, all_on     state of the controller

    Attribute to set:
        unplugged   True: the bus must not acknowledge the address. Plugging in again is a power-on reset.
    """

    # What a relative of the controller changes: the width of its memory and where the glass sits in it.
    RAM_COLUMNS = 128
    FIRST_COLUMN = 0
    PAGES = 8

    # Number of argument bytes of each command that has any.
    ARGUMENTS = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
        0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def __init__(self, address=0x3C):
        self.address = address
        self.errors = []
        self.commands = deque(maxlen=1000)
        self.transfers = 0
        self.data_bytes = 0
        self.bus_bytes = 0
        self.version = 0
        self._unplugged = False
        self._frame = None
        self._frame_version = -1
        self.power_on()

    def power_on(self):
        """Put the controller into the state the datasheet gives after reset."""
        # A real panel holds noise after power-up. Noise here too (the same each time), so that a driver which
        # switches the display on before it has written every cell is seen to do so.
        noise = 0x2545F491
        cells = bytearray(self.RAM_COLUMNS * self.PAGES)
        for cell in range(len(cells)):
            noise = (noise * 1664525 + 1013904223) & 0xFFFFFFFF
            cells[cell] = noise >> 24
        self.ram = cells  # by page, then by segment as the viewer sees them, left to right
        self.on = False
        self.charge_pump = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.scrolling = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = HEIGHT - 1
        self.segment_remap = False
        self.com_remap = False
        self.mode = _PAGE
        self._column_window = (0, self.RAM_COLUMNS - 1)
        self._page_window = (0, self.PAGES - 1)
        self._page_mode_column = 0
        self._column = 0
        self._page = 0
        self._command = None
        self._arguments = []
        self._in_transfer = False
        self._control = None  # the control byte in force, None while one is expected
        self._payload = 0
        self._wrapped = False
        self.version += 1

    @property
    def unplugged(self):
        return self._unplugged

    @unplugged.setter
    def unplugged(self, value):
        value = bool(value)
        if value != self._unplugged:
            self._unplugged = value
            self.power_on()

    # ---- the bus ----

    def start(self):
        """A write transaction addresses the panel."""
        if self._in_transfer:
            self.stop()  # a repeated start ends the transaction before it
        self.transfers += 1
        self._in_transfer = True
        self._control = None
        self._payload = 0
        self._received = 0
        self._wrapped = False

    def write(self, value):
        """Take one byte of the transaction."""
        if not self._in_transfer:
            self._error("a byte outside a transaction")
            return
        self.bus_bytes += 1
        self._received += 1
        control = self._control
        if control is None:
            if value & 0x3F:
                self._error("control byte 0x%02X: the low six bits must be 0" % value)
            self._control = value
            self._payload = 0
            return
        self._payload += 1
        if control & 0x40:
            self._write_data(value)
        else:
            self._write_command(value)
        if control & 0x80:
            self._control = None  # one byte only, then another control byte

    def stop(self):
        """The transaction ends."""
        if not self._in_transfer:
            self._error("a stop outside a transaction")
            return
        self._in_transfer = False
        if self._control is not None and not self._payload:
            self._error("control byte 0x%02X with nothing after it" % self._control)

    def transfer(self, data):
        """Take a whole transaction: the bytes that follow the address."""
        self.start()
        for value in data:
            self.write(value)
        self.stop()

    def spi(self, data_line, data):
        """Take bytes that came over SPI while the line D/C was high (display data) or low (commands)."""
        self.transfers += 1
        self.bus_bytes += len(data)
        self._wrapped = False
        for value in data:
            if data_line:
                self._write_data(value)
            else:
                self._write_command(value)

    def read(self):
        """Return the status byte a read transaction gives: bit 6 is set while the display is off."""
        return 0x00 if self.on else 0x40

    def _error(self, text):
        if len(self.errors) < _MAX_ERRORS:
            self.errors.append("transfer %d: %s" % (self.transfers, text))
        elif len(self.errors) == _MAX_ERRORS:
            self.errors.append("more errors, not listed")

    # ---- display memory ----

    def _write_data(self, value):
        self.data_bytes += 1
        if self._command is not None:
            self._error("display data while command 0x%02X waits for its arguments" % self._command)
        if self.scrolling:
            self._error("display data while the panel scrolls")
        if self._wrapped:
            self._error("display data ran past the end of its window")
            self._wrapped = False  # once per transaction is enough
        column = self._column
        # Segment remapping acts on data as they are written, not on what the memory holds already. The glass is
        # mounted so that the remapped order (A1) reads from left to right.
        place = column if self.segment_remap else self.RAM_COLUMNS - 1 - column
        cell = self._page * self.RAM_COLUMNS + place
        if self.ram[cell] != value:
            self.ram[cell] = value
            self.version += 1
        self._advance()

    def _advance(self):
        first_column, last_column = self._column_window
        first_page, last_page = self._page_window
        if self.mode == _HORIZONTAL:
            if self._column != last_column:
                self._column = (self._column + 1) % self.RAM_COLUMNS
                return
            self._column = first_column
            if self._page != last_page:
                self._page = (self._page + 1) % self.PAGES
                return
            self._page = first_page
        elif self.mode == _VERTICAL:
            if self._page != last_page:
                self._page = (self._page + 1) % self.PAGES
                return
            self._page = first_page
            if self._column != last_column:
                self._column = (self._column + 1) % self.RAM_COLUMNS
                return
            self._column = first_column
        else:
            if self._column != self.RAM_COLUMNS - 1:
                self._column += 1
                return
            self._column = self._page_mode_column
        # Every cell of the window is written. To start over in a later transaction is fine (a driver may set its
        # window once); to go on in this one overwrites what was just sent.
        self._wrapped = True

    # ---- commands ----

    def _write_command(self, value):
        if self._command is None:
            self._command = value
            self._arguments = []
        else:
            self._arguments.append(value)
        if len(self._arguments) < self.ARGUMENTS.get(self._command, 0):
            return
        command, arguments = self._command, self._arguments
        self._command = None
        self.commands.append((command, *arguments))
        self.version += 1
        self._execute(command, arguments)

    def _execute(self, command, arguments):
        first = arguments[0] if arguments else 0
        if command <= 0x1F:
            self._set_page_mode_column(command)
        elif command == 0x20:
            if first > _PAGE:
                self._error("addressing mode 0x%02X: expected 0, 1 or 2" % first)
            else:
                self.mode = first
        elif command == 0x21:
            window = self._window("column", arguments, self.RAM_COLUMNS - 1)
            if window:
                self._column_window = window
                self._column = window[0]
        elif command == 0x22:
            window = self._window("page", arguments, self.PAGES - 1)
            if window:
                self._page_window = window
                self._page = window[0]
        elif command in (0x26, 0x27, 0x29, 0x2A, 0xA3):
            pass  # sets up scrolling, which shows no effect before it is activated
        elif command == 0x2E:
            self.scrolling = False
        elif command == 0x2F:
            self.scrolling = True
            self._error("command 0x2F: this model does not scroll")
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif command == 0x81:
            self.contrast = first
        elif command == 0x8D:
            if first & 0x3B != 0x10:
                self._error("charge pump setting 0x%02X: expected 0x10 or 0x14" % first)
            self.charge_pump = bool(first & 0x04)
        elif command in (0xA0, 0xA1):
            self.segment_remap = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command == 0xA8:
            if not 15 <= first <= 63:
                self._error("multiplex ratio %d: expected 15 to 63" % first)
            else:
                self.multiplex = first
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
            if self.on and not self.charge_pump:
                self._error("display on without its charge pump: the glass stays dark")
        elif 0xB0 <= command <= 0xB7:
            if self.mode != _PAGE:
                self._error("command 0x%02X is for the page addressing mode only" % command)
            self._page = command & 0x07
        elif command in (0xC0, 0xC8):
            self.com_remap = command == 0xC8
        elif command == 0xD3:
            if first > 63:
                self._error("display offset %d: expected 0 to 63" % first)
            self.offset = first & 0x3F
        elif command == 0xD5:
            pass  # oscillator and divider: no visible effect
        elif command == 0xD9:
            if not first & 0x0F or not first & 0xF0:
                self._error("pre-charge 0x%02X: a phase of 0 clocks" % first)
        elif command == 0xDA:
            # 64 rows are wired alternately; with sequential pins every second row would be elsewhere.
            if first != 0x12:
                self._error("COM pins 0x%02X: glass of 64 rows is wired for 0x12" % first)
        elif command == 0xDB:
            if first not in (0x00, 0x20, 0x30):
                self._error("VCOMH level 0x%02X: expected 0x00, 0x20 or 0x30" % first)
        elif command == 0xE3:
            pass  # no operation
        else:
            self._error("unknown command 0x%02X" % command)

    def _set_page_mode_column(self, command):
        if self.mode != _PAGE:
            self._error("command 0x%02X is for the page addressing mode only" % command)
        if command <= 0x0F:
            column = self._page_mode_column & 0xF0 | command
        else:
            column = self._page_mode_column & 0x0F | (command & 0x0F) << 4
        if column >= self.RAM_COLUMNS:
            self._error("column %d: expected 0 to %d" % (column, self.RAM_COLUMNS - 1))
            return
        self._page_mode_column = self._column = column

    def _window(self, what, arguments, last):
        low, high = arguments
        if self.mode == _PAGE:
            self._error("a %s window in the page addressing mode" % what)
        if high > last or low > high:
            self._error("%s window %d to %d: expected 0 <= first <= last <= %d" % (what, low, high, last))
            return None
        return low, high

    # ---- the glass ----

    def frame(self):
        """Return what a viewer sees, as 1024 bytes.

        Row-major from the top left, 16 bytes a row, one bit a pixel, the left pixel in the most significant bit,
        1 is lit: the body of a PBM (P4) file. The viewer looks at the usual module with its pins at the top; with
        segments and rows remapped (A1, C8) bit 0 of the first byte of page 0 is the top left pixel.
        """
        if self._frame_version != self.version:
            self._frame = self._draw()
            self._frame_version = self.version
        return self._frame

    def _draw(self):
        if not self.on or not self.charge_pump or self._unplugged:
            return bytes(FRAME_BYTES)
        flip = (1 << WIDTH) - 1 if self.inverted else 0
        dark = bytes(WIDTH // 8)
        lit = b"\xff" * (WIDTH // 8)
        rows = []
        for y in range(HEIGHT):
            common = HEIGHT - 1 - y
            if self.com_remap:
                row = (self.multiplex - common + self.offset) % HEIGHT
            else:
                row = (common + self.offset) % HEIGHT
            if row > self.multiplex:
                rows.append(dark)
            elif self.all_on:
                rows.append(lit)
            else:
                line = (row + self.start_line) % HEIGHT
                start = (line >> 3) * self.RAM_COLUMNS + self.FIRST_COLUMN
                text = self.ram[start : start + WIDTH].translate(_BIT_TEXT[line & 7])
                rows.append((int(text, 2) ^ flip).to_bytes(WIDTH // 8, "big"))
        return b"".join(rows)


class SH1106Panel(Panel):
    """The SH1106: 132 columns of memory with the glass in their middle, addressing by pages only, another supply.

    What the SSD1306 has and this one has not is an error here, as its datasheet gives no such command.
    """

    RAM_COLUMNS = 132
    FIRST_COLUMN = 2

    ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def power_on(self):
        super().power_on()
        self.charge_pump = True  # its converter runs after a reset

    def _execute(self, command, arguments):
        first = arguments[0] if arguments else 0
        if command == 0xAD:
            if first not in (0x8A, 0x8B):
                self._error("converter setting 0x%02X: expected 0x8A or 0x8B" % first)
            if self.on:
                self._error("converter set while the display is on")
            self.charge_pump = first == 0x8B
        elif 0x30 <= command <= 0x33:
            pass  # voltage of the converter
        elif command == 0xDB:
            pass  # any level
        elif 0x20 <= command <= 0x2F or command in (0x8D, 0xA3) or command in (0xE0, 0xEE):
            self._error("unknown command 0x%02X" % command)
        else:
            super()._execute(command, arguments)
