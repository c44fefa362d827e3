/** What is drawn for a moment over the board: targets, the ghost, trails of the last play, marks of a refusal. */

import { clear, svg } from "../dom.js";
import { checkerAt, planOf, pointBox, renumber, trayBox } from "./geometry.js";
import { moveTo } from "./motion.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {import("./geometry.js").View} View
 * @typedef {(color: Color, point: number) => number} Count
 */

export class Overlay {
  /** Under the checkers. */
  below = svg("g", { class: "below", "aria-hidden": "true" });
  /** Over them. */
  above = svg("g", { class: "above", "aria-hidden": "true" });
  #trails = svg("g", { class: "trails" });
  #marks = svg("g", { class: "wrongs" });
  #ghosts = svg("g");
  #targets = svg("g", { class: "targets" });
  #landed = svg("g", { class: "trails" });
  #prefix;

  /** @param {string} prefix  of this board's ids */
  constructor(prefix) {
    this.#prefix = prefix;
    this.below.append(this.#marks, this.#trails, this.#ghosts);
    this.above.append(this.#landed, this.#targets);
  }

  /**
   * A dot where one die leads, a ring where several do; the own tray glows as a whole.
   * @param {Color} color
   * @param {Map<number, {dice: number}>} targets
   * @param {Count} count
   * @param {View} view
   */
  showTargets(color, targets, count, view) {
    const drawn = [...targets].map(([point, { dice }]) => {
      const shapes = point === 0 ? trayGlow(color, view) : spotMark(dice, planOf(view));
      const element = svg("g", { class: "target", dataset: { point: String(point), dice: String(dice) } }, ...shapes);
      const held = count(color, point);
      if (point) moveTo(element, checkerAt(color, point, held, held + 1, view));
      return element;
    });
    clear(this.#targets, ...drawn);
  }

  hideTargets() {
    clear(this.#targets);
  }

  /**
   * Light up the target under the hand.
   * @param {number | null} point
   */
  hover(point) {
    for (const target of this.#targets.children) {
      target.classList.toggle("over", target instanceof SVGElement && target.dataset.point === String(point));
    }
  }

  /** @param {Color} color @param {Spot} at */
  showGhost(color, at) {
    const ghost = svg("use", { class: "ghost", href: `#${this.#prefix}-${color}` });
    moveTo(ghost, at);
    clear(this.#ghosts, ghost);
  }

  hideGhost() {
    clear(this.#ghosts);
  }

  /**
   * @param {{color: Color, steps: readonly (readonly [number, number])[]} | null} last
   * @param {Count} count
   * @param {View} view
   */
  showTrails(last, count, view) {
    const steps = last?.steps.map(([from, die]) => ({ color: last.color, from, to: Math.max(0, from - die) })) ?? [];
    const ends = steps.map(({ color, from, to }) => [vacated(color, from, count, view), top(color, to, count, view)]);
    clear(this.#trails, ...ends.map(([from, to], index) => trail(steps[index].color, from, to, view)));
    clear(this.#landed, ...steps.flatMap(({ color, to }, index) => (to ? landing(color, ends[index][1], view) : [])));
  }

  /**
   * Point at what is wrong, and stop by itself.
   * @param {{color: Color, point: number}[]} points
   * @param {number} ms
   * @param {View} view
   */
  mark(points, ms, view) {
    const marks = points.map(({ color, point }) => markOf(color, point, view));
    for (const mark of marks) mark.style.setProperty("--ms", `${ms}ms`);
    this.#marks.append(...marks);
    setTimeout(() => marks.forEach((mark) => mark.remove()), ms);
  }
}

/** @param {number} dice @param {import("./geometry.js").Layout} plan */
function spotMark(dice, { radius }) {
  if (dice === 1) return [svg("circle", { class: "single", r: radius * 0.38 })];
  return [svg("circle", { class: "several", r: radius * 0.58 }), svg("circle", { class: "several", r: radius * 0.58 })];
}

/** @param {Color} color @param {View} view */
function trayGlow(color, view) {
  return [svg("rect", { class: "glow", ...trayBox(color, view), rx: 8 })];
}

/** @param {Color} color @param {number} point @param {View} view */
function markOf(color, point, view) {
  const box = point === 0 ? trayBox(color, view) : pointBox(renumber(color, point), view);
  return svg("rect", { class: "wrong", ...box, rx: 8, dataset: { point: String(point), color } });
}

/** @param {Color} color @param {number} point @param {Count} count @param {View} view @returns {Spot} */
function vacated(color, point, count, view) {
  const left = count(color, point);
  return checkerAt(color, point, left, left + 1, view);
}

/** @param {Color} color @param {number} point @param {Count} count @param {View} view @returns {Spot} */
function top(color, point, count, view) {
  const held = Math.max(1, count(color, point));
  return checkerAt(color, point, held - 1, held, view);
}

/**
 * An arc that bends towards the middle of the board.
 * @param {Color} color
 * @param {Spot} from
 * @param {Spot} to
 * @param {View} view
 */
function trail(color, from, to, view) {
  const middle = planOf(view).height / 2;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const sameRow = (from.y < middle) === (to.y < middle);
  const bend = sameRow ? Math.sign(middle - y) * (24 + Math.abs(to.x - from.x) * 0.16) : 0;
  const d = `M${from.x} ${from.y} Q${x} ${y + bend} ${to.x} ${to.y}`;
  return svg(
    "g",
    { class: "trail", dataset: { color } },
    svg("path", { class: "trail-halo", d }),
    svg("path", { d }),
    svg("circle", { cx: from.x, cy: from.y, r: 6 }),
  );
}

/** @param {Color} color @param {Spot} at @param {View} view */
function landing(color, { x, y }, view) {
  return svg("circle", { class: "landed", cx: x, cy: y, r: planOf(view).radius + 1, dataset: { color } });
}
