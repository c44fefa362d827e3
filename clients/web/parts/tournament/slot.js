/**
 * A part of a page that follows a tournament. It is drawn anew only where something is different, so that the focus,
 * open folds and scrolled places stay where they are.
 */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

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
      patch(element, draw());
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

/** @param {HTMLElement} host @param {Piece[]} pieces */
function patch(host, pieces) {
  const fresh = /** @type {Element[]} */ (pieces.filter(Boolean));
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  keepFolds(host, fresh);
  arrange(host, kept(host, fresh));
  if (focused && !host.contains(focused)) refocus(host, focused);
}

/** What looks the same stays as it is. @param {HTMLElement} host @param {Element[]} fresh */
function kept(host, fresh) {
  const old = new Set([...host.children].filter((child) => !fresh.includes(child)));
  return fresh.map((piece) => {
    const same = piece.isConnected ? undefined : [...old].find((one) => one.isEqualNode(piece));
    if (same) old.delete(same);
    return same ?? piece;
  });
}

/**
 * These are its children from now on. None is moved that is in order already.
 * @param {HTMLElement} host
 * @param {Element[]} wanted
 */
function arrange(host, wanted) {
  for (const child of [...host.children]) if (!wanted.includes(child)) child.remove();
  let next = host.firstElementChild;
  for (const piece of wanted) {
    if (piece === next) next = next.nextElementSibling;
    else host.insertBefore(piece, next);
  }
}

/** What the user has opened stays open. @param {HTMLElement} host @param {Element[]} fresh */
function keepFolds(host, fresh) {
  for (const fold of host.querySelectorAll("details[data-fold][open]")) {
    const name = CSS.escape(fold.getAttribute("data-fold") ?? "");
    for (const piece of fresh) piece.querySelector(`details[data-fold="${name}"]`)?.setAttribute("open", "");
  }
}

/** @param {HTMLElement} host @param {Element} gone what had the focus */
function refocus(host, gone) {
  const act = gone.getAttribute("data-act");
  const same = act && host.querySelector(`[data-act="${CSS.escape(act)}"]`);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}
