import assert from "node:assert/strict";
import { test } from "node:test";

import { boardState } from "../../../clients/web/screens/board_state.js";
import { motions, remember, remembered } from "../../../clients/web/screens/memory.js";

const START = "W: 24x15 / B: 24x15";

/** A room in which White sits and Black is another one. */
function room(changes = {}) {
  return {
    you: ["white"], phase: "roll", match: 1, game: 1, turn: 5, position: START, to_move: "white", turns: [2, 2],
    opening: [6, 3], stages: [], last_play: [], settings: {}, ...changes,
  };
}

function look(changes = {}) {
  const memory = { dice: [], lastColor: null };
  return {
    perspective: "white", mirror: false, numbers: true, arrows: true, online: true, first: null, memory,
    t: (key) => key, ...changes,
  };
}

function playing(dice, steps = [], changes = {}) {
  return room({ phase: "play", stages: [{ dice, steps, carried: false }], ...changes });
}

const faces = (state) => state.dice.map(({ side, value, state }) => `${side} ${value} ${state}`);
const show = (view, turn = null, changes = {}) => boardState(view, turn, look(changes));

/** A turn that lets one checker go from 24 by either die. */
const TURN = {
  finished: false,
  withFirst: () => TURN,
  sources: new Set([24]),
  targets: () => new Map([[18, { dice: 1 }], [15, { dice: 2 }]]),
};

test("checkers lie on own points", () => {
  const { white, black } = show(room({ position: "W: 24x13 6x1 off1 / B: 12x2 off13" }));
  assert.deepEqual([white[24], white[6], white[0], white[1]], [13, 1, 1, 0]);
  assert.deepEqual([black[12], black[0]], [2, 13]);
});

test("opening dice lie on their own sides", () => {
  const view = room({ phase: "opening", to_move: null, turns: [0, 0], opening: [6, null] });
  assert.deepEqual(faces(show(view)), ["white 6 opening"]);
});

test("an opening die stays until the own throw", () => {
  const before = room({ turns: [0, 0] });
  assert.deepEqual(faces(show(before)), ["white 6 opening", "black 3 opening"]);
  const thrown = playing([5, 4], [], { turns: [1, 0] });
  assert.deepEqual(faces(show(thrown)), ["black 3 opening", "white 5 live", "white 4 live"]);
});

test("a double is four dice", () => {
  const { dice } = show(playing([4, 4, 4, 4]));
  assert.equal(dice.length, 4);
  assert.equal(new Set(dice.map(({ key }) => key)).size, 4);
});

test("dice turn grey one by one", () => {
  const states = (steps) => show(playing([4, 4, 4, 4], steps)).dice.map(({ state }) => state);
  assert.deepEqual(states([[24, 4]]), ["used", "live", "live", "live"]);
  assert.deepEqual(states([[24, 4], [20, 4]]), ["used", "used", "live", "live"]);
  assert.deepEqual(faces(show(playing([6, 3], [[24, 3]]))), ["white 6 live", "white 3 used"]);
});

test("a used die keeps its key", () => {
  const [before, after] = [playing([6, 3]), playing([6, 3], [[24, 6]])].map((view) => show(view).dice);
  assert.deepEqual(before.map(({ key }) => key), after.map(({ key }) => key));
});

test("carried dice lie on the mover's side", () => {
  const view = room({ phase: "play", to_move: "black", stages: [{ dice: [4, 4], steps: [], carried: true }] });
  assert.deepEqual(faces(show(view)), ["black 4 live", "black 4 live"]);
  const own = room({ phase: "play", to_move: "black", stages: [{ dice: [4, 4], steps: [], carried: false }] });
  assert.notEqual(show(view).dice[0].key, show(own).dice[0].key);
});

test("the last stage of a cascade is shown", () => {
  const full = { dice: [4, 4, 4, 4], steps: [[24, 4], [20, 4], [16, 4], [12, 4]], carried: false };
  const view = room({ phase: "play", stages: [full, { dice: [5, 5, 5, 5], steps: [], carried: false }] });
  assert.deepEqual(faces(show(view)), Array(4).fill("white 5 live"));
});

test("a tapped die is marked as first", () => {
  assert.deepEqual(show(playing([6, 3]), TURN, { first: 3 }).dice.map(({ first }) => first), [false, true]);
});

test("the button says what is due", () => {
  const kind = (view, turn) => {
    const { kind, side, enabled } = show(view, turn).button;
    return [kind, side, enabled];
  };
  assert.deepEqual(kind(room({ phase: "waiting", to_move: null })), ["none", null, false]);
  assert.deepEqual(kind(room({ phase: "opening", to_move: null, opening: [null, 3] })), ["opening", null, true]);
  assert.deepEqual(kind(room({ phase: "opening", to_move: null, opening: [3, null] })), ["opening", null, false]);
  assert.deepEqual(kind(room()), ["throw", "white", true]);
  assert.deepEqual(kind(room({ to_move: "black" })), ["throw", "black", false]);
  assert.deepEqual(kind(playing([6, 3]), TURN), ["wait", "white", false]);
  assert.deepEqual(kind(playing([6, 3]), { ...TURN, finished: true }), ["done", "white", true]);
  assert.deepEqual(kind(room({ phase: "over" })), ["none", null, false]);
});

