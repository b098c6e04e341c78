// The saved games: files of /saves, kept in the browser's database, and to and from one file.
//
// Each is as firmware/handheld/storage.py writes it. The one file is a zip archive of them, as `make backup` makes a
// directory of them.

const NAME = /^[a-z0-9_]+\.[01](-bad\d)?$/i;
const HEAD = 16;
const SUMMED = 12;
const VERSION = 1;
const MOST_BYTES = 64 * 1024;

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Saves {
  // Without a database (a private window of some browsers) games are kept as long as the page is open.
  static async open() {
    const saves = new Saves();
    try {
      const request = indexedDB.open("elba", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("saves");
      saves.database = await promised(request);
    } catch {
      saves.database = null;
      saves.memory = new Map();
    }
    return saves;
  }

  #store(mode) {
    const transaction = this.database.transaction("saves", mode, { durability: "strict" });
    return [transaction, transaction.objectStore("saves")];
  }

  // Return {name: bytes}.
  async all() {
    if (!this.database) return Object.fromEntries(this.memory);
    const [, store] = this.#store("readonly");
    const [names, files] = await Promise.all([promised(store.getAllKeys()), promised(store.getAll())]);
    return Object.fromEntries(names.map((name, i) => [name, files[i]]));
  }

  // Keep a file, or forget it where data is null.
  async put(name, data) {
    if (!this.database) {
      if (data) this.memory.set(name, data);
      else this.memory.delete(name);
      return;
    }
    const [transaction, store] = this.#store("readwrite");
    if (data) store.put(data, name);
    else store.delete(name);
    await finished(transaction);
  }

  // Have these files and no others, or leave all as it was.
  async replace(files) {
    if (!this.database) {
      this.memory = new Map(Object.entries(files));
      return;
    }
    const [transaction, store] = this.#store("readwrite");
    store.clear();
    for (const [name, data] of Object.entries(files)) store.put(data, name);
    await finished(transaction);
  }
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

let crcTable = null;

function crc32(...parts) {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  let crc = 0xffffffff;
  for (const part of parts) for (const byte of part) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// Return "" for a whole save of the device, else what is wrong with it.
export function fault(data) {
  if (data.length < HEAD || new TextDecoder().decode(data.subarray(0, 4)) !== "Elba") return "it is no save of Elba";
  if (data[4] !== VERSION) return `it is of version ${data[4]}, not ${VERSION}`;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const body = data.subarray(HEAD);
  if (view.getUint32(8, true) !== body.length) return "it is not as long as it says";
  if (view.getUint32(SUMMED, true) !== crc32(data.subarray(0, SUMMED), body)) return "its checksum is wrong";
  return "";
}

// Return the bytes of a zip archive of files.
export async function archive(files) {
  const { zipSync } = await import("./fflate.mjs");
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, data]) => [`saves/${name}`, data])), { level: 0 });
}

// Return {name: bytes} of what a person has chosen: one archive, or the files as they are. Throws an Error that says
// what is wrong; nothing is taken then.
export async function unpacked(chosen) {
  const found = {};
  for (const file of chosen) {
    const data = new Uint8Array(await file.arrayBuffer());
    if (data[0] === 0x50 && data[1] === 0x4b) {
      const { unzipSync } = await import("./fflate.mjs");
      let inside;
      try {
        inside = unzipSync(data, { filter: ({ name, originalSize }) => !name.endsWith("/") && originalSize < MOST_BYTES });
      } catch {
        throw new Error(`${file.name} is a damaged archive.`);
      }
      for (const [path, bytes] of Object.entries(inside)) found[path.split("/").at(-1)] = bytes;
    } else {
      found[file.name] = data;
    }
  }
  const saves = Object.entries(found).filter(([name]) => NAME.test(name));
  if (!saves.length) throw new Error("There are no saved games in it: expected files like session.0, or an archive of them.");
  for (const [name, data] of saves) {
    // What the device keeps aside as damaged may be so.
    const wrong = name.includes("-bad") ? "" : fault(data);
    // A slot that a power cut has torn is beside a whole one.
    const other = found[name.slice(0, -1) + (name.endsWith("0") ? "1" : "0")];
    if (wrong && !(other && !fault(other))) throw new Error(`${name} cannot be used: ${wrong}.`);
  }
  return Object.fromEntries(saves);
}
