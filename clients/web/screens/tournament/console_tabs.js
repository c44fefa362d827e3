/** The pages of the console. */

import { h } from "../../dom.js";
import { isDirector } from "./console_kit.js";

/** @import {Desk, Tab} from "./console.js" */

/** What a helper does: letting people in, results, tables. @type {Tab[]} */
const HELPER = ["players", "round", "standings"];

/**
 * @param {Desk} desk
 * @param {boolean} wide the time has a place of its own
 * @returns {Tab[]}
 */
export function keysOfTabs(desk, wide) {
  if (!isDirector(desk)) return HELPER;
  /** @type {Tab[]} */
  const all = ["players", "round", "standings", "bracket", "time", "links", "journal"];
  const left = { bracket: !desk.model.bracket.length, time: wide };
  return all.filter((tab) => !Reflect.get(left, tab));
}

/** @param {Desk} desk @param {Tab[]} tabs @param {Tab} current */
export function tabList({ t }, tabs, current) {
  return tabs.map((tab) =>
    h("button", {
      class: "console-tab",
      type: "button",
      role: "tab",
      id: `tab-${tab}`,
      "aria-selected": String(tab === current),
      "aria-controls": "console-panel",
      tabindex: tab === current ? 0 : -1,
      "data-key": tab,
      "data-act": "tab",
      "data-tab": tab,
    }, t(`console.tab.${tab}`)),
  );
}
