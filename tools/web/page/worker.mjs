// The board, in a worker: MicroPython runs the firmware, and what it does to its pins and buses becomes messages.
//
// From the page:
//   {type: "start", saves: {name: bytes}, pressed: [names], seed, deal: {code, system}, manual}   once, first of all
//   {type: "buttons", pressed: [names]}
//   {type: "advance", ms, id}    where `manual`: let so much time pass; answered by "advanced"
//   {type: "rest", on}           time stands still, or goes on
//   {type: "code", id}           answered by "code"
// To the page:
//   {type: "ready"}              the game runs
//   {type: "frame", frame, contrast}         what the glass shows, see Panel.frame
//   {type: "speech", text}       what is written there, see guest/speech.py
//   {type: "led", on}  {type: "wave", pin, frequency, duty}
//   {type: "save", name, data}   a file of /saves has changed; data is null where it is gone
//   {type: "print", line}        what a board sends over USB
//   {type: "refused", text}      what is wrong with `deal`; the game starts without it
//   {type: "reset"}              the firmware wants to be started again
//   {type: "ended", text}        it cannot go on

import { loadMicroPython } from "./micropython.mjs";
import { Panel } from "./panel.mjs";

const HEAP_BYTES = 1024 * 1024;
const BATCH_MS = 12; // of steps that want to go on at once, before messages are looked at
const SAVES = "/saves/";
const FILES = new URL("firmware.bin", import.meta.url);
const PROGRAM = new URL("micropython.wasm", import.meta.url);

// Time in milliseconds since power-on: by itself, or by hand (in tests, where it stands still between two messages).
class Clock {
  constructor(manual) {
    this.manual = manual;
    this.begin = performance.now();
    this.rested = 0;
    this.restingSince = null;
    this.us = 0;
  }

  now() {
    if (this.manual) return this.us / 1000;
    return (this.restingSince ?? performance.now()) - this.begin - this.rested;
  }

  rest(on) {
    if (on === (this.restingSince !== null)) return;
    if (on) {
      this.restingSince = performance.now();
    } else {
      this.rested += performance.now() - this.restingSince;
      this.restingSince = null;
    }
  }
}

class Board {
  constructor(options) {
    this.clock = new Clock(options.manual);
    this.panel = new Panel();
    this.lowPins = 0;
    this.lit = 0;
    this.changed = new Set();
    this.told = null;
    this.shown = -1;
    this.timer = 0;
    this.wakeAt = 0;
    this.turn = 0;
    this.over = false;
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = ({ data }) => data === this.turn && this.run();
  }

  // ---- what the firmware's machine calls ----

  api() {
    const bytes = (address, length) => this.micropython._module.HEAPU8.subarray(address, address + length);
    return {
      now: (us) => {
        if (this.clock.manual) this.clock.us += us;
        return Math.floor(this.clock.now());
      },
      held: () => this.lowPins,
      i2c_write: (address, at, length) => {
        if (address !== this.panel.address) return 0;
        this.panel.transfer(bytes(at, length));
        return 1;
      },
      i2c_read: (address, at, length) => {
        if (address !== this.panel.address) return 0;
        bytes(at, length).fill(this.panel.status());
        return 1;
      },
      pin_level: (pin, level) => {
        if (pin !== this.facts?.led || level === this.lit) return;
        this.lit = level;
        postMessage({ type: "led", on: level === 1 });
      },
      pin_wave: (pin, frequency, duty) => postMessage({ type: "wave", pin, frequency, duty }),
      random_byte: () => crypto.getRandomValues(new Uint8Array(1))[0],
      told: (text) => {
        this.told = text;
      },
      reset: () => {
        this.over = true;
        this.publish();
        postMessage({ type: "reset" });
      },
    };
  }

  // ---- power ----

  async start({ saves, pressed, seed, deal }) {
    const print = (line) => postMessage({ type: "print", line });
    const [micropython, files] = await Promise.all([
      loadMicroPython({ url: PROGRAM.href, heapsize: HEAP_BYTES, stdout: print, stderr: print }),
      fetched(FILES),
    ]);
    this.micropython = micropython;
    const { FS } = micropython;
    for (const [name, data] of unpacked(files)) write(FS, "/" + name, data);
    for (const [name, data] of Object.entries(saves)) write(FS, SAVES + name, data);
    this.watchSaves(FS);
    micropython.registerJsModule("elba_page", this.api());
    micropython.runPython('import sys\nsys.path[:] = ["", ".frozen", "/lib", "/web"]\nimport run');
    const run = micropython.pyimport("run");
    this.facts = JSON.parse(run.facts());
    this.panel.address = this.facts.address;
    this.press(pressed);
    let code = null;
    if (deal?.code) {
      const wrong = run.check_deal(deal.code, deal.system ?? "");
      if (wrong) postMessage({ type: "refused", text: wrong });
      else code = deal.code;
    }
    run.power_on(JSON.stringify({ seed, deal: code }));
    this.step = run.step;
    this.dealCode = run.deal_code;
    postMessage({ type: "ready" });
    if (!this.clock.manual) this.run();
  }

