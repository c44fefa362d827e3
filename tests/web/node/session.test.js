import assert from "node:assert/strict";
import { test } from "node:test";

import { Session } from "../../../clients/web/core/session.js";
import { digest } from "../../../clients/web/core/view.js";
import { GRAPH, STEP_GRAPH, frameOf, frames, playing, room } from "./support.js";

const STEP = { type: "stepped", point: 24, die: 6 };

/** A session with a server in the test's hands. */
class Talk {
  constructor() {
    this.session = new Session("t", "token-token-token-token", "Me");
    this.connect();
  }

  connect() {
    this.session.connected();
    this.hello = this.taken()[0];
    this.hear({ type: "welcome", player: "me", name: "Me", token: null });
    return this.taken();
  }

  taken() {
    return this.session.outgoing.splice(0).map((frame) => JSON.parse(frame));
  }

  hear(message) {
    return this.session.receive(frameOf(message));
  }

  send(intent) {
    this.session.send({ ...intent, id: this.session.nextId() });
    return this.taken()[0];
  }

  /** Follow a room. */
  follow(view = playing()) {
    const { id } = this.send({ type: "subscribe", room: view.room, after: null });
    this.hear(view);
    this.ack(id);
    return this;
  }

  ack(id, version = 0) {
    return this.hear({ type: "ack", id, version, room: null });
  }

  error(id, code, more = {}) {
    return this.hear({ type: "error", id, code, detail: "", points: [], room: null, ...more });
  }

  events(version, ...events) {
    return this.hear({ type: "events", room: "XXSHN3", version, at: 1000, events });
  }

  beat(changes) {
    const { version, digest } = playing();
    const rest = { turn: 3, at: 2000, clocks: null, watchers: 4 };
    return this.hear({ type: "heartbeat", room: "XXSHN3", version, digest, ...rest, ...changes });
  }

  get followed() {
    return this.session.rooms.get("XXSHN3");
  }
}

test("hello comes first", () => {
  const talk = new Talk();
  assert.deepEqual(talk.hello, { type: "hello", id: "t-1", token: "token-token-token-token", name: "Me" });
  assert.equal(talk.session.player, "me");
});

test("commands before the welcome wait for it", () => {
  const session = new Session("t", "token-token-token-token", "");
  session.send({ type: "list_rooms", id: session.nextId() });
  session.connected();
  assert.deepEqual(session.outgoing.map((frame) => JSON.parse(frame).type), ["hello"]);
  session.receive(JSON.stringify({ type: "welcome", player: "me", name: "", token: null }));
  assert.deepEqual(session.outgoing.map((frame) => JSON.parse(frame).type), ["hello", "list_rooms"]);
});

test("events move a room on", () => {
  const talk = new Talk().follow();
  const update = talk.events(7, STEP);
  assert.equal(update.kind, "events");
  assert.equal(update.view.digest, digest("W: 24x14 18x1 / B: 24x15"));
  assert.equal(talk.events(7, STEP), null);
});

test("the graph is kept for its stage only", () => {
  const talk = new Talk().follow();
  assert.deepEqual(talk.hear(STEP_GRAPH).graph, GRAPH);
  assert.deepEqual(talk.events(7, STEP).graph, GRAPH);
  const began = { type: "turn_began", turn: 4, color: "black", last: false };
  assert.equal(talk.events(8, { type: "play_ended", color: "white", unused: [], blocked: [] }, began).graph, null);
  assert.equal(talk.hear({ ...STEP_GRAPH, turn: 9 }).graph, null);
});

test("a missing version asks for a snapshot once", () => {
  const talk = new Talk().follow();
  assert.equal(talk.events(8, STEP), null);
  assert.deepEqual(talk.taken(), [{ type: "subscribe", id: "t-3", room: "XXSHN3", after: null }]);
  assert.equal(talk.events(9, STEP), null);
  assert.deepEqual(talk.taken(), []);
  assert.equal(talk.hear(playing({ version: 9 })).kind, "snapshot");
  assert.equal(talk.events(10, STEP).kind, "events");
});

test("a heartbeat with another digest asks for a snapshot", () => {
  const talk = new Talk().follow();
  assert.equal(talk.beat({ digest: "00000000" }), null);
  assert.deepEqual(talk.taken().map(({ type, after }) => [type, after]), [["subscribe", null]]);
});

test("a heartbeat with a higher version asks for a snapshot", () => {
  const talk = new Talk().follow();
  assert.equal(talk.beat({ version: 7 }), null);
  assert.equal(talk.taken().length, 1);
});

