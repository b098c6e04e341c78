// The glass: draws a frame on a canvas, so that each pixel of the OLED is the same whole number of pixels of the screen.

import { HEIGHT, WIDTH } from "./panel.mjs";

const LIT = [206, 234, 255];
const DARK = [8, 10, 13];

function canvasOf(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

export class Glass {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.small = canvasOf(WIDTH, HEIGHT);
    this.image = new ImageData(WIDTH, HEIGHT);
    this.frame = new Uint8Array((WIDTH * HEIGHT) / 8);
    this.level = 1;
    this.drawn = 0; // frames drawn so far
    this.wanted = false;
    this.fit();
    new ResizeObserver(() => this.fit()).observe(canvas.parentElement);
  }

  show(frame, contrast) {
    this.frame = frame;
    // As an eye takes it: the lowest level is dim, but can be read.
    this.level = 0.35 + 0.65 * Math.sqrt(contrast / 255);
    if (!this.wanted) {
      this.wanted = true;
      requestAnimationFrame(() => this.draw());
    }
  }

  // Take as much of the room as whole pixels allow.
  fit() {
    const ratio = window.devicePixelRatio || 1;
    const room = this.canvas.parentElement.clientWidth;
    const scale = Math.max(1, Math.floor((room * ratio) / WIDTH + 0.01));
    if (scale === this.scale && ratio === this.ratio) return;
    this.scale = scale;
    this.ratio = ratio;
    this.canvas.width = WIDTH * scale;
    this.canvas.height = HEIGHT * scale;
    this.canvas.style.width = `${(WIDTH * scale) / ratio}px`;
    this.canvas.style.height = `${(HEIGHT * scale) / ratio}px`;
    this.gaps = scale < 3 ? null : this.#pattern(scale);
    this.draw();
  }

  // The dark lines between the pixels.
  #pattern(scale) {
    const tile = canvasOf(scale, scale);
    const context = tile.getContext("2d");
    context.fillStyle = "rgb(0 2 5 / 55%)";
    const width = scale >= 10 ? 2 : 1;
    context.fillRect(0, 0, scale, width);
    context.fillRect(0, width, width, scale - width);
    return this.context.createPattern(tile, "repeat");
  }

  draw() {
    this.wanted = false;
    const { data } = this.image;
    const lit = LIT.map((value) => value * this.level);
    for (let i = 0; i < WIDTH * HEIGHT; i += 1) {
      const color = (this.frame[i >> 3] >> (7 - (i & 7))) & 1 ? lit : DARK;
      data[4 * i] = color[0];
      data[4 * i + 1] = color[1];
      data[4 * i + 2] = color[2];
      data[4 * i + 3] = 255;
    }
    this.small.getContext("2d").putImageData(this.image, 0, 0);
    const { context, canvas } = this;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.small, 0, 0, canvas.width, canvas.height);
    if (this.gaps) {
      context.fillStyle = this.gaps;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    this.drawn += 1;
  }
}
