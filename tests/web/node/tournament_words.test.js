import assert from "node:assert/strict";
import { test } from "node:test";

import { setLanguage, loadTexts, t as spoken } from "../../../clients/web/i18n.js";
import { TournamentModel } from "../../../clients/web/core/tournament.js";
import { advice, allRounds, certainty, propose } from "../../../clients/web/parts/tournament/forecast.js";
import { journalText, typedReason } from "../../../clients/web/parts/tournament/journal.js";
import { rememberedKey, rememberKey } from "../../../clients/web/parts/tournament/open.js";
import { refusalText } from "../../../clients/web/parts/refusal.js";
import { countdown, roundEnd, roundStart, roundTime } from "../../../clients/web/parts/tournament/round_clock.js";
import { standingsTitle } from "../../../clients/web/parts/tournament/standings_table.js";
import { whyText } from "../../../clients/web/parts/tournament/why.js";
import { exitText, matchState, matchText, resultText, scoreText } from "../../../clients/web/parts/tournament/words.js";
import { Prefs } from "../../../clients/web/prefs.js";
import { complete, CONFIG, head, line, match, news, round, WAITING, you } from "./evening.js";

Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
/** The key and its parameters, so that a test reads what is said. */
const t = (key, params = {}) => `${key}${Object.values(params).length ? `(${Object.values(params).join()})` : ""}`;

function model(changes = {}, role = "player", waiting = WAITING) {
  const made = new TournamentModel("ABCDEF", { now: () => 0 });
  made.hear(complete(changes));
  made.hearYou(you(role, { waiting }).you);
  return made;
}

test("few players have a round robin, many a Swiss", () => {
  assert.deepEqual(propose(7), { format: "round_robin", rounds: 7, length: 1, minutes: 140 });
  assert.deepEqual(propose(12), { format: "swiss", rounds: 4, length: 2, minutes: 204 });
});

test("rounds are counted for every format", () => {
  const rounds = (changes, players) => allRounds({ ...CONFIG, ...changes }, players);
  assert.equal(rounds({}, 8), 7);
  assert.equal(rounds({ double: true }, 8), 14);
  assert.equal(rounds({ format: "swiss", cut: 4 }, 16), 6);
  assert.equal(rounds({ format: "swiss", rounds: 9 }, 16), 9);
  assert.equal(rounds({ format: "single_elimination" }, 9), 4);
  assert.equal(rounds({ format: "double_elimination" }, 8), 7);
  assert.equal(rounds({ format: "lives" }, 16), 8);
});

test("what is guessed is called a guess", () => {
  assert.equal(certainty(CONFIG), "rounds_of");
  assert.equal(certainty({ ...CONFIG, format: "lives" }), "about_rounds");
  assert.equal(certainty({ ...CONFIG, format: "double_elimination" }), "at_most_rounds");
});

test("too many rounds are warned of", () => {
  assert.deepEqual([4, 5, 7, 8].map((rounds) => advice(8, rounds)),
    ["ok", "may_need_rematch", "offer_round_robin", "refuse"]);
});

test("scores are told from both sides", () => {
  const at = (changes) => match("r1t1", 1, "p1", "p4", changes);
  assert.equal(scoreText(t, at()), "–");
  assert.equal(scoreText(t, at({ started: 5, score: [1, 0] })), "1 : 0");
  const won = at({ started: 5, result: { kind: "played", winner: "p4", score: [1, 2], mars: [0, 0] } });
  assert.equal(scoreText(t, won), "1 : 2");
  assert.equal(resultText(model(), t, won, won.result), "tournament.result.played(Di,2 : 1)");
  const forfeit = at({ result: { kind: "forfeit", winner: "p4", score: [0, 0], mars: [0, 0] } });
  assert.equal(scoreText(t, forfeit), "tournament.score.forfeit_b");
});

test("a match is waiting, playing, disputed or done", () => {
  const states = [{}, { started: 5 }, { started: 5, disputed: true }, { disputed: true, result: {} }];
  assert.deepEqual(states.map((changes) => matchState(match("r1t1", 1, "p1", "p4", changes))),
    ["waiting", "playing", "disputed", "done"]);
});

test("matches are called by their place", () => {
  const final = match("M3", 1, "p1", "p4", { stage: "final" });
  const evening = model({ rounds: [round(1, [final])] });
  assert.equal(matchText(evening, t, "r12t3"), "tournament.match(12,3)");
  assert.equal(matchText(evening, t, "M3"), "bracket.stage_final (M3)");
  assert.equal(matchText(evening, t, "M4"), "tournament.match_named(M4)");
});

test("a round's clock stands, runs and is over", () => {
  const time = (changes, ends = 1_600_000) =>
    roundTime(model({ head: head(changes), rounds: [round(1, [], { started: 1, ends })] }));
  assert.deepEqual(time({}), { state: "running", left: 600_000 });
  assert.deepEqual(time({}, 999_000), { state: "over", left: -1000 });
  assert.deepEqual(time({}, null), { state: "none", left: null });
  assert.deepEqual(time({ paused: [900_000, ""] }), { state: "paused", left: 700_000 });
  assert.deepEqual(time({ break_until: 1_060_000 }), { state: "break", left: 60_000 });
});

test("time left is told in minutes, what is over with a minus", () => {
  assert.deepEqual([59_001, 60_000, 3_725_000, 0, -500, -61_000].map(countdown),
    ["1:00", "1:00", "1:02:05", "0:00", "0:00", "−1:01"]);
});

