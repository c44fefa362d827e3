/** The door to tournaments. */

import { h } from "../dom.js";

/** @import {App, Screen} from "../app.js" */

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, { t }) {
  main.append(
    h(
      "div",
      { class: "page" },
      h("h1", null, t("tournament.title")),
      h("p", { class: "empty" }, t("tournament.soon")),
    ),
  );
  return { title: t("tournament.title"), destroy() {} };
}
