import assert from "node:assert/strict";
import test from "node:test";

import { excitement, isLive, mostExciting } from "../../../clients/web/screens/exciting.js";

function listing(changes = {}) {
  return {
    room: "AAAAAA", title: "", preset: "lange-narde", overrides: {}, length: 1, stake: 1, timing: "none", bank: 0, extra: 0,
    white: "Ada", black: "Bo", waiting: false, watchable: true, created: 0, watchers: 0, game: 1,
    score: /** @type {[number, number]} */ ([0, 0]), pips: /** @type {[number, number]} */ ([360, 360]), ...changes,
  };
}

test("only games that can be watched are live", () => {
  const rooms = [{}, { black: null }, { watchable: false }, { pips: [0, 40] }];
  assert.deepEqual(rooms.map((changes) => isLive(listing(changes))), [true, false, false, false]);
});

test("a close end beats a far one", () => {
  assert.ok(excitement(listing({ pips: [20, 22] })) > excitement(listing({ pips: [20, 120] })));
});

test("a late game beats an early one", () => {
  assert.ok(excitement(listing({ pips: [60, 62] })) > excitement(listing({ pips: [300, 302] })));
});

test("a match near its end beats a new one", () => {
  assert.ok(excitement(listing({ length: 5, score: [4, 4] })) > excitement(listing({ length: 5 })));
});

test("viewers make a difference, but a small one", () => {
  const crowded = excitement(listing({ watchers: 10 }));
  assert.ok(crowded > excitement(listing()));
  assert.ok(crowded < excitement(listing({ pips: [30, 31] })));
});

test("nothing is shown when nothing is on", () => {
  assert.equal(mostExciting([listing({ white: null })]), null);
  assert.equal(mostExciting([]), null);
});

test("the shown room stays until another is clearly better", () => {
  const [a, b] = [listing({ room: "AAAAAA", pips: [200, 200] }), listing({ room: "BBBBBB", pips: [190, 190] })];
  assert.equal(mostExciting([a, b]), "BBBBBB");
  assert.equal(mostExciting([a, b], "AAAAAA"), "AAAAAA");
  assert.equal(mostExciting([a, { ...b, pips: [20, 20] }], "AAAAAA"), "BBBBBB");
});
