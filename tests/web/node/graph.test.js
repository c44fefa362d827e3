import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { unfold } from "../../../clients/web/core/graph.js";
import { GRAPH, STEP_GRAPH } from "./support.js";

/** Stages of all kinds: what the message says, and the nodes that the engine sees (tests/tools/web_graphs.py). */
const lines = readFileSync(new URL("graphs.jsonl", import.meta.url), "utf8").trim().split("\n");
const cases = lines.map((line) => JSON.parse(line));

test("a message unfolds to the nodes that the engine sees", () => {
  assert.ok(cases.length > 50);
  for (const { nodes, ...message } of cases) assert.deepEqual(unfold(message).nodes, nodes);
});

test("the cases have everything that a message can say", () => {
  for (const field of ["off", "walls"]) assert.ok(cases.some((told) => told[field].length > 0), field);
  assert.ok(cases.some(({ passing }) => passing));
  assert.ok(cases.some(({ stay }) => stay > 0));
  assert.ok(cases.some(({ uses }) => uses === 0));
  assert.ok(cases.some(({ dice, uses }) => uses > 0 && uses < dice.length));
});

test("a graph keeps what the message says", () => {
  assert.deepEqual(unfold(STEP_GRAPH), GRAPH);
});
