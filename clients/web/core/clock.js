/** Clocks between two frames: what is left now, from what was left when the frame came. PROTOCOL.md, Clocks. */

/** @import {Clocks} from "./view.js" */

import { runDown } from "./view.js";

/**
 * Milliseconds left of both banks and of the delay; null without a clock.
 * @param {Clocks | null} clocks
 * @param {number} receivedAt when they were so, in ms of the same clock as `now`
 * @param {number} now
 * @returns {{white: number, black: number, delay: number} | null}
 */
export function remaining(clocks, receivedAt, now) {
  if (!clocks) return null;
  const { white, black, delay } = runDown(clocks, Math.max(0, now - receivedAt));
  return { white, black, delay };
}
