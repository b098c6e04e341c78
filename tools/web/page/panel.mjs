// A model of the SSD1306 display controller with a glass of 128x64 pixels, fed with the bytes of the I2C bus.
// It shows what tools/handset/panel.py shows (a test compares them), but is not as strict: mistakes of a driver are for
// that one to find.

export const WIDTH = 128;
export const HEIGHT = 64;
export const FRAME_BYTES = (WIDTH * HEIGHT) / 8;

const PAGES = 8;
const HORIZONTAL = 0;
const VERTICAL = 1;
const PAGE = 2;

// Number of argument bytes of each command that has any.
const ARGUMENTS = new Map([
  [0x20, 1], [0x21, 2], [0x22, 2], [0x26, 6], [0x27, 6], [0x29, 5], [0x2a, 5], [0x81, 1], [0x8d, 1], [0xa3, 2],
  [0xa8, 1], [0xd3, 1], [0xd5, 1], [0xd9, 1], [0xda, 1], [0xdb, 1],
]);

export class Panel {
  // version  grows whenever the picture, or how bright it is, may have changed
  constructor(address = 0x3c) {
    this.address = address;
    this.version = 0;
    this.powerOn();
  }

  // The state after a reset. The memory of a real one holds noise then.
  powerOn() {
    this.memory = new Uint8Array(WIDTH * PAGES);
    crypto.getRandomValues(this.memory);
    this.on = false;
    this.chargePump = false;
    this.contrast = 0x7f;
    this.inverted = false;
    this.allOn = false;
    this.startLine = 0;
    this.offset = 0;
    this.multiplex = HEIGHT - 1;
    this.segmentRemap = false;
    this.commonRemap = false;
    this.mode = PAGE;
    this.columns = [0, WIDTH - 1];
    this.pages = [0, PAGES - 1];
    this.pageModeColumn = 0;
    this.column = 0;
    this.page = 0;
    this.command = -1;
    this.arguments = [];
    this.version += 1;
  }

  // Take the bytes of a write transaction that follow the address.
  transfer(bytes) {
    let control = -1;
    for (const value of bytes) {
      if (control < 0) {
        control = value;
        continue;
      }
      if (control & 0x40) this.#write(value);
      else this.#take(value);
      if (control & 0x80) control = -1; // one byte only, then another control byte
    }
  }

  // The status byte that a read transaction gives.
  status() {
    return this.on ? 0x00 : 0x40;
  }

  #write(value) {
    // Remapped segments read from left to right: the glass is mounted so.
    const place = this.segmentRemap ? this.column : WIDTH - 1 - this.column;
    const cell = this.page * WIDTH + place;
    if (this.memory[cell] !== value) {
      this.memory[cell] = value;
      this.version += 1;
    }
    this.#advance();
  }

  #advance() {
    const nextColumn = () => {
      const end = this.column === this.columns[1];
      this.column = end ? this.columns[0] : (this.column + 1) % WIDTH;
      return end;
    };
    const nextPage = () => {
      const end = this.page === this.pages[1];
      this.page = end ? this.pages[0] : (this.page + 1) % PAGES;
      return end;
    };
    if (this.mode === HORIZONTAL) {
      if (nextColumn()) nextPage();
    } else if (this.mode === VERTICAL) {
      if (nextPage()) nextColumn();
    } else {
      this.column = this.column === WIDTH - 1 ? this.pageModeColumn : this.column + 1;
    }
  }

  #take(value) {
    if (this.command < 0) {
      this.command = value;
      this.arguments = [];
    } else {
      this.arguments.push(value);
    }
    if (this.arguments.length < (ARGUMENTS.get(this.command) ?? 0)) return;
    const command = this.command;
    this.command = -1;
    this.version += 1;
    this.#execute(command, this.arguments);
  }

  #execute(command, [first, second]) {
    if (command <= 0x0f) {
      this.#setColumn((this.pageModeColumn & 0xf0) | command);
    } else if (command <= 0x1f) {
      this.#setColumn((this.pageModeColumn & 0x0f) | ((command & 0x0f) << 4));
    } else if (command === 0x20) {
      if (first <= PAGE) this.mode = first;
    } else if (command === 0x21) {
      if (first <= second && second < WIDTH) {
        this.columns = [first, second];
        this.column = first;
      }
    } else if (command === 0x22) {
      if (first <= second && second < PAGES) {
        this.pages = [first, second];
        this.page = first;
      }
    } else if (command >= 0x40 && command <= 0x7f) {
      this.startLine = command & 0x3f;
    } else if (command === 0x81) {
      this.contrast = first;
    } else if (command === 0x8d) {
      this.chargePump = Boolean(first & 0x04);
    } else if (command === 0xa0 || command === 0xa1) {
      this.segmentRemap = command === 0xa1;
    } else if (command === 0xa4 || command === 0xa5) {
      this.allOn = command === 0xa5;
    } else if (command === 0xa6 || command === 0xa7) {
      this.inverted = command === 0xa7;
    } else if (command === 0xa8) {
      if (first >= 15 && first <= 63) this.multiplex = first;
    } else if (command === 0xae || command === 0xaf) {
      this.on = command === 0xaf;
    } else if (command >= 0xb0 && command <= 0xb7) {
      this.page = command & 0x07;
    } else if (command === 0xc0 || command === 0xc8) {
      this.commonRemap = command === 0xc8;
    } else if (command === 0xd3) {
      this.offset = first & 0x3f;
    }
  }

  #setColumn(column) {
    if (column < WIDTH) this.pageModeColumn = this.column = column;
  }

  // What a viewer sees, as 1024 bytes: by rows from the top left, one bit a pixel, the left one in the highest bit.
  frame() {
    const frame = new Uint8Array(FRAME_BYTES);
    if (!this.on || !this.chargePump) return frame;
    for (let y = 0; y < HEIGHT; y += 1) {
      const common = HEIGHT - 1 - y;
      const row = (this.commonRemap ? this.multiplex - common + this.offset + HEIGHT : common + this.offset) % HEIGHT;
      if (row > this.multiplex) continue;
      const line = (row + this.startLine) % HEIGHT;
      const start = (line >> 3) * WIDTH;
      const bit = line & 7;
      for (let x = 0; x < WIDTH; x += 1) {
        const stored = ((this.memory[start + x] >> bit) & 1) === 1;
        if (this.allOn || stored !== this.inverted) frame[y * 16 + (x >> 3)] |= 0x80 >> (x & 7);
      }
    }
    return frame;
  }
}
