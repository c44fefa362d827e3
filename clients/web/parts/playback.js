/** Buttons that step through a game, and the hand that presses "next" while it plays by itself. */

/** @import {T} from "../i18n.js" */
/** @import {Act} from "../screens/frames.js" */

import { h, svg } from "../dom.js";

/** @type {Record<Act | "pause", string>} drawn in a square of 24 */
const ICONS = {
  first: "M18 5.500 9 12l9 6.500zM6 5.500v13",
  previous: "M16 5.500 7 12l9 6.500z",
  play: "M7 4.500 18.500 12 7 19.500z",
  pause: "M7 5h3.500v14H7zM13.500 5H17v14h-3.500z",
  next: "M8 5.500 17 12l-9 6.500z",
  last: "M6 5.500 15 12l-9 6.500zM18 5.500v13",
};
/** @type {Act[]} */
const ACTS = ["first", "previous", "play", "next", "last"];
const SPEEDS = [0.5, 1, 2, 4];
/** How long a play lies there at the ordinary speed, once it has been made. */
const PAUSE_MS = 1200;
const STEP_MS = 200;

/** The screen moves the cursor, and says with `update` where it is now. */
export class Playback {
  playing = false;
  #t;
  #move;
  #timer = 0;
  #at = 0;
  #last = 0;
  #buttons;
  #speed;

  /**
   * @param {T} t
   * @param {(act: Act) => void} move
   */
  constructor(t, move) {
    this.#t = t;
    this.#move = move;
    this.#buttons = ACTS.map((act) => h("button", { class: "btn icon", type: "button", "data-act": act, onclick: () => this.act(act) }));
    this.#speed = h("select", { class: "input", "data-act": "speed", "aria-label": t("replay.speed"), title: t("replay.speed") },
      SPEEDS.map((speed) => h("option", { value: String(speed), selected: speed === 1 }, `${speed === 0.5 ? "½" : speed}×`)));
    this.element = h("div", { class: "actions playback", role: "group", "aria-label": t("replay.controls") }, ...this.#buttons, this.#speed);
  }

  /** A press of a button or a key. @param {Act} act */
  act(act) {
    if (act === "play") return this.#toggle();
    this.#stop();
    this.#move(act);
  }

  /**
   * @param {number} at
   * @param {number} last
   * @param {number} steps that the board is just making
   */
  update(at, last, steps) {
    [this.#at, this.#last] = [at, last];
    if (at === last) this.#stop();
    else if (this.playing) this.#wait(steps);
    this.#show();
  }

  destroy() {
    this.#stop();
  }

  #toggle() {
    if (this.playing) {
      this.#stop();
      return this.#show();
    }
    this.playing = true;
    this.#move(this.#at === this.#last ? "first" : "next");
  }

  #stop() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** @param {number} steps */
  #wait(steps) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#move("next"), steps * STEP_MS + PAUSE_MS / Number(this.#speed.value));
  }

  /** A button that has the focus keeps it, so those at the ends are only marked as disabled. */
  #show() {
    const asleep = { first: this.#at === 0, previous: this.#at === 0, play: this.#last === 0, next: this.#at === this.#last, last: this.#at === this.#last };
    this.#buttons.forEach((button, i) => {
      const act = ACTS[i];
      const name = act === "play" && this.playing ? "pause" : act;
      button.setAttribute("aria-disabled", String(asleep[act]));
      if (button.dataset.shows === name) return;
      button.dataset.shows = name;
      button.title = this.#t(`replay.${name}`);
      button.setAttribute("aria-label", button.title);
      button.replaceChildren(icon(ICONS[name]));
    });
  }
}

/** @param {string} d */
function icon(d) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { class: "solid", d, "stroke-linejoin": "round" }));
}
