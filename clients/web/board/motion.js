/**
 * Flights: the way of a checker from place to place. An element stands where it belongs before its flight starts, and
 * the flight is mere decoration on top, so that cutting it short at any moment leaves the board right.
 */

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {{from: Spot, to: Spot, start: number, end: number}} Leg  Times in milliseconds from the start of the page.
 */

/** One step of the opponent. */
export const STEP_MS = 200;
/** A checker that springs back, makes room, or lands from the hand. */
export const SETTLE_MS = 150;

const EASE = "cubic-bezier(.3, .1, .25, 1)";

/** @returns {boolean} */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Put an element at a spot. Only the transform changes, so nothing is laid out anew.
 * @param {SVGElement} element
 * @param {Spot} spot
 * @param {number} [scale]
 */
export function moveTo(element, spot, scale) {
  element.style.transform = transformOf(spot) + (scale ? ` scale(${scale})` : "");
}

/** Everything that is in the air above one board. */
export class Flights {
  /** @type {Map<SVGElement, {legs: Leg[], animation: Animation}>} */
  #active = new Map();

  /** When the last flight lands: where the next step of a sequence may start. */
  get landing() {
    let latest = performance.now();
    for (const { legs } of this.#active.values()) latest = Math.max(latest, legs[legs.length - 1].end);
    return latest;
  }

  /**
   * Fly along the legs, after those that this element still has before it.
   * @param {SVGElement} element
   * @param {Leg[]} legs  in order of time
   */
  fly(element, legs) {
    const before = this.#active.get(element);
    before?.animation.cancel();
    const all = inOrder([...(before?.legs ?? []), ...legs]);
    const animation = element.animate(keyframes(all), { duration: duration(all), fill: "backwards" });
    animation.currentTime = performance.now() - all[0].start;
    this.#active.set(element, { legs: all, animation });
    element.classList.add("flying");
    animation.onfinish = () => this.#land(element);
  }

  /** Land everything at once. */
  skip() {
    for (const [element, { animation }] of this.#active) {
      animation.cancel();
      this.#land(element);
    }
  }

  /** @param {SVGElement} element */
  #land(element) {
    element.classList.remove("flying");
    this.#active.delete(element);
  }
}

/**
 * No leg starts before the one ahead of it has ended.
 * @param {Leg[]} legs
 * @returns {Leg[]}
 */
function inOrder(legs) {
  /** @type {Leg[]} */
  const ordered = [];
  for (const leg of legs) {
    const late = Math.max(0, (ordered[ordered.length - 1]?.end ?? 0) - leg.start);
    ordered.push({ ...leg, start: leg.start + late, end: leg.end + late });
  }
  return ordered;
}

/** @param {Leg[]} legs @returns {number} */
function duration(legs) {
  return legs[legs.length - 1].end - legs[0].start;
}

/** @param {Leg[]} legs @returns {Keyframe[]} */
function keyframes(legs) {
  const total = duration(legs);
  return legs.flatMap(({ from, to, start, end }) => [
    { transform: transformOf(from), offset: (start - legs[0].start) / total, easing: EASE },
    { transform: transformOf(to), offset: (end - legs[0].start) / total },
  ]);
}

/** @param {Spot} spot @returns {string} */
function transformOf({ x, y }) {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
}
