/** "Continue on another device": a code that can be scanned once. In a room it leads to that room. */

import { deviceHash, offerDevice } from "../device.js";
import { h } from "../dom.js";
import { sharedOrigin } from "./address.js";
import { qrSvg } from "./qr.js";

/** @import {App} from "../app.js" */

const MINUTE = 60_000;

/** @param {App} app @returns {HTMLElement} */
export function deviceCard(app) {
  const { t } = app;
  const place = h("div", { class: "stack" });
  const button = h("button", { class: "btn", type: "button", "data-act": "offer-device" }, t("device.show"));
  button.addEventListener(
    "click",
    () => void offer(app, place).catch(async (error) => app.status(await app.why(error))),
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("device.offer")),
    h("p", { class: "muted" }, t("device.offer_text")),
    place,
    h("div", { class: "row" }, button),
  );
}

/** @param {App} app @param {HTMLElement} place */
async function offer(app, place) {
  const made = await offerDevice(await app.connect(), app.prefs.get("token"));
  const link = `${await sharedOrigin()}/${app.room?.code ?? ""}${deviceHash(made)}`;
  const minutes = Math.max(1, Math.round(made.expires / MINUTE));
  place.replaceChildren(
    h("div", { class: "qr" }, qrSvg(link, app.t("device.offer"))),
    h("p", null, app.t("device.scan", { n: minutes })),
  );
  setTimeout(() => place.replaceChildren(), made.expires);
}
