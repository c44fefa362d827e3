/** A board that only shows a position: no hands, no dice, and two modules of the real one. */

import { h, svg } from "../dom.js";
import { checkerAt, planOf } from "../board/geometry.js";
import { drawCheckers, drawGround } from "../board/ground.js";

/**
 * @import {Color, View} from "../board/geometry.js"
 * @typedef {Record<number, number>} Side checkers by own point, 0 is off
 */

/** @type {View} */
const VIEW = { perspective: "white", mirror: false };
/** @type {Color[]} */
const COLORS = ["white", "black"];
let drawn = 0;

/**
 * @param {HTMLElement} host
 * @param {Record<Color, Side>} position
 * @param {{numbers?: boolean}} [extras]
 * @returns {() => void} which takes it away
 */
export function still(host, position, { numbers = false } = {}) {
  const prefix = `still-${++drawn}`;
  const plan = planOf(VIEW);
  const viewBox = `0 0 ${plan.width} ${plan.height}`;
  const checkers = COLORS.flatMap((color) => side(color, position[color], prefix));
  const frame = h(
    "div",
    { class: "board-frame", dataset: { layout: plan.name }, "aria-hidden": "true" },
    svg("svg", { class: "ground", viewBox }, ...drawGround(VIEW, prefix, { numbers, arrows: false })),
    svg(
      "svg",
      { class: "board still-board", viewBox },
      drawCheckers(plan, prefix),
      svg("g", { class: "checkers" }, ...checkers),
    ),
  );
  host.append(frame);
  return () => frame.remove();
}

/** @param {Color} color @param {Side} points @param {string} prefix */
function side(color, points, prefix) {
  return Object.entries(points).flatMap(([point, count]) =>
    Array.from({ length: count }, (_, index) => checker(color, Number(point), index, count, prefix)),
  );
}

/** @param {Color} color @param {number} point @param {number} index @param {number} count @param {string} prefix */
function checker(color, point, index, count, prefix) {
  const { x, y } = checkerAt(color, point, index, count, VIEW);
  const drawing = point === 0 ? `${prefix}-${color}-slab` : `${prefix}-${color}`;
  return svg("use", { href: `#${drawing}`, transform: `translate(${x} ${y})` });
}
