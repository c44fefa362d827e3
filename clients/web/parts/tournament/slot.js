/**
 * A part of a page that follows a tournament. It is drawn anew only where something is different, so that the focus,
 * open folds and scrolled places stay where they are.
 */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

import { exchange } from "./redraw.js";

const SECOND = 1000;

/** @typedef {Element | null | false} Piece */
/** @typedef {{element: HTMLElement, update(): void, tick?: () => void}} Slot `tick`: what is due once a second */
/** @typedef {(app: App, model: TournamentModel) => Slot} Create */

/**
 * @param {HTMLElement} element
 * @param {() => unknown[]} reads what the drawing is made from; while these are the same nothing is drawn
 * @param {() => Piece[]} draw Listeners of what it draws look up everything when they are called: it may be kept.
 * @returns {Slot}
 */
export function createSlot(element, reads, draw) {
  /** @type {unknown[] | null} */
  let before = null;
  return {
    element,
    update() {
      const now = reads();
      if (before && now.every((value, i) => Object.is(value, before?.[i]))) return;
      before = now;
      exchange(element, draw());
    },
  };
}

/**
 * Draw all of them now, and whatever is different when something changes.
 * @param {TournamentModel} model
 * @param {Slot[]} slots
 * @returns {() => void} which ends it
 */
export function follow(model, slots) {
  const update = () => slots.forEach((slot) => slot.update());
  update();
  const off = model.subscribe(update);
  const timer = setInterval(() => slots.forEach((slot) => slot.tick?.()), SECOND);
  return () => {
    clearInterval(timer);
    off();
  };
}
