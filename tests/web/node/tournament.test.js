import assert from "node:assert/strict";
import { test } from "node:test";

import { piecesOf } from "../../../clients/web/core/tournaments.js";
import { complete, CONFIG, head, line as fact, match, news, round, you } from "./evening.js";
import { Line } from "./line.js";
import { settled } from "./support.js";

const KEY = "key-key-key-key-key-key";

/** A tournament that is open. */
async function opened(line, role = "viewer", key = null) {
  const opening = line.connection.tournament("ABCDEF", key);
  await settled();
  tell(line, role);
  return opening;
}

function tell(line, role) {
  line.ack("open_tournament");
  line.say(complete());
  line.say(you(role));
}

function reconnect(line) {
  line.socket.onclose({ code: 1006 });
  line.time.pass(400);
  line.greet();
}

test("a tournament is there when everything of it is", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  assert.deepEqual([model.head.config.title, model.you.role, model.online], ["Friday", "viewer", true]);
  assert.deepEqual([model.name("p4"), model.name("p9"), model.player("p9")], ["Di", "p9", null]);
  assert.equal(model.currentRound.number, 1);
  assert.equal(await line.connection.tournament("ABCDEF"), model);
  assert.equal(line.count("open_tournament"), 1);
});

test("what has changed takes the place of what was", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  const kinds = [];
  model.subscribe(({ kind }) => kinds.push(kind));
  const second = round(2, [match("r2t1", 1, "p1", "p3")]);
  line.say(news({ head: head({ paired: 2 }), rounds: [second], journal: [fact(10, "round_paired", { round: 2 })] }));
  assert.deepEqual(model.rounds.map(({ number }) => number), [1, 2]);
  assert.equal(model.match("r2t1").b, "p3");
  assert.equal(model.match("r1t2").b, "p3");
  assert.deepEqual(model.journal.map(({ version }) => version), [1, 9, 10]);
  assert.equal(model.name("p1"), "Ada");
  assert.deepEqual(kinds, ["tournament"]);
});

test("a round that is undone is void", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  line.say(news({ head: head({ paired: 0 }) }));
  assert.deepEqual([model.rounds, model.currentRound, model.match("r1t1")], [[], null, null]);
});

test("an open play-off goes before the round", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  assert.equal(model.matchOf("p1").match, "r1t1");
  line.say(news({ play_offs: [match("x1", 1, "p1", "p2")] }));
  assert.equal(model.matchOf("p1").match, "x1");
  assert.equal(model.matchOf("p3").match, "r1t2");
  assert.equal(model.matchOf("p9"), null);
});

test("the log has each line once", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  line.say(complete({ journal: [fact(9, "round_started", { round: 1 }), fact(12, "resumed")] }));
  assert.deepEqual(model.journal.map(({ version }) => version), [1, 9, 12]);
});

test("server time never goes back", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  assert.equal(model.now(), 1_000_000);
  line.time.pass(500);
  line.say(news({ at: 1_000_200 }));
  assert.equal(model.now(), 1_000_500);
  line.say(news({ at: 1_003_000 }));
  assert.equal(model.now(), 1_003_000);
});

test("after a reconnection the director is the director", async () => {
  const line = new Line().greet();
  const model = await opened(line, "director", KEY);
  assert.equal(model.key, KEY);
  reconnect(line);
  assert.equal(model.online, false);
  assert.deepEqual([line.count("open_tournament"), line.sent("open_tournament").key], [1, KEY]);
  tell(line, "director");
  assert.equal(model.online, true);
});

test("the key of a player is shown once", async () => {
  const line = new Line().greet();
  const model = await opened(line, "player", KEY);
  assert.equal(model.key, null);
  reconnect(line);
  assert.equal(line.sent("open_tournament").key, null);
});

