import assert from "node:assert/strict";
import { test } from "node:test";

import { Refusal } from "../../../clients/web/core/connection.js";
import { Line } from "./line.js";
import { playing, settled } from "./support.js";

function beat(digest) {
  return { type: "heartbeat", room: "XXSHN3", version: 6, digest, turn: 3, at: 2000, clocks: null, watchers: 0 };
}

test("it says hello and is online", () => {
  const line = new Line();
  assert.equal(line.connection.status, "connecting");
  assert.deepEqual([line.socket.url, line.socket.protocols], ["ws://here/ws", ["narde.v1.json"]]);
  line.greet();
  assert.deepEqual([line.connection.status, line.connection.player, line.connection.name], ["online", "me", "Guest 7"]);
  assert.equal(line.sent("hello").name, "Me");
});

test("a command is answered", async () => {
  const line = new Line().greet();
  const made = line.connection.createRoom({ length: 3 }, "white");
  assert.deepEqual(line.sent("create_room").settings, { length: 3 });
  line.ack("create_room", { room: "XXSHN3" });
  assert.equal((await made).room, "XXSHN3");
});

test("a refusal rejects", async () => {
  const line = new Line().greet();
  const made = line.connection.quickPair({ length: 99 });
  line.refuse("quick_pair", "bad_settings");
  await assert.rejects(made, { code: "bad_settings", detail: "why" });
  await assert.rejects(made, Refusal);
});

test("a passing refusal is tried again with the same id", async () => {
  const line = new Line().greet();
  const made = line.connection.createRoom();
  const { id } = line.sent("create_room");
  line.refuse("create_room", "rate_limited");
  line.time.pass(1000);
  assert.equal(line.count("create_room"), 2);
  assert.equal(line.sent("create_room").id, id);
  line.ack("create_room", { room: "XXSHN3" });
  assert.equal((await made).room, "XXSHN3");
});

test("a room comes with snapshot, graph and connection", async () => {
  const line = new Line().greet();
  const room = await line.enter();
  assert.equal(room.view.version, 6);
  assert.deepEqual([...room.turn.sources], [24]);
  assert.equal(room.online, true);
  assert.equal(await line.connection.room("XXSHN3"), room);
  assert.equal(line.count("subscribe"), 1);
});

test("an unknown room rejects", async () => {
  const line = new Line().greet();
  const entered = line.connection.room("XXSHN3");
  line.refuse("subscribe", "room_unknown");
  await assert.rejects(entered, { code: "room_unknown" });
});

test("a lost connection comes back, later each time", () => {
  const line = new Line();
  for (const pause of [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]) {
    const before = line.sockets.length;
    line.socket.onclose({ code: 1006 });
    line.time.pass(pause - 1);
    assert.equal(line.sockets.length, before);
    line.time.pass(1);
    assert.equal(line.sockets.length, before + 1);
  }
  assert.deepEqual(line.statuses, ["offline"]);
});

test("pauses are short again after a good connection and a restart", () => {
  const line = new Line();
  for (let n = 0; n < 5; n += 1) {
    line.socket.onclose({ code: 1006 });
    line.time.pass(10_000);
  }
  line.greet();
  line.time.pass(10_001);
  const before = line.sockets.length;
  line.socket.onclose({ code: 1006 });
  line.time.pass(200);
  assert.equal(line.sockets.length, before + 1);
  line.socket.onclose({ code: 1006 });
  line.time.pass(400);
  line.socket.onclose({ code: 1012 });
  line.time.pass(200);
  assert.equal(line.sockets.length, before + 3);
});

test("open makes the next attempt at once", () => {
  const line = new Line();
  line.socket.onclose({ code: 1006 });
  line.connection.open();
  assert.equal(line.sockets.length, 2);
  line.time.pass(200);
  assert.equal(line.sockets.length, 2);
});

test("rooms and commands survive a lost connection", async () => {
  const line = new Line().greet();
  const room = await line.enter();
  const changes = [];
  room.subscribe(({ kind }) => changes.push(kind));
  const stepped = room.step(24, 6);
  line.socket.onclose({ code: 1006 });
  assert.equal(room.online, false);
  line.time.pass(200);
  line.greet();
  assert.equal(room.online, false);
  assert.equal(line.sent("subscribe").after, 6);
  line.say({ type: "events", room: "XXSHN3", version: 7, at: 1000, events: [{ type: "stepped", point: 24, die: 6 }] });
  line.ack("subscribe");
  line.ack("step");
  await stepped;
  assert.equal(room.online, true);
  assert.equal(room.view.version, 7);
  assert.deepEqual(changes.filter((kind) => kind !== "connection"), ["predicted", "events"]);
});

