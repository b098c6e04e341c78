// The page: switches the board on, hands it what the person does and shows what it does.
//
// In the address:
//   #deal=CODE&system=ID    play this deal, for practice (the system is only looked at: a code names it, too)
//   ?seed=N                 the same deals every time
//   ?clock=manual           time stands still; window.elba lets it pass (for tests)

import { Glass } from "./glass.mjs";
import { Keys } from "./keys.mjs";
import { Saves, archive, unpacked } from "./saves.mjs";
import { Sound } from "./sound.mjs";
import { Reader } from "./speech.mjs";

const REPOSITORY = "@REPOSITORY@";
const TOAST_MS = 6000;

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const manual = query.get("clock") === "manual";
const seed = /^\d+$/.test(query.get("seed") ?? "") ? Number(query.get("seed")) >>> 0 : null;

const glass = new Glass($("glass"));
const sound = new Sound();
const keys = new Keys([...document.querySelectorAll("[data-button]")], (pressed) => {
  sound.wake();
  send({ type: "buttons", pressed });
});

let saves = null;
let reader = null;
let worker = null;
let writing = Promise.resolve(); // what the board has saved reaches the database in this order
let powering = Promise.resolve(); // one switching on after the other: there is one board
let alone = false; // this page has the saves
const opened = Promise.all([Saves.open(), fetch("speech.json").then((response) => response.json())]).then(
  ([database, languages]) => {
    saves = database;
    reader = new Reader($("screen"), $("news"), languages);
  },
);
const waiting = new Map();
let asked = 0;

// For whoever measures and tests.
const elba = {
  frame: () => glass.frame,
  drawn: () => glass.drawn,
  startedMs: null,
  waves: [],
  printed: [],
  advance: (ms) => ask({ type: "advance", ms }),
  press: (pressed) => send({ type: "buttons", pressed }),
  saved: () => writing,
};
window.elba = elba;

function send(message) {
  worker?.postMessage(message);
}

function ask(message) {
  const id = (asked += 1);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ ...message, id });
  });
}

// ---- power ----

// Switch the board off and on again; before(), if given, is done while it is off.
function switchOn(withDeal, before = null) {
  powering = powering.then(() => powerCycle(withDeal, before)).catch((error) => receive.ended({ text: error.message }));
  return powering;
}

async function powerCycle(withDeal, before) {
  const last = worker;
  worker = null;
  last?.terminate();
  await opened;
  await new Promise((resolve) => setTimeout(resolve)); // what it has saved is on its way here
  if (last) last.onmessage = null;
  if (!alone) return;
  notice("");
  sound.play(0, 0);
  await writing;
  await before?.();
  const deal = withDeal ? dealInAddress() : null;
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive[data.type](data);
  worker.onerror = (event) => receive.ended({ text: event.message ?? "a file is missing" });
  send({ type: "start", saves: await saves.all(), pressed: keys.pressed(), seed, deal, manual });
  if (document.hidden) send({ type: "rest", on: true });
}

function dealInAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  return words.get("deal") ? { code: words.get("deal"), system: words.get("system") } : null;
}

const receive = {
  ready() {
    elba.startedMs ??= performance.now();
    document.body.classList.add("on");
  },
  frame({ frame, contrast }) {
    glass.show(frame, contrast);
  },
  speech({ text }) {
    reader.take(text);
  },
  led({ on }) {
    $("led").classList.toggle("lit", on);
  },
  wave({ frequency, duty }) {
    if (manual) elba.waves.push([frequency, duty]);
    sound.play(frequency, duty);
  },
  save({ name, data }) {
    writing = writing.then(() => saves.put(name, data)).catch((error) => toast(`The game is not saved: ${error.message}`));
  },
  print({ line }) {
    elba.printed.push(line);
    if (elba.printed.length > 200) elba.printed.shift();
  },
  refused({ text }) {
    toast(`The address has no deal that can be played. ${text}`);
  },
  reset() {
    switchOn(false);
  },
  ended({ text }) {
    notice(`Elba has stopped. ${text}`, "Start again", () => switchOn(false));
  },
  advanced({ id }) {
    waiting.get(id)?.();
    waiting.delete(id);
  },
  code({ id, code }) {
    waiting.get(id)?.(code);
    waiting.delete(id);
  },
};

// ---- one page at a time has the saves ----

