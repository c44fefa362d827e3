/** The printable page: everything that belongs on paper, black on white, and two buttons that are not printed. */

/** @import {App, Screen} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

import { clear, h } from "../../dom.js";
import { createSlot } from "../../parts/tournament/slot.js";
import { crossTable, head, roundSheets, standingsSheet } from "./print_sheets.js";

/** @param {HTMLElement} main @param {App} app @param {{model: TournamentModel}} params @returns {Screen} */
export function show(main, app, { model }) {
  const { t } = app;
  const title = model.head.config.title || t("tournament.untitled", { code: model.code });
  const sheet = createSlot(
    h("article", { class: "print-sheet", tabindex: "0", "aria-label": title }),
    () => [model.head, model.players, model.rounds, model.playOffs, model.standings],
    () => [head(model, t, title), standingsSheet(model, t), crossTable(model, t), ...roundSheets(model, t)],
  );
  main.append(h("div", { class: "print" }, tools(app, model), sheet.element));
  sheet.update();
  const off = model.subscribe(() => sheet.update());
  return {
    title: `${title}, ${t("print.title")}`,
    destroy: off,
  };
}

/** @param {App} app @param {TournamentModel} model */
function tools({ t }, model) {
  const hint = h("p", { class: "print-hint", role: "status" });
  const print = () => window.print();
  const save = () => {
    // A browser has no other way to a file than its print dialog.
    clear(hint, t("print.pdf_hint"));
    // The words have to be on the screen before the dialog stands over them.
    requestAnimationFrame(() => requestAnimationFrame(print));
  };
  return h("div", { class: "print-tools" },
    h("a", { class: "btn quiet", href: `/#tournament/${model.code}`, "data-act": "back" }, t("print.back")),
    h("button", { class: "btn primary", type: "button", "data-act": "print", onclick: print }, t("print.print")),
    h("button", { class: "btn", type: "button", "data-act": "pdf", onclick: save }, t("print.pdf")),
    hint);
}
