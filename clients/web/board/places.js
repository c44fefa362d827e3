/**
 * The places of the board as the hands and the screen readers find them: an area for every point and tray, its text,
 * the cursor of the keyboard, and the number of checkers in a tray.
 */

import { clear, svg } from "../dom.js";
import { BLACK_TRAY, WHITE_TRAY, checkerAt, planOf, pointBox, renumber, trayBox } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").View} View
 * @typedef {import("./board.js").BoardState} BoardState
 */

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

export class Places {
  areas = svg("g");
  tallies = svg("g", { class: "tallies", "aria-hidden": "true" });
  /** A dark line around a light one shows on every ground. */
  cursor = [svg("rect", { class: "cursor under", rx: 9 }), svg("rect", { class: "cursor", rx: 9 })];
  #prefix;

  /** @param {string} prefix  of this board's ids */
  constructor(prefix) {
    this.#prefix = prefix;
  }

  /** @param {View} view */
  draw(view) {
    const points = POINTS.map((point) => this.#area("point", point, pointBox(point, view), { point: String(point) }));
    const white = this.#area("tray", WHITE_TRAY, trayBox("white", view), { color: "white" });
    const black = this.#area("tray", BLACK_TRAY, trayBox("black", view), { color: "black" });
    clear(this.areas, ...points, white, black);
  }

  /**
   * @param {BoardState} state
   * @param {View} view
   */
  describe(state, view) {
    for (const area of this.areas.children) describeArea(/** @type {SVGRectElement} */ (area), state);
    clear(this.tallies, tally("white", state.white[0], view), tally("black", state.black[0], view));
  }

  /**
   * @param {number} at  a point by White's number, or a tray
   * @param {View} view
   * @returns {string}  the id of the place
   */
  pointTo(at, view) {
    const box = placeBox(at, view);
    for (const line of this.cursor) {
      for (const [name, value] of Object.entries(box)) line.setAttribute(name, String(value));
    }
    return this.#id(at);
  }

  /**
   * @param {string} name
   * @param {number} at
   * @param {import("./geometry.js").Box} box
   * @param {Record<string, string>} dataset
   */
  #area(name, at, box, dataset) {
    return svg("rect", { class: name, id: this.#id(at), role: "img", dataset, ...box, rx: 8 });
  }

  /** @param {number} at */
  #id(at) {
    return `${this.#prefix}-place-${at}`;
  }
}

/** @param {number} at @param {View} view */
function placeBox(at, view) {
  if (at === WHITE_TRAY) return trayBox("white", view);
  return at === BLACK_TRAY ? trayBox("black", view) : pointBox(at, view);
}

/** @param {SVGRectElement} area @param {BoardState} state */
function describeArea(area, state) {
  const { color, point } = area.dataset;
  const tray = /** @type {Color} */ (color);
  const text = point ? pointLabel(state, Number(point)) : state.labels.tray(tray, state[tray][0]);
  area.setAttribute("aria-label", text);
  const own = state.movable && point ? renumber(state.movable.color, Number(point)) : -1;
  area.toggleAttribute("data-movable", !!state.movable?.sources.has(own));
}

/** @param {BoardState} state @param {number} point */
function pointLabel({ white, black, perspective, labels }, point) {
  const held = { white: white[point], black: black[renumber("black", point)] };
  const color = held.white ? "white" : held.black ? "black" : null;
  return labels.point(color, renumber(perspective, point), color ? held[color] : 0);
}

/** Written where the next checker would lie. @param {Color} color @param {number} off @param {View} view */
function tally(color, off, view) {
  const { x, y } = checkerAt(color, 0, off, off, view);
  const size = planOf(view).fill === "left" ? 28 : 20;
  const text = off > 0 && off < 15 ? off : "";
  return svg("text", { class: "tally", "font-size": size, dataset: { color }, x, y, dy: ".36em" }, text);
}
