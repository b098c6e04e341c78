// The buzzer: a square wave on a pin, as the firmware's PWM makes it, by WebAudio.

const LOUDNESS = 0.08;
const EDGE_S = 0.002; // against clicks

export class Sound {
  constructor() {
    this.on = true;
    this.context = null;
    this.wave = { frequency: 0, duty: 0 };
  }

  // Browsers let a page be heard only after a person has done something on it.
  wake() {
    if (!this.context) {
      this.context = new AudioContext({ latencyHint: "interactive" });
      this.gain = new GainNode(this.context, { gain: 0 });
      this.oscillator = new OscillatorNode(this.context, { type: "square" });
      this.oscillator.connect(this.gain).connect(this.context.destination);
      this.oscillator.start();
    }
    if (this.context.state === "suspended") this.context.resume().catch(() => {});
  }

  // frequency in Hz, duty in 65536ths of the time high; 0 Hz is silence.
  play(frequency, duty) {
    this.wave = { frequency, duty };
    this.#apply();
  }

  mute(muted) {
    this.on = !muted;
    this.#apply();
  }

  #apply() {
    if (!this.context) return;
    const { frequency, duty } = this.wave;
    const now = this.context.currentTime;
    // The fundamental of a pulse: loudest at half the time, none where the pin never moves.
    const loud = this.on && frequency > 0 ? LOUDNESS * Math.sin((Math.PI * duty) / 65536) : 0;
    if (loud) this.oscillator.frequency.setValueAtTime(Math.min(frequency, this.context.sampleRate / 2), now);
    this.gain.gain.setTargetAtTime(loud, now, EDGE_S);
  }
}
