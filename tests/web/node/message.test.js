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
  for (const { full, sent } of messages) assert.deepEqual(read(sent), JSON.parse(full));
});

test("a frame with everything stays as it is", () => {
  for (const { full } of messages) assert.deepEqual(read(full), JSON.parse(full));
});

test("clocks of a heartbeat are complete", () => {
  const beat = { type: "heartbeat", room: "XXSHN3", version: 1, digest: "", turn: 1, at: 0, watchers: 0 };
  const { clocks } = read(JSON.stringify({ ...beat, clocks: { white: 1, black: 2 } }));
  assert.deepEqual(clocks, { white: 1, black: 2, running: null, delay: 0 });
  assert.equal(read(JSON.stringify({ ...beat, clocks: null })).clocks, null);
});

test("the room of a first event has its settings", () => {
  const created = { type: "room_created", settings: { title: "Friday" }, at: 0, quick: false, tournament: null };
  const frame = JSON.stringify({ type: "events", room: "XXSHN3", version: 1, at: 0, events: [created] });
  assert.deepEqual(read(frame).events[0].settings, { ...DEFAULTS.Settings, title: "Friday" });
});
