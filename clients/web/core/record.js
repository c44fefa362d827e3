/** A finished game as a list of positions with the plays between them. */

/** @import {Color, Event, PlayEnded, Record} from "./protocol.js" */
/** @import {Position, Steps} from "./notation.js" */
/** @import {GameResult, Stage, View} from "./view.js" */

import { diceText, playText } from "./notation.js";
import { START, apply, digest, sides, stepsMade } from "./view.js";

/**
 * One throw, or carried dice, and what was played with it.
 * @typedef {object} RecordedPlay
 * @property {Color} color
 * @property {boolean} carried the dice are those that the opponent could not use
 * @property {number[]} dice as they lay on the board, a double as four
 * @property {Steps} steps over all stages
 * @property {Stage[]} stages one, or the several of a cascade
 * @property {string} text the steps in notation; `pass` without any
 * @property {PlayEnded | null} ended null when the game, or a turn that was handed over, ended in the middle of it
 * @property {number} at server time in ms
 */
/** @typedef {Position & {view: View}} RecordedPosition `view`: the room at that moment, as a watcher knew it. */
/**
 * `positions[n]` is the one before `plays[n]`; there is one more for the end.
 * @typedef {{positions: RecordedPosition[], plays: RecordedPlay[], result: GameResult | null}} Replay
 */

/**
 * @param {Record} record
 * @returns {Replay}
 */
export function replay(record) {
  let view = beginning(record);
  /** @type {Replay} */
  const game = { positions: [recorded(view)], plays: [], result: null };
  for (const { at, events } of record.commits) {
    for (const event of events) {
      const before = view;
      view = apply(view, { version: view.version, at, events: [event] }, null);
      if (!endsPlay(event, before)) continue;
      game.plays.push(playOf(before, event, at));
      game.positions.push(recorded(view));
    }
  }
  game.result = view.results[0] ?? null;
  return game;
}

/**
 * @param {Event} event
 * @param {View} before
 */
function endsPlay(event, before) {
  if (event.type === "play_ended") return true;
  const cut = event.type === "game_ended" || event.type === "turn_handed_over";
  return cut && stepsMade(before).length > 0;
}

/**
 * @param {View} before with the stages of the play
 * @param {Event} event that ends it
 * @param {number} at
 * @returns {RecordedPlay}
 */
function playOf(before, event, at) {
  const { stages } = before;
  return {
    color: before.to_move ?? "white",
    carried: stages.some((stage) => stage.carried),
    dice: stages[0]?.dice ?? [],
    steps: stepsMade(before),
    stages,
    text: stages.map(stageText).join("; "),
    ended: event.type === "play_ended" ? event : null,
    at,
  };
}

/**
 * The first dice are shown as dice; those of a cascade are named.
 * @param {Stage} stage
 * @param {number} number
 */
function stageText({ dice, steps, carried }, number) {
  const text = playText(dice, steps);
  return number === 0 ? text : `${diceText(dice, carried)}: ${text}`;
}

/** @param {View} view */
function recorded(view) {
  return { ...sides(view), view };
}

/**
 * The room before the game.
 * @param {Record} record
 * @returns {View}
 */
function beginning({ room, match, settings, rules, white, black, commits }) {
  return {
    type: "snapshot", room, version: 0, at: commits[0]?.at ?? 0, settings, mars: Number(rules.mars), white, black,
    you: [], phase: "waiting", match, game: 0, turn: 0, score: [0, 0], position: START, digest: digest(START),
    first_mover: null, to_move: null, turns: [0, 0], opening: [null, null], stages: [], last_play: [],
    last_turn: false, cost: [0, 0], clocks: null, rematch: null, results: [], winner: null, watchers: 0,
    tournament: null, paused: false,
  };
}
