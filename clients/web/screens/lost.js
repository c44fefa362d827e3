/** What the address asks for is not there, or cannot be reached. */

import { h } from "../dom.js";

/** @import {App, Screen} from "../app.js" */

/** @param {HTMLElement} main @param {App} app @param {{error: unknown}} params @returns {Screen} */
export function show(main, app, { error }) {
  const { t } = app;
  const reason = h("p", { class: "muted" }, "");
  const again = h("button", { class: "btn", type: "button", onclick: () => void app.show() }, t("lost.again"));
  main.append(
    h(
      "div",
      { class: "page" },
      h("h1", null, t("lost.title")),
      reason,
      h("div", { class: "row" }, h("a", { class: "btn primary", href: "/" }, t("lost.home")), again),
    ),
  );
  void app.why(error).then((text) => (reason.textContent = text));
  return { title: t("lost.title"), destroy() {} };
}
