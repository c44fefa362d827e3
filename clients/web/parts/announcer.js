/** What happens, told in words: for the status line, and aloud by screen readers. */

/** @import {Color, Event} from "../core/protocol.js" */
/** @import {GameResult, View} from "../core/view.js" */
/** @import {T} from "../i18n.js" */

import { playText } from "../core/notation.js";
import { nameText } from "./names.js";
import { passText } from "./refusal.js";

/** Seconds at which a running clock is called. */
const CALLS = [30, 10];

/**
 * 30 or 10 when the clock has just come down to so many seconds, else null.
 * @param {number} before ms
 * @param {number} now ms
 */
export function clockCall(before, now) {
  return CALLS.find((seconds) => before > seconds * 1000 && now <= seconds * 1000) ?? null;
}

/**
 * The lines that tell these events.
 * @param {View} before the room before them
 * @param {Event[]} events
 * @param {T} t
 * @returns {string[]}
 */
export function tell(before, events, t) {
  /** @type {[number, number][]} */
  const steps = before.stages.flatMap((stage) => stage.steps);
  const lines = [];
  for (const event of events) {
    if (event.type === "stepped") steps.push([event.point, event.die]);
    else if (event.type === "step_undone") steps.pop();
    else if (event.type === "play_ended") lines.push(...playLines(event, steps.splice(0), t));
    else lines.push(...lineOf(event, before, t));
  }
  return lines;
}

/**
 * @param {Extract<Event, {type: "play_ended"}>} event
 * @param {[number, number][]} steps
 * @param {T} t
 */
function playLines(event, steps, t) {
  const color = t(`color.${event.color}`);
  const dice = [...steps.map(([, die]) => die), ...event.unused];
  const play = playText(dice, steps).replaceAll("off", t("announce.off"));
  const lines = steps.length ? [t("announce.plays", { color, play })] : [];
  // The reason first: on a phone the line is short.
  return event.blocked.length ? [passText(event, t), ...lines] : lines;
}

/** @typedef {{[K in Event["type"]]?: (event: Extract<Event, {type: K}>, t: T, before: View) => string}} Lines */

/** Those that only the board shows have none. @type {Lines} */
const LINES = {
  game_started: ({ game }, t) => t("announce.game_started", { n: game }),
  opening_die_thrown: ({ color, die }, t) => t("announce.opening_die", { color: t(`color.${color}`), die }),
  roll_off_tied: (_, t) => t("announce.tied"),
  roll_off_won: ({ color }, t) => t("announce.begins", { color: t(`color.${color}`) }),
  dice_thrown: ({ color, dice, opening }, t) =>
    t(opening ? "announce.opening_dice" : "announce.throws", { color: t(`color.${color}`), dice: dice.join("-") }),
  cascade_continued: ({ color, dice }, t) =>
    t("announce.cascade", { color: t(`color.${color}`), dice: dice.join("-") }),
  dice_carried: ({ color, dice }, t) => t("announce.carried", { color: t(`color.${color}`), dice: dice.join("-") }),
  turn_began: ({ color, last }, t) => (last ? t("announce.last_turn", { color: t(`color.${color}`) }) : ""),
  turn_handed_over: ({ color }, t) => t("announce.handed_over", { color: t(`color.${color}`) }),
  game_ended: (event, t) => resultText(event, t),
  match_ended: ({ winner, white, black }, t) => matchText(winner, [white, black], t),
  seat_taken: ({ color, name }, t) => t("announce.seat_taken", { name: nameText(name, t), color: t(`color.${color}`) }),
  seat_left: ({ color }, t, before) => t("announce.seat_left", { name: nameOf(before, color, t) }),
  player_offline: ({ color }, t, before) => t("announce.offline", { name: nameOf(before, color, t) }),
  player_online: ({ color }, t, before) => t("announce.online", { name: nameOf(before, color, t) }),
  rematch_offered: ({ color }, t, before) => t("announce.rematch_offered", { name: nameOf(before, color, t) }),
  rematch_declined: (_, t) => t("announce.rematch_declined"),
};

/**
 * @param {Event} event
 * @param {View} before
 * @param {T} t
 * @returns {string[]}
 */
function lineOf(event, before, t) {
  const line = /** @type {((event: Event, t: T, before: View) => string)|undefined} */ (LINES[event.type]);
  const text = line?.(event, t, before);
  return text ? [text] : [];
}

/**
 * @param {GameResult} result
 * @param {T} t
 */
export function resultText({ winner, points, ending }, t) {
  const how = t(`announce.ending_${ending}`);
  if (!winner) return t("announce.draw");
  return t(points > 1 ? "announce.wins_mars" : "announce.wins", { color: t(`color.${winner}`), n: points, how });
}

/**
 * The winner's points come first, and no line breaks between the two.
 * @param {Color} winner
 * @param {readonly number[]} score
 * @param {T} t
 */
export function matchText(winner, score, t) {
  const points = winner === "white" ? score : [score[1], score[0]];
  return t("announce.match_ended", { color: t(`color.${winner}`), score: points.join("\u00a0:\u00a0") });
}

/**
 * @param {View} view
 * @param {Color} color
 * @param {T} t
 */
function nameOf(view, color, t) {
  const seat = view[color];
  return seat ? nameText(seat.name, t) : t(`color.${color}`);
}
