/** The small parts that the pages and questions of the console are made of. */

import { h } from "../../dom.js";

/** @import {Child} from "../../dom.js" */
/** @import {Desk} from "./console.js" */

/** @param {Pick<Desk, "model">} desk */
export function isDirector({ model }) {
  return model.you?.role === "director";
}

/**
 * The refusal of what was asked beside this place, if it was refused.
 * @param {Pick<Desk, "view">} desk
 * @param {string} place
 */
export function refusalAt({ view }, place) {
  if (view.refusal?.place !== place) return null;
  return h("p", { class: "refusal", role: "alert", "data-key": `refusal-${place}` }, view.refusal.text);
}

/**
 * A button that does `act`, with this data. `about`: what it is for, where many say the same.
 * @param {string} act
 * @param {string} text
 * @param {{look?: string, data?: Record<string, string>, about?: string, pressed?: boolean}} [options]
 */
export function tool(act, text, { look = "btn small", data = {}, about, pressed } = {}) {
  const key = [act, ...Object.values(data)].join("-");
  const label = about && `${text}: ${about}`;
  const state = { "aria-label": label, "aria-pressed": pressed?.toString() };
  return h("button", { class: look, type: "button", "data-act": act, "data-key": key, dataset: data, ...state }, text);
}

/** The button of everything rarer. @param {string} act @param {string} label @param {Record<string, string>} data */
export function moreTool(act, label, data) {
  const looks = { class: "btn small icon quiet", "aria-label": label, "aria-haspopup": "dialog" };
  return h("button", { ...looks, type: "button", "data-act": act, "data-key": "more", dataset: data }, "⋯");
}

/** A panel with its name. @param {string} key @param {string} title @param {...Child} children */
export function card(key, title, ...children) {
  return h("section", { class: "panel", "data-key": key, dataset: { card: key } }, h("h2", null, title), ...children);
}

/** The first line of a page. @param {string} title @param {...Child} children */
export function heading(title, ...children) {
  return h("div", { class: "console-head", "data-key": "head" }, h("h2", null, title), ...children);
}

/** @param {string} label @param {HTMLElement} control */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}

/** @param {string} label @param {string} name @param {boolean} [checked] @param {string} [hint] */
export function toggle(label, name, checked = false, hint = "") {
  const words = h("span", null, label, hint && h("small", null, hint));
  return h("label", { class: "switch" }, h("input", { type: "checkbox", name, checked }), words);
}

/** @param {string} name @param {number} value @param {number} min @param {number} max */
export function numberInput(name, value, min, max) {
  return h("input", { type: "number", inputmode: "numeric", name, min, max, value, required: true });
}

/**
 * One or several of a few.
 * @param {"radio" | "checkbox"} type
 * @param {string} name
 * @param {{value: string, text: string, checked: boolean}[]} choices
 */
export function chips(type, name, choices) {
  const required = type === "radio";
  return h("div", { class: "chips" }, choices.map(({ value, text, checked }) =>
    h("label", { class: "chip" }, h("input", { type, name, value, checked, required }), h("span", null, text))));
}

/** Lines of small print. @param {string | null} key @param {string[]} lines */
export function notes(key, lines) {
  if (!lines.length) return null;
  return h("ul", { class: "console-changes", "data-key": key }, lines.map((line) => h("li", null, line)));
}
