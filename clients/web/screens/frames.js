/** A finished game as it is stepped through: frames, the list of them, and the places that an address or a key names. Pure. */

/** @import {Color, PlayEnded} from "../core/protocol.js" */
/** @import {Stage, View} from "../core/view.js" */
/** @import {RecordedPlay, Replay} from "../core/record.js" */
/** @import {Move} from "./memory.js" */

import { positionText } from "../core/notation.js";
import { START, sides } from "../core/view.js";
import { dieKeys, marked } from "./board_state.js";

/**
 * The board after one throw has been played. Each stage of a cascade has a frame of its own; frame 0 is the start.
 * @typedef {object} Frame
 * @property {Color | null} color who played; null at the start
 * @property {Stage | null} stage the dice and what was played with them; null at the start
 * @property {number} turn
 * @property {PlayEnded | null} ended what was left over, in the last frame of a play
 * @property {View} view the room, with nothing to do in it
 * @property {import("./memory.js").Memory} memory
 */
/**
 * A line of the list: frames by number, those of the player who began the game first.
 * @typedef {{number: number, cells: [number[], number[]]}} Round
 */
/** @typedef {"first" | "previous" | "play" | "next" | "last"} Act */
/** @typedef {{match: number | null, game: number | null, at: number}} Place */
/** @typedef {Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "shiftKey" | "target">} Pressed */

/** @type {Record<string, Act>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

/**
 * @param {Replay} replay
 * @returns {Frame[]} at least the start
 */
export function framesOf({ positions, plays }) {
  const frames = [start((positions[1] ?? positions[0]).view)];
  plays.forEach((play, n) => {
    play.stages.forEach((_, number) => frames.push(frameOf(frames[frames.length - 1], play, number, positions[n + 1].view)));
  });
  return frames;
}

/**
 * Everything on the heads, full clocks, and the dice of the roll-off.
 * @param {View} after any later moment, which knows those dice
 * @returns {Frame}
 */
function start(after) {
  const { bank } = after.settings.control;
  const clocks = after.clocks && { ...after.clocks, white: bank, black: bank };
  const view = { ...idle(after), position: START, to_move: null, turns: pair(0, 0), last_play: [], clocks };
  return { color: null, stage: null, turn: 0, ended: null, view, memory: { dice: [], lastColor: null } };
}

/**
 * @param {Frame} before
 * @param {RecordedPlay} play
 * @param {number} number of the stage
 * @param {View} after the room at the end of the play
 * @returns {Frame}
 */
function frameOf(before, { color, stages, ended }, number, after) {
  const stage = stages[number];
  const used = stage.steps.map(([, die]) => die);
  const dice = marked(color, stage.dice, used, dieKeys(after.turn, number, stage));
  const view = { ...idle(after), position: moved(before.view, color, stage), to_move: color, last_play: stage.steps };
  const last = number === stages.length - 1;
  return { color, stage, turn: after.turn, ended: last ? ended : null, view, memory: { dice, lastColor: color } };
}

/**
 * A room in which nobody is asked to do anything. How the match stood is no part of a record, so no score is shown.
 * @param {View} view
 * @returns {View}
 */
function idle(view) {
  return { ...view, phase: "over", stages: [], you: [], settings: { ...view.settings, length: 1 } };
}

/**
 * @param {View} view
 * @param {Color} color
 * @param {Stage} stage
 */
function moved(view, color, { steps }) {
  const position = sides(view);
  for (const [point, die] of steps) {
    position[color][point] -= 1;
    position[color][Math.max(0, point - die)] += 1;
  }
  return positionText(position);
}

/**
 * @param {number} one
 * @param {number} two
 * @returns {[number, number]}
 */
function pair(one, two) {
  return [one, two];
}

/**
 * The list of plays. A turn may have several frames, and with a turn that was handed over a player may have two in a row.
 * @param {Frame[]} frames
 * @returns {Round[]}
 */
export function roundsOf(frames) {
  /** @type {Round[]} */
  const rounds = [];
  frames.slice(1).forEach(({ color, turn }, i) => {
    const cell = color === frames[1].color ? 0 : 1;
    const full = cell === 0 || rounds[rounds.length - 1].cells[1].length > 0;
    if (turn !== frames[i].turn && full) rounds.push({ number: rounds.length + 1, cells: [[], []] });
    rounds[rounds.length - 1].cells[cell].push(i + 1);
  });
  return rounds;
}

/**
 * What moves from one frame to the next or to the one before; nothing when the board jumps.
 * @param {Frame[]} frames
 * @param {number} from
 * @param {number} to
 * @returns {Move[]}
 */
export function movesBetween(frames, from, to) {
  if (to === from + 1) return movesOf(frames[to]);
  if (to !== from - 1) return [];
  return movesOf(frames[from]).reverse().map((move) => ({ ...move, from: move.to, to: move.from }));
}

/**
 * @param {Frame} frame
 * @returns {Move[]}
 */
function movesOf({ color, stage }) {
  if (!color || !stage) return [];
  return stage.steps.map(([point, die]) => ({ color, from: point, to: Math.max(0, point - die) }));
}

/**
 * @param {Act} act
 * @param {number} at
 * @param {number} last
 */
export function cursorAfter(act, at, last) {
  const places = { first: 0, previous: Math.max(0, at - 1), play: at, next: Math.min(last, at + 1), last };
  return places[act];
}

/**
 * What a key press asks for. Where text is typed or a value chosen, and on what a space presses, it has its own meaning.
 * @param {Pressed} event
 * @returns {Act | null}
 */
export function replayKey({ key, ctrlKey, altKey, metaKey, shiftKey, target }) {
  const modified = ctrlKey || altKey || metaKey || shiftKey;
  const busy = target instanceof Object && "closest" in target
    && /** @type {Element} */ (target).closest(key === " " ? "input, select, textarea, button, a" : "input, select, textarea");
  return modified || busy ? null : (KEYS[key] ?? null);
}

/**
 * `#replay/<match>/<game>/<frame>`, each of which may be missing.
 * @param {string[]} rest
 * @returns {Place}
 */
export function placeOf(rest) {
  const [match = null, game = null, at] = rest.map((text) => (/^\d{1,6}$/.test(text) ? Number(text) : null));
  return { match, game, at: at ?? 0 };
}

/**
 * The address of a frame; of the whole game without one.
 * @param {{room: string, match: number, game: number}} record
 * @param {number} [at]
 */
export function pathOf({ room, match, game }, at = 0) {
  return `/${room}#replay/${match}/${game}${at ? `/${at}` : ""}`;
}
