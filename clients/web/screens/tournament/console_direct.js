/** `/#tournament/CODE/direct`: six digits from a device that directs make this one direct too. */

import { h } from "../../dom.js";

/**
 * @import {App, Screen} from "../../app.js"
 * @import {TournamentModel} from "../../core/tournament.js"
 */

const DIGITS = 6;

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {{model: TournamentModel}} params
 * @returns {Screen}
 */
export function show(main, app, { model }) {
  const { t } = app;
  const title = model.head.config.title || t("tournament.title");
  const line = h("p", { class: "refusal", role: "alert", hidden: true });
  const form = h("form", { class: "panel" },
    h("label", { class: "field" }, h("span", null, t("console.direct_text")), field()),
    line,
    h("div", { class: "row" }, h("button", { class: "btn primary", "data-act": "direct" }, t("console.direct")),
      h("a", { class: "btn quiet", href: `/#tournament/${model.code}` }, t("console.cancel"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void direct(app, model, form, line);
  });
  main.append(h("div", { class: "page" }, h("h1", null, title), form));
  return { title, destroy() {} };
}

function field() {
  const kind = { inputmode: "numeric", autocomplete: "one-time-code", maxlength: DIGITS + 1, required: true };
  return h("input", { class: "console-digits-field number", name: "digits", autofocus: true, ...kind });
}

/** @param {App} app @param {TournamentModel} model @param {HTMLFormElement} form @param {HTMLElement} line */
async function direct(app, model, form, line) {
  const typed = String(new FormData(form).get("digits"));
  line.hidden = true;
  try {
    const { key } = await model.useDirectorCode(typed.replace(/\D/g, ""));
    await app.openTournament(model.code, key);
    await app.go(`/#tournament/${model.code}`);
  } catch (error) {
    line.textContent = await app.why(error);
    line.hidden = false;
  }
}
