import assert from "node:assert/strict";
import { test } from "node:test";

import { Refusal } from "../../../clients/web/core/connection.js";
import { RoomModel } from "../../../clients/web/core/room.js";
import { apply } from "../../../clients/web/core/view.js";
import { GRAPH, Time, playing, room, settled } from "./support.js";

const STEP = { type: "stepped", point: 24, die: 6 };
const UNDO = { type: "step_undone", point: 24, die: 6 };

/** A room model with what it sent and said, and a server that answers when the test says so. */
class Table {
  constructor(view = playing(), graph = GRAPH) {
    this.time = new Time();
    this.sent = [];
    this.changes = [];
    const { now, setTimeout, clearTimeout } = this.time;
    const command = (intent) => new Promise((resolve, reject) => this.sent.push({ intent, resolve, reject }));
    const leave = () => (this.left = true);
    this.model = new RoomModel(view.room, view, { now, setTimeout, clearTimeout, command, leave });
    this.graph = graph;
    if (graph) this.model.hearGraph(graph);
    this.model.subscribe((change) => this.changes.push(change));
  }

  hear(...events) {
    const { view } = this.model;
    const after = apply(view, { version: view.version + 1, at: view.at, events }, "me");
    this.model.hearEvents(after, events, after.phase === "play" ? this.graph : null);
  }

  get kinds() {
    return this.changes.map(({ kind }) => kind);
  }

  get told() {
    return this.changes.flatMap(({ events }) => events);
  }

  get board() {
    return this.model.shown.position.split(" / ")[0];
  }
}

const refused = (code) => new Refusal({ code, detail: code, points: [24] });

test("a legal step is shown before the answer", () => {
  const table = new Table();
  table.model.step(24, 6);
  assert.equal(table.board, "W: 24x14 18x1");
  assert.equal(table.model.view.position, "W: 24x15 / B: 24x15");
  assert.deepEqual([...table.model.turn.sources], [18]);
  assert.deepEqual(table.changes, [{ kind: "predicted", events: [STEP] }]);
  assert.deepEqual(table.sent[0].intent, { type: "step", room: "XXSHN3", turn: 3, point: 24, die: 6 });
});

test("a confirmed step is not told twice", async () => {
  const table = new Table();
  const done = table.model.step(24, 6);
  table.hear(STEP);
  table.sent[0].resolve({ type: "ack", id: "1", version: 7, room: null });
  assert.equal((await done).version, 7);
  assert.deepEqual(table.told, [STEP]);
  assert.equal(table.model.view.version, 7);
  assert.equal(table.board, "W: 24x14 18x1");
});

test("steps are sent at once in order", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.model.step(18, 3);
  table.model.done();
  assert.deepEqual(table.sent.map(({ intent }) => intent.type), ["step", "step", "done"]);
  assert.equal(table.model.turn.finished, true);
  table.hear(STEP);
  assert.equal(table.board, "W: 24x14 15x1");
  table.hear({ type: "stepped", point: 18, die: 3 });
  assert.deepEqual(table.told.length, 2);
});

test("nothing can be done in a turn that has won", () => {
  const graph = { ...GRAPH, dice: [6, 1], nodes: [[[1, 6, 1], [1, 1, 1]], []] };
  const position = "W: 1x1 off14 / B: 24x15";
  const table = new Table(playing({ position, stages: [{ dice: [6, 1], steps: [], carried: false }] }), graph);
  assert.deepEqual([...table.model.turn.sources], [1]);
  table.model.step(1, 1);
  assert.equal(table.board, "W: off15");
  assert.equal(table.model.turn, null);
});

test("a refused step is taken back", async () => {
  const table = new Table();
  const steps = [table.model.step(24, 6), table.model.step(18, 3)];
  table.sent[0].reject(refused("stale_turn"));
  await assert.rejects(steps[0], { code: "stale_turn", points: [24] });
  assert.equal(table.model.shown, table.model.view);
  assert.deepEqual([...table.model.turn.sources], [24]);
  table.sent[1].reject(refused("no_checker"));
  await assert.rejects(steps[1]);
  assert.equal(table.kinds.filter((kind) => kind === "rolled_back").length, 1);
});

