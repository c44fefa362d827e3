/** What the projector shows when, and on how many pages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { TournamentModel } from "../../../clients/web/core/tournament.js";
import {
  boards, bracketPages, bySeat, chunks, missing, stateOf,
} from "../../../clients/web/screens/tournament/screen_lists.js";
import {
  clockOf, following, isBeside, nextView, pageOf, pagesOf, programOf, ROWS, stageOf, valid, viewsOf,
} from "../../../clients/web/screens/tournament/screen_program.js";
import { complete, head, match, player, round } from "./evening.js";

const NAMES = Array.from({ length: 1000 }, (_, i) => player(`p${i + 1}`, `Player ${i + 1}`, i + 1));
const START = { started: 1, ends: 2_000_000 };

function model(changes = {}) {
  const made = new TournamentModel("ABCDEF", { now: () => 0, leave() {} });
  made.hear(complete(changes));
  return made;
}

function pairs(count, changes = {}) {
  const sides = (i) => [`p${2 * i + 1}`, `p${2 * i + 2}`];
  return Array.from({ length: count }, (_, i) => match(`r1t${i + 1}`, i + 1, ...sides(i), changes));
}

function crowd(count, changes = {}) {
  const rows = NAMES.slice(0, count).map(({ id }, i) => ({ player: id, rank: i + 1, points: 0 }));
  const standings = { through: 0, rows, tie_breaks: [], before: {}, ties: [] };
  return { players: NAMES.slice(0, count), rounds: [round(1, pairs(count / 2), changes)], standings };
}

function node(name, stage, winner = null) {
  return { match: name, stage, a: "p1", b: "p2", a_from: "", b_from: "", winner, needed: true };
}

test("the evening goes from check-in to the podium", () => {
  const played = { kind: "played", winner: "p1", score: [1, 0], mars: [0, 0] };
  const over = [match("r1t1", 1, "p1", "p4", { result: played }), match("r1t2", 2, "p2", "p3", { result: played })];
  const stages = [
    { head: head({ phase: "registration", paired: 0 }), rounds: [] },
    { rounds: [round(1, over)] },
    { rounds: [round(1, over, START)] },
    { rounds: [round(1, over, { ...START, closed: true })] },
    { head: head({ phase: "finished" }), rounds: [round(1, over, { ...START, closed: true })] },
  ];
  assert.deepEqual(stages.map((changes) => stageOf(model(changes))), ["check_in", "paired", "play", "between", "over"]);
});

test("an open play-off is played though the round is closed", () => {
  const closed = round(1, pairs(2), { ...START, closed: true });
  const made = model({ rounds: [closed], play_offs: [match("po1", 1, "p1", "p2")] });
  assert.equal(stageOf(made), "play");
  assert.deepEqual(boards(made).map((each) => each.match), ["po1"]);
});

test("pages come one after the other and then from the start", () => {
  const made = model(crowd(80));
  const seen = [{ view: "pairings", page: 0 }];
  while (seen.length < 6) seen.push(following(made, seen.at(-1)));
  assert.deepEqual(seen.map(({ view, page }) => `${view} ${page}`),
    ["pairings 0", "pairings 1", "names 0", "names 1", "names 2", "pairings 0"]);
});

test("the space bar goes through everything there is", () => {
  const made = model(crowd(8, START));
  assert.deepEqual(programOf(made), ["play"]);
  assert.deepEqual(viewsOf(made), ["pairings", "names", "play", "standings"]);
  assert.deepEqual(nextView(made, "play"), { view: "standings", page: 0 });
  assert.deepEqual(nextView(made, "standings"), { view: "pairings", page: 0 });
});

test("a thousand players are on pages of sixteen rows", () => {
  const made = model(crowd(1000));
  assert.equal(pagesOf(made, "pairings"), Math.ceil(500 / (2 * ROWS)));
  assert.equal(pagesOf(made, "names"), Math.ceil(1000 / (2 * ROWS)));
  const pages = Array.from({ length: pagesOf(made, "names") }, (_, page) => pageOf(bySeat(made), page, 2 * ROWS));
  assert.deepEqual(pages.flat(), bySeat(made));
  assert.ok(pages.every((page) => page.length <= 2 * ROWS));
});

test("a page that is gone gives way to one that is there", () => {
  const made = model(crowd(8));
  assert.deepEqual(valid(made, { view: "names", page: 7 }), { view: "names", page: 0 });
  assert.deepEqual(valid(made, { view: "podium", page: 0 }), { view: "pairings", page: 0 });
});

test("the board stands beside few tables and alone with many", () => {
  const featured = (count) => {
    const rounds = [round(1, pairs(count, { room: "XXSHN3" }), START)];
    return model({ ...crowd(2 * count), rounds, head: head({ featured: "r1t1" }) });
  };
  assert.equal(isBeside(featured(8)), true);
  assert.deepEqual(programOf(featured(8)), ["play"]);
  assert.deepEqual(programOf(featured(100)), ["play", "board"]);
});

test("a wooden board has no live board", () => {
  const made = model({ ...crowd(8, START), head: head({ featured: "r1t1" }) });
  assert.equal(pagesOf(made, "board"), 0);
});

test("a table waits for whoever is not ready", () => {
  const waiting = match("r1t1", 1, "p1", "p2", { room: "XXSHN3", ready: ["p1"] });
  assert.equal(stateOf(waiting), "waiting");
  assert.deepEqual(missing(model(), waiting), ["p2"]);
  assert.equal(stateOf({ ...waiting, started: 5 }), "playing");
  assert.equal(stateOf({ ...waiting, room: null }), "playing");
});

test("everybody finds the own name with the table", () => {
  const seats = bySeat(model({ rounds: [round(1, [match("r1t1", 1, "p4", "p1")], { byes: ["p2"] })] }));
  assert.deepEqual(seats, [
    { name: "Ada", table: 1, opponent: "Di" },
    { name: "Bo", table: null, opponent: "" },
    { name: "Di", table: 1, opponent: "Ada" },
  ]);
});

test("a bracket stands in columns of eight", () => {
  const first = Array.from({ length: 16 }, (_, i) => node(`M${i + 1}`, "round 1"));
  const second = Array.from({ length: 8 }, (_, i) => node(`M${i + 17}`, "round 2"));
  const open = model({ bracket: [...first, ...second, node("C1", "consolation final")] });
  const sizes = (made) => bracketPages(made).map((page) => page.map(({ nodes }) => nodes.length));
  assert.deepEqual(sizes(open), [[8, 8], [8], [1]]);
  const played = model({ bracket: [...first.map((each) => ({ ...each, winner: "p1" })), ...second] });
  assert.deepEqual(sizes(played), [[8]]);
});

test("the clock counts down, then up, and stands in a pause", () => {
  const ends = (at, changes = {}) =>
    clockOf(model({ rounds: [round(1, pairs(2), { started: 1, ends: at })], ...changes }));
  assert.deepEqual(ends(1_060_000), { kind: "left", ms: 60_000 });
  assert.deepEqual(ends(999_000), { kind: "over", ms: 1000 });
  assert.deepEqual(ends(1_060_000, { head: head({ paused: [900_000, ""] }) }), { kind: "left", ms: 160_000 });
  assert.deepEqual(ends(1, { head: head({ break_until: 1_300_000 }) }), { kind: "next", ms: 300_000 });
  assert.equal(clockOf(model({ rounds: [round(1, pairs(2))] })), null);
});

test("parts are about equally large", () => {
  assert.deepEqual(chunks([1, 2, 3, 4, 5], 4), [[1, 2, 3], [4, 5]]);
  assert.deepEqual(chunks([], 4), []);
});
