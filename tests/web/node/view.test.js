import assert from "node:assert/strict";
import { test } from "node:test";

import {
  START, apply, digest, later, mirrored, opponent, parsePosition, pips, positionText, sides,
} from "../../../clients/web/core/view.js";
import { frames, playing, room } from "./support.js";

const happened = (view, ...events) => apply(view, { version: view.version + 1, at: view.at, events }, "me");
const clocks = (changes) => ({ white: 60_000, black: 60_000, running: "white", delay: 0, ...changes });

/** What a connection of the recorded match knows after each message, and the snapshots and heartbeats it was sent. */
function followed(connection) {
  let view = null;
  let me = null;
  const checked = [];
  for (const { message } of frames.filter((line) => line.connection === connection && line.from === "server")) {
    if (message.type === "welcome") me = message.player;
    if (message.type === "snapshot" && view) checked.push([view, message]);
    if (message.type === "snapshot") view = message;
    if (message.type === "events" && message.version === view.version + 1) view = apply(view, message, me);
    if (message.type === "heartbeat") checked.push([{ version: view.version, digest: view.digest }, {
      version: message.version, digest: message.digest,
    }]);
  }
  return { view, checked };
}

test("the recorded match leads to the same room for everybody", () => {
  const views = ["ada", "bo", "cy"].map((connection) => followed(connection).view);
  for (const { version, digest, position, results, score, phase } of views) {
    assert.deepEqual({ version, digest, position, results, score, phase }, {
      version: views[0].version, digest: views[0].digest, position: views[0].position, results: views[0].results,
      score: views[0].score, phase: "over",
    });
  }
  assert.deepEqual(views.map((view) => view.you), [["white"], ["black"], []]);
});

test("snapshots and heartbeats of the recorded match agree", () => {
  const checked = ["ada", "bo", "cy"].flatMap((connection) => followed(connection).checked);
  assert.ok(checked.length > 0);
  for (const [mine, theirs] of checked) assert.deepEqual({ ...theirs, ...only(theirs, mine) }, theirs);
});

/** Those fields of a view that are not about who looks and when. */
function only(theirs, mine) {
  const passing = new Set(["at", "watchers", "you"]);
  return Object.fromEntries(Object.keys(theirs).filter((key) => !passing.has(key)).map((key) => [key, mine[key]]));
}

test("position text is read and written", () => {
  const text = "W: 24x14 20x1 / B: 12x10 3x2 off3";
  assert.equal(positionText(parsePosition(text)), text);
  assert.equal(parsePosition(text).black[0], 3);
  assert.equal(parsePosition("W: off15 / B: 24x15").white[0], 15);
  assert.equal(positionText(parsePosition("W: off15 / B: 24x15")), "W: off15 / B: 24x15");
});

test("the digest is CRC-32", () => {
  assert.equal(digest(START), "8a17eb5e");
  assert.equal(digest("123456789"), "cbf43926");
});

test("points and pips are counted along the own path", () => {
  assert.equal(pips(parsePosition(START).white), 360);
  assert.deepEqual([1, 12, 13, 24].map(mirrored), [13, 24, 1, 12]);
  assert.equal(opponent("white"), "black");
});

test("a step moves a checker and is undone", () => {
  const stepped = happened(playing(), { type: "stepped", point: 24, die: 6 });
  assert.equal(stepped.position, "W: 24x14 18x1 / B: 24x15");
  assert.equal(stepped.digest, digest(stepped.position));
  assert.deepEqual(stepped.stages[0].steps, [[24, 6]]);
  const back = happened(stepped, { type: "step_undone", point: 24, die: 6 });
  assert.deepEqual({ ...back, version: 0 }, { ...playing(), version: 0 });
});

test("undo reaches into the stage before", () => {
  const stages = [{ dice: [6, 3], steps: [[24, 6]], carried: false }];
  const before = playing({ stages, position: "W: 24x14 18x1 / B: 24x15" });
  const cascade = happened(before, { type: "cascade_continued", color: "white", dice: [4, 4, 4, 4] });
  assert.equal(cascade.stages.length, 2);
  const back = happened(cascade, { type: "step_undone", point: 24, die: 6 });
  assert.deepEqual(back.stages, playing().stages);
  assert.equal(back.position, START);
});

