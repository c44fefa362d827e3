/**
 * A room as a client knows it: a Snapshot, moved on by Events. It follows what is said and knows no rules.
 * PROTOCOL.md, The view, says the same in words. Nothing here changes what it is given.
 */

/** @import {ClocksView, Color, Event, Events, SeatView, Snapshot, StageView} from "./protocol.js" */
/** @import {Position, Side} from "./notation.js" */

import { parsePosition, positionText } from "./notation.js";

export { parsePosition, positionText };

const CHECKERS = 15;
/** The position in which every game begins. */
export const START = "W: 24x15 / B: 24x15";

/** Dice on offer, and the steps made with them. @typedef {ReturnType<typeof stageOf>} Stage */
/** Milliseconds, and what of them is still free. @typedef {ReturnType<typeof clocksOf>} Clocks */
/** How a game ended. @typedef {{winner: Color | null, points: number, ending: string}} GameResult */
/**
 * What a snapshot implies or says in short. `position` is text, with the steps of this turn made; `cost`: what resigning
 * costs White and Black.
 * @typedef {object} Unfolded
 * @property {string} position
 * @property {string} digest
 * @property {Color | null} first_mover
 * @property {[number, number]} cost
 * @property {Stage[]} stages
 * @property {Clocks | null} clocks
 * @property {GameResult[]} results
 */
/** @typedef {Omit<Snapshot, "checkers" | "stages" | "clocks" | "results"> & Unfolded} View */

/** @typedef {{me: string | null, at: number}} Context Who looks, and the server's time in ms. */
/** @typedef {(view: View, event: Event, context: Context) => View} Fold */
/** @typedef {{[K in Event["type"]]: (view: View, event: EventOf<K>, context: Context) => View}} Folds */
/**
 * @template {Event["type"]} K
 * @typedef {Extract<Event, {type: K}>} EventOf
 */

/**
 * The room that a snapshot tells of.
 * @param {Snapshot} snapshot
 * @returns {View}
 */
export function viewOf({ checkers, ...told }) {
  const [white, black] = checkers.map(counted);
  const position = positionText({ white, black });
  const view = { ...told, position, digest: digest(position), first_mover: firstMover(told.opening) };
  const [stages, results] = [told.stages.map(stageOf), told.results.map(resultOf)];
  return { ...view, cost: cost(view), stages, results, clocks: told.clocks && clocksOf(told.clocks) };
}

/**
 * The room one version later, as the player `me` sees it.
 * @param {View} view
 * @param {Pick<Events, "version" | "at" | "events">} message
 * @param {string | null} me
 * @returns {View}
 */
export function apply(view, { version, at, events }, me) {
  const moved = events.reduce((room, event) => fold(room, event, { me, at }), later(view, at));
  return { ...moved, version, digest: digest(moved.position), cost: cost(moved) };
}

/**
 * The same room at server time `at`: the running clock and the absences have gone on.
 * @param {View} view
 * @param {number} at
 * @returns {View}
 */
export function later(view, at) {
  const ms = Math.max(0, at - view.at);
  const [white, black] = [longerAway(view.white, ms), longerAway(view.black, ms)];
  return { ...view, at, white, black, clocks: view.clocks && runDown(view.clocks, ms) };
}

/**
 * Both sides, checkers by own point.
 * @param {Pick<View, "position">} view
 * @returns {Position}
 */
export function sides(view) {
  return parsePosition(view.position);
}

/**
 * The pips that a side still has to run.
 * @param {Side} side
 */
export function pips(side) {
  return side.reduce((sum, count, point) => sum + count * point, 0);
}

/** What the tens of a result mean. */
const ENDINGS = ["borne_off", "resigned", "flag", "abandoned"];

/** PROTOCOL.md, The view. @param {number} result @returns {GameResult} */
function resultOf(result) {
  if (result === 0) return { winner: null, points: 0, ending: "draw" };
  const size = Math.abs(result);
  return { winner: result > 0 ? "white" : "black", points: size % 10, ending: ENDINGS[Math.floor(size / 10)] ?? "" };
}

