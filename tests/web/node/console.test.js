import assert from "node:assert/strict";
import { test } from "node:test";

import { helperStep, nextStep, openTies } from "../../../clients/web/screens/tournament/console_next.js";
import { guess, resultOf } from "../../../clients/web/screens/tournament/console_outcome.js";

const player = (id, here = "yes") => ({ id, name: id.toUpperCase(), here, gone: null, device: false });
const match = (more = {}) => ({
  match: "r1t1", table: 1, a: "p1", b: "p2", room: null, ready: [], started: null, score: [0, 0], claims: {},
  disputed: false, result: null, ...more,
});
const round = (more = {}) => ({
  number: 1, kind: "swiss", matches: [match()], byes: [], started: 0, ends: 1000, closed: false, ...more,
});
const WON = { kind: "played", winner: "p1", score: [1, 0], mars: [0, 0] };

/** A tournament as the console sees it. */
function model({ phase = "running", players = [player("p1"), player("p2")], rounds = [], now = 0, ...more } = {}) {
  const head = { phase, paused: null, played_out: false, choices: [], late: [], ...more };
  return {
    head, players, playOffs: more.playOffs ?? [], currentRound: rounds.at(-1) ?? null, now: () => now,
    standings: { rows: more.rows ?? [], ties: more.ties ?? [] }, name: (id) => id.toUpperCase(),
  };
}
const step = (what) => nextStep(model(what));
const acts = (what) => [step(what).key, step(what).primary.act];

test("nobody there asks for players", () => {
  assert.deepEqual(acts({ phase: "registration", players: [] }), ["console.next.empty", "add"]);
});

test("one alone cannot start", () => {
  const players = [player("p1"), player("p2", "no")];
  assert.deepEqual(acts({ phase: "registration", players }), ["console.next.few", "add"]);
});

test("whoever is coming counts as here", () => {
  const players = [player("p1"), player("p2", "coming")];
  assert.deepEqual(acts({ phase: "registration", players }), ["console.next.ready", "start"]);
});

test("absent players are told before the start", () => {
  const players = [player("p1"), player("p2"), player("p3", "no")];
  assert.deepEqual(acts({ phase: "registration", players }), ["console.next.absent", "start"]);
});

test("a complete round asks for the next one", () => {
  const { key, primary } = step({ rounds: [round({ closed: true })] });
  assert.deepEqual([key, primary.act, primary.data.round], ["console.next.complete", "pair", "2"]);
});

test("a published round is started", () => {
  assert.deepEqual(acts({ rounds: [round({ started: null })] }), ["console.next.paired", "start-round"]);
});

test("a correction asks whether to pair again", () => {
  const found = step({ rounds: [round({ started: null })], choices: ["re-pair", "keep pairing"] });
  assert.deepEqual([found.primary.act, found.others[0].act], ["pair-again", "start-round"]);
});

test("a dispute comes before a player who is late", () => {
  const matches = [match({ disputed: true }), match({ match: "r1t2", table: 2 })];
  const late = [{ match: "r1t2", missing: ["p1"], level: "offer", penalty: 0 }];
  assert.deepEqual(acts({ rounds: [round({ matches })], late }), ["console.next.disputed", "result"]);
});

test("an alarm alone offers no forfeit", () => {
  const late = (level) => [{ match: "r1t1", missing: ["p1"], level, penalty: 0 }];
  assert.equal(step({ rounds: [round()], late: late("alarm") }).primary.act, "result");
  assert.equal(step({ rounds: [round()], late: late("offer") }).primary.act, "forfeit");
});

test("time that is over leaves the choice to the director", () => {
  const { key, primary, others } = step({ rounds: [round()], now: 1000 });
  const all = [primary, ...others].map(({ act }) => act);
  assert.deepEqual([key, ...all], ["console.next.overtime", "extend", "last-game", "result"]);
});

test("a pause hides everything else", () => {
  assert.deepEqual(acts({ rounds: [round()], paused: [0, ""] }), ["console.next.paused", "resume"]);
});

