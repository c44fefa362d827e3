/** What own steps will do on the board, shown before the server has answered. */

/** @import {Event} from "./protocol.js" */
/** @import {View} from "./view.js" */

import { apply, sides, stepsMade } from "./view.js";

/** @typedef {Extract<Event, {type: "stepped" | "step_undone"}>} BoardEvent */
/** @typedef {{event: BoardEvent, command: symbol}} Prediction An event to come, and the command that will cause it. */

/**
 * The room after these steps; null if it is not such that they can be made.
 * @param {View} view
 * @param {Prediction[]} predictions
 * @returns {View | null}
 */
export function predict(view, predictions) {
  let shown = view;
  for (const { event } of predictions) {
    if (!fits(shown, event)) return null;
    shown = apply(shown, { version: view.version, at: view.at, events: [event] }, null);
  }
  return shown;
}

/**
 * Which of these events the user has not seen yet, and which predictions are open after them; null if one of them has
 * turned out otherwise.
 * @param {Prediction[]} predictions
 * @param {Event[]} events
 * @returns {{fresh: Event[], open: Prediction[] | null}}
 */
export function compare(predictions, events) {
  const open = [...predictions];
  const fresh = [];
  for (const event of events) {
    if (!isBoardEvent(event) || open.length === 0) fresh.push(event);
    else if (sameStep(open[0].event, event)) open.shift();
    else return { fresh: events, open: null };
  }
  return { fresh, open };
}

/**
 * What `undo` will do, if this viewer is on roll: the last step back, or all of them.
 * @param {View} view
 * @param {boolean} all
 * @returns {BoardEvent[]}
 */
export function undone(view, all) {
  if (view.to_move === null || !view.you.includes(view.to_move)) return [];
  const made = stepsMade(view).reverse();
  return (all ? made : made.slice(0, 1)).map(([point, die]) => ({ type: "step_undone", point, die }));
}

/**
 * @param {View} view
 * @param {BoardEvent} event
 */
function fits(view, event) {
  if (view.phase !== "play" || view.to_move === null) return false;
  if (event.type === "stepped") return sides(view)[view.to_move][event.point] > 0;
  const last = stepsMade(view).at(-1);
  return last !== undefined && last[0] === event.point && last[1] === event.die;
}

/**
 * @param {Event} event
 * @returns {event is BoardEvent}
 */
function isBoardEvent(event) {
  return event.type === "stepped" || event.type === "step_undone";
}

/**
 * @param {BoardEvent} one
 * @param {BoardEvent} other
 */
function sameStep(one, other) {
  return one.type === other.type && one.point === other.point && one.die === other.die;
}
