/** What everybody sees, at the director's too: standings, bracket and journal. */

import { h } from "../../dom.js";
import { bracket } from "../../parts/tournament/bracket.js";
import { journal } from "../../parts/tournament/journal.js";
import { standingsTable } from "../../parts/tournament/standings_table.js";

/** @import {Desk} from "./console.js" */

/** @param {Desk} desk @param {string} tab @param {Element} part @returns {Node[]} */
function page({ t }, tab, part) {
  return [
    h("div", { class: "console-head", "data-key": "head" }, h("h2", null, t(`console.tab.${tab}`))),
    h("div", { class: "table-wrap", "data-key": "part", "data-whole": true }, part),
  ];
}

/** @param {Desk} desk */
export function standingsPanel(desk) {
  const { rows } = desk.model.standings;
  if (!rows.length) return page(desk, "standings", h("p", { class: "empty" }, desk.t("console.no_standings")));
  return page(desk, "standings", standingsTable(desk.model, desk.t, { parts: true, open: desk.view.open }));
}

/** @param {Desk} desk */
export function bracketPanel(desk) {
  return page(desk, "bracket", bracket(desk.model, desk.t));
}

/** @param {Desk} desk */
export function journalPanel(desk) {
  return page(desk, "journal", journal(desk.model, desk.t));
}
