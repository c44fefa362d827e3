/** What the board shows: a pure function of the room, the turn and the wishes of this device. It knows no rule. */

/** @import {Color} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {Turn} from "../core/turn.js" */
/** @import {BoardState, Die} from "../board/board.js" */
/** @import {T} from "../i18n.js" */
/** @import {Memory} from "./memory.js" */

import { sides, stepsMade } from "../core/view.js";

/**
 * @typedef {object} Look What this device and this moment add to the room.
 * @property {Color} perspective whose home is at the bottom
 * @property {boolean} mirror
 * @property {boolean} numbers
 * @property {boolean} arrows wanted; they are shown in the first three turns only
 * @property {boolean} online
 * @property {boolean} [settling] the button has just got another meaning, so it waits for a moment
 * @property {number|null} first the die that was tapped to be used first
 * @property {Memory} memory
 * @property {T} t
 */

/** In the order of pairs on the wire. @type {Color[]} */
export const COLORS = ["white", "black"];

/** Own turns during which arrows show the way round. */
const ARROW_TURNS = 3;

/**
 * @param {View} view as shown, with the steps that are predicted
 * @param {Turn|null} turn
 * @param {Look} look
 * @returns {BoardState}
 */
export function boardState(view, turn, look) {
  return {
    ...sides(view),
    dice: diceOf(view, look),
    button: buttonOf(view, turn, look),
    perspective: look.perspective,
    mirror: look.mirror,
    numbers: look.numbers,
    arrows: look.arrows && isEarly(view),
    movable: movableOf(view, turn, look),
    last: lastOf(view, look.memory),
    labels: labels(look.t),
  };
}

/** @param {View} view */
function isEarly(view) {
  return view.phase !== "over" && Math.max(...view.turns) <= ARROW_TURNS;
}

/**
 * Is somebody asked to act whose seat is mine?
 * @param {View} view
 */
export function isMine(view) {
  const awaited = COLORS.filter((_, i) => view.opening[i] === null);
  if (view.phase === "opening") return awaited.some((color) => view.you.includes(color));
  return (view.phase === "roll" || view.phase === "play") && !!view.to_move && view.you.includes(view.to_move);
}

// --- dice ----------------------------------------------------------------------------------------------------------

/**
 * All dice that lie on the board: those of the roll-off, those of this turn, and those of the play before until the
 * next are thrown.
 * @param {View} view
 * @param {Look} look
 * @returns {Die[]}
 */
function diceOf(view, look) {
  return [...openingDice(view), ...stageDice(view, look.first), ...(view.stages.length ? [] : look.memory.dice)];
}

/**
 * The dice of the roll-off stay until that player's next own throw.
 * @param {View} view
 * @returns {Die[]}
 */
export function openingDice(view) {
  return COLORS.flatMap((side, i) => {
    const value = view.turns[i] === 0 ? view.opening[i] : null;
    return value === null ? [] : [{ side, value, state: "opening", key: `o${view.game}.${side}`, first: false }];
  });
}

/**
 * The dice of the stage that is played, on the side of the player on roll, also when they were carried to him.
 * @param {View} view
 * @param {number|null} first
 * @returns {Die[]}
 */
export function stageDice(view, first = null) {
  const stage = view.stages.at(-1);
  if (!stage || !view.to_move) return [];
  const keys = dieKeys(view.turn, view.stages.length - 1, stage);
  return marked(view.to_move, stage.dice, stage.steps.map(([, die]) => die), keys, first);
}

/**
 * A carried stage and the throw after it belong to one turn, so the key tells them apart.
 * @param {number} turn
 * @param {number} number of the stage
 * @param {{dice: readonly number[], carried?: boolean}} stage
 */
export function dieKeys(turn, number, stage) {
  return stage.dice.map((_, i) => `${turn}${stage.carried ? "c" : "t"}${number}.${i}`);
}

/**
 * @param {Color} side
 * @param {readonly number[]} dice
 * @param {readonly number[]} used values, each greys one die
 * @param {string[]} keys
 * @param {number|null} first
 * @returns {Die[]}
 */
export function marked(side, dice, used, keys, first = null) {
  const left = [...used];
  return dice.map((value, i) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return { side, value, state: at < 0 ? "live" : "used", key: keys[i], first: at < 0 && value === first };
  });
}

// --- button, movable, trail ----------------------------------------------------------------------------------------

/**
 * @param {View} view
 * @param {Turn|null} turn
 * @param {Look} look
 * @returns {BoardState["button"]}
 */
function buttonOf(view, turn, look) {
  const may = look.online && !look.settling && isMine(view);
  const side = view.to_move;
  switch (view.phase) {
    case "opening":
      return { kind: "opening", side: null, enabled: may, label: look.t("room.button_roll") };
    case "roll":
      return { kind: "throw", side, enabled: may, label: look.t("room.button_roll") };
    case "play":
      return isMine(view) && turn?.finished
        ? { kind: "done", side, enabled: may, label: look.t("room.button_done") }
        : { kind: "wait", side, enabled: false, label: look.t("room.button_wait") };
    default:
      return { kind: "none", side: null, enabled: false, label: "" };
  }
}

/**
 * @param {View} view
 * @param {Turn|null} turn
 * @param {Look} look
 * @returns {BoardState["movable"]}
 */
function movableOf(view, turn, look) {
  if (!turn || !view.to_move) return null;
  const chosen = turn.withFirst(look.first);
  return { color: view.to_move, sources: chosen.sources, targets: (point) => chosen.targets(point) };
}

/**
 * The steps that the opponent, or whom one watches, is making; else the play before.
 * @param {View} view
 * @param {Memory} memory
 * @returns {BoardState["last"]}
 */
function lastOf(view, memory) {
  const now = stepsMade(view);
  if (now.length && view.to_move && !view.you.includes(view.to_move)) return { color: view.to_move, steps: now };
  return memory.lastColor && view.last_play.length ? { color: memory.lastColor, steps: view.last_play } : null;
}

/**
 * Texts for screen readers.
 * @param {Look["t"]} t
 * @returns {BoardState["labels"]}
 */
function labels(t) {
  return {
    board: t("room.board"),
    help: t("room.board_help"),
    tray: (/** @type {Color} */ color, /** @type {number} */ count) =>
      t("room.tray_label", { color: t(`color.${color}`), n: count }),
    point: (/** @type {Color | null} */ color, /** @type {number} */ point, /** @type {number} */ count) =>
      color && count
        ? t("room.point_label", { color: t(`color.${color}`), point, n: count })
        : t("room.point_empty", { point }),
    die: (/** @type {Die} */ { side, value, state }) =>
      t(`room.die_${state}`, { color: t(`color.${side}`), n: value }),
  };
}
