/**
 * Sounds made on the spot by Web Audio; nothing is loaded. Silent until the first touch, as browsers want it.
 *
 * @typedef {"dice"|"checker"|"off"|"turn"|"tick"|"win"|"lose"} SoundName
 * @typedef {{play(name: SoundName, delay?: number): void, destroy(): void}} Sound
 */

/** The preference that each sound obeys. @type {Record<SoundName, import("../prefs.js").Key>} */
const PREFERENCE = {
  dice: "sound.throw",
  checker: "sound.step",
  off: "sound.step",
  turn: "sound.turn",
  tick: "sound.clock",
  win: "sound.end",
  lose: "sound.end",
};

/**
 * All of them off, or on when all are off.
 * @param {import("../prefs.js").Prefs} prefs
 * @returns {boolean} whether they are on now
 */
export function toggleSounds(prefs) {
  const keys = new Set(Object.values(PREFERENCE));
  const on = ![...keys].some((key) => prefs.get(key));
  for (const key of keys) prefs.set(key, on);
  return on;
}

/** @typedef {(context: AudioContext, at: number) => void} Recipe */

/** @type {Record<SoundName, Recipe>} */
const RECIPES = {
  dice(context, at) {
    for (const [delay, pitch] of [[0, 1900], [0.07, 2300], [0.13, 1700], [0.22, 2100], [0.34, 1500]]) {
      knock(context, at + delay, pitch, 0.035, 0.5 - delay);
    }
  },
  checker(context, at) {
    knock(context, at, 950, 0.05, 0.55);
    knock(context, at + 0.004, 320, 0.09, 0.35);
  },
  off(context, at) {
    knock(context, at, 620, 0.08, 0.4);
    knock(context, at + 0.09, 780, 0.1, 0.45);
  },
  turn(context, at) {
    note(context, at, 660, 0.16, 0.12);
    note(context, at + 0.13, 880, 0.24, 0.12);
  },
  tick(context, at) {
    knock(context, at, 3000, 0.015, 0.3);
  },
  win(context, at) {
    [523, 659, 784, 1047].forEach((pitch, i) => note(context, at + i * 0.13, pitch, 0.35, 0.14));
  },
  lose(context, at) {
    [440, 392, 330].forEach((pitch, i) => note(context, at + i * 0.2, pitch, 0.4, 0.1));
  },
};

/**
 * @param {import("../prefs.js").Prefs} prefs
 * @returns {Sound}
 */
export function createSound(prefs) {
  /** @type {AudioContext|null} */
  let context = null;
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  const touches = ["pointerdown", "keydown"];
  touches.forEach((type) => addEventListener(type, wake, { capture: true, passive: true }));
  return {
    play(name, delay = 0) {
      if (context?.state !== "running" || !prefs.get(PREFERENCE[name])) return;
      RECIPES[name](context, context.currentTime + delay / 1000);
    },
    destroy() {
      touches.forEach((type) => removeEventListener(type, wake, { capture: true }));
      void context?.close();
    },
  };
}

/**
 * A short burst of filtered noise: wood on wood.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch Hz
 * @param {number} length seconds
 * @param {number} volume
 */
function knock(context, at, pitch, length, volume) {
  const noise = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 4 });
  noise.connect(filter).connect(fading(context, at, length, volume)).connect(context.destination);
  noise.start(at, 0, length * 2);
}

/**
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch Hz
 * @param {number} length seconds
 * @param {number} volume
 */
function note(context, at, pitch, length, volume) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  tone.connect(fading(context, at, length, volume)).connect(context.destination);
  tone.start(at);
  tone.stop(at + length * 2);
}

/**
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} length
 * @param {number} volume
 */
function fading(context, at, length, volume) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length * 2);
  return gain;
}

/** @type {WeakMap<AudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** @param {AudioContext} context */
function noiseOf(context) {
  const known = noises.get(context);
  if (known) return known;
  const buffer = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
  buffer.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
  noises.set(context, buffer);
  return buffer;
}
