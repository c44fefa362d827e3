/**
 * The hand of the player: picking up, dragging and putting down by mouse, finger or pen. Clicking a checker and then a
 * target, and dragging, are both always on. It knows no rule: what may be moved, and where to, is in the state.
 */

import { on } from "../dom.js";
import { place, pointAt, renumber } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").View} View
 * @typedef {{color: Color, sources: Set<number>, targets(point: number): Map<number, {dice: number}>}} Movable
 */

/**
 * What the hand needs of the board. Points are the mover's own numbers, 0 is the tray.
 * @typedef {object} Table
 * @property {() => Movable | null} movable
 * @property {() => View} view
 * @property {(color: Color, point: number) => number} count
 * @property {(from: number | null) => void} select    show what the checker of this point can reach
 * @property {(from: number) => void} lift             take the top checker into the hand
 * @property {(at: Spot) => void} carry
 * @property {(target: number | null) => void} hover
 * @property {() => void} putDown                      let go; the checker flies to where it belongs
 * @property {() => void} skip                         end all motion
 * @property {import("./board.js").Hooks} hooks
 */

/**
 * @typedef {object} Press
 * @property {number} id             of the pointer
 * @property {number} x              where it went down, in CSS pixels
 * @property {number} y
 * @property {number | null} source  what a drag would take
 * @property {number | null} target  where a click would go to
 * @property {boolean} again         the source was in the hand already
 * @property {boolean} double        it is the second click in a row
 */

const DRAG_PX = 3;
const DOUBLE_MS = 350;
/** Half of the 44 px that a finger needs: so far it may miss a checker or a target that is not ambiguous. */
const FINGER_PX = 22;
/** A finger hides what it holds. */
const RAISE_PX = 26;

export class Hand {
  /** The point whose checker is picked up. @type {number | null} */
  from = null;
  /** What it can reach: asked once, for a drag asks at every move. @type {Set<number>} */
  #targets = new Set();
  dragging = false;
  /** @type {Press | null} */
  #press = null;
  /** @type {{point: number, at: number} | null} */
  #click = null;
  /** @type {(() => void)[]} */
  #offs;
  #root;
  #table;

  /**
   * @param {SVGSVGElement} root
   * @param {Table} table
   */
  constructor(root, table) {
    this.#root = root;
    this.#table = table;
    this.#offs = [
      on(root, "pointerdown", (event) => this.#down(event)),
      on(root, "pointermove", (event) => this.#move(event)),
      on(root, "pointerup", (event) => this.#up(event)),
      on(root, "pointercancel", () => this.cancel()),
      on(root, "contextmenu", (event) => this.#menu(event)),
    ];
  }

  destroy() {
    this.#offs.forEach((off) => off());
  }

  /** Give up whatever is in the hand. */
  cancel() {
    this.#press = null;
    this.#drop();
    this.pick(null);
  }

  /** The state has changed: keep what is in the hand if it may still move. */
  refresh() {
    if (this.from === null) return;
    if (this.#table.movable()?.sources.has(this.from)) this.pick(this.from);
    else this.cancel();
  }

  /**
   * A click or the Enter key on a place.
   * @param {number} point
   */
  touch(point) {
    const movable = this.#table.movable();
    if (!movable) return;
    if (this.#targets.has(point)) this.#play(point);
    else if (point === this.from) this.pick(null);
    else if (movable.sources.has(point)) this.pick(point);
    else this.#refuse(movable, point);
  }

  /** @param {number | null} point */
  pick(point) {
    if (point !== null && point !== this.from) this.#table.hooks.grab(point);
    this.from = point;
    this.#targets = new Set(point === null ? [] : this.#table.movable()?.targets(point).keys());
    this.#table.select(point);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#table.skip();
    const movable = this.#table.movable();
    if (!movable || event.button !== 0 || !event.isPrimary || isControl(event.target)) return;
    const point = this.#pointUnder(event, movable.color);
    const source = this.#nearest(event, movable.color, movable.sources);
    const target = this.#targetUnder(event);
    if (source === null) return this.#clickAway(target ?? point);
    const double = this.#isDouble(source, event);
    this.#press = { ...pressOf(event), source, target, again: source === this.from, double };
    this.#click = { point: source, at: event.timeStamp };
    this.#root.setPointerCapture(event.pointerId);
    if (target === null) this.pick(source);
  }

  /** @param {number | null} point  that holds nothing to pick up */
  #clickAway(point) {
    if (point !== null) this.touch(point);
    else this.pick(null);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId || press.source === null) return;
    if (!this.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
    if (!this.dragging) this.#startDrag(press.source);
    const { x, y, scale } = this.#spot(event);
    this.#table.carry({ x, y: event.pointerType === "touch" ? y - RAISE_PX / scale : y });
    this.#table.hover(this.#targetUnder(event));
  }

  /** @param {number} source */
  #startDrag(source) {
    this.dragging = true;
    this.#click = null;
    this.pick(source);
    this.#table.lift(source);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    this.#press = null;
    if (this.dragging) this.#release(event);
    else if (press.target !== null) this.#play(press.target);
    else if (press.again) this.#clickAgain(press);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const movable = this.#table.movable();
    const target = this.#targetUnder(event);
    if (target !== null) return this.#play(target);
    const point = movable && this.#pointUnder(event, movable.color);
    this.#drop();
    if (point === this.from) return;
    if (movable) this.#refuse(movable, point);
  }

  /** @param {Press} press */
  #clickAgain({ source, double }) {
    this.#click = null;
    this.pick(null);
    if (double && source !== null) this.#table.hooks.farthest(source);
  }

  /** @param {number} target */
  #play(target) {
    const from = this.from;
    if (from === null) return;
    this.#click = null;
    this.pick(null);
    this.dragging = false;
    this.#table.hooks.move(from, target);
    this.#table.putDown();
  }

  #drop() {
    if (!this.dragging) return;
    this.dragging = false;
    this.#table.putDown();
  }

