/** `#device/CODE.SECRET`: take over the seats of another device, after a yes: a link alone changes nobody. */

import { parseDevice, useDevice } from "../device.js";
import { h } from "../dom.js";

/**
 * @import {App, Screen} from "../app.js"
 */

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {{code: string | null, rest: string[]}} params
 * @returns {Screen}
 */
export function show(main, app, { code: room, rest }) {
  const { t } = app;
  const button = h("button", { class: "btn primary", type: "button", "data-act": "take-device" }, t("device.take"));
  button.addEventListener("click", () => void take(app, button, rest[0] ?? "", room));
  main.append(
    h(
      "div",
      { class: "page" },
      h("h1", null, t("device.title")),
      h(
        "section",
        { class: "panel" },
        h("p", null, t("device.text")),
        h("p", { class: "muted" }, t("device.replaces", { name: app.prefs.get("name") })),
        h("div", { class: "row" }, button, h("a", { class: "btn quiet", href: "/" }, t("lost.home"))),
      ),
    ),
  );
  return { title: t("device.title"), destroy() {} };
}

/** @param {App} app @param {HTMLButtonElement} button @param {string} link @param {string | null} room */
async function take(app, button, link, room) {
  button.disabled = true;
  const { code, secret } = parseDevice(link);
  try {
    app.prefs.set("token", await useDevice(await app.connect(), code, secret));
    app.disconnect();
    await app.go(`/${room ?? ""}`);
  } catch {
    app.status(app.t("device.failed"));
  }
}