test("an illegal step is only asked for", async () => {
  const table = new Table();
  const before = table.model.shown;
  const step = table.model.step(24, 5);
  assert.equal(table.model.shown, before);
  assert.equal(table.sent.length, 1);
  table.sent[0].reject(refused("no_such_die"));
  await assert.rejects(step);
  assert.equal(table.model.shown, before);
  assert.ok(!table.kinds.includes("rolled_back"));
});

test("undo is predicted, one step or all", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.model.step(18, 3);
  table.model.undo();
  assert.equal(table.board, "W: 24x14 18x1");
  table.model.step(18, 3);
  table.model.undo(true);
  assert.equal(table.board, "W: 24x15");
  assert.deepEqual(table.changes.at(-1).events, [{ type: "step_undone", point: 18, die: 3 }, UNDO]);
  assert.equal(table.model.turn.canUndo, false);
});

test("steps and undos are confirmed one by one", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.model.undo();
  table.model.step(24, 3);
  for (const event of [STEP, UNDO, { type: "stepped", point: 24, die: 3 }]) {
    table.hear(event);
    assert.equal(table.board, "W: 24x14 21x1");
  }
  assert.ok(!table.kinds.includes("rolled_back"));
  assert.equal(table.told.length, 3);
});

test("another step than predicted rolls back", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.hear({ type: "stepped", point: 24, die: 3 });
  assert.deepEqual(table.kinds, ["predicted", "rolled_back", "events"]);
  assert.equal(table.board, "W: 24x14 21x1");
});

test("other news leave predictions alone", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.hear({ type: "player_offline", color: "black", at: 1000 });
  assert.equal(table.board, "W: 24x14 18x1");
  assert.equal(table.model.shown.black.offline_ms, 0);
  assert.deepEqual(table.kinds, ["predicted", "events"]);
});

test("the end of the turn ends predictions", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.hear({ type: "game_ended", winner: "black", points: 2, ending: "flag" });
  assert.deepEqual(table.kinds, ["predicted", "rolled_back", "events"]);
  assert.equal(table.model.shown, table.model.view);
  assert.equal(table.model.turn, null);
});

test("a snapshot drops predictions", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.model.hearSnapshot(playing({ version: 9 }));
  assert.equal(table.board, "W: 24x15");
  assert.equal(table.model.turn, null);
  assert.deepEqual(table.kinds, ["predicted", "snapshot"]);
  table.model.hearGraph(GRAPH);
  assert.deepEqual([...table.model.turn.sources], [24]);
});

test("undo reaches back into an earlier stage of a cascade", () => {
  const steps = [[24, 6], [18, 3]];
  const stages = [{ dice: [6, 3], steps, carried: false }, { dice: [4, 4, 4, 4], steps: [], carried: false }];
  const view = playing({ position: "W: 24x14 15x1 / B: 24x15", stages });
  const table = new Table(view, { ...GRAPH, stage: 1, dice: [4, 4, 4, 4], nodes: [[[15, 4, 1]], []] });
  assert.equal(table.model.turn.canUndo, true);
  table.model.undo();
  assert.equal(table.board, "W: 24x14 18x1");
  assert.equal(table.model.turn, null);
  table.graph = null;
  table.hear({ type: "step_undone", point: 18, die: 3 });
  table.model.hearGraph(GRAPH);
  assert.deepEqual([...table.model.turn.sources], [18]);
  assert.equal(table.told.length, 1);
});

test("a cascade goes on behind the last step", () => {
  const table = new Table();
  table.model.step(24, 6);
  table.model.step(18, 3);
  table.hear(STEP);
  table.graph = null;
  const cascade = { type: "cascade_continued", color: "white", dice: [4, 4, 4, 4] };
  table.hear({ type: "stepped", point: 18, die: 3 }, cascade);
  assert.deepEqual(table.changes.at(-1).events, [cascade]);
  assert.equal(table.model.shown.stages.length, 2);
});

