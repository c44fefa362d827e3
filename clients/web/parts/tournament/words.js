/** Results and matches of a tournament in words; what several of its pages say. */

/** @import {MatchView, Result} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { stageText } from "./bracket.js";

/**
 * How far a match is. `waiting`: it has not begun.
 * @param {MatchView} match
 * @returns {"done" | "disputed" | "playing" | "waiting"}
 */
export function matchState({ result, disputed, started }) {
  if (result) return "done";
  if (disputed) return "disputed";
  return started === null ? "waiting" : "playing";
}

/** `2 : 0` of a match that is played, or what has become of it. @param {T} t @param {MatchView} match */
export function scoreText(t, { result, score, a, started }) {
  if (!result) return started === null ? "–" : pair(score);
  if (result.kind === "double_forfeit") return t("tournament.score.double_forfeit");
  if (result.kind === "forfeit") return t(`tournament.score.forfeit_${result.winner === a ? "a" : "b"}`);
  return pair(result.score);
}

/**
 * `Ada wins 2 : 0`, whoever is named first.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Pick<MatchView, "a">} match
 * @param {Result} result
 */
export function resultText(model, t, { a }, { kind, winner, score }) {
  if (kind === "double_forfeit") return t("tournament.result.double_forfeit");
  const name = model.name(winner);
  if (kind === "forfeit") return t("tournament.result.forfeit", { name });
  return t("tournament.result.played", { name, score: pair(winner === a ? score : [score[1], score[0]]) });
}

/**
 * `Final: lost to Ada`: the last match of somebody in a tournament that ends with a knock-out, where points say nothing;
 * else no words.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {string} player
 */
export function exitText(model, t, player) {
  if (model.currentRound?.kind !== "knockout") return "";
  const all = model.rounds.flatMap(({ matches }) => matches);
  const last = all.filter(({ a, b, stage, result }) => stage && result && (a === player || b === player)).at(-1);
  if (!last) return "";
  const name = model.name(last.a === player ? last.b : last.a);
  const way = last.result?.winner === player ? "won" : "lost";
  return t(`tournament.exit.${way}`, { stage: stageText(last.stage ?? "", t), name });
}

/**
 * `round 2, table 3`; in a bracket its place there; `play-off 1`.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {string} id
 */
export function matchText(model, t, id) {
  const [, round, table] = /^r(\d+)t(\d+)$/.exec(id) ?? [];
  if (round) return t("tournament.match", { round, table });
  const [, extra] = /^po(\d+)$/.exec(id) ?? [];
  if (extra) return t("tournament.match_play_off", { n: extra });
  const stage = model.match(id)?.stage;
  return stage ? `${stageText(stage, t)} (${id})` : t("tournament.match_named", { name: id });
}

/** @param {readonly number[]} score */
function pair([a, b]) {
  return `${a} : ${b}`;
}
