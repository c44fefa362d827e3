/** The top of the pages of players and viewers: the event, the round, its clock, what is announced; and the podium. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Slot} from "../../parts/tournament/slot.js" */

import { h } from "../../dom.js";
import { roundClock, tickClock } from "../../parts/tournament/round_clock.js";
import { createSlot } from "../../parts/tournament/slot.js";
import { timeText } from "../../parts/tournament/times.js";
import { exitText } from "../../parts/tournament/words.js";

/** Places on the podium. */
const PLACES = 3;

/**
 * On a phone one below the other, on a wide screen in two columns.
 * @param {Slot} head
 * @param {Slot[]} first
 * @param {Slot[]} then
 */
export function contestPage(head, first, then) {
  const column = (/** @type {Slot[]} */ slots) =>
    h("div", { class: "contest-column" }, slots.map(({ element }) => element));
  return h("div", { class: "page contest" }, head.element, column(first), column(then));
}

/** Where something stands that is not always there. */
export function contestPlace() {
  return h("div", { class: "contest-place" });
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createHead({ t }, model) {
  const element = h("header", { class: "contest-head" });
  const slot = createSlot(element, () => [model.head, model.currentRound, model.players.length], () => [
    h("h1", null, model.head.config.title || t("tournament.title")),
    h("p", { class: "tags" }, stateOf(model, t), roundClock(model, t)),
    banner("paused", paused(model, t)),
    banner("announcement", model.head.announcement?.[1] ?? ""),
  ]);
  const tick = () => {
    const clock = element.querySelector(".round-clock");
    if (clock instanceof HTMLElement) tickClock(clock, model, t);
  };
  return { ...slot, tick };
}

/** @param {TournamentModel} model @param {App["t"]} t */
function stateOf({ head, currentRound, players }, t) {
  const tag = (/** @type {string} */ text) => h("span", null, text);
  if (head.phase === "finished") return tag(t("player.over"));
  if (head.phase === "registration") return tag(t("player.registered", { n: players.length }));
  if (!currentRound) return tag(t("player.begun"));
  const { number } = currentRound;
  return h("strong", null, t("player.round_of", { n: number, of: Math.max(head.rounds, number) }));
}

/** @param {TournamentModel} model @param {App["t"]} t */
function paused({ head }, t) {
  if (!head.paused) return "";
  const [since, reason] = head.paused;
  return t(reason ? "player.paused_why" : "player.paused", { time: timeText(since), reason });
}

/** @param {string} kind @param {string} text */
function banner(kind, text) {
  return text ? h("p", { class: "banner", "data-kind": kind, role: "status" }, text) : null;
}

/** The first three places, when all is over. @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createPodium({ t }, model) {
  return createSlot(contestPlace(), () => [model.head, model.standings, model.players, ...model.rounds], () => {
    if (model.head.phase !== "finished") return [];
    const best = model.standings.rows.filter(({ rank }) => rank > 0 && rank <= PLACES);
    return [best.length > 0 && h("section", { class: "panel podium" }, h("h2", null, t("player.podium")),
      h("ol", null, best.map(({ player, rank, points }) => h("li", { "data-rank": rank, value: rank },
        h("span", { class: "place", "aria-hidden": "true" }, rank), h("strong", null, model.name(player)),
        h("span", { class: "muted" }, exitText(model, t, player) || t("player.points", { n: points }))))))];
  });
}
