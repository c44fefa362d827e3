/** Long lists: a field to find a name in them, and no more rows than somebody reads. */

import { h } from "../../dom.js";

/** @import {Desk} from "./console.js" */

/** With fewer nobody needs to search. */
const SEARCHABLE = 12;
/** More of them at once would only make a large field slow. */
const ROWS = 100;

/**
 * What is searched for, as far as it is shown: the field, the items, and how many there are besides.
 * @template T
 * @param {Desk} desk
 * @param {T[]} items
 * @param {(item: T) => string} text in which a name is found
 */
export function shortened(desk, items, text) {
  const wanted = desk.view.search.trim().toLowerCase();
  const found = wanted ? items.filter((item) => text(item).toLowerCase().includes(wanted)) : items;
  const more = found.length - ROWS;
  return {
    search: items.length > SEARCHABLE || wanted ? searchField(desk) : null,
    shown: found.slice(0, ROWS),
    rest: more > 0 ? h("p", { class: "muted", "data-key": "rest" }, desk.t("console.rest", { n: more })) : null,
  };
}

/** @param {Desk} desk */
function searchField({ t }) {
  const label = t("console.search");
  const words = { "aria-label": label, placeholder: label };
  return h("input", { class: "input", type: "search", name: "search", "data-key": "search", ...words });
}