  // ---- time ----

  // Run the firmware until it wants to sleep, show what it did, and come back when it wants to go on.
  run() {
    if (this.over || this.clock.restingSince !== null) return;
    const end = performance.now() + BATCH_MS;
    let ms = 0;
    while (ms === 0 && performance.now() < end) ms = this.once();
    this.publish();
    if (this.over) return;
    this.turn += 1;
    clearTimeout(this.timer);
    // A timer of 0 ms would wait for 4, and bots that think ask for many.
    if (ms) this.timer = setTimeout(() => this.run(), ms);
    else this.channel.port2.postMessage(this.turn);
  }

  once() {
    let ms = -1;
    try {
      ms = this.step();
    } catch (error) {
      if (!this.over) postMessage({ type: "ended", text: String(error.message ?? error) });
      this.over = true;
      return -1;
    }
    if (ms < 0 && !this.over) {
      this.over = true;
      postMessage({ type: "ended", text: "" });
    }
    return ms;
  }

  advance(ms) {
    const target = this.clock.us + ms * 1000;
    while (!this.over && this.wakeAt <= target) {
      this.clock.us = Math.max(this.clock.us, this.wakeAt);
      const wait = this.once();
      this.wakeAt = this.clock.us + wait * 1000;
    }
    this.clock.us = Math.max(this.clock.us, target);
    this.publish();
  }

  rest(on) {
    this.clock.rest(on);
    clearTimeout(this.timer);
    if (!on && this.step && !this.clock.manual) this.run();
  }

  press(names) {
    this.lowPins = names.reduce((mask, name) => mask | (1 << this.facts.buttons[name]), 0);
  }

  // ---- what is seen of it ----

  publish() {
    if (this.panel.version !== this.shown) {
      this.shown = this.panel.version;
      postMessage({ type: "frame", frame: this.panel.frame(), contrast: this.panel.contrast });
    }
    if (this.told !== null) {
      postMessage({ type: "speech", text: this.told });
      this.told = null;
    }
    const { FS } = this.micropython;
    for (const path of this.changed) {
      const data = FS.analyzePath(path).exists ? FS.readFile(path) : null;
      postMessage({ type: "save", name: path.slice(SAVES.length), data });
    }
    this.changed.clear();
  }

  // Closing a file is what commits it, on a board as here.
  watchSaves(FS) {
    const { close, unlink, rename } = FS;
    const note = (path) => path.startsWith(SAVES) && this.changed.add(path);
    FS.close = (stream) => {
      if (stream.flags & 3) note(stream.path);
      return close.call(FS, stream);
    };
    FS.unlink = (path) => {
      note(path);
      return unlink.call(FS, path);
    };
    FS.rename = (from, to) => {
      note(from);
      note(to);
      return rename.call(FS, from, to);
    };
  }
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} could not be loaded (status ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

// firmware.bin: the length of an index (4 bytes, little-endian), the index ([[path, size], ...] as JSON), the files.
function* unpacked(data) {
  const length = new DataView(data.buffer).getUint32(0, true);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(data.subarray(4, at)))) {
    yield [name, data.subarray(at, at + size)];
    at += size;
  }
}

function write(FS, path, data) {
  let directory = "";
  for (const part of path.split("/").slice(1, -1)) {
    directory += "/" + part;
    if (!FS.analyzePath(directory).exists) FS.mkdir(directory);
  }
  FS.writeFile(path, data);
}

let board = null;

onmessage = async ({ data }) => {
  if (data.type === "start") {
    board = new Board(data);
    try {
      await board.start(data);
    } catch (error) {
      board.over = true;
      postMessage({ type: "ended", text: String(error.message ?? error) });
    }
  } else if (data.type === "buttons") {
    if (!board?.step) return; // it has not started: what is pressed now is meant for nothing
    board.press(data.pressed);
    if (!board.clock.manual) board.run();
  } else if (data.type === "advance") {
    board.advance(data.ms);
    postMessage({ type: "advanced", id: data.id });
  } else if (data.type === "rest") {
    board?.rest(data.on);
  } else if (data.type === "code") {
    postMessage({ type: "code", id: data.id, code: board?.dealCode?.() ?? "" });
  }
};
