/**
 * The thirty checkers: one element each, kept for the whole life of the board, so that every change of the position is
 * a movement and never a redrawing.
 */

import { svg } from "../dom.js";
import { checkerAt } from "./geometry.js";
import { SETTLE_MS, STEP_MS, calm, moveTo } from "./motion.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").View} View
 * @typedef {import("./motion.js").Leg} Leg
 * @typedef {{color: Color, from: number, to: number}} Move
 * @typedef {{color: Color, point: number, at: Spot, element: SVGGElement, count: SVGTextElement}} Checker
 */

/** A stack this high says how many it holds. */
const HIGH = 6;

/** @type {Color[]} */
const COLORS = ["white", "black"];

export class Checkers {
  /** By colour and own point, from the base upwards. @type {Record<Color, Checker[][]>} */
  #stacks = { white: emptyBoard(), black: emptyBoard() };
  /** @type {Checker | null} */
  #held = null;
  /** @type {Checker | null | undefined} */
  #chosen = null;
  #layer;
  #flights;
  #prefix;

  /**
   * @param {SVGGElement} layer
   * @param {import("./motion.js").Flights} flights
   * @param {string} prefix  of the ids of this board's drawings
   */
  constructor(layer, flights, prefix) {
    this.#layer = layer;
    this.#flights = flights;
    this.#prefix = prefix;
  }

  /**
   * Bring the checkers to a position.
   * @param {Record<Color, readonly number[]>} position
   * @param {Move[]} moves  shown one after the other; what they leave undone follows at once
   * @param {View} view
   * @param {{still: boolean, start: number}} pace  without any motion, or from a time of the page on
   */
  arrange(position, moves, view, { still, start }) {
    /** @type {Map<Checker, Leg[]>} */
    const legs = new Map();
    const end = this.#followMoves(moves, view, legs, start);
    for (const color of COLORS) this.#makeUp(color, position[color]);
    this.#settle(view, legs, end);
    if (!still && !calm()) for (const [checker, way] of legs) this.#flights.fly(checker.element, way);
    if (still) this.#flights.skip();
  }

  /** @param {Color} color @param {number} point @returns {number} */
  count(color, point) {
    return this.#stacks[color][point].length;
  }

  /**
   * Distinguish the checker that has been picked up by a click.
   * @param {Color | null} color
   * @param {number} point
   */
  choose(color, point) {
    this.#chosen?.element.classList.remove("chosen");
    this.#chosen = color && this.#stacks[color][point].at(-1);
    this.#chosen?.element.classList.add("chosen");
  }

  /**
   * Take the top checker of a point into the hand.
   * @param {Color} color
   * @param {number} point
   * @returns {Checker | null}
   */
  lift(color, point) {
    const checker = this.#stacks[color][point].at(-1);
    if (!checker) return null;
    this.#held = checker;
    checker.element.classList.add("held");
    this.#layer.append(checker.element);
    this.#label(color, point);
    return checker;
  }

