/** How a match has ended, as fields of a form and as what the form says. */

import { h } from "../../dom.js";
import { chips, numberInput, toggle } from "./console_kit.js";
import { marsOf } from "./player_duel.js";

/** @import {MatchView, Result} from "../../core/protocol.js" */
/** @import {Child} from "../../dom.js" */
/** @import {Desk} from "./console.js" */

/**
 * In a single game one of the two has won, in a match there is a score.
 * @typedef {"a" | "b" | "played" | "forfeit_a" | "forfeit_b" | "nobody"} Outcome
 */
/** @typedef {readonly [number, number]} Pair of side a and side b */
/** @typedef {{outcome: Outcome | null, score: Pair, mars: Pair}} Entered */
/** @typedef {Pick<MatchView, "a" | "b">} Sides */

/** @type {Outcome[]} */
export const FORFEITS = ["forfeit_a", "forfeit_b", "nobody"];
/** @type {[number, number]} */
const NONE = [0, 0];

// --- fields ----------------------------------------------------------------------------------------------------------

/** @param {Desk} desk @param {Sides} sides @param {Entered} entered */
export function fields(desk, sides, { outcome, score, mars }) {
  const { t, model } = desk;
  const { length } = model.head.config.matches;
  const worth = marsOf(model);
  if (length > 1) {
    const wins = h("details", null, h("summary", null, t("console.mars_wins")),
      scoreFields(desk, "mars", sides, mars, length));
    return [
      outcomes(desk, sides, ["played", ...FORFEITS], outcome ?? "played"),
      // The last win may be a mars.
      played(scoreFields(desk, "score", sides, score, length + worth - 1), worth > 1 && wins),
    ];
  }
  const winner = score[0] > score[1] ? "a" : "b";
  return [
    outcomes(desk, sides, ["a", "b", ...FORFEITS], outcome === "played" ? winner : outcome),
    worth > 1 ? played(toggle(t("console.by_mars"), "mars", Math.max(...mars) > 0)) : null,
  ];
}

/** What only a match that is played has. @param {...Child} parts */
function played(...parts) {
  return h("fieldset", { class: "stack console-played" }, ...parts);
}

/**
 * Only what can be is asked for: a forfeit has no points, no more wins were mars than the points allow, and whoever has
 * more points than the length has won the last of them by mars.
 * @param {HTMLFormElement} form
 * @param {number} worth of mars
 * @param {number} length of the match
 */
export function fitOutcome(form, worth, length) {
  const part = /** @type {HTMLFieldSetElement | null} */ (form.querySelector(".console-played"));
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  if (part) part.hidden = part.disabled = isForfeit(new FormData(form));
  for (const side of ["a", "b"]) {
    const [score, mars] = [input(`score_${side}`), input(`mars_${side}`)];
    if (!score || !mars) continue;
    mars.max = String(Math.floor(Number(score.value) / worth));
    mars.min = String(Math.min(proven(Number(score.value), length), Number(mars.max)));
    mars.value = String(Math.min(Math.max(Number(mars.value), Number(mars.min)), Number(mars.max)));
  }
  const wins = form.querySelector("details");
  if (wins) wins.hidden = ["a", "b"].every((side) => input(`mars_${side}`)?.max === "0");
}

/** @param {Pick<FormData, "get">} data */
export function isForfeit(data) {
  return FORFEITS.includes(/** @type {Outcome} */ (data.get("outcome")));
}

/** @param {Desk} desk @param {Sides} sides @param {Outcome[]} all @param {Outcome | null} chosen */
export function outcomes({ t, model }, { a, b }, all, chosen) {
  const names = { a: model.name(a), b: model.name(b) };
  const text = (/** @type {Outcome} */ value) => t(`console.outcome.${value}`, names);
  const choices = all.map((value) => ({ value, text: text(value), checked: value === chosen }));
  return h("fieldset", { class: "choice" },
    h("legend", null, t("console.outcome")), chips("radio", "outcome", choices));
}

/** @param {Desk} desk @param {string} name @param {Sides} sides @param {Pair} pair @param {number} max */
function scoreFields(desk, name, { a, b }, pair, max) {
  return h("div", { class: "console-score-fields" },
    stepper(desk, `${name}_a`, desk.model.name(a), pair[0], max),
    stepper(desk, `${name}_b`, desk.model.name(b), pair[1], max));
}

/** @param {Desk} desk @param {string} name @param {string} label @param {number} value @param {number} max */
function stepper({ t }, name, label, value, max) {
  const input = numberInput(name, value, 0, max);
  input.className = "input number";
  input.setAttribute("aria-label", label);
  const by = (/** @type {string} */ act, /** @type {string} */ sign, /** @type {string} */ words) =>
    h("button", { class: "btn icon", type: "button", "data-act": act, "aria-label": `${label}: ${words}` }, sign);
  return h("div", { class: "console-stepper" },
    h("span", null, label),
    h("div", { class: "row" }, by("less", "−", t("console.less")), input, by("more", "+", t("console.more"))));
}

/** @param {HTMLElement} button of a stepper @param {number} by */
export function step(button, by) {
  const input = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
  input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value) + by)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * What stands there at first: what one of them has said, or the score.
 * @param {Pick<MatchView, "claims" | "score">} match
 * @param {number} length
 * @returns {Entered}
 */
export function guess({ claims, score }, length) {
  const [known = score] = Object.values(claims);
  const [a, b] = known;
  return { outcome: a === b ? null : "played", score: known, mars: [proven(a, length), proven(b, length)] };
}

/** How many mars a score alone tells of. @param {number} points @param {number} length */
function proven(points, length) {
  return Number(points > length);
}

/** @param {Result} result @param {Sides} sides @returns {Entered} */
export function enteredOf({ kind, winner, score, mars }, { a }) {
  const forfeit = winner === null ? "nobody" : winner === a ? "forfeit_a" : "forfeit_b";
  return { outcome: kind === "played" ? "played" : forfeit, score, mars };
}

// --- answers ---------------------------------------------------------------------------------------------------------

/**
 * What a form says.
 * @param {Pick<FormData, "get" | "has">} data
 * @param {Sides} sides
 * @param {number} worth of mars
 * @returns {Result}
 */
export function resultOf(data, { a, b }, worth) {
  const outcome = /** @type {Outcome} */ (data.get("outcome"));
  const forfeit = { forfeit_a: a, forfeit_b: b }[/** @type {string} */ (outcome)];
  if (forfeit) return { kind: "forfeit", winner: forfeit, score: NONE, mars: NONE };
  if (outcome === "nobody") return { kind: "double_forfeit", winner: null, score: NONE, mars: NONE };
  const [score, mars] = outcome === "played" ? counted(data) : single(outcome, data.has("mars"), worth);
  return { kind: "played", winner: score[0] > score[1] ? a : b, score, mars };
}

/** @param {Pick<FormData, "get">} data @returns {[number, number][]} score and mars */
function counted(data) {
  return ["score", "mars"].map((name) => [Number(data.get(`${name}_a`)), Number(data.get(`${name}_b`))]);
}

/** @param {Outcome} winner @param {boolean} mars @param {number} worth @returns {[number, number][]} score and mars */
function single(winner, mars, worth) {
  const [points, wins] = [mars ? worth : 1, Number(mars)];
  return winner === "a" ? [[points, 0], [wins, 0]] : [[0, points], [0, wins]];
}
