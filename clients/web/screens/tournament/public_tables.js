/** The boards that are being played on just now, each with the way to watch it. */

/** @import {App} from "../../app.js" */
/** @import {MatchView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Slot} from "../../parts/tournament/slot.js" */

import { h } from "../../dom.js";
import { createSlot } from "../../parts/tournament/slot.js";
import { contestPlace } from "./public_head.js";

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
export function createTables({ t }, model) {
  const reads = () => [model.currentRound, model.playOffs, model.players, model.you, model.head];
  return createSlot(contestPlace(), reads, () => {
    const live = [...(model.currentRound?.matches ?? []), ...model.playOffs].filter((match) => isLive(model, match));
    return [live.length > 0 && h("section", null, h("h2", null, t("player.live")),
      h("ul", { class: "cards" }, live.map((match) => card(model, match, t))))];
  });
}

/** One's own board has a door of its own. @param {TournamentModel} model @param {MatchView} match */
function isLive({ you, head }, { room, started, result, a, b }) {
  const open = room !== null && started !== null && result === null;
  return open && head.config.matches.watchers && you.player !== a && you.player !== b;
}

/** @param {TournamentModel} model @param {MatchView} match @param {App["t"]} t */
function card(model, { table, a, b, score, room }, t) {
  const { length } = model.head.config.matches;
  const names = `${model.name(a)} – ${model.name(b)}`;
  const side = (/** @type {string} */ id, /** @type {string} */ color, /** @type {number} */ points) => [
    h("span", { class: "side" }, h("span", { class: "disc", "data-color": color, "aria-hidden": "true" }),
      h("span", null, model.name(id))),
    h("span", { class: "number" }, length > 1 ? points : ""),
  ];
  return h("li", null, h("div", { class: "card" }, h("p", { class: "muted" }, t("player.table", { n: table })),
    h("div", { class: "versus" }, side(a, "white", score[0]), side(b, "black", score[1])),
    h("a", { class: "btn", href: `/${room}#watch`, "data-act": "watch-table" }, t("watch.watch"),
      h("span", { class: "hidden" }, names))));
}