test("bearing off ends in the tray and lowers the cost", () => {
  const view = playing({ position: "W: 3x15 / B: 24x15" });
  const off = happened(view, { type: "stepped", point: 3, die: 6 });
  assert.equal(sides(off).white[0], 1);
  assert.deepEqual(off.cost, [1, 2]);
  assert.equal(happened(off, { type: "step_undone", point: 3, die: 6 }).position, view.position);
});

test("a double is four dice, opening dice are two", () => {
  const dice = (thrown) => happened(playing(), { type: "dice_thrown", color: "black", dice: thrown, opening: false });
  assert.deepEqual(dice([5, 5]).stages[0].dice, [5, 5, 5, 5]);
  assert.deepEqual(dice([5, 4]).stages[0].dice, [5, 4]);
  assert.deepEqual(dice([5, 4]).turns, [1, 1]);
});

test("a game is counted in the score", () => {
  const ended = happened(playing(), { type: "game_ended", winner: "black", points: 2, ending: "resigned" });
  assert.deepEqual(ended.score, [0, 2]);
  assert.equal(ended.phase, "over");
  const draw = happened(ended, { type: "game_ended", winner: null, points: 0, ending: "draw" });
  assert.deepEqual(draw.score, [0, 2]);
  assert.deepEqual(draw.results, [
    { winner: "black", points: 2, ending: "resigned" }, { winner: null, points: 0, ending: "draw" },
  ]);
});

test("seats change hands", () => {
  const left = happened(room({ rematch: "white" }), { type: "seat_left", color: "white" });
  assert.deepEqual([left.white, left.you, left.rematch], [null, [], null]);
  const taken = happened(left, { type: "seat_taken", color: "white", player: "me", name: "Me", bot: null });
  assert.deepEqual(taken.you, ["white"]);
});

test("absence goes on until the player is back", () => {
  const events = [{ type: "player_offline", color: "black", at: 1000 }];
  const away = apply(room(), { version: 2, at: 1500, events }, "me");
  assert.equal(away.black.offline_ms, 500);
  assert.equal(later(away, 2500).black.offline_ms, 1500);
  assert.equal(happened(away, { type: "player_online", color: "black" }).black.offline_ms, null);
});

test("clocks run while frames are on their way", () => {
  const settings = { control: { timing: "delay", bank: 60_000, extra: 5000 } };
  const set = { type: "clocks_set", white: 60_000, black: 50_000, running: "black", since: 1000 };
  const view = apply(room({ settings }), { version: 2, at: 1200, events: [set] }, "me");
  assert.deepEqual(view.clocks, { white: 60_000, black: 50_000, running: "black", delay: 4800 });
  assert.deepEqual(later(view, 7200).clocks, { white: 60_000, black: 48_800, running: "black", delay: 0 });
  assert.deepEqual(later(room({ clocks: clocks() }), 100_000).clocks.white, 0);
});

test("a tournament pauses, goes on and closes the room", () => {
  const paused = happened(playing({ clocks: clocks() }), { type: "room_paused", at: 1000 });
  assert.deepEqual([paused.paused, paused.clocks.running], [true, null]);
  assert.equal(later(paused, 9000).clocks.white, 60_000);
  const resumed = happened(paused, { type: "room_resumed" });
  assert.equal(resumed.paused, false);
  const closed = happened(paused, { type: "room_closed" });
  assert.deepEqual([closed.paused, closed.phase], [false, "over"]);
});

test("a seat goes to another device", () => {
  const moved = happened(playing(), { type: "seat_taken", color: "white", player: "new", name: "me", bot: null });
  assert.deepEqual([moved.you, moved.white.player], [[], "new"]);
});

test("unknown events are passed over", () => {
  const view = happened(playing(), { type: "weather_changed" }, { type: "toString" });
  assert.deepEqual({ ...view, version: 6 }, playing());
});

test("nothing changes the view it is given", () => {
  const view = Object.freeze(playing());
  const text = JSON.stringify(view);
  const ended = { type: "play_ended", color: "white", unused: [], blocked: [] };
  happened(view, { type: "stepped", point: 24, die: 6 }, ended);
  assert.equal(JSON.stringify(view), text);
});
