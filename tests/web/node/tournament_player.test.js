import assert from "node:assert/strict";
import { test } from "node:test";

import { TournamentModel } from "../../../clients/web/core/tournament.js";
import { promptOf } from "../../../clients/web/parts/status.js";
import { stageText } from "../../../clients/web/parts/tournament/bracket.js";
import * as duels from "../../../clients/web/screens/tournament/player_duel.js";
import { mayJoin } from "../../../clients/web/screens/tournament/player_join.js";
import { offerOf } from "../../../clients/web/parts/offers.js";
import { playing, room } from "./support.js";

const t = (key, params = {}) => [key, ...Object.values(params)].join(" ");
const player = (id, device = true) => ({
  id, name: id.toUpperCase(), seed: 1, joined: 1, here: "yes", device, gone: null,
});
const match = (changes = {}) => ({
  match: "r1t1", table: 1, a: "p1", b: "p2", stage: "", room: "XXSHN3", ready: [], started: null, score: [0, 0],
  claims: {}, disputed: false, result: null, source: null, reason: "", reported: null, corrections: [], ...changes,
});
const round = (number, matches, byes = []) => ({
  number, kind: "swiss", matches, byes, started: 1, ends: 2, closed: false, edits: [],
});
const head = (changes = {}) => ({
  config: { title: "", format: "swiss", rounds: 4, matches: { length: 2 } },
  phase: "running", check_in: true, paired: 2, ...changes,
});

/** A tournament in which this device plays for p2. */
function tournament({ rounds = [round(1, [match()])], you = "p2", role = "player", ...more } = {}) {
  const { waits = "r1t1", devices = true, ...of } = more;
  const model = new TournamentModel("XXSHN3", { now: () => 0 });
  model.hear({
    at: 0, head: head(of), players: [player("p1"), player("p2", devices)], rounds, play_offs: [], journal: [],
  });
  model.hearYou({ role, device: "d", player: you, waiting: { why: "play", match: waits } });
  return model;
}

test("a duel is seen from the own side", () => {
  const duel = duels.currentDuel(tournament());
  assert.deepEqual([duel.player, duel.opponent, duel.first, duel.wooden], ["p2", "p1", false, false]);
});

test("who waits without a match has no duel", () => {
  assert.equal(duels.currentDuel(tournament({ waits: null })), null);
  assert.equal(duels.currentDuel(tournament({ you: null })), null);
});

test("a board without a room is of wood only if a device is missing", () => {
  const rounds = [round(1, [match({ room: null })])];
  assert.equal(duels.currentDuel(tournament({ rounds })).wooden, false);
  assert.equal(duels.currentDuel(tournament({ rounds, devices: false })).wooden, true);
});

test("scores are told with the own points first", () => {
  const duel = duels.currentDuel(tournament());
  const played = { kind: "played", winner: "p2", score: [1, 2], mars: [0, 0] };
  assert.equal(duels.resultText(duel, played, t), "player.won 2 1");
  assert.equal(duels.resultText(duel, { ...played, winner: "p1", score: [2, 0] }, t), "player.lost 0 2");
  assert.equal(duels.resultText(duel, { kind: "forfeit", winner: "p1", score: [0, 0] }, t), "player.lost_forfeit");
  assert.equal(duels.resultText(duel, { kind: "double_forfeit", score: [0, 0] }, t), "player.both_forfeited");
});

test("a final score has one winner at the length", () => {
  const final = [[2, 0], [2, 1], [1, 3], [3, 1]];
  const open = [[0, 0], [1, 1], [2, 2], [1, 0], [3, 2]];
  assert.deepEqual(final.map((score) => duels.isFinal(score, 2)), final.map(() => true));
  assert.deepEqual(open.map((score) => duels.isFinal(score, 2)), open.map(() => false));
});

test("rounds of a player are matches and byes", () => {
  const rounds = [round(1, [match()]), round(2, [match({ match: "r2t1", a: "p1", b: "p3" })], ["p2"])];
  const found = duels.roundsOf(tournament({ rounds }), "p2");
  assert.deepEqual(found.map((one) => [one.round.number, one.duel?.match.match]), [[1, "r1t1"], [2, undefined]]);
  assert.equal(duels.roundOf(tournament({ rounds }), match({ match: "r2t1" })), 2);
});

test("strangers may join as long as the format lets them", () => {
  const stranger = { you: null, role: "viewer" };
  assert.equal(mayJoin(tournament({ ...stranger, phase: "registration" })), true);
  assert.equal(mayJoin(tournament(stranger)), true);
  assert.equal(mayJoin(tournament({ ...stranger, check_in: false })), false);
  assert.equal(mayJoin(tournament({ ...stranger, phase: "finished" })), false);
  assert.equal(mayJoin(tournament({ ...stranger, config: { format: "round_robin" } })), false);
  assert.equal(mayJoin(tournament({ phase: "registration" })), false);
});

test("stages of a bracket are told in the reader's words", () => {
  const stages = ["round 2", "final", "WB round 1", "LB final", "grand final", "third place"];
  assert.deepEqual(stages.map((stage) => stageText(stage, t)), [
    "bracket.stage_round 2", "bracket.stage_final", "bracket.stage_winners bracket.stage_round 1",
    "bracket.stage_losers bracket.stage_final", "bracket.stage_grand_final", "bracket.stage_third_place",
  ]);
});

test("the status line says that all stands still", () => {
  assert.equal(promptOf(playing({ paused: true }), null, true, t), "status.paused");
  assert.equal(promptOf(room(), null, true, t), "status.waiting_ready");
  assert.equal(promptOf(room({ black: null }), null, true, t), "status.waiting");
});

test("in a tournament no rematch and no claim is offered", () => {
  const contest = { offer: () => null };
  const look = { seated: true, resigning: false, patient: false, contest };
  const room = { tournament: "XXSHN3/r1t1" };
  const over = playing({ ...room, phase: "over", winner: "white" });
  assert.equal(offerOf(over, look, null, t, {}), null);
  assert.equal(offerOf(over, { ...look, contest: null }, null, t, {}), null);
  assert.equal(offerOf(playing(room), look, 300_000, t, {}), null);
  assert.equal(offerOf(playing(room), { ...look, resigning: true }, null, t, {}).kind, "resign");
});