test("silence ends a connection with a room", async () => {
  const line = new Line().greet();
  await line.enter();
  line.time.pass(14_000);
  line.say(beat(playing().digest));
  line.time.pass(14_999);
  assert.equal(line.connection.status, "online");
  line.time.pass(1);
  assert.equal(line.connection.status, "offline");
  assert.equal(line.sockets[0].closed, true);
});

test("silence is nothing when no frame is expected", () => {
  const line = new Line().greet();
  line.time.pass(600_000);
  assert.equal(line.connection.status, "online");
  line.connection.createRoom().catch(() => {});
  line.time.pass(15_000);
  assert.equal(line.connection.status, "offline");
});

test("a connection that does not open is tried again", () => {
  const line = new Line();
  line.time.pass(15_200);
  assert.equal(line.sockets.length, 2);
});

test("lists follow their ack, and are asked for again when lost behind it", async () => {
  const line = new Line().greet();
  const listed = line.connection.listRooms();
  line.ack("list_rooms");
  await settled();
  line.socket.onclose({ code: 1006 });
  line.time.pass(200);
  line.greet();
  line.ack("list_rooms");
  line.say({ type: "rooms", rooms: [{ room: "XXSHN3" }] });
  assert.deepEqual(await listed, [{ room: "XXSHN3" }]);
  assert.equal(line.count("list_rooms"), 1);
});

test("records are told apart", async () => {
  const line = new Line().greet();
  const games = [line.connection.record("XXSHN3", 1, 1), line.connection.record("XXSHN3", 1, 2)];
  line.say({ type: "record", room: "XXSHN3", match: 1, game: 2, commits: [] });
  line.say({ type: "record", room: "XXSHN3", match: 1, game: 1, commits: [] });
  assert.deepEqual((await Promise.all(games)).map(({ game }) => game), [1, 2]);
});

test("a record that is not there rejects", async () => {
  const line = new Line().greet();
  const record = line.connection.record("XXSHN3");
  line.refuse("get_record", "no_record");
  await assert.rejects(record, { code: "no_record" });
});

test("a heartbeat with another digest brings a snapshot", async () => {
  const line = new Line().greet();
  const room = await line.enter();
  const kinds = [];
  room.subscribe(({ kind }) => kinds.push(kind));
  line.say(beat("00000000"));
  assert.equal(line.sent("subscribe").after, null);
  line.say(playing({ version: 8 }));
  line.ack("subscribe");
  assert.deepEqual([room.view.version, kinds], [8, ["snapshot"]]);
});

test("a room that is left is followed no longer", async () => {
  const line = new Line().greet();
  const room = await line.enter();
  room.leave();
  assert.equal(line.sent("unsubscribe").room, "XXSHN3");
  const again = line.connection.room("XXSHN3");
  assert.equal(line.count("subscribe"), 2);
  line.say(playing());
  line.ack("subscribe");
  assert.notEqual(await again, room);
});

test("a lost room tells its listeners", async () => {
  const line = new Line().greet();
  const room = await line.enter();
  const errors = [];
  room.subscribe(({ kind, error }) => kind === "lost" && errors.push(error.code));
  line.say({ type: "error", id: null, code: "room_closed_to_watchers", detail: "", points: [], room: "XXSHN3" });
  assert.deepEqual(errors, ["room_closed_to_watchers"]);
});

test("closing refuses whoever waits, and ends it", async () => {
  const line = new Line().greet();
  const waiting = [line.connection.createRoom(), line.connection.games()];
  line.connection.close();
  for (const promise of waiting) await assert.rejects(promise, { code: "closed" });
  await assert.rejects(line.connection.listRooms(), { code: "closed" });
  line.time.pass(60_000);
  assert.equal(line.sockets.length, 1);
});

test("an unwelcome token ends it", async () => {
  const line = new Line();
  const listed = line.connection.listRooms();
  line.socket.onopen();
  line.refuse("hello", "bad_command");
  await assert.rejects(listed, { code: "bad_command" });
  line.time.pass(60_000);
  assert.equal(line.sockets.length, 1);
});
