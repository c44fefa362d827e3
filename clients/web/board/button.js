/** The button in the middle of the board. Its colour says whose turn it is; in the opening it is golden. */

import { svg } from "../dom.js";

/** @typedef {import("./board.js").ButtonState} Button */

const DICE = "M-21 -16 L-7 -21 L-2 -7 L-16 -2 Z M3 -15 L17 -18 L20 -4 L6 -1 Z"
  + " M-15.5 -14.5 h.01 M-7.5 -8.5 h.01 M11.5 -9.5 h.01";

/** Drawn for a button of radius 40. @type {Record<Button["kind"], string>} */
const ICONS = {
  throw: DICE,
  opening: DICE,
  done: "M-13 -9 L-4 0 L14 -18",
  wait: "M-12 0 h.01 M0 0 h.01 M12 0 h.01",
  none: "",
};

/** @returns {SVGGElement} */
export function drawButton() {
  return svg(
    "g",
    { class: "button", role: "button" },
    svg("circle", { class: "button-shadow", r: 41, cy: 3 }),
    svg("circle", { class: "button-rim", r: 40 }),
    svg("circle", { class: "button-face", r: 36 }),
    svg("circle", { class: "button-line", r: 32.5 }),
    svg("path", { class: "button-icon" }),
    svg("text", { class: "button-label", y: 19 }),
  );
}

/**
 * @param {SVGGElement} element
 * @param {Button} button
 * @param {import("./geometry.js").Layout} plan
 */
export function showButton(element, { kind, side, enabled, label }, plan) {
  element.dataset.kind = kind;
  element.dataset.side = side ?? "";
  element.setAttribute("transform", `translate(${plan.width / 2} ${plan.height / 2}) scale(${plan.button / 40})`);
  element.setAttribute("aria-label", label);
  element.setAttribute("aria-disabled", String(!enabled));
  element.setAttribute("tabindex", enabled ? "0" : "-1");
  element.querySelector(".button-icon")?.setAttribute("d", ICONS[kind]);
  write(element.querySelector(".button-label"), kind === "wait" ? "" : label);
}

/** Long words are written smaller. @param {Element | null} text @param {string} label */
function write(text, label) {
  if (!text) return;
  text.textContent = label;
  text.setAttribute("font-size", String(Math.min(16, 92 / Math.max(1, label.length))));
}