test("equal firsts may play off", () => {
  const tie = { rounds: [round({ closed: true })], played_out: true, ties: [["p1", "p2"]] };
  assert.deepEqual(acts(tie), ["console.next.tie", "play-off"]);
  const played = { ...tie, playOffs: [match({ match: "po1", a: "p2", b: "p1", result: WON })] };
  assert.deepEqual(acts(played), ["console.next.played_out", "finish"]);
});

test("a play-off that is played is nobody's tie any more", () => {
  const standings = { rows: [], ties: [["p1", "p2"], ["p1", "p3"]] };
  assert.deepEqual(openTies({ standings, playOffs: [match({ a: "p2", b: "p1" })] }), [["p1", "p3"]]);
});

test("an open play-off asks for its result", () => {
  const { key, primary } = step({ played_out: true, playOffs: [match({ match: "po1" })] });
  assert.deepEqual([key, primary.data.match], ["console.next.play_off", "po1"]);
});

test("the end names who has won", () => {
  const { params, primary } = step({ phase: "finished", rows: [{ player: "p2", rank: 1 }, { player: "p1", rank: 2 }] });
  assert.deepEqual([params.names, primary.act], ["P2", "print"]);
});

test("helpers start and pair nothing", () => {
  assert.equal(helperStep(model({ phase: "registration" })).primary.act, "add");
  assert.equal(helperStep(model({ rounds: [round()] })).primary.act, "result");
});

test("a helper with nothing to enter is told what he waits for", () => {
  const done = [match({ result: WON })];
  const told = (what) => {
    const { key, params = {}, primary } = helperStep(model(what));
    assert.equal(primary, undefined);
    return [key, ...Object.values(params)];
  };
  assert.deepEqual(told({}), ["console.next.help_complete", 1]);
  assert.deepEqual(told({ rounds: [round({ matches: done, closed: true })] }), ["console.next.help_complete", 2]);
  assert.deepEqual(told({ rounds: [round({ started: null })] }), ["console.next.help_paired", 1]);
  assert.deepEqual(told({ rounds: [round()], paused: [0, ""] }), ["console.next.help_paused"]);
  const over = { rounds: [round({ matches: done, closed: true })], played_out: true };
  assert.deepEqual(told(over), ["console.next.help_played_out"]);
  const playOffs = [match({ match: "po1" })];
  assert.equal(helperStep(model({ ...over, playOffs })).primary.act, "result");
});

// --- what a form says ------------------------------------------------------------------------------------------------

const form = (entries) => ({ get: (name) => entries[name] ?? null, has: (name) => name in entries });
const said = (entries, mars = 2) => resultOf(form(entries), { a: "p1", b: "p2" }, mars);

test("what was claimed stands there, with the mars that it proves", () => {
  const found = (score, length) => guess({ claims: { p1: score }, score: [0, 0] }, length);
  assert.deepEqual(found([0, 2], 1), { outcome: "played", score: [0, 2], mars: [0, 1] });
  assert.deepEqual(found([3, 2], 3), { outcome: "played", score: [3, 2], mars: [0, 0] });
  assert.deepEqual(guess({ claims: {}, score: [0, 0] }, 1), { outcome: null, score: [0, 0], mars: [0, 0] });
});

test("a single game has a winner, and mars counts what it is worth", () => {
  assert.deepEqual(said({ outcome: "b" }), { kind: "played", winner: "p2", score: [0, 1], mars: [0, 0] });
  assert.deepEqual(said({ outcome: "a", mars: "on" }), { kind: "played", winner: "p1", score: [2, 0], mars: [1, 0] });
  assert.deepEqual(said({ outcome: "a", mars: "on" }, 1).score, [1, 0]);
});

test("a match is won by whoever leads", () => {
  const entries = { outcome: "played", score_a: "1", score_b: "3", mars_a: "0", mars_b: "1" };
  assert.deepEqual(said(entries), { kind: "played", winner: "p2", score: [1, 3], mars: [0, 1] });
});

test("a forfeit has no points", () => {
  const forfeit = { kind: "forfeit", winner: "p1", score: [0, 0], mars: [0, 0] };
  assert.deepEqual(said({ outcome: "forfeit_a", score_a: "2" }), forfeit);
  assert.deepEqual(said({ outcome: "nobody" }).winner, null);
});
