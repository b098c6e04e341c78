// Keys, mouse and fingers on the handheld's buttons.

const KEYS = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "a",
  Space: "a",
  NumpadEnter: "a",
  Backspace: "b",
  Escape: "b",
};
const TAP_MS = 80; // for who presses a button by something that has no down and up, as a screen reader

export class Keys {
  // changed(names): called with the buttons that are down, whenever that changes
  constructor(buttons, changed) {
    this.buttons = new Map(buttons.map((button) => [button.dataset.button, button]));
    this.changed = changed;
    this.byKey = new Map(); // key's code -> button
    this.byPointer = new Map(); // pointer's id -> button, null where it has slid off
    this.tapped = new Map(); // button -> timer
    this.told = "";
    window.addEventListener("keydown", (event) => this.#keyDown(event));
    window.addEventListener("keyup", (event) => this.byKey.delete(event.code) && this.#tell());
    window.addEventListener("blur", () => this.releaseAll());
    for (const button of buttons) this.#listen(button);
  }

  pressed() {
    const down = [...this.byKey.values(), ...this.byPointer.values(), ...this.tapped.keys()];
    return [...new Set(down.filter(Boolean))].sort();
  }

  releaseAll() {
    this.byKey.clear();
    this.byPointer.clear();
    this.#tell();
  }

  #keyDown(event) {
    const name = KEYS[event.code];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    // What has the focus takes Enter and the space bar for itself.
    if (name === "a" && event.target.closest?.("button, a, input, summary, dialog")) return;
    if (event.target.closest?.("dialog[open]")) return;
    event.preventDefault();
    if (event.repeat) return;
    this.byKey.set(event.code, name);
    this.#tell();
  }

  #listen(button) {
    const { button: name } = button.dataset;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.byPointer.set(event.pointerId, name);
      this.#tell();
    });
    // A thumb slides from one direction to the next without being lifted.
    button.addEventListener("pointermove", (event) => {
      if (!this.byPointer.has(event.pointerId)) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-button]");
      this.byPointer.set(event.pointerId, under?.dataset.button ?? null);
      this.#tell();
    });
    const up = (event) => this.byPointer.delete(event.pointerId) && this.#tell();
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
    button.addEventListener("lostpointercapture", up);
    // The focus stays where the keys are expected.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return; // a pointer's: all is done
      clearTimeout(this.tapped.get(name));
      this.tapped.set(
        name,
        setTimeout(() => this.tapped.delete(name) && this.#tell(), TAP_MS),
      );
      this.#tell();
    });
  }

  #tell() {
    const names = this.pressed();
    if (names.join() === this.told) return;
    this.told = names.join();
    for (const [name, button] of this.buttons) button.classList.toggle("pressed", names.includes(name));
    this.changed(names);
  }
}
