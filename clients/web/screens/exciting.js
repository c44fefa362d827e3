/** Which of the public rooms is worth watching most. Pure. */

/** @import {RoomListing} from "../core/protocol.js" */

/** Pips of one side at the start: fifteen checkers, 24 points each. */
const START = 360;
/** The room that is on the screen keeps its place unless another is better by so much. */
const LOYALTY = 0.15;

/** Whether it can be watched and something happens there. @param {RoomListing} room */
export function isLive({ white, black, watchable, pips }) {
  return watchable && white !== null && black !== null && !(pips && pips.includes(0));
}

/**
 * From 0 to about 3: a game that is far gone and close, in a match that is close to its end, before many eyes.
 * @param {RoomListing} room
 */
export function excitement({ pips, score, length, watchers }) {
  return race(pips ?? [START, START]) + decision(score ?? [0, 0], length) + crowd(watchers ?? 0);
}

/**
 * The room to show, or null when nothing is on.
 * @param {readonly RoomListing[]} rooms
 * @param {string | null} [current] the room that is shown now
 * @returns {string | null}
 */
export function mostExciting(rooms, current = null) {
  const worth = (/** @type {RoomListing} */ listing) =>
    excitement(listing) + (listing.room === current ? LOYALTY : 0);
  const live = rooms.filter(isLive).sort((a, b) => worth(b) - worth(a));
  return live[0]?.room ?? null;
}

/**
 * Close counts more the nearer the end is: ten pips are nothing at the start and much in the last turns.
 * @param {readonly number[]} pips
 */
function race([white, black]) {
  const gone = 1 - (white + black) / (2 * START);
  const apart = Math.abs(white - black) / Math.max(white + black, 1);
  return gone * Math.max(0, 1 - 3 * apart);
}

/** 1 when both need one more point, 0 in a single game. @param {readonly number[]} score @param {number} length */
function decision([white, black], length) {
  return length > 1 ? Math.min(white, black) / (length - 1) : 0;
}

/** Grows ever more slowly: fame alone keeps no room on the screen. @param {number} watchers */
function crowd(watchers) {
  return Math.min(1, Math.log2(1 + watchers) / 10);
}
