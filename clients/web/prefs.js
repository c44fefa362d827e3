/** Per-device preferences: a few named values that outlive the page. */

const PREFIX = "narde.";

/** Every preference and its value on a new device. */
export const DEFAULTS = Object.freeze({
  token: "",
  name: "",
  language: /** @type {string | null} */ (null),
  theme: /** @type {"auto" | "light" | "dark"} */ ("auto"),
  board: "walnut",
  "sound.throw": true,
  "sound.step": true,
  "sound.turn": true,
  "sound.clock": true,
  "sound.end": true,
  animations: true,
  autoDone: false,
  autoForced: false,
  numbers: true,
  arrows: true,
  flip: false,
  mirror: false,
  mute: false,
  preset: "lange-narde",
  gulBara: false,
  clock: "none",
  length: 1,
  games: 0,
  room: "",
  keys: "",
  contest: "",
});

/**
 * @typedef {{-readonly [K in keyof typeof DEFAULTS]: (typeof DEFAULTS)[K] extends boolean ? boolean
 *   : (typeof DEFAULTS)[K] extends number ? number : (typeof DEFAULTS)[K] extends string ? (K extends "theme"
 *   ? "auto" | "light" | "dark" : string) : (typeof DEFAULTS)[K]}} Values
 * @typedef {keyof Values} Key
 * @typedef {(key: Key, value: Values[Key]) => void} Listener
 * @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store
 */

export class Prefs {
  /** @type {Map<Key, Values[Key]>} what was set here, also when the browser keeps nothing */
  #values = new Map();
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Store | null} */
  #store;

  /** @param {Store | null} store null where the browser forbids storage: then they live as long as the page */
  constructor(store) {
    this.#store = store;
  }

  /**
   * @template {Key} K
   * @param {K} key
   * @returns {Values[K]}
   */
  get(key) {
    const value = this.#values.has(key) ? this.#values.get(key) : this.#read(key);
    return /** @type {Values[K]} */ (value);
  }

  /**
   * @template {Key} K
   * @param {K} key
   * @param {Values[K]} value
   */
  set(key, value) {
    this.#values.set(key, value);
    this.#write(key, value);
    for (const listener of [...this.#listeners]) listener(key, value);
  }

  /**
   * @param {Listener} listener
   * @returns {() => void} stops it
   */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Another tab has written: forget what this one remembers and tell. @param {string | null} storageKey */
  refresh(storageKey) {
    const key = /** @type {Key} */ (storageKey?.slice(PREFIX.length) ?? "");
    if (!storageKey?.startsWith(PREFIX) || !(key in DEFAULTS)) return;
    this.#values.delete(key);
    for (const listener of [...this.#listeners]) listener(key, this.get(key));
  }

  /** @param {Key} key @returns {Values[Key]} */
  #read(key) {
    try {
      const text = this.#store?.getItem(PREFIX + key) ?? null;
      return text === null ? DEFAULTS[key] : parse(text, DEFAULTS[key]);
    } catch {
      return DEFAULTS[key];
    }
  }

  /** @param {Key} key @param {Values[Key]} value */
  #write(key, value) {
    try {
      if (value === null) this.#store?.removeItem(PREFIX + key);
      else this.#store?.setItem(PREFIX + key, String(value));
    } catch {
      // Storage is full or forbidden; the value holds until the page is closed.
    }
  }
}

/**
 * Values are stored as plain text, so the default says of which kind they are.
 * @param {string} text
 * @param {Values[Key]} fallback
 * @returns {Values[Key]}
 */
function parse(text, fallback) {
  if (typeof fallback === "boolean") return text === "true";
  if (typeof fallback === "number") return Number(text) || fallback;
  return text;
}

/** The browser's storage, or null where even asking for it is an error. @returns {Storage | null} */
export function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The token that is this person: 16 random bytes, made once. @param {Prefs} prefs @returns {string} */
export function ensureToken(prefs) {
  if (!prefs.get("token")) prefs.set("token", base64url(crypto.getRandomValues(new Uint8Array(16))));
  return prefs.get("token");
}

/**
 * The name that others read; a new guest gets a number to be told apart by.
 * @param {Prefs} prefs
 * @param {string} guest
 */
export function ensureName(prefs, guest) {
  if (!prefs.get("name")) prefs.set("name", `${guest} ${1000 + Math.floor(Math.random() * 9000)}`);
  return prefs.get("name");
}

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @param {string} text @returns {Uint8Array} */
export function fromBase64url(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