test("a good heartbeat brings fresh clocks", () => {
  const clocks = { white: 5, black: 6, running: "white", delay: 0 };
  const { kind, view } = new Talk().follow().beat({ clocks: Object.values(clocks) });
  assert.deepEqual([kind, view.clocks, view.watchers, view.at], ["beat", clocks, 4, 2000]);
});

test("a new connection resumes rooms and repeats commands", () => {
  const talk = new Talk().follow();
  const step = talk.send({ type: "step", room: "XXSHN3", turn: 3, point: 24, die: 6 });
  talk.session.disconnected();
  assert.equal(talk.followed.live, false);
  const again = talk.connect();
  assert.deepEqual(again.map(({ type, after }) => [type, after]), [["subscribe", 6], ["step", undefined]]);
  assert.equal(again[1].id, step.id);
  talk.ack(again[0].id);
  assert.equal(talk.followed.live, true);
});

test("answered commands are not repeated", () => {
  const talk = new Talk();
  const { id } = talk.send({ type: "list_rooms" });
  talk.ack(id);
  talk.session.disconnected();
  assert.deepEqual(talk.connect(), []);
});

test("a snapshot that was asked for is asked for again", () => {
  const talk = new Talk();
  talk.send({ type: "subscribe", room: "XXSHN3", after: null });
  talk.session.disconnected();
  assert.deepEqual(talk.connect().map(({ type, after }) => [type, after]), [["subscribe", null]]);
});

test("a room that is left is forgotten", () => {
  const talk = new Talk().follow();
  talk.send({ type: "unsubscribe", room: "XXSHN3" });
  assert.equal(talk.events(7, STEP), null);
  assert.equal(talk.hear(playing()), null);
  assert.equal(talk.session.rooms.size, 0);
});

test("a refused command is told with the command", () => {
  const talk = new Talk();
  const command = talk.send({ type: "create_room" });
  const update = talk.error(command.id, "bad_settings");
  assert.equal(update.kind, "refused");
  assert.deepEqual(update.command, command);
  assert.equal(talk.session.pending.size, 0);
});

test("a room that is gone after a reconnection is lost", () => {
  const talk = new Talk().follow();
  talk.session.disconnected();
  const [{ id }] = talk.connect();
  assert.equal(talk.error(id, "room_unknown").kind, "lost");
  assert.equal(talk.session.rooms.size, 0);
});

test("a room that closes is lost", () => {
  const talk = new Talk().follow();
  assert.equal(talk.error(null, "room_closed_to_watchers", { room: "XXSHN3" }).kind, "lost");
  assert.equal(talk.error(null, "room_closed_to_watchers", { room: "XXSHN3" }).kind, "refused");
});

test("a room that cannot be resumed now is tried again", () => {
  const talk = new Talk().follow();
  talk.session.disconnected();
  const [{ id }] = talk.connect();
  assert.equal(talk.error(id, "unavailable").kind, "try_later");
  talk.session.disconnected();
  assert.deepEqual(talk.connect().map((command) => command.id), [id]);
});

test("a bad token is unwelcome, a busy server is not the end", () => {
  const talk = new Talk();
  talk.session.connected();
  const [{ id }] = talk.taken();
  assert.equal(talk.error(id, "unavailable").kind, "try_later");
  talk.session.connected();
  assert.equal(talk.error(talk.taken()[0].id, "bad_command").kind, "unwelcome");
});

test("messages of another time are harmless", () => {
  const talk = new Talk().follow(room());
  assert.equal(talk.hear({ type: "weather", rain: true }).kind, "message");
  assert.equal(talk.hear({ ...STEP_GRAPH, room: "OTHER2" }), null);
});

test("the recorded match is followed without asking again", () => {
  for (const name of ["ada", "bo", "cy"]) {
    const session = new Session("x", "token-token-token-token", "");
    const [views, sent] = [[], []];
    for (const { message, frame, from } of frames.filter(({ connection }) => connection === name)) {
      if (message.type === "hello") session.connected();
      else if (from === "client") session.send(message);
      else views.push(session.receive(frame)?.view);
      sent.push(...session.outgoing.splice(0).map((frame) => JSON.parse(frame)));
    }
    const asked = sent.filter(({ type, id, after }) => type === "subscribe" && id.startsWith("x-") && after === null);
    assert.deepEqual(asked, []);
    assert.equal(views.filter(Boolean).at(-1).phase, "over");
  }
});
