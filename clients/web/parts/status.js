/** The line under the board: what is to do, what has happened, and whether the server hears us. */

/** @import {RoomModel} from "../core/room.js" */
/** @import {Color} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {Turn} from "../core/turn.js" */
/** @import {T} from "../i18n.js" */

import { opponent } from "../core/view.js";
import { h } from "../dom.js";
import { nameText } from "./names.js";
import { COLORS, isMine } from "../screens/board_state.js";

/** A reason stays readable for so long, also when the game goes on at once. */
const REASON_MS = 6000;

/**
 * @typedef {object} Status
 * @property {HTMLElement} element
 * @property {(text: string, kind?: "news" | "refusal" | "pass") => void} say
 * @property {() => void} settle something was done: what was refused before is no news any more
 * @property {(room: RoomModel, seated: boolean) => void} update
 */

/**
 * @param {T} t
 * @returns {Status}
 */
export function createStatus(t) {
  const prompt = h("strong", { class: "prompt" });
  const news = h("span", { class: "news" });
  const link = h("span", { class: "link" });
  // The lines are read aloud by the live regions of the page: twice would be once too often.
  const line = h("p", { class: "status", role: "status", "aria-live": "off" }, prompt, " ", news);
  let reason = { text: "", until: 0 };
  return {
    element: h("div", { class: "status-row" }, line, link),
    say(text, kind = "news") {
      const held = kind === "news" && performance.now() < reason.until;
      news.textContent = held ? `${reason.text} · ${text}` : text;
      if (held) return;
      news.dataset.kind = kind;
      reason = kind === "pass" ? { text, until: performance.now() + REASON_MS } : { text: "", until: 0 };
    },
    settle() {
      if (news.dataset.kind === "refusal") news.textContent = news.dataset.kind = "";
    },
    update(room, seated) {
      prompt.textContent = room.online ? promptOf(room.shown, room.turn, seated, t) : t("status.offline");
      showLink(link, room, t);
    },
  };
}

/**
 * @param {HTMLElement} link
 * @param {RoomModel} room
 * @param {T} t
 */
function showLink(link, { online, slow, roundTrip }, t) {
  const state = !online ? "offline" : slow ? "connecting" : "online";
  const ms = !online || roundTrip === null ? "" : t("status.round_trip", { n: Math.round(roundTrip) });
  link.replaceChildren(h("span", { class: "dot", "data-state": state, "aria-hidden": "true" }),
    h("span", { class: "link-text number" }, online && slow ? t("status.sending") : ms));
  link.title = t(`status.link_${state}`);
}

/**
 * What is to be done, in a few words.
 * @param {View} view
 * @param {Turn | null} turn
 * @param {boolean} seated
 * @param {T} t
 */
export function promptOf(view, turn, seated, t) {
  const mine = seated && isMine(view);
  if (view.paused) return t("status.paused");
  switch (view.phase) {
    case "waiting":
      return t(view.white && view.black ? "status.waiting_ready" : "status.waiting");
    case "opening":
      return mine ? t("status.opening_you") : openingText(view, t);
    case "over":
      return overText(view, seated, t);
    default:
      return mine ? yours(view, turn, t) : theirs(view, t);
  }
}

/**
 * Whose opening die is awaited.
 * @param {View} view
 * @param {T} t
 */
function openingText(view, t) {
  const missing = COLORS.filter((_, i) => view.opening[i] === null);
  return missing.length === 1 ? t("status.opening", { name: nameOf(view, missing[0], t) }) : t("status.opening_both");
}

/**
 * @param {View} view
 * @param {Turn | null} turn
 * @param {T} t
 */
function yours(view, turn, t) {
  const twice = view.you.length > 1 && view.to_move;
  if (twice) return t("status.turn_of", { name: t(`color.${view.to_move}`) });
  if (view.phase === "roll") return t(view.last_turn ? "status.roll_last" : "status.roll");
  if (turn?.finished) return t("status.done");
  if (view.stages.at(-1)?.carried) return t("status.carried");
  return t(view.stages.length > 1 ? "status.cascade" : "status.play");
}

/**
 * @param {View} view
 * @param {T} t
 */
function theirs(view, t) {
  const name = nameOf(view, view.to_move ?? "white", t);
  return t(view.phase === "roll" ? "status.rolls" : "status.plays", { name });
}

/**
 * @param {View} view
 * @param {boolean} seated
 * @param {T} t
 */
function overText(view, seated, t) {
  if (!view.winner) return t("status.over");
  const mine = seated && view.you.length === 1;
  if (mine) return t(view.you.includes(view.winner) ? "status.you_win" : "status.you_lose");
  return t("status.wins", { name: nameOf(view, view.winner, t) });
}

/**
 * @param {View} view
 * @param {Color} color
 * @param {T} t
 */
export function nameOf(view, color, t) {
  const seat = view[color];
  const same = seat && seat.name === view[opponent(color)]?.name;
  return seat && !same ? nameText(seat.name, t) : t(`color.${color}`);
}
