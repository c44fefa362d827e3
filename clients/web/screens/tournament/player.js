/** The page of a player: what he does now, his rounds, how everybody stands, and his own card. */

/** @import {App, Screen} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Create, Slot} from "../../parts/tournament/slot.js" */

import { createSlot, follow } from "../../parts/tournament/slot.js";
import { createNow } from "./player_now.js";
import { createOwn } from "./player_own.js";
import { ownRounds } from "./player_rounds.js";
import { contestPage, contestPlace, createHead, createPodium } from "./public_head.js";
import { createBracket, createJournal, createPairings, createStandings } from "./public_lists.js";
import { createTables } from "./public_tables.js";

/** @param {HTMLElement} main @param {App} app @param {{model: TournamentModel}} params @returns {Screen} */
export function show(main, app, { model }) {
  const head = createHead(app, model);
  const made = (/** @type {Create[]} */ ...parts) => parts.map((create) => create(app, model));
  const first = made(createNow, createPodium, createRounds, createTables);
  const then = made(createPairings, createStandings, createBracket, createJournal, createCard);
  main.append(contestPage(head, first, then));
  return {
    title: model.head.config.title || app.t("tournament.title"),
    destroy: follow(model, [head, ...first, ...then]),
  };
}

/** @param {App} app @param {TournamentModel} model @returns {Slot} */
function createRounds({ t }, model) {
  const reads = () => [model.you.player, model.players, model.playOffs, ...model.rounds];
  return createSlot(contestPlace(), reads, () => [ownRounds(model, model.you.player, t)]);
}

/**
 * Two that were entered for the same person become one, so even who he is may change.
 * @param {App} app
 * @param {TournamentModel} model
 * @returns {Slot}
 */
function createCard(app, model) {
  const reads = () => [model.you.player, model.player(model.you.player)?.gone, model.head.phase];
  return createSlot(contestPlace(), reads, () => {
    const { player } = model.you;
    return [player !== null && createOwn(app, model, player)];
  });
}