test("watchers predict nothing", () => {
  const table = new Table(playing({ you: [] }), null);
  table.model.undo();
  table.model.step(24, 6);
  assert.equal(table.model.shown, table.model.view);
  assert.deepEqual(table.kinds, []);
});

test("with both seats the one on roll acts", () => {
  const you = (changes) => new Table(playing({ you: ["white", "black"], ...changes }), null).model.you;
  assert.equal(you({ to_move: "black" }), "black");
  assert.equal(you({ phase: "opening", opening: [null, null], to_move: null }), "white");
  assert.equal(you({ phase: "opening", opening: [3, null], to_move: null }), "black");
  assert.equal(new Table(playing({ you: ["black"] }), null).model.you, "black");
  assert.equal(new Table(playing({ you: [] }), null).model.you, null);
});

test("a late answer is told", async () => {
  const table = new Table();
  const thrown = table.model.throw();
  table.time.pass(699);
  assert.equal(table.model.slow, false);
  table.time.pass(1);
  assert.equal(table.model.slow, true);
  assert.deepEqual(table.kinds, ["connection"]);
  table.time.pass(300);
  table.sent[0].resolve({});
  await thrown;
  assert.equal(table.model.slow, false);
  assert.equal(table.model.roundTrip, 1000);
});

test("a quick answer is never slow", async () => {
  const table = new Table();
  const thrown = table.model.throw();
  table.time.pass(20);
  table.sent[0].resolve({});
  await thrown;
  table.time.pass(5000);
  assert.equal(table.model.slow, false);
  assert.equal(table.model.roundTrip, 20);
});

test("lines of chat are told once", () => {
  const table = new Table();
  const said = { type: "said", room: "XXSHN3", at: 5, player: "p", name: "Bo", seat: null, text: "", phrase: "hello" };
  table.model.hearSaid(said);
  table.model.hearSaid({ ...said });
  table.model.hearSaid({ ...said, at: 6 });
  assert.equal(table.model.lines.length, 2);
  assert.deepEqual(table.kinds, ["said", "said"]);
  assert.equal(table.changes[0].said, said);
});

test("clocks are as old as the last frame", () => {
  const table = new Table();
  table.time.pass(400);
  table.model.hearBeat({ ...playing(), clocks: { white: 1, black: 1, running: null, delay: 0 } });
  assert.equal(table.model.receivedAt, 400);
  assert.deepEqual(table.kinds, ["beat"]);
});

test("a lost room says why", () => {
  const table = new Table();
  const error = { type: "error", id: null, code: "room_closed_to_watchers", detail: "", points: [], room: "XXSHN3" };
  table.model.hearConnection(true);
  table.model.hearLost(error);
  assert.deepEqual(table.changes.at(-1), { kind: "lost", events: [], error });
  assert.equal(table.model.online, false);
});

test("commands say what was meant", async () => {
  const table = new Table(room());
  const { model } = table;
  const all = [
    model.resign(2), model.rematch(), model.rematch(false), model.claimWin(), model.say({ text: "hi" }),
    model.say({ phrase: "thanks" }), model.sit(), model.sit("black"), model.standUp(), model.inviteBot(),
    model.handOver("black"), model.undo(true),
  ];
  assert.deepEqual(table.sent.map(({ intent: { room: _, ...rest } }) => rest), [
    { type: "resign", points: 2 }, { type: "rematch", accept: true }, { type: "rematch", accept: false },
    { type: "claim_win" }, { type: "say", text: "hi", phrase: null }, { type: "say", text: "", phrase: "thanks" },
    { type: "sit", seat: null }, { type: "sit", seat: "black" }, { type: "stand_up" },
    { type: "invite_bot", strength: "steady" }, { type: "hand_over", turn: 0, color: "black" },
    { type: "undo", turn: 0, all: true },
  ]);
  for (const { resolve } of table.sent) resolve({});
  await Promise.all(all);
});

test("who has left hears nothing more", async () => {
  const table = new Table();
  table.model.leave();
  table.hear(STEP);
  await settled();
  assert.equal(table.left, true);
  assert.deepEqual(table.kinds, []);
});
