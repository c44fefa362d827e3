/** What several tests share: recorded frames, games of the engine, and a room to begin with. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { read } from "../../../clients/web/core/message.js";
import { START, digest, parsePosition } from "../../../clients/web/core/view.js";

const here = new URL(".", import.meta.url);
const golden = new URL("../../../protocol/golden/v1/game.jsonl", here);

/** The recorded match: {connection, from, message} in order, messages as the page reads them. */
export const frames = readFileSync(golden, "utf8").trim().split("\n").map((line) => {
  const { connection, from, frame } = JSON.parse(line);
  return { connection, from, frame, message: read(frame) };
});

/** Two seeded games with what the engine makes of them (tests/tools/web_games.py). */
export const games = JSON.parse(readFileSync(new URL("games.json", here), "utf8"));

export const graphs = Object.values(games).flatMap((game) => [...game.graphs, game.largest]);

/** The throw 6-3 from the start: the head may be left once. */
export const STEP_GRAPH = frames.map(({ message }) => message).find(({ type }) => type === "step_graph");
export const GRAPH = {
  ...STEP_GRAPH, nodes: [[[24, 6, 1], [24, 3, 2]], [[18, 3, 3]], [[21, 6, 3]], []],
};

/** A room in which White, who is me, has thrown 6-3. */
export function playing(changes = {}) {
  return {
    ...room(), version: 6, phase: "play", match: 1, game: 1, turn: 3, turns: [1, 0], opening: [6, 3],
    first_mover: "white", to_move: "white", stages: [{ dice: [6, 3], steps: [], carried: false }], cost: [2, 2],
    ...changes,
  };
}

/** A room before its first game. */
export function room(changes = {}) {
  return {
    type: "snapshot", room: "XXSHN3", version: 1, at: 1000,
    settings: { control: { timing: "none", bank: 0, extra: 0 } }, mars: 2,
    white: seat("me"), black: seat("other"), you: ["white"], phase: "waiting",
    match: 0, game: 0, turn: 0, score: [0, 0], position: START, digest: digest(START), first_mover: null, to_move: null,
    turns: [0, 0], opening: [null, null], stages: [], last_play: [], last_turn: false, cost: [0, 0], clocks: null,
    rematch: null, results: [], winner: null, watchers: 0, tournament: null, paused: false, ...changes,
  };
}

/** The frame that is read as this message: a view is told as a snapshot. */
export function frameOf(message) {
  return JSON.stringify(message.type === "snapshot" ? snapshotOf(message) : message);
}

function snapshotOf({ position, digest: _, first_mover, cost, stages, clocks, results, ...told }) {
  assert.deepEqual([results, clocks], [[], null]);
  const { white, black } = parsePosition(position);
  return {
    ...told, checkers: [pointsOf(white), pointsOf(black)],
    stages: stages.map(({ dice, steps, carried }) => [dice, steps, carried]),
  };
}

function pointsOf(side) {
  return side.flatMap((count, point) => (point ? new Array(count).fill(point) : [])).reverse();
}

function seat(player) {
  return { player, name: player, bot: null, offline_ms: null };
}

/** Time that goes on when the test says so. */
export class Time {
  #now = 0;
  #timers = new Map();
  #next = 1;

  now = () => this.#now;

  setTimeout = (callback, ms) => {
    this.#timers.set(this.#next, { callback, at: this.#now + ms });
    return this.#next++;
  };

  clearTimeout = (timer) => void this.#timers.delete(timer);

  pass(ms) {
    const end = this.#now + ms;
    for (let due = this.#due(end); due; due = this.#due(end)) {
      const [timer, { callback, at }] = due;
      this.#timers.delete(timer);
      this.#now = at;
      callback();
    }
    this.#now = end;
  }

  #due(end) {
    const due = [...this.#timers].filter(([, { at }]) => at <= end);
    return due.sort(([, one], [, other]) => one.at - other.at)[0];
  }
}

/** Let everything run that waits for a promise. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
