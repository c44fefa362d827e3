/**
 * The board by keyboard: one tab stop, a cursor that walks the points as they lie on the screen, Enter to pick up and
 * to put down. Screen readers follow the cursor by aria-activedescendant.
 */

import { on } from "../dom.js";
import { BLACK_TRAY, WHITE_TRAY, neighbour, renumber } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} Arrow
 * @typedef {object} Desk
 * @property {import("./input.js").Hand} hand
 * @property {() => import("./board.js").BoardState | null} state
 * @property {() => import("./geometry.js").View} view
 * @property {(cursor: number) => void} point   show and announce where the cursor is
 * @property {() => void} skip
 * @property {import("./board.js").Hooks} hooks
 */

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export class Keyboard {
  /** By White's numbers, the trays beside them. */
  #cursor = 24;
  #desk;
  #offs;

  /**
   * @param {SVGSVGElement} root
   * @param {Desk} desk
   */
  constructor(root, desk) {
    this.#desk = desk;
    this.#offs = [
      on(root, "keydown", (event) => this.#key(event)),
      on(root, "focus", () => desk.point(this.#cursor)),
    ];
  }

  destroy() {
    this.#offs.forEach((off) => off());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (modified || event.target !== event.currentTarget || !this.#handle(event.key, event.repeat)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} key
   * @param {boolean} repeat
   * @returns {boolean}  whether the key meant something here
   */
  #handle(key, repeat) {
    if (ARROWS.includes(key)) return this.#walk(/** @type {Arrow} */ (key));
    if (repeat) return key === "Enter" || key === " ";
    if (key === "Enter" || key === " ") return this.#act();
    if (key === "Escape") return this.#cancel();
    return /^[1-6]$/.test(key) && this.#chooseDie(Number(key));
  }

  /** @param {Arrow} key */
  #walk(key) {
    this.#desk.skip();
    this.#cursor = neighbour(this.#cursor, key, this.#desk.view());
    this.#desk.point(this.#cursor);
    return true;
  }

  #act() {
    const state = this.#desk.state();
    if (!state) return false;
    this.#desk.skip();
    if (!state.movable?.sources.size) return this.#press(state.button);
    this.#desk.hand.touch(ownNumber(this.#cursor, state.movable.color));
    this.#desk.point(this.#cursor);
    return true;
  }

  /** With nothing to move, Enter means the button. @param {import("./board.js").ButtonState} button */
  #press({ kind, enabled }) {
    if (!enabled) return false;
    if (kind === "done") this.#desk.hooks.done();
    else if (kind === "throw" || kind === "opening") this.#desk.hooks.throw();
    return true;
  }

  #cancel() {
    if (this.#desk.hand.from === null) return false;
    this.#desk.hand.cancel();
    return true;
  }

  /** @param {number} value */
  #chooseDie(value) {
    const index = this.#desk.state()?.dice.findIndex((die) => die.state === "live" && die.value === value) ?? -1;
    if (index >= 0) this.#desk.hooks.die(index);
    return index >= 0;
  }
}

/** @param {number} cursor @param {Color} color */
function ownNumber(cursor, color) {
  return cursor === WHITE_TRAY || cursor === BLACK_TRAY ? 0 : renumber(color, cursor);
}