/** @param {StageView} told */
function stageOf([dice, steps = [], carried = false]) {
  return { dice, steps, carried };
}

/** @param {ClocksView} told */
export function clocksOf([white, black, running = null, delay = 0]) {
  return { white, black, running, delay };
}

/**
 * How many checkers stand on each point; 0 is off.
 * @param {number[]} points one for each checker on the board
 * @returns {Side}
 */
function counted(points) {
  const side = new Array(25).fill(0);
  for (const point of points) side[point] += 1;
  side[0] = CHECKERS - points.length;
  return side;
}

/** @param {Snapshot["opening"]} opening @returns {Color | null} */
function firstMover([white, black]) {
  if (!white || !black || white === black) return null;
  return white > black ? "white" : "black";
}

/**
 * The opponent's number of an own point (1 to 24).
 * @param {number} point
 */
export function mirrored(point) {
  return point <= 12 ? point + 12 : point - 12;
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function opponent(color) {
  return color === "white" ? "black" : "white";
}

/**
 * The steps of this turn so far, over all its stages.
 * @param {View} view
 */
export function stepsMade(view) {
  return view.stages.flatMap((stage) => stage.steps);
}

/**
 * CRC-32 of position text, as eight hexadecimal digits.
 * @param {string} text
 */
export function digest(text) {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** @param {Clocks | null} clocks */
function stopped(clocks) {
  return clocks && { ...clocks, running: null };
}

/** @type {Folds} */
const FOLDS = {
  room_created: (view) => view,
  seat_taken: (view, { color, player, name, bot }, { me }) =>
    seated(view, color, { player, name, bot, offline_ms: null }, me),
  seat_left: (view, { color }, { me }) => ({ ...seated(view, color, null, me), rematch: null }),
  player_offline: (view, event, { at }) => away(view, event.color, Math.max(0, at - event.at)),
  player_online: (view, { color }) => away(view, color, null),
  match_started: (view, { match }) => ({ ...view, match, results: [], score: [0, 0], winner: null, rematch: null }),
  rematch_offered: (view, { color }) => ({ ...view, rematch: color }),
  rematch_declined: (view) => ({ ...view, rematch: null }),
  room_paused: (view) => ({ ...view, paused: true, clocks: stopped(view.clocks) }),
  room_resumed: (view) => ({ ...view, paused: false }),
  room_closed: (view) => ({ ...view, paused: false, phase: "over" }),
  clocks_set: (view, event, { at }) => {
    const { white, black, running } = event;
    const { timing, extra } = view.settings.control;
    const delay = timing === "delay" && running ? extra : 0;
    return { ...view, clocks: runDown({ white, black, running, delay }, Math.max(0, at - event.since)) };
  },
  match_ended: (view, { winner }) => ({ ...view, winner }),

  game_started: (view, { game, turn }) => ({ ...view, ...NEW_GAME, game, turn }),
  opening_die_thrown: (view, { color, die }) => ({ ...view, opening: withPart(view.opening, color, die) }),
  roll_off_tied: (view, { turn }) => ({ ...view, opening: [null, null], turn }),
  roll_off_won: (view, { color }) => ({ ...view, first_mover: color }),
  turn_began: (view, { turn, color, last }) => ({
    ...view, turn, to_move: color, last_turn: last, phase: "roll", stages: [],
  }),
  dice_thrown: (view, { color, dice }) => {
    const turns = withPart(view.turns, color, part(view.turns, color) + 1);
    return { ...view, phase: "play", turns, stages: [stage(dice[0] === dice[1] ? [...dice, ...dice] : dice)] };
  },
  cascade_continued: (view, { dice }) => ({ ...view, stages: [...view.stages, stage(dice)] }),
  dice_carried: (view, { dice }) => ({ ...view, phase: "play", stages: [stage(dice, true)] }),
  stepped: (view, { point, die }) => {
    const { steps, ...last } = view.stages[view.stages.length - 1];
    const stages = [...view.stages.slice(0, -1), { ...last, steps: [...steps, pair(point, die)] }];
    return { ...view, stages, position: moved(view, point, Math.max(0, point - die)) };
  },
  step_undone: (view, { point, die }) => {
    const stages = view.stages.at(-1)?.steps.length ? view.stages : view.stages.slice(0, -1);
    const { steps, ...last } = stages[stages.length - 1];
    const shorter = [...stages.slice(0, -1), { ...last, steps: steps.slice(0, -1) }];
    return { ...view, stages: shorter, position: moved(view, Math.max(0, point - die), point) };
  },
  play_ended: (view) => ({ ...view, phase: "roll", stages: [], last_play: stepsMade(view) }),
  turn_handed_over: (view) => ({ ...view, stages: [] }),
  game_ended: (view, { winner, points, ending }) => {
    const score = winner ? withPart(view.score, winner, part(view.score, winner) + points) : view.score;
    return { ...view, phase: "over", stages: [], score, results: [...view.results, { winner, points, ending }] };
  },
};

/** @satisfies {Partial<View>} */
const NEW_GAME = {
  phase: /** @type {const} */ ("opening"),
  position: START,
  first_mover: null,
  to_move: null,
  turns: pair(0, 0),
  opening: /** @type {[null, null]} */ ([null, null]),
  stages: [],
  last_play: [],
  last_turn: false,
};

/**
 * @param {View} view
 * @param {Event} event
 * @param {Context} context
 * @returns {View}
 */
function fold(view, event, context) {
  // PROTOCOL.md, Evolution: an event that is not known here is passed over.
  if (!Object.hasOwn(FOLDS, event.type)) return view;
  return /** @type {Fold} */ (FOLDS[event.type])(view, event, context);
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
 * White's or Black's part of a pair.
 * @template T
 * @param {[T, T]} both
 * @param {Color} color
 */
export function part(both, color) {
  return color === "white" ? both[0] : both[1];
}

/**
 * @template T
 * @param {[T, T]} both
 * @param {Color} color
 * @param {T} value
 * @returns {[T, T]}
 */
function withPart(both, color, value) {
  return color === "white" ? [value, both[1]] : [both[0], value];
}

/**
 * @param {number[]} dice
 * @param {boolean} [carried]
 * @returns {Stage}
 */
function stage(dice, carried = false) {
  return { dice, steps: [], carried };
}

/**
 * The position with one checker of the player on roll moved, in either direction.
 * @param {View} view
 * @param {number} from
 * @param {number} to
 */
function moved(view, from, to) {
  const position = sides(view);
  const side = position[view.to_move ?? "white"];
  side[from] -= 1;
  side[to] += 1;
  return positionText(position);
}

/**
 * What resigning costs: mars until the first checker is off.
 * @param {Pick<View, "game" | "mars" | "position">} view
 * @returns {[number, number]}
 */
function cost(view) {
  if (view.game === 0) return [0, 0];
  const { white, black } = sides(view);
  return [white[0] > 0 ? 1 : view.mars, black[0] > 0 ? 1 : view.mars];
}

/**
 * @param {Clocks} clocks
 * @param {number} ms
 * @returns {Clocks}
 */
export function runDown(clocks, ms) {
  if (!clocks.running) return clocks;
  const delay = Math.max(0, clocks.delay - ms);
  const left = Math.max(0, clocks[clocks.running] - (ms - (clocks.delay - delay)));
  return { ...clocks, delay, [clocks.running]: left };
}

/**
 * @param {SeatView | null} seat
 * @param {number} ms
 */
function longerAway(seat, ms) {
  return seat?.offline_ms == null ? seat : { ...seat, offline_ms: seat.offline_ms + ms };
}

/**
 * @param {View} view
 * @param {Color} color
 * @param {number | null} offline_ms
 */
function away(view, color, offline_ms) {
  const seat = view[color];
  return seat ? { ...view, [color]: { ...seat, offline_ms } } : view;
}

/**
 * @param {View} view
 * @param {Color} color
 * @param {SeatView | null} seat
 * @param {string | null} me
 * @returns {View}
 */
function seated(view, color, seat, me) {
  const after = { ...view, [color]: seat };
  const colors = /** @type {Color[]} */ (["white", "black"]);
  return { ...after, you: colors.filter((color) => after[color] && after[color].player === me) };
}