  /**
   * @param {Movable} movable
   * @param {number | null} point
   */
  #refuse({ color }, point) {
    const from = this.from;
    this.pick(null);
    if (from !== null) this.#table.hooks.refused(from, point, "no_target");
    else if (point && this.#table.count(color, point)) this.#table.hooks.refused(point, null, "not_movable");
  }

  /** @param {PointerEvent} event @returns {number | null} */
  #targetUnder(event) {
    const movable = this.#table.movable();
    return movable && this.#nearest(event, movable.color, this.#targets);
  }

  /**
   * The wanted point under the pointer; for a finger also one that it just missed.
   * @param {PointerEvent} event
   * @param {Color} color
   * @param {Set<number>} wanted
   * @returns {number | null}
   */
  #nearest(event, color, wanted) {
    const exact = this.#pointUnder(event, color);
    if (exact !== null && wanted.has(exact)) return exact;
    return event.pointerType === "touch" && exact !== 0 ? this.#beside(event, color, wanted) : null;
  }

  /** @param {PointerEvent} event @param {Color} color @param {Set<number>} wanted @returns {number | null} */
  #beside(event, color, wanted) {
    const view = this.#table.view();
    const { x, y, scale } = this.#spot(event);
    const inRow = [...wanted].filter((point) => point && isBeside(place(color, point, view), y, this.#root));
    const away = (/** @type {number} */ point) => Math.abs(place(color, point, view).x - x);
    const best = inRow.sort((a, b) => away(a) - away(b))[0];
    return best !== undefined && away(best) * scale <= FINGER_PX ? best : null;
  }

  /** @param {PointerEvent} event @param {Color} color @returns {number | null} */
  #pointUnder(event, color) {
    const { x, y } = this.#spot(event);
    const found = pointAt(x, y, this.#table.view());
    if (!found) return null;
    return found.kind === "tray" ? 0 : renumber(color, found.point);
  }

  /**
   * Read at every event, so that zoom, rotation and scrolling are always right.
   * @param {PointerEvent} event
   * @returns {Spot & {scale: number}}
   */
  #spot(event) {
    const matrix = this.#root.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y, scale: matrix.a };
  }

  /** @param {number} point @param {PointerEvent} event */
  #isDouble(point, event) {
    return this.#click?.point === point && event.timeStamp - this.#click.at < DOUBLE_MS;
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    event.preventDefault();
    this.cancel();
  }
}

/** @param {PointerEvent} event */
function pressOf({ pointerId, clientX, clientY }) {
  return { id: pointerId, x: clientX, y: clientY };
}

/** @param {Spot & {up: boolean}} base @param {number} y @param {SVGSVGElement} root */
function isBeside({ up }, y, root) {
  return up === y > root.viewBox.baseVal.height / 2;
}

/** The dice and the button have clicks of their own. @param {EventTarget | null} target */
function isControl(target) {
  return target instanceof Element && target.closest(".die, .button") !== null;
}