test("a tournament is opened before anything is asked of it", async () => {
  const line = new Line().greet();
  const model = await opened(line, "director", KEY);
  const acted = model.conduct({ type: "pair_round", round: 2 });
  reconnect(line);
  const types = line.socket.sent.map(({ type }) => type);
  assert.deepEqual(types, ["hello", "open_tournament", "conduct"]);
  reconnect(line);
  assert.deepEqual(line.socket.sent.map(({ type }) => type), types);
  tell(line, "director");
  line.ack("conduct");
  await acted;
});

test("what is refused names who is concerned", async () => {
  const line = new Line().greet();
  const model = await opened(line, "director", KEY);
  const acted = model.conduct({ type: "start_round", round: 1 });
  assert.deepEqual(line.sent("conduct").act, { type: "start_round", round: 1 });
  line.refuse("conduct", "open_results", { concerned: ["r1t1"] });
  await assert.rejects(acted, { code: "open_results", concerned: ["r1t1"] });
});

test("an unknown tournament rejects and is asked for anew", async () => {
  const line = new Line().greet();
  const opening = line.connection.tournament("ABCDEF");
  await settled();
  line.refuse("open_tournament", "tournament_unknown");
  await assert.rejects(opening, { code: "tournament_unknown" });
  assert.equal((await opened(line)).you.role, "viewer");
});

test("a wrong key leaves what is open as it is", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  const again = line.connection.tournament("ABCDEF", KEY);
  await settled();
  line.refuse("open_tournament", "key_unknown");
  await assert.rejects(again, { code: "key_unknown" });
  assert.equal(model.online, true);
  reconnect(line);
  assert.equal(line.sent("open_tournament").key, null);
});

test("a key that is void by now loses the tournament", async () => {
  const line = new Line().greet();
  const model = await opened(line, "director", KEY);
  const lost = [];
  model.subscribe(({ kind, error }) => kind === "lost" && lost.push(error.code));
  reconnect(line);
  line.refuse("open_tournament", "key_unknown");
  assert.deepEqual([lost, model.online], [["key_unknown"], false]);
});

test("a store that is away is waited for", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  reconnect(line);
  line.refuse("open_tournament", "unavailable");
  assert.equal(line.connection.status, "offline");
  line.time.pass(10_000);
  line.greet();
  tell(line, "viewer");
  assert.equal(model.online, true);
});

test("a quiet connection is asked whether anybody is there", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  line.time.pass(10_000);
  assert.equal(line.count("list_tournaments"), 1);
  line.ack("list_tournaments");
  line.time.pass(10_000);
  assert.equal(line.count("list_tournaments"), 2);
  line.time.pass(15_000);
  assert.deepEqual([line.connection.status, model.online], ["offline", false]);
});

test("keys and codes are answers", async () => {
  const line = new Line().greet();
  const model = await opened(line, "director", KEY);
  const issued = model.issueKey("player", { player: "p2" });
  assert.deepEqual([line.sent("issue_key").role, line.sent("issue_key").player], ["player", "p2"]);
  line.ack("issue_key");
  line.say({ type: "key", tournament: "OTHERS", role: "player", key: "other", player: "p2" });
  line.say({ type: "key", tournament: "ABCDEF", role: "player", key: "secret", player: "p2" });
  assert.equal((await issued).key, "secret");
  const offered = model.offerDirector();
  line.ack("offer_director");
  line.say({ type: "director_code", code: "123456", expires_ms: 120_000 });
  assert.equal((await offered).code, "123456");
});

test("a tournament is created with its director's key", async () => {
  const line = new Line().greet();
  const made = line.connection.createTournament(CONFIG);
  await settled();
  assert.equal(line.sent("create_tournament").config.title, "Friday");
  line.ack("create_tournament", { tournament: "ABCDEF" });
  line.say({ type: "key", tournament: "ABCDEF", role: "director", key: KEY, player: null });
  assert.equal((await made).key, KEY);
});

test("a tournament that is left is followed no longer", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  model.leave();
  assert.equal(line.sent("leave_tournament").tournament, "ABCDEF");
  reconnect(line);
  assert.equal(line.count("open_tournament"), 0);
});

