/** Who sits on a side: name, presence, score, clock and pips. CSS puts the pips of both at the top of the board. */

/** @import {Color} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {T} from "../i18n.js" */

import { pips, sides } from "../core/view.js";
import { h } from "../dom.js";
import { nameText } from "./names.js";
import { COLORS } from "../screens/board_state.js";

/** From here on a clock shows tenths, and is red. */
const LOW_MS = 10_000;

/**
 * @typedef {object} Plate
 * @property {HTMLElement} element
 * @property {(view: View, look: {bottom: boolean, handing: boolean}) => void} update
 * @property {(clock: {ms: number, running: boolean} | null, away: number | null) => void} tick `away`: ms of absence
 */

/**
 * @param {Color} color
 * @param {T} t
 * @param {(color: Color) => void} handOver the pip counter was pressed while it hands the turn over
 * @returns {Plate}
 */
export function createPlate(color, t, handOver) {
  const parts = {
    name: h("span", { class: "name" }),
    bot: h("span", { class: "bot", hidden: true }, t("room.bot")),
    score: h("span", { class: "score number", hidden: true }),
    presence: h("span", { class: "presence" }),
    clock: h("span", { class: "clock number", hidden: true, role: "timer" }),
    pips: h("button", { class: "pips number", type: "button", disabled: true, onclick: () => handOver(color) }),
  };
  const who = h("div", { class: "who" }, h("span", { class: "disc", "data-color": color, "aria-hidden": "true" }),
    parts.name, parts.bot, parts.score, parts.presence);
  const element = h("section", { class: "plate", "data-color": color, "aria-label": t(`color.${color}`) },
    who, parts.pips, parts.clock);
  return {
    element,
    update: (view, look) => {
      element.dataset.place = look.bottom ? "bottom" : "top";
      element.dataset.turn = String(view.to_move === color && view.phase !== "over");
      showSeat(parts, view, color, t);
      showPips(parts.pips, view, color, look.handing, t);
    },
    tick: (clock, away) => {
      showClock(parts.clock, clock, t);
      const text = away === null ? "" : t("room.offline_for", { time: clockText(away) });
      if (parts.presence.textContent !== text) parts.presence.textContent = text;
    },
  };
}

/**
 * @param {{name: HTMLElement, bot: HTMLElement, score: HTMLElement}} parts
 * @param {View} view
 * @param {Color} color
 * @param {T} t
 */
function showSeat({ name, bot, score }, view, color, t) {
  const seat = view[color];
  name.textContent = seat ? nameText(seat.name, t) : t("room.free_seat");
  name.classList.toggle("free", !seat);
  bot.hidden = !seat?.bot;
  score.hidden = view.settings.length < 2;
  const points = view.score[COLORS.indexOf(color)];
  score.textContent = `${points}/${view.settings.length}`;
  score.title = t("room.score", { n: points, length: view.settings.length });
}

/**
 * @param {HTMLButtonElement} button
 * @param {View} view
 * @param {Color} color
 * @param {boolean} handing
 * @param {T} t
 */
function showPips(button, view, color, handing, t) {
  const n = pips(sides(view)[color]);
  button.disabled = !handing;
  button.replaceChildren(h("span", { class: "disc", "data-color": color, "aria-hidden": "true" }),
    h("span", { "aria-hidden": "true" }, String(n)), h("span", { class: "hidden" }, pipText(color, n, handing, t)));
}

/**
 * @param {Color} color
 * @param {number} n
 * @param {boolean} handing
 * @param {T} t
 */
function pipText(color, n, handing, t) {
  const text = t("room.pips", { color: t(`color.${color}`), n });
  return handing ? `${text}. ${t("room.hand_over", { color: t(`color.${color}`) })}` : text;
}

/**
 * @param {HTMLElement} element
 * @param {{ms: number, running: boolean} | null} clock
 * @param {T} t
 */
function showClock(element, clock, t) {
  element.hidden = clock === null;
  if (!clock) return;
  const text = clockText(clock.ms, true);
  if (element.textContent !== text) element.textContent = text;
  element.dataset.running = String(clock.running);
  element.dataset.low = String(clock.ms < LOW_MS);
  element.setAttribute("aria-label", t("room.clock", { time: text }));
}

/**
 * `1:02:03`, `4:05`, and with tenths `0:09.4`.
 * @param {number} ms
 * @param {boolean} [tenths] in the last ten seconds
 */
export function clockText(ms, tenths = false) {
  if (tenths && ms < LOW_MS) return `0:0${(Math.floor(Math.max(0, ms) / 100) / 10).toFixed(1)}`;
  const seconds = tenths ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