test("nothing can be pressed without a connection", () => {
  assert.equal(show(room(), null, { online: false }).button.enabled, false);
  assert.equal(show(room(), null, { settling: true }).button.enabled, false);
});

test("checkers move as the step graph says", () => {
  const { movable } = show(playing([6, 3]), TURN);
  assert.equal(movable.color, "white");
  assert.deepEqual([...movable.sources], [24]);
  assert.equal(movable.targets(24).get(15).dice, 2);
  assert.equal(show(playing([6, 3])).movable, null);
});

test("arrows are shown in the first three turns", () => {
  assert.equal(show(room({ turns: [3, 3] })).arrows, true);
  assert.equal(show(room({ turns: [4, 3] })).arrows, false);
  assert.equal(show(room({ turns: [0, 0] }), null, { arrows: false }).arrows, false);
});

test("trails show the last play, then the opponent's steps", () => {
  const memory = { dice: [], lastColor: "black" };
  const before = playing([6, 3], [[24, 6]], { last_play: [[24, 5]] });
  assert.deepEqual(show(before, TURN, { memory }).last, { color: "black", steps: [[24, 5]] });
  const theirs = { ...before, to_move: "black" };
  assert.deepEqual(show(theirs, null, { memory }).last, { color: "black", steps: [[24, 6]] });
});

test("dice of the last play stay grey", () => {
  const before = playing([6, 3], [[24, 6]]);
  const memory = remember({ dice: [], lastColor: null }, before, [
    { type: "stepped", point: 24, die: 3 },
    { type: "play_ended", color: "white", unused: [], blocked: [] },
    { type: "turn_began", turn: 6, color: "black", last: false },
  ]);
  assert.equal(memory.lastColor, "white");
  assert.deepEqual(memory.dice.map(({ key }) => key), show(before).dice.map(({ key }) => key));
  const after = room({ to_move: "black", turn: 6 });
  assert.deepEqual(faces(show(after, null, { memory })), ["white 6 used", "white 3 used"]);
});

test("a throw that passes is seen", () => {
  const memory = remember({ dice: [], lastColor: null }, room(), [
    { type: "dice_thrown", color: "white", dice: [6, 6], opening: false },
    { type: "play_ended", color: "white", unused: [6, 6, 6, 6], blocked: [] },
    { type: "turn_began", turn: 6, color: "black", last: false },
  ]);
  assert.deepEqual(memory.dice.map(({ value, state }) => `${value} ${state}`), Array(4).fill("6 used"));
});

test("the next throw clears the dice away", () => {
  const memory = { dice: show(playing([6, 3])).dice, lastColor: "white" };
  const thrown = { type: "dice_thrown", color: "black", dice: [5, 1], opening: false };
  assert.deepEqual(remember(memory, room({ to_move: "black" }), [thrown]).dice, []);
});

test("equal opening dice stay until thrown again", () => {
  const before = room({ phase: "opening", to_move: null, turns: [0, 0], opening: [4, null] });
  const memory = remember({ dice: [], lastColor: null }, before, [
    { type: "opening_die_thrown", color: "black", die: 4 },
    { type: "roll_off_tied", turn: 2 },
  ]);
  assert.deepEqual(memory.dice.map(({ side, value }) => `${side} ${value}`), ["white 4", "black 4"]);
});

test("a snapshot tells who made the last play", () => {
  const position = "W: 24x15 / B: 24x14 18x1";
  assert.equal(remembered(room({ position, last_play: [[24, 6]] })).lastColor, "black");
  const carried = room({ position, to_move: "black", last_play: [[24, 6]] });
  assert.equal(remembered(carried).lastColor, "black");
});

test("steps become moves in their order", () => {
  const { moves, throws } = motions(room({ to_move: "black" }), [
    { type: "stepped", point: 24, die: 6 },
    { type: "stepped", point: 4, die: 6 },
    { type: "step_undone", point: 4, die: 6 },
    { type: "play_ended", color: "black", unused: [], blocked: [] },
    { type: "turn_began", turn: 6, color: "white", last: false },
  ]);
  assert.deepEqual(moves, [
    { color: "black", from: 24, to: 18 }, { color: "black", from: 4, to: 0 }, { color: "black", from: 0, to: 4 },
  ]);
  assert.equal(throws, false);
});

test("opening dice that are played are not thrown", () => {
  const thrown = (opening) => ({ type: "dice_thrown", color: "white", dice: [6, 3], opening });
  assert.equal(motions(room(), [thrown(true)]).throws, false);
  assert.equal(motions(room(), [thrown(false)]).throws, true);
});