  /**
   * Carry the held checker. Runs on every pointer move: one transform, nothing else.
   * @param {Spot} at
   */
  carry(at) {
    if (!this.#held) return;
    this.#held.at = at;
    moveTo(this.#held.element, at, 1.08);
  }

  /** Let go; whoever calls arranges next, and the checker flies from where it was dropped. */
  release() {
    const held = this.#held;
    this.#held = null;
    held?.element.classList.remove("held");
    if (held) this.#label(held.color, held.point);
  }

  /**
   * @param {Move[]} moves
   * @param {View} view
   * @param {Map<Checker, Leg[]>} legs
   * @param {number} earliest
   * @returns {number}  when the last of them lands
   */
  #followMoves(moves, view, legs, earliest) {
    let start = moves.length ? Math.max(earliest, this.#flights.landing) : earliest;
    for (const { color, from, to } of moves) {
      const checker = this.#transfer(color, from, to);
      if (!checker) continue;
      this.#send(checker, this.#home(checker, view), start, STEP_MS, legs);
      start += STEP_MS;
    }
    return start;
  }

  /**
   * Turn surplus checkers into missing ones: an own step, an undo, or a new position.
   * @param {Color} color
   * @param {readonly number[]} wanted
   */
  #makeUp(color, wanted) {
    const surplus = this.#stacks[color].flatMap((stack, point) => Array(over(stack, wanted[point])).fill(point));
    wanted.forEach((number, point) => {
      while (this.#stacks[color][point].length < number) {
        const from = surplus.pop();
        if (from === undefined) this.#create(color, point);
        else this.#transfer(color, from, point);
      }
    });
    for (const point of surplus) this.#stacks[color][point].pop()?.element.remove();
  }

  /**
   * Let every checker stand where it belongs.
   * @param {View} view
   * @param {Map<Checker, Leg[]>} legs
   * @param {number} start
   */
  #settle(view, legs, start) {
    for (const checker of this.#all()) {
      if (checker === this.#held) continue;
      const home = this.#home(checker, view);
      const way = legs.get(checker);
      if (way) way[way.length - 1].to = home;
      else if (distance(checker.at, home) > 0.5) this.#send(checker, home, start, SETTLE_MS, legs);
      checker.at = home;
      moveTo(checker.element, home);
    }
    for (const color of COLORS) for (let point = 0; point <= 24; point++) this.#label(color, point);
  }

  /**
   * @param {Checker} checker
   * @param {Spot} to
   * @param {number} start
   * @param {number} duration
   * @param {Map<Checker, Leg[]>} legs
   */
  #send(checker, to, start, duration, legs) {
    const leg = { from: checker.at, to, start, end: start + duration };
    legs.set(checker, [...(legs.get(checker) ?? []), leg]);
    checker.at = to;
  }

  /** @param {Color} color @param {number} from @param {number} to @returns {Checker | undefined} */
  #transfer(color, from, to) {
    const checker = this.#stacks[color][from].pop();
    if (!checker) return undefined;
    if (checker === this.#held) this.release();
    checker.point = to;
    checker.element.dataset.point = String(to);
    this.#stacks[color][to].push(checker);
    this.#layer.append(checker.element);
    return checker;
  }

  /** @param {Color} color @param {number} point */
  #create(color, point) {
    const count = svg("text", { class: "height", dy: ".36em" });
    const element = svg(
      "g",
      { class: "checker", dataset: { color, point: String(point) } },
      svg("use", { class: "face", href: `#${this.#prefix}-${color}` }),
      svg("use", { class: "halo", href: `#${this.#prefix}-halo` }),
      svg("use", { class: "slab", href: `#${this.#prefix}-${color}-slab` }),
      count,
    );
    this.#layer.append(element);
    this.#stacks[color][point].push({ color, point, at: { x: NaN, y: NaN }, element, count });
  }

  /** @param {Checker} checker @param {View} view @returns {Spot} */
  #home({ color, point, element }, view) {
    const stack = this.#stacks[color][point];
    const index = stack.findIndex((other) => other.element === element);
    return checkerAt(color, point, index, stack.length, view);
  }

  /** @param {Color} color @param {number} point */
  #label(color, point) {
    const stack = this.#stacks[color][point].filter((checker) => checker !== this.#held);
    const high = point > 0 && stack.length >= HIGH;
    stack.forEach(({ count }, index) => {
      const text = high && index === stack.length - 1 ? String(stack.length) : "";
      if (count.textContent !== text) count.textContent = text;
    });
  }

  /** @returns {Checker[]} */
  #all() {
    return COLORS.flatMap((color) => this.#stacks[color].flat());
  }
}

/** @returns {Checker[][]} */
function emptyBoard() {
  return Array.from({ length: 25 }, () => []);
}

/** @param {Checker[]} stack @param {number} wanted @returns {number} */
function over(stack, wanted) {
  return Math.max(0, stack.length - wanted);
}

/** Not a number, and so no flight, for a checker that has just been made. @param {Spot} a @param {Spot} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
