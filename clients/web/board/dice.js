/**
 * The dice. A die is kept under its key, so that a used die greys where it lies and only a new throw tumbles.
 */

import { svg } from "../dom.js";
import { dieAt, planOf } from "./geometry.js";
import { calm, moveTo } from "./motion.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").View} View
 * @typedef {{side: Color, value: number, state: "live" | "used" | "opening", key: string, first: boolean}} Die
 */

/** The seven pips of a face by column and row, with the values that show them. @type {[number, number, string][]} */
const PIPS = [
  [-1, -1, "23456"], [1, -1, "456"], [-1, 0, "6"], [0, 0, "135"], [1, 0, "6"], [-1, 1, "456"], [1, 1, "23456"],
];

/** How long a throw tumbles; board.css has the same. */
const TUMBLE_MS = 520;

export class Dice {
  /** When the dice in the air come to rest. */
  landing = 0;
  /** @type {Map<string, SVGGElement>} */
  #dice = new Map();
  #layer;

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {Die[]} dice
   * @param {View} view
   * @param {boolean} thrown  new dice tumble in
   * @param {(die: Die) => string} label
   */
  show(dice, view, thrown, label) {
    const placed = { white: 0, black: 0 };
    const before = this.#dice;
    if (thrown && !calm()) this.landing = performance.now() + TUMBLE_MS;
    this.#dice = new Map();
    dice.forEach((die, index) => {
      const element = before.get(die.key) ?? this.#create(view, thrown);
      before.delete(die.key);
      this.#dice.set(die.key, element);
      describe(element, die, index, label(die));
      moveTo(element, dieAt(die.side, placed[die.side]++, view));
    });
    for (const element of before.values()) element.remove();
  }

  /** Let the dice lie. */
  skip() {
    this.landing = 0;
    for (const element of this.#dice.values()) element.classList.remove("thrown");
  }

  /** Draw all of them anew, in another size. */
  reset() {
    this.#dice.clear();
    this.#layer.replaceChildren();
  }

  /**
   * @param {View} view
   * @param {boolean} thrown
   * @returns {SVGGElement}
   */
  #create(view, thrown) {
    const element = draw(planOf(view).die);
    element.addEventListener("animationend", ({ animationName }) => {
      if (animationName === "board-tumble") element.classList.remove("thrown");
    });
    element.classList.toggle("thrown", thrown);
    this.#layer.append(element);
    return element;
  }
}

/** @param {SVGGElement} element @param {Die} die @param {number} index @param {string} label */
function describe(element, { side, value, state, first }, index, label) {
  Object.assign(element.dataset, { side, value: String(value), state, index: String(index) });
  element.classList.toggle("first", first);
  element.setAttribute("aria-label", label);
  PIPS.forEach(([, , values], pip) => {
    element.querySelectorAll(".pip")[pip].classList.toggle("up", values.includes(String(value)));
  });
}

/** @param {number} size @returns {SVGGElement} */
function draw(size) {
  const half = size / 2;
  const edge = { x: -half, y: -half, width: size, height: size, rx: size * 0.22 };
  const face = { x: -half * 0.88, y: -half * 0.88, width: size * 0.88, height: size * 0.88, rx: size * 0.3 };
  return svg(
    "g",
    { class: "die", role: "img" },
    svg(
      "g",
      { class: "cube" },
      svg("rect", { class: "die-shadow", ...edge, x: -half * 0.96, y: -half * 0.86 }),
      svg("rect", { class: "die-edge", ...edge }),
      svg("rect", { class: "die-face", ...face }),
      ...PIPS.map(([x, y]) => drawPip(x * size * 0.245, y * size * 0.245, size * 0.088)),
      svg("rect", { class: "die-mark", ...edge }),
    ),
  );
}

/** @param {number} cx @param {number} cy @param {number} r */
function drawPip(cx, cy, r) {
  return svg("circle", { class: "pip", cx, cy, r });
}
