/**
 * Keys of the board, and the list of them. A Latin letter counts by its character, so that it is the one printed on
 * the key; any other script by the physical key, so that Cyrillic К and Г are R and U.
 *
 * @typedef {"throw"|"undo"|"undo_all"|"done"|"fullscreen"|"flip"|"mirror"|"mute"|"list"|"close"} KeyAction
 * @typedef {Pick<KeyboardEvent, "key"|"code"|"repeat"|"ctrlKey"|"altKey"|"metaKey"|"shiftKey"|"target">} Pressed
 */

import { h } from "../dom.js";

/** @type {Record<string, KeyAction>} */
const LETTERS = { r: "throw", u: "undo", a: "undo_all", f: "fullscreen", v: "flip", m: "mirror", s: "mute" };

/** What the list names: the keys as they are printed, and what they do. @type {[string, string][]} */
const LISTED = [
  ["R", "keys.throw"],
  ["U", "keys.undo"],
  ["A", "keys.undo_all"],
  ["Enter", "keys.done"],
  ["← ↑ → ↓", "keys.walk"],
  ["Enter", "keys.pick"],
  ["Esc", "keys.drop"],
  ["F", "keys.fullscreen"],
  ["V", "keys.flip"],
  ["M", "keys.mirror"],
  ["S", "keys.mute"],
  ["?", "keys.list"],
];

/**
 * What a key press asks for; null for none.
 * @param {Pressed} event
 * @returns {KeyAction|null}
 */
export function keyAction(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return null;
  if (event.key === "?") return "list";
  if (event.shiftKey) return null;
  if (event.key === "Escape") return "close";
  if (event.key === "Enter") return isPressable(event.target) ? null : "done";
  return LETTERS[letterOf(event)] ?? null;
}

/** @param {Pressed} event */
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const foreign = key.length === 1 && /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return foreign ? code.replace(/^Key/, "").toLowerCase() : "";
}

/** @param {EventTarget|null} target */
function isTyping(target) {
  return matches(target, "input:not([type=checkbox]), textarea, select, [contenteditable]");
}

/** Enter presses what has the focus. @param {EventTarget|null} target */
function isPressable(target) {
  return matches(target, "button, a, summary, input, label");
}

/**
 * @param {EventTarget|null} target
 * @param {string} selector
 */
function matches(target, selector) {
  return target instanceof Object && "closest" in target && /** @type {Element} */ (target).closest(selector) !== null;
}

/**
 * @param {Partial<Record<KeyAction, () => void>>} actions
 * @returns {() => void} stop listening
 */
export function listenKeys(actions) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const action = event.defaultPrevented ? null : keyAction(event);
    const act = action && actions[action];
    if (!act) return;
    if (action !== "close") event.preventDefault();
    act();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

/**
 * @param {import("../i18n.js").T} t
 * @returns {HTMLElement} hidden until toggled
 */
export function keyList(t) {
  const rows = LISTED.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]);
  return h("section", { class: "card key-list", hidden: true, "aria-label": t("keys.title") },
    h("h2", {}, t("keys.title")), h("dl", {}, ...rows.flat()));
}
