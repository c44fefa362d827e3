/** A picture of a board on which nobody plays, from a few files and without any listener. */

import { h, svg } from "../dom.js";
import { WIDE, checkerAt } from "./geometry.js";
import { drawCheckers, drawGround } from "./ground.js";
import { moveTo } from "./motion.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {Partial<Record<number, number>>} Stacks  checkers by own point
 */

/** @type {import("./geometry.js").View} */
const VIEW = { perspective: "white", mirror: false, layout: WIDE };

let pictures = 0;

/**
 * @param {HTMLElement} host
 * @param {Record<Color, Stacks>} position
 * @returns {() => void}  takes the picture away
 */
export function still(host, position) {
  const prefix = `still-${++pictures}`;
  const viewBox = `0 0 ${WIDE.width} ${WIDE.height}`;
  const drawing = drawGround(VIEW, prefix, { numbers: true, arrows: false });
  const ground = svg("svg", { class: "ground", viewBox }, ...drawing);
  const checkers = [...stacks("white", position, prefix), ...stacks("black", position, prefix)];
  const above = svg("svg", { class: "still-checkers", viewBox }, drawCheckers(WIDE, prefix), ...checkers);
  const frame = h("div", { class: "board-frame", "aria-hidden": "true" }, ground, above);
  host.append(frame);
  return () => frame.remove();
}

/**
 * @param {Color} color
 * @param {Record<Color, Stacks>} position
 * @param {string} prefix
 * @returns {SVGUseElement[]}
 */
function stacks(color, position, prefix) {
  return Object.entries(position[color]).flatMap(([point, count = 0]) =>
    Array.from({ length: count }, (_, index) => {
      const checker = svg("use", { href: `#${prefix}-${color}${point === "0" ? "-slab" : ""}` });
      moveTo(checker, checkerAt(color, Number(point), index, count, VIEW));
      return checker;
    }));
}
