import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { DEFAULTS, read } from "../../../clients/web/core/message.js";

const stored = (name) => readFileSync(new URL(`../../../protocol/${name}`, import.meta.url), "utf8");
const schema = JSON.parse(stored("schema.json")).$defs;
const lines = stored("golden/v1/full.jsonl").trim().split("\n").map((line) => JSON.parse(line));
const heard = new Set(schema.Message.oneOf.flatMap(({ $ref }) => schema[$ref.split("/").at(-1)].properties.type.enum));
const messages = lines.filter(({ full }) => heard.has(JSON.parse(full).type));

for (const [name, defaults] of Object.entries(DEFAULTS)) {
  test(`the defaults of ${name} are those of the schema`, () => {
    const fields = Object.entries(schema[name].properties).filter(([, field]) => "default" in field);
    assert.deepEqual(defaults, Object.fromEntries(fields.map(([field, { default: value }]) => [field, value])));
  });
}

test("what is left out is filled in", () => {
  assert.ok(messages.length > 10);
  for (const { full, sent } of messages) assert.deepEqual(read(sent), read(full));
});

test("a frame with everything stays as it is", () => {
  const unfolded = new Set(["snapshot", "heartbeat"]);
  const others = messages.filter(({ full }) => !unfolded.has(JSON.parse(full).type));
  assert.ok(others.length > unfolded.size);
  for (const { full } of others) assert.deepEqual(read(full), JSON.parse(full));
});

test("what a snapshot says in short is unfolded", () => {
  const frame = {
    type: "snapshot", room: "XXSHN3", version: 9, at: 0, settings: {}, game: 4, turn: 7, opening: [2, 5],
    checkers: [[24, 24, 3], [24]], stages: [[[6, 3], [[24, 6]], false], [[5], [], true]], clocks: [1, 2, "black", 3],
    results: [2, -11, 21, -32, 0],
  };
  const { position, cost, first_mover, stages, clocks, results, phase, match } = read(JSON.stringify(frame));
  assert.deepEqual([position, cost], ["W: 24x2 3x1 off12 / B: 24x1 off14", [1, 1]]);
  assert.deepEqual([first_mover, phase, match], ["black", "play", 1]);
  assert.deepEqual(stages, [
    { dice: [6, 3], steps: [[24, 6]], carried: false }, { dice: [5], steps: [], carried: true },
  ]);
  assert.deepEqual(clocks, { white: 1, black: 2, running: "black", delay: 3 });
  assert.deepEqual(results.map(({ winner, points, ending }) => [winner, points, ending]), [
    ["white", 2, "borne_off"], ["black", 1, "resigned"], ["white", 1, "flag"], ["black", 2, "abandoned"],
    [null, 0, "draw"],
  ]);
});

test("nobody moves first before the roll-off is won", () => {
  const frame = { type: "snapshot", room: "XXSHN3", version: 9, at: 0, settings: {}, game: 1, turn: 1 };
  const checkers = [new Array(15).fill(24), new Array(15).fill(24)];
  for (const opening of [[null, null], [6, null], [null, 6], [6, 6]]) {
    assert.equal(read(JSON.stringify({ ...frame, checkers, opening })).first_mover, null);
  }
});

test("clocks of a heartbeat are complete", () => {
  const beat = { type: "heartbeat", room: "XXSHN3", version: 1, digest: "", turn: 1, at: 0, watchers: 0 };
  const { clocks } = read(JSON.stringify({ ...beat, clocks: [1, 2] }));
  assert.deepEqual(clocks, { white: 1, black: 2, running: null, delay: 0 });
  assert.equal(read(JSON.stringify({ ...beat, clocks: null })).clocks, null);
});

test("the room of a first event has its settings", () => {
  const created = { type: "room_created", settings: { title: "Friday" }, at: 0, quick: false, tournament: null };
  const frame = JSON.stringify({ type: "events", room: "XXSHN3", version: 1, at: 0, events: [created] });
  assert.deepEqual(read(frame).events[0].settings, { ...DEFAULTS.Settings, title: "Friday" });
});
