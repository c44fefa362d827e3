/** The plays of a game in notation, two in a line; a press goes there. */

/** @import {Color} from "../core/protocol.js" */
/** @import {GameResult} from "../core/view.js" */
/** @import {T} from "../i18n.js" */
/** @import {Frame} from "../screens/frames.js" */

import { playText } from "../core/notation.js";
import { opponent } from "../core/view.js";
import { h } from "../dom.js";
import { roundsOf } from "../screens/frames.js";
import { resultText } from "./announcer.js";
import { nameText } from "./names.js";

/** @typedef {{element: HTMLElement, update(at: number): void}} PlayList */

/**
 * @param {T} t
 * @param {Frame[]} frames
 * @param {GameResult | null} result
 * @param {(at: number) => void} go
 * @returns {PlayList}
 */
export function createPlayList(t, frames, result, go) {
  const items = frames.map((frame, at) => item(t, frame, () => go(at)));
  const rounds = roundsOf(frames).map(({ number, cells }) => h("li", { class: "round", value: number },
    h("span", { class: "number muted", "aria-hidden": "true" }, `${number}.`),
    ...cells.map((cell) => h("span", { class: "cell" }, cell.map((at) => items[at])))));
  const list = h("ol", { class: "rounds" }, ...rounds, result && h("li", { class: "ending" }, resultText(result, t)));
  const element = h("section", { class: "panel plays", "aria-label": t("replay.plays") }, head(t, frames), list);
  let current = items[0];
  return {
    element,
    update(at) {
      const focused = list.contains(document.activeElement);
      for (const one of [current, items[0], items[1] ?? items[0]]) mark(one, false);
      current = items[at];
      mark(current, true);
      // The list is one tab stop: the current play, or the first one while there is none.
      if (at === 0 && items[1]) items[1].tabIndex = 0;
      reveal(list, at === 0 ? null : current);
      if (focused) (at === 0 ? items[1] : current).focus({ preventScroll: true });
    },
  };
}

/** Who plays in which column. @param {T} t @param {Frame[]} frames */
function head(t, frames) {
  const first = frames[1]?.color ?? "white";
  return h("div", { class: "round head" }, h("span", {}), ...[first, opponent(first)].map((color) => column(t, frames[0], color)));
}

/** @param {T} t @param {Frame} frame @param {Color} color */
function column(t, { view }, color) {
  return h("span", { class: "side" }, h("span", { class: "disc", dataset: { color }, role: "img", "aria-label": t(`color.${color}`) }),
    h("span", {}, nameText(view[color]?.name ?? "", t)));
}

/** @param {T} t @param {Frame} frame @param {() => void} go */
function item(t, frame, go) {
  const carried = frame.stage?.carried ? t("replay.carried") : "";
  return h("button", { class: "ply", type: "button", tabindex: -1, title: carried, onclick: go },
    h("span", { class: "hidden" }, `${frame.color ? t(`color.${frame.color}`) : ""} ${carried} `),
    carried && h("span", { class: "carried", "aria-hidden": "true" }, "↩"),
    h("span", { class: "thrown number" }, diceOf(frame)), " ", h("span", { class: "number" }, playOf(frame, t)));
}

/** `6-3`, `4-4`, and all of them when they were carried. @param {Frame} frame */
export function diceOf({ stage }) {
  return stage ? (stage.carried ? stage.dice : stage.dice.slice(0, 2)).join("-") : "";
}

/** What was played, in notation. @param {Frame} frame @param {T} t */
export function playOf({ stage }, t) {
  if (!stage?.steps.length) return t("replay.pass");
  return playText(stage.dice, stage.steps).replaceAll("off", t("announce.off"));
}

/** @param {HTMLElement} element @param {boolean} current */
function mark(element, current) {
  element.tabIndex = current ? 0 : -1;
  if (current) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

/** Scrolls the list alone, never the page. @param {HTMLElement} list @param {HTMLElement | null} element */
function reveal(list, element) {
  const above = element ? element.offsetTop : 0;
  const room = list.clientHeight;
  if (above < list.scrollTop || above + (element?.offsetHeight ?? 0) > list.scrollTop + room) list.scrollTop = above - room / 2;
}
