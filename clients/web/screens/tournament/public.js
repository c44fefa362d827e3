/** A tournament for those who look on, and the door for those who may still join. */

/** @import {App, Screen} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Create, Slot} from "../../parts/tournament/slot.js" */

import { h } from "../../dom.js";
import { createSlot, follow } from "../../parts/tournament/slot.js";
import { createJoin, mayJoin } from "./player_join.js";
import { contestPage, contestPlace, createHead, createPodium } from "./public_head.js";
import { createBracket, createJournal, createPairings, createPlayers, createStandings } from "./public_lists.js";
import { createTables } from "./public_tables.js";

/** @param {HTMLElement} main @param {App} app @param {{model: TournamentModel}} params @returns {Screen} */
export function show(main, app, { model }) {
  const head = createHead(app, model);
  const made = (/** @type {Create[]} */ ...parts) => parts.map((create) => create(app, model));
  const first = made(createDoor, createPodium, createPlayers, createTables, createPairings);
  const then = made(createStandings, createBracket, createJournal);
  main.append(contestPage(head, first, then));
  return {
    title: model.head.config.title || app.t("tournament.title"),
    destroy: follow(model, [head, ...first, ...then]),
  };
}

/** For somebody who comes when nobody is let in any more. @param {App} app @param {TournamentModel} model */
function tooLate({ t }, { head, you }) {
  const late = head.phase !== "finished" && you.role === "viewer" && you.player === null;
  return late && h("p", { class: "panel muted" }, t("player.closed"));
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
function createDoor(app, model) {
  const form = createJoin(app, model);
  return createSlot(contestPlace(), () => [model.head, model.you, model.bracket], () => [mayJoin(model) ? form : tooLate(app, model)]);
}
