/** The buttons at the board. Each keeps its place and its meaning all through the game; only some are asleep. */

/** @import {RoomModel} from "../core/room.js" */
/** @import {App} from "../app.js" */

import { h, svg } from "../dom.js";
import { isMine } from "../screens/board_state.js";

/** Held so long, undo takes back the whole turn. */
const LONG_PRESS_MS = 500;

const ICONS = {
  flip: ["M7 4v13", "M3.5 13.5 7 17l3.5-3.5", "M17 20V7", "M13.5 10.5 17 7l3.5 3.5"],
  mirror: ["M12 3v18", "M8.5 7 4 17h4.5z", "M15.5 7 20 17h-4.5z"],
  fullscreen: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
  help: ["M7 12V6.5a1.5 1.5 0 0 1 3 0V11", "M10 10V5a1.5 1.5 0 0 1 3 0v6", "M13 7a1.5 1.5 0 0 1 3 0v5",
    "M16 9.5a1.5 1.5 0 0 1 3 0V14c0 4-2.5 6.5-6 6.5-3 0-4.300-1-6-4l-2-3.5c-.8-1.600 1-2.5 2-1.300L7 13"],
  keys: ["M3 7h18v10H3z", "M6.5 10.5h.01M10 10.5h.01M13.5 10.5h.01M17 10.5h.01", "M8 14h8"],
};

/**
 * @typedef {"flip" | "mirror" | "fullscreen" | "help" | "keys"} Tool
 * @typedef {{element: HTMLElement, update(pressed: Partial<Record<Tool, boolean>>): void}} Tools
 */

/**
 * Flip, mirror and so on: icons at the top.
 * @param {App["t"]} t
 * @param {Partial<Record<Tool, () => void>>} acts those that there are here
 * @returns {Tools}
 */
export function createTools(t, acts) {
  const buttons = Object.entries(acts).map(([tool, act]) => h("button", {
    class: "btn icon quiet", type: "button", "data-act": tool, title: t(`room.${tool}`),
    "aria-label": t(`room.${tool}`), onclick: act,
  }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...ICONS[/** @type {Tool} */ (tool)].map((d) => svg("path", { d, "stroke-linejoin": "round" })))));
  return {
    element: h("div", { class: "tools", role: "toolbar", "aria-label": t("room.tools") }, ...buttons),
    update(pressed) {
      for (const button of buttons) {
        const on = pressed[/** @type {Tool} */ (button.dataset.act)];
        if (on !== undefined) button.setAttribute("aria-pressed", String(on));
      }
    },
  };
}

/**
 * @typedef {{throw(): void, undo(all: boolean): void, done(): void, resign(): void}} Acts
 * @typedef {{element: HTMLElement, update(room: RoomModel): void}} Actions
 */

/**
 * Throw, undo, done, resign.
 * @param {App["t"]} t
 * @param {Acts} acts
 * @returns {Actions}
 */
export function createActions(t, acts) {
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    h("button", { class: "btn small", type: "button", "data-act": name, onclick: act }, t(`room.${name}`));
  const buttons = {
    undo: button("undo", () => {}),
    throw: button("throw", acts.throw),
    done: button("done", acts.done),
    resign: button("resign", acts.resign),
  };
  buttons.undo.title = t("room.undo_hint");
  buttons.resign.classList.add("quiet");
  pressOrHold(buttons.undo, () => acts.undo(false), () => acts.undo(true));
  return {
    element: h("div", { class: "actions", role: "group", "aria-label": t("room.actions") }, ...Object.values(buttons)),
    update({ shown, turn, online }) {
      const mine = online && isMine(shown) && !shown.paused;
      buttons.throw.disabled = !mine || (shown.phase !== "roll" && shown.phase !== "opening");
      buttons.undo.disabled = !mine || !(turn?.canUndo ?? false);
      buttons.done.disabled = !mine || !(turn?.finished ?? false);
      buttons.done.classList.toggle("primary", !buttons.done.disabled);
      buttons.throw.classList.toggle("primary", !buttons.throw.disabled);
      buttons.resign.disabled = !online || shown.paused || !isRunning(shown) || !shown.you.length;
    },
  };
}

/** @param {RoomModel["shown"]} view */
export function isRunning({ phase }) {
  return phase === "opening" || phase === "roll" || phase === "play";
}

/**
 * @param {HTMLButtonElement} button
 * @param {() => void} press
 * @param {() => void} hold
 */
function pressOrHold(button, press, hold) {
  let timer = 0;
  let held = false;
  const stop = () => clearTimeout(timer);
  button.addEventListener("pointerdown", () => {
    stop();
    held = false;
    timer = window.setTimeout(() => {
      held = true;
      hold();
    }, LONG_PRESS_MS);
  });
  for (const type of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(type, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!held) press();
    held = false;
  });
}

export async function toggleFullscreen() {
  // A browser may refuse; then the page stays as it is.
  const { fullscreenElement, documentElement } = document;
  await (fullscreenElement ? document.exitFullscreen() : documentElement.requestFullscreen?.())?.catch(() => {});
}
