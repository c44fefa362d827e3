/** The lists on the pages of players and viewers: who is there, who plays whom, how all stand, what has happened. */

/** @import {App} from "../../app.js" */
/** @import {PlayerView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Slot} from "../../parts/tournament/slot.js" */

import { h } from "../../dom.js";
import { bracket } from "../../parts/tournament/bracket.js";
import { journal } from "../../parts/tournament/journal.js";
import { pairings, pairingsByName } from "../../parts/tournament/pairings.js";
import { createSlot } from "../../parts/tournament/slot.js";
import { standingsTable, standingsTitle } from "../../parts/tournament/standings_table.js";
import { contestPlace } from "./public_head.js";

/** Longer lists are shown as a whole only when that is asked for. */
const ROWS = 50;
/** Rows above and below one's own, where that is further down. */
const AROUND = 2;

/** Who has come so far. @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createPlayers({ t }, model) {
  return createSlot(contestPlace(), () => [model.players, model.head.phase], () => {
    if (model.head.phase !== "registration" || !model.players.length) return [];
    const sign = () => h("span", { class: "here", role: "img", "aria-label": t("player.is_here") }, "✓");
    const one = (/** @type {PlayerView} */ { name, here }) =>
      h("li", { "data-here": here }, name, here === "yes" && sign());
    return [h("section", { class: "panel" }, h("h2", null, t("player.players")),
      h("ul", { class: "names" }, model.players.filter(({ gone }) => !gone).map(one)))];
  });
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createPairings({ t }, model) {
  const choice = { byName: false, all: false };
  const slot = createSlot(
    contestPlace(),
    () => [model.currentRound, model.players, model.you, model.head.phase, choice.byName, choice.all],
    () => {
      const round = model.currentRound;
      if (!round || model.head.phase === "finished") return [];
      const list = choice.byName ? pairingsByName : pairings;
      const rows = choice.all ? Infinity : ROWS;
      const size = round.matches.length * (choice.byName ? 2 : 1) + round.byes.length;
      return [h("section", { class: "panel" }, h("h2", null, t("player.pairings", { n: round.number })),
        h("div", { class: "chips" }, order(false, "player.sort_table"), order(true, "player.sort_name")),
        scroll(list(model, t, { highlight: model.you.player, rows })), more(choice, size, t, () => slot.update()))];
    },
  );
  const order = (/** @type {boolean} */ byName, /** @type {string} */ key) => {
    const pressed = String(choice.byName === byName);
    const act = byName ? "by-name" : "by-table";
    const choose = () => {
      choice.byName = byName;
      slot.update();
    };
    const props = { class: "chip", type: "button", "data-act": act, "aria-pressed": pressed, onclick: choose };
    return h("button", props, t(key));
  };
  return slot;
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createStandings({ t }, model) {
  const choice = { all: false };
  const reads = () => [model.standings, model.players, model.you, model.head.phase, choice.all, ...model.rounds];
  const slot = createSlot(contestPlace(), reads, () => {
    const { rows, through } = model.standings;
    if (!through || !rows.length) return [];
    const highlight = model.you.player;
    const shown = choice.all ? Infinity : ROWS;
    const own = rows.findIndex(({ player }) => player === highlight);
    const part = (/** @type {number} */ from, /** @type {number} */ size) =>
      scroll(standingsTable(model, t, { highlight, parts: true, from, rows: size }));
    return [h("section", { class: "panel" }, h("h2", null, standingsTitle(model, t)),
      own >= shown && part(own - AROUND, 2 * AROUND + 1), part(0, shown),
      more(choice, rows.length, t, () => slot.update()))];
  });
  return slot;
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createBracket({ t }, model) {
  const reads = () => [model.bracket, model.players, model.you, ...model.rounds];
  return createSlot(contestPlace(), reads, () => [model.bracket.length > 0 && h("section", { class: "panel" },
    h("h2", null, t("bracket.bracket")), bracket(model, t, { player: model.you.player }))]);
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createJournal({ t }, model) {
  const reads = () => [model.journal, model.players, ...model.rounds];
  return createSlot(contestPlace(), reads, () => [model.journal.length > 0 && h("section", { class: "panel" },
    h("details", { "data-fold": "journal" }, h("summary", null, t("player.journal")), journal(model, t)))]);
}

/** A wide table is moved sideways on a small screen. @param {HTMLElement} table */
function scroll(table) {
  return h("div", { class: "table-wrap" }, table);
}

/**
 * @param {{all: boolean}} choice
 * @param {number} size
 * @param {App["t"]} t
 * @param {() => void} update
 */
function more(choice, size, t, update) {
  if (choice.all || size <= ROWS) return null;
  const show = () => {
    choice.all = true;
    update();
  };
  const props = { class: "btn small", type: "button", "data-act": "show-all", onclick: show };
  return h("button", props, t("player.show_all", { n: size }));
}