test("everybody is told why he waits", () => {
  assert.equal(whyText(model(), t, WAITING), "why.play(1,Di,0)");
  const bye = { why: "bye", match: null, start_button: false, points: 1, next_round: null };
  assert.equal(whyText(model(), t, bye), "why.bye(,,1)");
  assert.equal(whyText(model(), t, { ...bye, points: 0 }), "why.bye_free(,,0)");
  assert.match(whyText(model(), t, { ...bye, next_round: 1_700_000 }), /why\.next_round_at\(\d\d:\d\d\)$/);
  const paused = model({ head: head({ paused: [1, "Pizza is here."] }) });
  assert.equal(whyText(paused, t, { ...bye, why: "paused" }), "why.paused(,,1) Pizza is here.");
  assert.equal(whyText(model(), t, null), "");
});

test("every fact of the log has its sentence", async () => {
  await setLanguage("en");
  await loadTexts("tournament");
  const evening = model();
  const told = (type, fields = {}) => journalText(evening, spoken, line(3, type, fields));
  assert.equal(told("player_checked_in", { player: "p2", coming: true }), "Bo is coming.");
  const result = { kind: "played", winner: "p4", score: [0, 1], mars: [0, 0] };
  assert.equal(told("result_corrected", { match: "r1t1", result }), "Corrected, round 1, table 1: Di wins 1 : 0.");
  assert.equal(told("clock_extended", { round: 1, by: 300_000 }), "Round 1: 5 minutes more.");
  assert.equal(told("tournament_finished", { reason: "not_enough_players" }),
    "The tournament is over: there are not enough players.");
  assert.equal(told("result_corrected", { match: "po1", result }).replace(/:.*/, ""), "Corrected, play-off 1");
});

test("a reason is quoted when somebody gave it", () => {
  assert.equal(typedReason(line(3, "tournament_reopened", { reason: "One more round." })), "One more round.");
  assert.equal(typedReason(line(3, "tournament_finished", { reason: "played" })), "");
  assert.equal(typedReason(line(3, "round_started", { round: 1 })), "");
});

test("somebody who was merged keeps his name in the log", () => {
  const evening = model();
  evening.hear(news({ players: evening.players.slice(1) }));
  assert.equal(evening.player("p1"), null);
  assert.equal(evening.name("p1"), "Ada");
});

test("texts of tournaments follow the language", async () => {
  await setLanguage("en");
  await loadTexts("tournament");
  assert.equal(spoken("tournament.phase.running"), "Running");
  await setLanguage("de");
  assert.equal(spoken("tournament.phase.running"), "Läuft");
  assert.equal(spoken("room.undo").length > 0, true);
  await setLanguage("en");
  assert.match(refusalText({ code: "reason_missing" }, spoken), /reason/);
  assert.match(refusalText({ code: "key_unknown" }, spoken), /link/);
});

test("the newest keys are remembered", () => {
  const prefs = new Prefs(null);
  for (let n = 0; n < 25; n += 1) rememberKey(prefs, `CODE${n}`, `key${n}`);
  assert.deepEqual([rememberedKey(prefs, "CODE24"), rememberedKey(prefs, "CODE4")], ["key24", null]);
  rememberKey(prefs, "CODE24", null);
  assert.equal(rememberedKey(prefs, "CODE24"), null);
  assert.equal(rememberedKey(prefs, "CODE23"), "key23");
});

test("a knock-out says in which round somebody has lost, and to whom", () => {
  const won = (winner) => ({ kind: "played", winner, score: [1, 0], mars: [0, 0] });
  const rounds = [
    round(1, [match("M1", 1, "p1", "p4", { stage: "round 1", result: won("p1") })], { kind: "knockout" }),
    round(2, [match("M2", 1, "p1", "p2", { stage: "final", result: won("p2") })], { kind: "knockout" }),
  ];
  const cup = model({ head: head({ paired: 2 }), rounds });
  assert.equal(exitText(cup, t, "p2"), "tournament.exit.won(bracket.stage_final,Ada)");
  assert.equal(exitText(cup, t, "p1"), "tournament.exit.lost(bracket.stage_final,Bo)");
  assert.equal(exitText(cup, t, "p4"), "tournament.exit.lost(bracket.stage_round(1),Ada)");
  assert.equal(exitText(model(), t, "p1"), "");
});

test("standings say which round is in them", () => {
  const title = (changes, phase = "running") => {
    const standings = { through: 1, rows: [], tie_breaks: [], before: {}, ties: [] };
    return standingsTitle(model({ rounds: [round(1, [], changes)], standings, head: head({ phase }) }), t);
  };
  assert.equal(title({}), "tournament.standings.before(1)");
  assert.equal(title({ started: 5 }), "tournament.standings.during(1)");
  assert.equal(title({ started: 5, closed: true }), "tournament.standings.caption(1)");
  assert.equal(title({ started: 5, closed: true }, "finished"), "tournament.standings.final");
});

test("a pause does not move the start of a round", () => {
  const begun = round(1, [], { started: 1_600_000 });
  const journal = [line(8, "round_started", { round: 1 }), line(9, "round_started", { round: 2 })];
  assert.equal(roundStart(model({ journal }), begun), 1_000_000);
  assert.equal(roundStart(model({ journal: [] }), begun), 1_600_000);
  assert.equal(roundStart(model({ journal }), round(1, [])), null);
});

test("no end is told where no time runs", () => {
  const rounds = [round(1, [], { started: 1, ends: 1_600_000 })];
  assert.equal(roundEnd(model({ rounds })), 1_600_000);
  assert.equal(roundEnd(model({ rounds, head: head({ paused: [900_000, ""] }) })), null);
  assert.equal(roundEnd(model({ rounds: [round(1, [], { started: 1, ends: 5, closed: true })] })), null);
});