// Two pages that play on the same saves would each undo what the other has saved.
function whenAlone(start) {
  if (!navigator.locks) {
    alone = true;
    return start();
  }
  const hold = () => {
    alone = true;
    start();
    return new Promise(() => {}); // until the page is closed, or another one takes over
  };
  const taken = () => {
    alone = false;
    worker?.terminate();
    worker = null;
    notice("Elba is being played in another tab or window.", "Play here", () =>
      navigator.locks.request("elba-saves", { steal: true }, hold).catch(taken),
    );
  };
  return navigator.locks
    .request("elba-saves", { ifAvailable: true }, (lock) => (lock ? hold() : taken()))
    .catch(taken);
}

// ---- what the page says ----

function notice(text, label = "", act = null) {
  const box = $("notice");
  box.hidden = !text;
  box.querySelector("p").textContent = text;
  const button = box.querySelector("button");
  button.hidden = !label;
  button.textContent = label;
  button.onclick = act;
}

let toastTimer = 0;

function toast(text, label = "", act = null) {
  const box = $("toast");
  box.querySelector("p").textContent = text;
  const button = box.querySelector("button");
  button.hidden = !label;
  button.textContent = label;
  button.onclick = () => {
    box.hidden = true;
    act();
  };
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), label ? 3 * TOAST_MS : TOAST_MS);
}

// ---- the tools below the handheld ----

async function share() {
  const code = worker && (await ask({ type: "code" }));
  if (!code) {
    toast("There is no deal on: begin a game first.");
    return;
  }
  const address = new URL(location.href);
  address.search = "";
  address.hash = new URLSearchParams(JSON.parse(code)).toString();
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: "A deal of Nap", url: address.href });
    } else {
      await navigator.clipboard.writeText(address.href);
      toast("The link to this deal is copied: whoever opens it gets the same cards.");
    }
  } catch (error) {
    if (error.name !== "AbortError") toast(`The link to this deal: ${address.href}`);
  }
}

async function exportSaves() {
  await opened;
  await writing;
  const files = await saves.all();
  if (!Object.keys(files).length) {
    toast("Nothing is saved yet.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await archive(files)], { type: "application/zip" }));
  link.download = `elba-saves-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function importSaves(chosen) {
  let files;
  try {
    files = await unpacked(chosen);
  } catch (error) {
    toast(error.message);
    return;
  }
  await opened;
  if (!alone) {
    toast("Elba is being played in another tab or window: import there, or play here first.");
    return;
  }
  let before = null;
  await switchOn(false, async () => {
    before = await saves.all();
    await saves.replace(files);
  });
  if (before) toast("The saved games are now those of the file.", "Undo", () => switchOn(false, () => saves.replace(before)));
}

function muted() {
  try {
    return localStorage.getItem("elba-muted") === "1";
  } catch {
    return false; // where a browser lets the page keep nothing
  }
}

function setMuted(on) {
  try {
    localStorage.setItem("elba-muted", on ? "1" : "0");
  } catch {
    // As above.
  }
  sound.mute(on);
  $("sound").setAttribute("aria-pressed", String(!on));
}

$("sound").onclick = () => setMuted($("sound").getAttribute("aria-pressed") === "true");
$("share").onclick = share;
$("export").onclick = exportSaves;
$("import").onclick = () => $("file").click();
$("file").onchange = async ({ target }) => {
  if (target.files.length) await importSaves([...target.files]);
  target.value = ""; // the same file may be chosen again
};
$("restart").onclick = () => switchOn(false);
setMuted(muted());

if (REPOSITORY) {
  const link = document.createElement("a");
  link.href = REPOSITORY;
  link.textContent = "How to build it";
  $("sources").append(link);
}

addEventListener("hashchange", () => dealInAddress() && switchOn(true));
document.addEventListener("visibilitychange", () => {
  send({ type: "rest", on: document.hidden });
  if (document.hidden) keys.releaseAll();
  if (document.hidden) sound.play(0, 0);
});

// ---- start ----

// Without a service worker there is no use without a network, and nothing else is missing.
async function keepForLater() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.register("service.js").catch(() => null);
  if (!registration) return;
  const offer = (worker) => {
    if (worker?.state !== "installed" || !serviceWorker.controller) return;
    toast("There is a newer Elba.", "Take it", () => {
      serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    });
  };
  // The worker itself says when it is ready: the registration may come to know of that a moment later.
  const watch = (worker) => worker?.addEventListener("statechange", () => offer(worker));
  registration.addEventListener("updatefound", () => watch(registration.installing));
  watch(registration.installing); // one may be on its way already
  offer(registration.waiting);
  if (serviceWorker.controller) registration.update().catch(() => null);
}

if (document.readyState === "complete") keepForLater();
else addEventListener("load", keepForLater);
whenAlone(() => switchOn(true));
