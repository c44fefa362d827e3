/** The clock of the running round, which everybody sees. */

/** @import {RoundView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";
import { timeText } from "./times.js";

/**
 * How the round stands and how many ms it has left, below 0 when its time is over; null where no time runs.
 * @typedef {{state: "none" | "running" | "over" | "paused" | "break", left: number | null}} RoundTime
 */

/**
 * @param {TournamentModel} model
 * @param {RoundView | null} [round]
 * @returns {RoundTime}
 */
export function roundTime(model, round = model.currentRound) {
  const { paused, break_until: until } = model.head;
  const running = round && !round.closed ? round.ends : null;
  if (paused) return { state: "paused", left: running === null ? null : running - paused[0] };
  if (until !== null && until > model.now()) return { state: "break", left: until - model.now() };
  if (running === null) return { state: "none", left: null };
  const left = running - model.now();
  return { state: left > 0 ? "running" : "over", left };
}

/**
 * When the time of the round ends, in server time. Null where no time runs, so also during a pause.
 * @param {TournamentModel} model
 */
export function roundEnd({ head, currentRound: round }) {
  return !round || round.closed || head.paused ? null : round.ends;
}

/**
 * When a round was started. The server's own `started` moves with every pause, so that its time can be counted from it.
 * @param {TournamentModel} model
 * @param {RoundView} round
 */
export function roundStart({ journal }, { number, started }) {
  const told = journal.filter(({ event }) => event.type === "round_started" && event.round === number);
  return started === null ? null : (told.at(-1)?.at ?? started);
}

/**
 * An element without words where no time runs. `tickClock` keeps it right.
 * @param {TournamentModel} model
 * @param {T} t
 */
export function roundClock(model, t) {
  const clock = h("span", { class: "round-clock number", role: "timer" });
  tickClock(clock, model, t);
  return clock;
}

/**
 * Once a second.
 * @param {HTMLElement} clock
 * @param {TournamentModel} model
 * @param {T} t
 */
export function tickClock(clock, model, t) {
  const { state, left } = roundTime(model);
  const text = clockWords(model, t, state, left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.dataset.state = state;
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {RoundTime["state"]} state
 * @param {number | null} left
 */
function clockWords({ head }, t, state, left) {
  if (state === "none") return "";
  if (state === "paused") return t("tournament.clock.paused", { time: left === null ? "" : countdown(left) }).trim();
  if (state === "break") return t("tournament.clock.break", { time: timeText(head.break_until ?? 0) });
  return countdown(left ?? 0);
}

/** `12:05`, and with a minus what is over. @param {number} ms */
export function countdown(ms) {
  const seconds = Math.abs(Math.ceil(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${ms <= -1000 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}