test("closing tells who follows", async () => {
  const line = new Line().greet();
  const model = await opened(line);
  const kinds = [];
  model.subscribe(({ kind }) => kinds.push(kind));
  line.connection.close();
  assert.equal(kinds.at(-1), "lost");
});

test("an import goes in parts, one after the other", async () => {
  const line = new Line().greet();
  const text = "x".repeat(7000);
  const made = line.connection.importTournament(text);
  const parts = [];
  for (let n = 1; n <= 3; n += 1) {
    await settled();
    assert.equal(line.count("import_tournament"), n);
    parts.push(line.sent("import_tournament"));
    line.ack("import_tournament");
  }
  line.say({ type: "key", tournament: "ABCDEF", role: "director", key: KEY, player: null });
  assert.equal((await made).tournament, "ABCDEF");
  assert.deepEqual(parts.map(({ part }) => part), [1, 2, 3]);
  assert.deepEqual(new Set(parts.map((one) => one.parts)), new Set([3]));
  assert.equal(parts.map((one) => one.text).join(""), text);
});

/** What the server says of parts whose connection is gone. */
async function outOfOrder(line) {
  line.refuse("import_tournament", "bad_import");
  await settled();
}

/** The parts of an import come, one after the other, and are taken. @returns the command ids */
async function takenIn(line, parts) {
  const ids = [];
  for (let part = 1; part <= parts; part += 1) {
    await settled();
    assert.equal(line.sent("import_tournament").part, part);
    ids.push(line.sent("import_tournament").id);
    line.ack("import_tournament");
  }
  return ids;
}

for (const taken of [1, 2, 3]) {
  test(`an import begins anew when the connection is lost after part ${taken}`, async () => {
    const line = new Line().greet();
    const made = line.connection.importTournament("x".repeat(7000));
    const before = await takenIn(line, taken);
    await settled();
    reconnect(line);
    await outOfOrder(line);
    const after = await takenIn(line, 3);
    if (taken === 3) assert.equal(after[2], before[2]);
    line.say({ type: "key", tournament: "ABCDEF", role: "director", key: KEY, player: null });
    assert.equal((await made).key, KEY);
  });
}

test("the last part of an import without an answer is the same command again", async () => {
  const line = new Line().greet();
  const made = line.connection.importTournament("x".repeat(4000));
  await takenIn(line, 1);
  await settled();
  const { id } = line.sent("import_tournament");
  reconnect(line);
  await outOfOrder(line);
  assert.equal((await takenIn(line, 2))[1], id);
  line.say({ type: "key", tournament: "ABCDEF", role: "director", key: KEY, player: null });
  assert.equal((await made).key, KEY);
});

test("a file that is none is not sent again", async () => {
  const line = new Line().greet();
  const made = line.connection.importTournament("{");
  await settled();
  line.refuse("import_tournament", "bad_import");
  await assert.rejects(made, { code: "bad_import" });
  assert.equal(line.count("import_tournament"), 1);
});

test("a key that is lost behind its answer is asked for by the same command", async () => {
  const line = new Line().greet();
  const made = line.connection.createTournament(CONFIG);
  await settled();
  const { id } = line.sent("create_tournament");
  line.ack("create_tournament");
  await settled();
  reconnect(line);
  assert.equal(line.sent("create_tournament").id, id);
  line.ack("create_tournament");
  line.say({ type: "key", tournament: "ABCDEF", role: "director", key: KEY, player: null });
  assert.equal((await made).key, KEY);
});

test("parts fit into frames, and letters stay whole", () => {
  for (const letter of ["a", '"', "ж", "💎", "\n"]) {
    const text = letter.repeat(5000);
    const pieces = piecesOf(text);
    assert.equal(pieces.join(""), text);
    for (const piece of pieces) {
      assert.ok([...piece].length <= 3000);
      assert.ok(Buffer.byteLength(JSON.stringify(piece)) <= 3900);
      assert.ok(piece.isWellFormed?.() ?? true);
    }
  }
  assert.deepEqual(piecesOf(""), [""]);
});
