/**
 * While the opponent is missing. For a friend: the link to send, its QR code, a bot instead, and Gul Bara before the
 * game. For anybody: that the bot comes by itself.
 */

/** @import {RoomModel} from "../core/room.js" */
/** @import {App} from "../app.js" */

import { h } from "../dom.js";
import { sharedOrigin } from "./address.js";
import { copied } from "./clipboard.js";
import { qrSvg } from "./qr.js";

/**
 * @param {App} app
 * @param {RoomModel} room
 * @param {(error: unknown) => void} refuse
 * @returns {HTMLElement}
 */
export function createWaiting(app, room, refuse) {
  const { t } = app;
  const invite = () => void room.inviteBot().catch(refuse);
  const bot = h("button", { class: "btn", type: "button", "data-act": "invite-bot", onclick: invite },
    t("room.invite_bot"));
  const parts = app.paired === room.code ? [anybody(t), bot] : [share(app, room.code), bot, gulBara(app, room, refuse)];
  return h("section", { class: "panel waiting", "aria-label": t("room.waiting") }, ...parts);
}

/** @param {App["t"]} t */
function anybody(t) {
  return h("div", {}, h("h2", {}, t("room.waiting")), h("p", {}, t("room.waiting_anybody")));
}

/**
 * @param {App} app
 * @param {string} code
 */
function share(app, code) {
  const { t } = app;
  let link = "";
  const picture = h("div", { class: "qr" });
  const text = h("span", { class: "share-link" });
  /** @param {string} origin */
  const fill = (origin) => {
    if (link === `${origin}/${code}`) return;
    link = `${origin}/${code}`;
    picture.replaceChildren(qrSvg(link, t("share.qr", { link })));
    text.textContent = link;
  };
  fill(location.origin);
  void sharedOrigin().then(fill);
  const copy = async () => app.status((await copied(link)) ? t("share.copied") : link);
  return h("div", { class: "share" }, picture, h("div", { class: "share-text" },
    h("h2", {}, t("share.title")), text,
    h("button", { class: "btn primary", type: "button", "data-act": "copy-link", onclick: copy }, t("share.copy"))));
}

/**
 * What a room plays is settled when it is made. So another wish makes another room, with a link of its own.
 * @param {App} app
 * @param {RoomModel} room
 * @param {(error: unknown) => void} refuse
 */
function gulBara(app, room, refuse) {
  const { t } = app;
  const on = room.view.settings.overrides.gul_bara === true;
  const box = h("input", { type: "checkbox", "data-act": "gul-bara", checked: on });
  box.addEventListener("change", async () => {
    box.disabled = true;
    await makeAgain(app, room, box.checked).catch((error) => {
      box.checked = on;
      box.disabled = false;
      refuse(error);
    });
  });
  return h("label", { class: "switch" }, box,
    h("span", {}, t("fact.gul_bara"), h("small", {}, t("room.gul_bara_hint"))));
}

/**
 * @param {App} app
 * @param {RoomModel} room
 * @param {boolean} gulBara
 */
async function makeAgain(app, room, gulBara) {
  const { settings, you } = room.view;
  const connection = await app.connect();
  const overrides = { ...settings.overrides, gul_bara: gulBara };
  const { room: code } = await connection.createRoom({ ...settings, overrides }, you.length > 1 ? "both" : you[0]);
  await room.standUp();
  await app.go(`/${code}`);
}
