/** The player's own card: his name, a link to play on from another phone, and leaving. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

import { clear, h } from "../../dom.js";
import { sharedOrigin } from "../../parts/address.js";
import { copied } from "../../parts/clipboard.js";
import { qrSvg } from "../../parts/qr.js";
import { createSend } from "../../parts/tournament/send.js";

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @param {string} player
 * @returns {HTMLElement}
 */
export function createOwn(app, model, player) {
  const { t } = app;
  const { element, send, asked } = createSend(app, model);
  const place = h("div", { class: "own-link" });
  const link = h("button", { class: "btn", type: "button", "data-act": "own-link",
    onclick: () => void asked(showLink(app, model, player, place)) }, t("player.link"));
  const leave = createLeave(app, (reason) => send({ type: "withdraw", player, reason }));
  const over = model.head.phase === "finished" || model.player(player)?.gone;
  return h("section", { class: "panel own" }, h("h2", null, t("player.own")), rename(app, model, player, send),
    h("div", { class: "row" }, link, !over && leave.button), element, place, leave.dialog);
}

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @param {string} player
 * @param {import("../../parts/tournament/send.js").Send["send"]} send
 */
function rename({ t }, model, player, send) {
  const input = h("input", { name: "own-name", maxlength: 24, autocomplete: "nickname", spellcheck: "false",
    enterkeyhint: "done", value: model.player(player)?.name ?? "" });
  input.addEventListener("change", async () => {
    const name = input.value.trim();
    if (name) await send({ type: "rename", player, name });
    // Somebody else of that name: the server has added a number.
    input.value = model.player(player)?.name ?? name;
  });
  input.addEventListener("keydown", ({ key }) => key === "Enter" && input.blur());
  return h("label", { class: "field" }, h("span", null, t("player.name")), input);
}

/**
 * Each press makes a new key; those before it stay good until a device has used one of them.
 * @param {App} app
 * @param {TournamentModel} model
 * @param {string} player
 * @param {HTMLElement} place
 */
async function showLink(app, model, player, place) {
  const { t } = app;
  const { key } = await model.issueKey("player", { player });
  const link = `${await sharedOrigin()}/#tournament/${model.code}/key/${key}`;
  const copy = async () => app.status((await copied(link)) ? t("share.copied") : link);
  clear(place, h("div", { class: "qr" }, qrSvg(link, t("player.link"))), h("p", null, t("player.link_hint")),
    h("button", { class: "btn small", type: "button", "data-act": "copy-link", onclick: copy }, t("share.copy")));
}

/**
 * Leaving is asked for twice.
 * @param {App} app
 * @param {(reason: string) => Promise<boolean>} withdraw
 */
function createLeave({ t }, withdraw) {
  const reason = h("input", { name: "reason", maxlength: 200, autocomplete: "off" });
  const stay = h("button", { class: "btn", type: "button", "data-act": "stay" }, t("player.stay"));
  const leave = h("button", { class: "btn danger", "data-act": "confirm-withdraw" }, t("player.withdraw"));
  const form = h("form", { method: "dialog", class: "stack" },
    h("h2", { id: "leave-title" }, t("player.withdraw_title")),
    h("p", null, t("player.withdraw_text")),
    h("label", { class: "field" }, h("span", null, t("player.reason")), reason),
    h("div", { class: "row" }, leave, stay));
  const dialog = h("dialog", { class: "ask", "aria-labelledby": "leave-title" }, form);
  stay.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", () => void withdraw(reason.value.trim()));
  const button = h("button", { class: "btn quiet", type: "button", "data-act": "withdraw",
    onclick: () => dialog.showModal() }, t("player.withdraw"));
  return { button, dialog };
}
