import assert from "node:assert/strict";
import { test } from "node:test";

import { Turn, walk } from "../../../clients/web/core/turn.js";
import { GRAPH, graphs } from "./support.js";

const graph = (dice, nodes) => ({ ...GRAPH, dice, nodes });
/** One checker on 3, another on 5, dice 6 and 4: the 6 takes either off only when it has to. */
const OFF = graph([6, 4], [[[3, 6, 1], [3, 4, 2], [5, 6, 2]], [[5, 4, 3]], [[5, 6, 3]], []]);
const paths = (turn, point) => Object.fromEntries([...turn.targets(point)].map(([to, { steps }]) => [to, steps]));

test("edges of the first node are legal", () => {
  const turn = new Turn(GRAPH, []);
  assert.deepEqual(turn.edges, [{ point: 24, die: 6, to: 18 }, { point: 24, die: 3, to: 21 }]);
  assert.deepEqual([...turn.sources], [24]);
  assert.deepEqual(turn.diceLeft, [6, 3]);
  assert.equal(turn.finished, false);
});

test("steps lead through the graph", () => {
  const turn = new Turn(GRAPH, [[24, 6]]);
  assert.deepEqual([...turn.sources], [18]);
  assert.deepEqual(turn.diceLeft, [3]);
  assert.equal(turn.after(18, 3).finished, true);
  assert.deepEqual([...turn.sources], [18]);
});

test("other steps are refused", () => {
  assert.throws(() => new Turn(GRAPH, [[13, 1]]), RangeError);
  assert.throws(() => new Turn(GRAPH, []).after(24, 5), RangeError);
  assert.equal(new Turn(GRAPH, []).allows(24, 5), false);
  assert.equal(new Turn(GRAPH, []).allows(24, 3), true);
  assert.equal(walk(GRAPH, [[24, 6], [24, 3]]), null);
});

test("targets combine steps of one checker", () => {
  const targets = new Turn(GRAPH, []).targets(24);
  assert.deepEqual([...targets].map(([to, { dice }]) => [to, dice]), [[18, 1], [21, 1], [15, 2]]);
  assert.deepEqual(targets.get(15).steps, [{ point: 24, die: 6 }, { point: 18, die: 3 }]);
  assert.equal(new Turn(GRAPH, []).targets(13).size, 0);
});

test("a tapped die is used first", () => {
  const turn = new Turn(GRAPH, []).withFirst(3);
  assert.deepEqual([...turn.targets(24).keys()], [21, 15]);
  assert.deepEqual(turn.targets(24).get(15).steps, [{ point: 24, die: 3 }, { point: 21, die: 6 }]);
  assert.deepEqual(turn.farthest(24).steps, [{ point: 24, die: 3 }]);
  assert.equal(turn.after(24, 3).first, null);
  assert.deepEqual([...turn.withFirst(null).targets(24).keys()], [18, 21, 15]);
});

test("a die that cannot begin leaves nothing but is no end", () => {
  const turn = new Turn(OFF, [[3, 6]]).withFirst(6);
  assert.equal(turn.sources.size, 0);
  assert.equal(turn.finished, false);
});

test("a checker goes off with the lowest die", () => {
  const turn = new Turn(OFF, []);
  assert.deepEqual(paths(turn, 3), { 0: [{ point: 3, die: 4 }] });
  assert.deepEqual(turn.farthest(3).steps, [{ point: 3, die: 4 }]);
  assert.deepEqual(turn.withFirst(6).targets(3).get(0).steps, [{ point: 3, die: 6 }]);
});

test("double click makes the longest step", () => {
  assert.deepEqual(new Turn(GRAPH, []).farthest(24), { steps: [{ point: 24, die: 6 }], dice: 1 });
  assert.equal(new Turn(GRAPH, []).farthest(7), null);
});

test("undo is possible after a step of any stage", () => {
  assert.equal(new Turn(GRAPH, []).canUndo, false);
  assert.equal(new Turn(GRAPH, [[24, 3]]).canUndo, true);
  assert.equal(new Turn(GRAPH, [], { undoable: true }).withFirst(3).canUndo, true);
});

test("one result is forced, whatever the order", () => {
  const { forced } = new Turn(GRAPH, []);
  assert.deepEqual(forced, { steps: [{ point: 24, die: 6 }, { point: 18, die: 3 }], dice: 2 });
  assert.deepEqual(new Turn(GRAPH, [[24, 3]]).forced.steps, [{ point: 21, die: 6 }]);
  assert.equal(new Turn(GRAPH, [[24, 3], [21, 6]]).forced, null);
});

test("several results are not forced, also after a choice", () => {
  const choice = graph([2, 1], [[[24, 2, 1], [13, 2, 2]], [[13, 1, 3]], [[24, 1, 3]], []]);
  assert.equal(new Turn(choice, []).forced, null);
  assert.equal(new Turn(choice, [[24, 2]]).forced, null);
});

test("a graph without edges is finished", () => {
  const turn = new Turn(graph([6, 6, 6, 6], [[]]), []);
  assert.equal(turn.finished, true);
  assert.equal(turn.forced, null);
});

test("targets and forced turns are those of the engine", () => {
  assert.ok(graphs.length > 40);
  for (const { dice, nodes, one, targets } of graphs) {
    const turn = new Turn(graph(dice, nodes), []);
    assert.equal(turn.forced !== null, one);
    const found = [...turn.sources].map((point) => [point, [...turn.targets(point).keys()].sort((a, b) => a - b)]);
    assert.deepEqual(Object.fromEntries(found), targets);
  }
});

test("every path of a graph of the engine can be followed", () => {
  for (const { dice, nodes } of graphs) {
    const turn = new Turn(graph(dice, nodes), []);
    for (const { steps } of [...turn.sources].flatMap((point) => [...turn.targets(point).values()])) {
      const end = steps.reduce((place, { point, die }) => place.after(point, die), turn);
      assert.equal(end.diceLeft.length, dice.length - steps.length);
    }
  }
});
