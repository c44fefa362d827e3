/**
 * What a board remembers beyond the room: dice stay until the next are thrown, and a play keeps its colour. And what
 * moves when events arrive. All pure.
 */

/** @import {Color, Event} from "../core/protocol.js" */
/** @import {Stage, View} from "../core/view.js" */
/** @import {Die} from "../board/board.js" */

/** @typedef {{dice: Die[], lastColor: Color | null}} Memory `dice` of the play that is over, and who made it */
/** @typedef {{color: Color, from: number, to: number}} Move own points, 0 is off */

import { opponent, sides } from "../core/view.js";
import { dieKeys, marked, openingDice } from "./board_state.js";

/** How a game ends on the board, and not because somebody leaves it. @type {Set<string>} */
const BY_PLAY = new Set(["borne_off", "draw"]);

/**
 * As much as a snapshot tells.
 * @param {View} view
 * @returns {Memory}
 */
export function remembered(view) {
  const lastColor = moverOf(view);
  const values = view.last_play.map(([, die]) => die);
  const lie = lastColor !== null && view.phase === "roll" && values.length > 0 && values.length <= 4;
  const keys = values.map((_, i) => `past${view.turn}.${i}`);
  return { dice: lie ? marked(lastColor, values, values, keys) : [], lastColor };
}

/**
 * Who made the last play: the other one; but after carried dice, or when that play has ended the game, the player on
 * roll himself.
 * @param {View} view
 * @returns {Color|null}
 */
function moverOf(view) {
  const last = view.last_play.at(-1);
  if (!last || !view.to_move) return null;
  const [point, die] = last;
  const other = opponent(view.to_move);
  const [likely, else_] = endedByPlay(view) ? [view.to_move, other] : [other, view.to_move];
  return sides(view)[likely][Math.max(0, point - die)] ? likely : else_;
}

/** @param {View} view */
function endedByPlay({ phase, results }) {
  return phase === "over" && results.slice(-1).some((result) => BY_PLAY.has(result.ending));
}

/**
 * The memory after these events.
 * @param {Memory} memory
 * @param {View} before the room before them
 * @param {Event[]} events
 * @returns {Memory}
 */
export function remember(memory, before, events) {
  let state = { memory, turn: before.turn, stages: [...before.stages], opening: openingDice(before), before };
  for (const event of events) state = remembering(state, event);
  return state.memory;
}

/**
 * @typedef {{memory: Memory, turn: number, stages: Stage[], opening: Die[], before: View}} Remembering
 * @param {Remembering} state
 * @param {Event} event
 * @returns {Remembering}
 */
function remembering(state, event) {
  switch (event.type) {
    case "opening_die_thrown":
      return { ...forgotten(state), opening: [...state.opening, openingDie(state.before, event)] };
    case "roll_off_tied":
      return { ...state, memory: { ...state.memory, dice: state.opening }, opening: [] };
    case "turn_began":
      return { ...state, turn: event.turn, stages: [] };
    case "dice_thrown":
    case "dice_carried":
    case "cascade_continued":
      return { ...forgotten(state), stages: staged(state.stages, event) };
    case "play_ended":
      return { ...state, memory: ended(state, event), stages: [] };
    case "game_started":
      return { ...state, memory: { dice: [], lastColor: null }, opening: [], stages: [] };
    case "turn_handed_over":
      return { ...forgotten(state), stages: [] };
    default:
      return state;
  }
}

/** @param {Remembering} state */
function forgotten(state) {
  return { ...state, memory: { ...state.memory, dice: [] } };
}

/**
 * @param {View} before
 * @param {{color: Color, die: number}} event
 * @returns {Die}
 */
function openingDie(before, { color, die }) {
  return { side: color, value: die, state: "opening", key: `o${before.game}.${color}`, first: false };
}

/**
 * @param {Stage[]} stages
 * @param {{type: string, dice: readonly number[]}} event
 * @returns {Stage[]}
 */
function staged(stages, { type, dice }) {
  if (type === "cascade_continued") return [...stages, { dice: [...dice], steps: [], carried: false }];
  const offer = type === "dice_thrown" && dice[0] === dice[1] ? [...dice, ...dice] : [...dice];
  return [{ dice: offer, steps: [], carried: type === "dice_carried" }];
}

/**
 * The dice of the last stage stay, grey: nobody can use them any more.
 * @param {Remembering} state
 * @param {{color: Color}} event
 * @returns {Memory}
 */
function ended({ memory, turn, stages }, { color }) {
  const stage = stages.at(-1);
  const keys = stage ? dieKeys(turn, stages.length - 1, stage) : [];
  return { dice: stage ? marked(color, stage.dice, stage.dice, keys) : memory.dice, lastColor: color };
}

// --- motion --------------------------------------------------------------------------------------------------------

/** Events that name the player on roll. */
const MOVER = new Set(["turn_began", "dice_thrown", "dice_carried"]);

/**
 * What moves on the board, in order, and whether dice are thrown.
 * @param {View} before the room before the events, as it was confirmed
 * @param {Event[]} events
 * @returns {{moves: Move[], throws: boolean}}
 */
export function motions(before, events) {
  /** @type {Move[]} */
  const moves = [];
  let mover = before.to_move;
  for (const event of events) {
    if (MOVER.has(event.type) && "color" in event) mover = event.color;
    const move = mover && moveOf(mover, event);
    if (move) moves.push(move);
  }
  return { moves, throws: events.some(isThrow) };
}

/**
 * @param {Color} color
 * @param {Event} event
 * @returns {Move|null}
 */
function moveOf(color, event) {
  if (event.type !== "stepped" && event.type !== "step_undone") return null;
  const target = Math.max(0, event.point - event.die);
  const [from, to] = event.type === "stepped" ? [event.point, target] : [target, event.point];
  return { color, from, to };
}

/** @param {Event} event */
function isThrow(event) {
  return event.type === "opening_die_thrown" || event.type === "cascade_continued"
    || (event.type === "dice_thrown" && !event.opening);
}
