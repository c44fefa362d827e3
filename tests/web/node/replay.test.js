import assert from "node:assert/strict";
import { test } from "node:test";

import { replay } from "../../../clients/web/core/record.js";
import {
  cursorAfter, framesOf, movesBetween, pathOf, placeOf, replayKey, roundsOf,
} from "../../../clients/web/screens/frames.js";
import { games, room } from "./support.js";

/** The frames of a game with these events, one commit each. */
function frames(commits) {
  const { settings, white, black } = room();
  const stored = commits.map((events, index) => ({ at: 1000 + index, events }));
  const record = { type: "record", room: "XXSHN3", match: 1, game: 1, settings, rules: { mars: 2 }, white, black, commits: stored };
  return framesOf(replay(record));
}

const plain = frames(games.plain.commits);
const cascades = frames(games.gul_bara.commits);

/** A frame as far as the list of plays looks at it. */
const turn = (color, number) => ({ color, turn: number });
const cells = (list) => roundsOf([turn(null, 0), ...list]).map((round) => round.cells);

// --- frames -----------------------------------------------------------------------------------------------------------

test("a game begins with the opening dice", () => {
  const [{ view, color, memory }] = plain;
  assert.equal(view.position, "W: 24x15 / B: 24x15");
  assert.ok(view.opening.every((die) => die > 0));
  assert.deepEqual([view.turns, color, memory.dice], [[0, 0], null, []]);
});

test("every stage has a frame", () => {
  const { plays } = games.gul_bara.turns.reduce((sum, { text }) => ({ plays: sum.plays + text.split("; ").length }), { plays: 0 });
  assert.equal(cascades.length - 1, plays - games.gul_bara.turns.filter(({ text }) => text === "end").length);
});

for (const [name, list] of Object.entries({ plain, cascades })) {
  test(`frames of a ${name} game follow from each other`, () => {
    list.slice(1).forEach((frame, i) => {
      const count = (view) => view.position.match(/x\d+|off\d+/g).reduce((sum, word) => sum + Number(word.replace(/\D+/, "")), 0);
      assert.equal(count(frame.view), 30);
      assert.equal(movesBetween(list, i, i + 1).length, frame.stage.steps.length);
    });
    const game = name === "plain" ? games.plain : games.gul_bara;
    assert.deepEqual(
      list.filter((frame) => frame.ended || frame === list.at(-1)).map(({ color }) => color),
      game.turns.filter(({ text }) => text !== "end").map(({ color }) => color),
    );
  });
}

test("dice that were used are grey and the others are not", () => {
  const stuck = [...plain, ...cascades].find(({ stage }) => stage && stage.steps.length < stage.dice.length);
  const grey = stuck.memory.dice.filter(({ state }) => state === "used");
  assert.deepEqual([stuck.memory.dice.length, grey.length], [stuck.stage.dice.length, stuck.stage.steps.length]);
  assert.ok(stuck.memory.dice.every(({ side }) => side === stuck.color));
});

test("nothing can be done in a frame", () => {
  for (const { view } of plain) assert.deepEqual([view.phase, view.you, view.stages], ["over", [], []]);
});

test("a game without a play has only its start", () => {
  const list = frames([[{ type: "game_started", game: 1, turn: 1 }]]);
  assert.deepEqual([list.length, roundsOf(list)], [1, []]);
});

// --- the list ---------------------------------------------------------------------------------------------------------

test("who began the game stands first", () => {
  assert.deepEqual(cells([turn("black", 2), turn("white", 3), turn("black", 4)]), [[[1], [2]], [[3], []]]);
});

test("all frames of a turn stand in one cell", () => {
  assert.deepEqual(cells([turn("white", 2), turn("white", 2), turn("black", 3), turn("black", 3)]), [[[1, 2], [3, 4]]]);
});

test("two turns in a row stand in two lines", () => {
  assert.deepEqual(cells([turn("white", 2), turn("black", 3), turn("black", 4)]), [[[1], [2]], [[], [3]]]);
  assert.deepEqual(cells([turn("white", 2), turn("white", 3)]), [[[1], []], [[2], []]]);
});

test("lines are numbered and hold every play once", () => {
  const rounds = roundsOf(cascades);
  assert.deepEqual(rounds.map(({ number }) => number), rounds.map((_, i) => i + 1));
  assert.deepEqual(rounds.flatMap(({ cells: both }) => both.flat()), cascades.slice(1).map((_, i) => i + 1));
});

// --- going ------------------------------------------------------------------------------------------------------------

test("the cursor stays within the game", () => {
  const ways = ["first", "previous", "next", "last"];
  assert.deepEqual(ways.map((act) => cursorAfter(act, 0, 9)), [0, 0, 1, 9]);
  assert.deepEqual(ways.map((act) => cursorAfter(act, 5, 9)), [0, 4, 6, 9]);
  assert.deepEqual(ways.map((act) => cursorAfter(act, 9, 9)), [0, 8, 9, 9]);
});

test("a step back undoes a step on", () => {
  const on = movesBetween(plain, 0, 1);
  assert.ok(on.length > 0);
  assert.deepEqual(movesBetween(plain, 1, 0), on.map((move) => ({ ...move, from: move.to, to: move.from })).reverse());
});

test("a jump moves nothing", () => {
  assert.deepEqual(movesBetween(plain, 0, 7), []);
  assert.deepEqual(movesBetween(plain, 7, 7), []);
});

const pressed = (key, changes = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, target: null, ...changes });
const within = (selector) => ({ closest: (wanted) => (wanted.split(", ").includes(selector) ? {} : null) });

test("keys step through the game", () => {
  const keys = ["Home", "ArrowLeft", " ", "ArrowRight", "End", "ArrowUp", "x"];
  assert.deepEqual(keys.map((key) => replayKey(pressed(key))), ["first", "previous", "play", "next", "last", null, null]);
});

test("keys that mean something else are left alone", () => {
  assert.equal(replayKey(pressed("ArrowLeft", { altKey: true })), null);
  assert.equal(replayKey(pressed("ArrowRight", { target: within("select") })), null);
  assert.equal(replayKey(pressed(" ", { target: within("button") })), null);
  assert.equal(replayKey(pressed("ArrowRight", { target: within("button") })), "next");
});

// --- addresses --------------------------------------------------------------------------------------------------------

test("an address names match, game and place", () => {
  assert.deepEqual(placeOf(["2", "3", "17"]), { match: 2, game: 3, at: 17 });
  assert.deepEqual(placeOf(["2", "3"]), { match: 2, game: 3, at: 0 });
  assert.deepEqual(placeOf([]), { match: null, game: null, at: 0 });
  assert.deepEqual(placeOf(["x", "-1", "1e3"]), { match: null, game: null, at: 0 });
});

test("an address is read as it was written", () => {
  const path = pathOf({ room: "XXSHN3", match: 2, game: 3 }, 17);
  assert.equal(path, "/XXSHN3#replay/2/3/17");
  assert.deepEqual(placeOf(path.split("/").slice(2)), { match: 2, game: 3, at: 17 });
  assert.equal(pathOf({ room: "XXSHN3", match: 2, game: 3 }), "/XXSHN3#replay/2/3");
});
