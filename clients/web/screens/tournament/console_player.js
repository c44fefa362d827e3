/** What is done more rarely with one player: called otherwise, kept apart, merged, sent home, taken back. */

import { h } from "../../dom.js";
import { ask, menu } from "./console_dialog.js";
import { chips, field, isDirector } from "./console_kit.js";
import { nameInput } from "./console_players.js";

/** @import {PlayerView} from "../../core/protocol.js" */
/** @import {Deed, Desk} from "./console.js" */

/** @type {Record<string, Deed>} */
export const PLAYER_ACTS = {
  player: (desk, { player }) => playerMenu(desk, player),
  rename: (desk, { player }) => renameDialog(desk, player),
  apart: (desk, { player }) => apartDialog(desk, player),
  merge: (desk, { player }) => mergeDialog(desk, player),
  withdraw: (desk, { player }) => withdrawDialog(desk, player),
  return: (desk, { player }) => desk.conduct(player, { type: "return", player }),
};

/** @param {Desk} desk @param {string} id */
function playerMenu(desk, id) {
  const { t, model } = desk;
  const player = model.player(id);
  if (!player) return;
  const acts = actsOn(desk, player);
  menu(desk, "player", player.name, acts.map((act) => [act, t(`console.player.${act}`)]), { player: id });
}

/** @param {Desk} desk @param {PlayerView} player */
function actsOn(desk, { here, gone }) {
  const open = desk.model.head.phase !== "finished";
  if (!isDirector(desk)) return ["rename"];
  if (gone) return ["rename", ...(open ? ["return"] : [])];
  const ticks = here === "yes" || !open ? [] : here === "no" ? ["here", "coming"] : ["here"];
  return [...ticks, "rename", "player-link", ...(open ? ["apart", "merge", "withdraw"] : [])];
}

/** @param {Desk} desk @param {string} player */
function renameDialog(desk, player) {
  const { t, model } = desk;
  ask(desk, {
    name: "rename",
    title: t("console.rename_title", { name: model.name(player) }),
    content: [field(t("console.name"), nameInput({ value: model.name(player) }))],
    submit: t("console.rename"),
    send: (data) => model.conduct({ type: "rename", player, name: String(data.get("name")) }),
  });
}

/** Such as two of one family. @param {Desk} desk @param {string} player */
function apartDialog(desk, player) {
  const { t, model } = desk;
  const name = model.name(player);
  const kept = new Set(model.head.config.apart.filter((pair) => pair.includes(player)).flat());
  const others = model.players.filter(({ id, gone }) => id !== player && gone === null);
  const choices = others.map(({ id, name: text }) => ({ value: id, text, checked: kept.has(id) }));
  ask(desk, {
    name: "apart",
    title: t("console.apart_title", { name }),
    content: [h("p", { class: "muted" }, t("console.apart_text")), chips("checkbox", "apart", choices)],
    submit: t("console.save"),
    send: (data) => keepApart(desk, player, data.getAll("apart").map(String)),
  });
}

/** @param {Desk} desk @param {string} player @param {string[]} others */
function keepApart({ model }, player, others) {
  const { config } = model.head;
  const pairs = others.map((other) => /** @type {[string, string]} */ ([player, other]));
  const apart = [...config.apart.filter((pair) => !pair.includes(player)), ...pairs];
  return model.conduct({ type: "configure", config: { ...config, apart } });
}

/** @param {Desk} desk @param {string} player who is the same person as somebody else */
function mergeDialog(desk, player) {
  const { t, model } = desk;
  const name = model.name(player);
  const others = model.players.filter(({ id }) => id !== player);
  const select = h("select", { name: "into" }, others.map(({ id, name: text }) => h("option", { value: id }, text)));
  ask(desk, {
    name: "merge",
    title: t("console.merge_title", { name }),
    content: [h("p", { class: "muted" }, t("console.merge_text", { name })), field(t("console.merge_into"), select)],
    submit: t("console.merge"),
    send: (data) => model.conduct({ type: "merge", player, into: String(data.get("into")) }),
  });
}

/** @param {Desk} desk @param {string} player */
function withdrawDialog(desk, player) {
  const { t, model } = desk;
  const running = model.head.phase === "running";
  ask(desk, {
    name: "withdraw",
    title: t("console.withdraw_title", { name: model.name(player) }),
    content: [h("p", { class: "muted" }, t(withdrawalKey(desk)))],
    reason: running ? "needed" : "asked",
    submit: t("console.withdraw"),
    danger: true,
    send: (data) => model.conduct({ type: "withdraw", player, reason: String(data.get("reason")).trim() }),
  });
}

/** What follows from it: in a round robin the rule for those who have played less than half. @param {Desk} desk */
function withdrawalKey({ model }) {
  if (model.head.phase !== "running") return "console.withdraw_text";
  return model.head.config.format === "round_robin" ? "console.withdraw_robin" : "console.withdraw_running";
}
