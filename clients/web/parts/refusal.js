/** Why something is refused, and why a turn passes, in plain words. lang/ has a text for every code of PROTOCOL.md. */

/** @import {Blocked, Color} from "../core/protocol.js" */
/** @import {T} from "../i18n.js" */

/** @typedef {{code: string, detail?: string, points?: readonly number[]}} Refused */

import { language } from "../i18n.js";

/** Codes whose text names the points concerned. */
const WITH_POINTS = new Set([
  "no_checker", "point_closed", "wall", "not_all_home", "exact_die_needed", "more_dice_playable", "higher_die",
  "play_not_finished",
]);

/**
 * A code from the future, or one without its points, is told by the server's own sentence.
 * @param {Refused} refused
 * @param {T} t
 */
export function refusalText({ code, detail = "", points = [] }, t) {
  const key = codeKey(code, t);
  const text = WITH_POINTS.has(code) && !points.length ? key : t(key, { points: listed(points), detail });
  return text === key ? t("refusal.unknown", { detail: detail || code }) : text;
}

/** What a tournament refuses has its text with the other texts of tournaments. @param {string} code @param {T} t */
function codeKey(code, t) {
  const wrong = `wrong.${code}`;
  return t(wrong) === wrong ? `refusal.${code}` : wrong;
}

/** `24, 18 and 6`. @param {readonly (number|string)[]} items */
export function listed(items) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(items.map(String));
}

/**
 * For each die why no checker can use it.
 * @param {{color: Color, unused: readonly number[], blocked: readonly Blocked[]}} event
 * @param {T} t
 */
export function passText({ color, unused, blocked }, t) {
  const dice = [...new Set(blocked.map(({ die }) => die))];
  const reasons = dice.map((die) => dieText(die, blocked.filter((one) => one.die === die), t)).join("; ");
  return t("status.cannot_use", { color: t(`color.${color}`), dice: unused.join("-"), reasons });
}

/**
 * `6: closed (24, 18), not all home (5)`.
 * @param {number} die
 * @param {readonly Blocked[]} blocked
 * @param {T} t
 */
function dieText(die, blocked, t) {
  const reasons = [...new Set(blocked.map(({ reason }) => reason))].map((reason) => {
    const points = blocked.filter((one) => one.reason === reason).map(({ point }) => point);
    return `${t(`status.why_${reason}`)} (${points.join(", ")})`;
  });
  return `${die}: ${reasons.join(", ")}`;
}
