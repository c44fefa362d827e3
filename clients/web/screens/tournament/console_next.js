/**
 * What the director does next: one sentence and one button for every moment of a tournament. Pure.
 *
 * The first question that is answered with a step wins, so that what cannot wait stands before what can.
 */

/** @import {MatchView, RoundView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Params} from "../../i18n.js" */

/**
 * A button: `act` is the name of what it does, `label` the key of its text, `data` what it is done with.
 * @typedef {{act: string, label: string, data?: Record<string, string>}} Action
 */
/**
 * Without a `primary` there is nothing to do but to wait.
 * @typedef {{key: string, params?: Params, primary?: Action, others?: Action[]}} Step
 */
/** @typedef {"head" | "players" | "currentRound" | "playOffs" | "standings" | "name" | "now"} Needed */
/** @typedef {Pick<TournamentModel, Needed>} Known */

const ENTER = { act: "result", label: "console.enter_result" };
const ADD = { act: "add", label: "console.add_players" };
const PRINT = { act: "print", label: "console.print" };
const FINISH = { act: "finish", label: "console.finish" };

/** @param {Known} model @returns {Step} */
export function nextStep(model) {
  switch (model.head.phase) {
    case "registration":
      return beforeTheStart(model);
    case "running":
      return whileRunning(model);
    case "finished":
      return afterwards(model);
  }
}

/** A helper starts and pairs nothing: he lets people in and enters results. @param {Known} model @returns {Step} */
export function helperStep(model) {
  const { phase, paused } = model.head;
  if (phase === "registration") return { key: "console.next.help_registration", primary: ADD };
  if (phase === "finished") return { key: "console.next.help_finished", primary: PRINT };
  if (paused) return { key: "console.next.help_paused" };
  if (openMatches(model).length) return { key: "console.next.help_running", primary: ENTER };
  return helperWaits(model);
}

/** There is no result to enter: the director is to do something first. @param {Known} model @returns {Step} */
function helperWaits({ currentRound: round, head }) {
  if (head.played_out && round?.closed !== false) return { key: "console.next.help_played_out" };
  if (!round || round.closed) return { key: "console.next.help_complete", params: { next: (round?.number ?? 0) + 1 } };
  return { key: "console.next.help_paired", params: { n: round.number } };
}

/**
 * Open matches, those of the play-offs too.
 * @param {Pick<Known, "currentRound" | "playOffs">} model
 * @returns {MatchView[]}
 */
export function openMatches({ currentRound, playOffs }) {
  const begun = currentRound?.started == null ? [] : currentRound.matches;
  return [...begun, ...playOffs].filter(({ result }) => result === null);
}

/** Who is to be paired in the first round. @param {Known} model */
export function present({ players }) {
  return players.filter(({ here, gone }) => here !== "no" && gone === null);
}

// --- before and after ------------------------------------------------------------------------------------------------

/** @param {Known} model @returns {Step} */
function beforeTheStart(model) {
  const all = model.players.filter(({ gone }) => gone === null).length;
  const here = present(model).length;
  const start = { act: "start", label: "console.start" };
  if (all === 0) return { key: "console.next.empty", primary: ADD };
  if (here < 2) return { key: "console.next.few", params: { here, n: all }, primary: ADD };
  const key = here < all ? "console.next.absent" : "console.next.ready";
  return { key, params: { here, n: all }, primary: start };
}

/** @param {Known} model @returns {Step} */
function afterwards(model) {
  const first = model.standings.rows.filter(({ rank }) => rank === 1);
  const names = first.map(({ player }) => model.name(player)).join(", ");
  return {
    key: names ? "console.next.won" : "console.next.over",
    params: { names, n: first.length },
    primary: PRINT,
    others: [{ act: "reopen", label: "console.reopen" }],
  };
}

// --- a running tournament --------------------------------------------------------------------------------------------

/** @param {Known} model @returns {Step} */
function whileRunning(model) {
  if (model.head.paused) return { key: "console.next.paused", primary: { act: "resume", label: "console.resume" } };
  const round = model.currentRound;
  const playOff = model.playOffs.find(({ result }) => result === null);
  if (playOff) return playingOff(model, playOff);
  if (!round || round.closed) return betweenRounds(model, round);
  return round.started === null ? published(model, round) : played(model, round);
}

/** @param {Known} model @param {RoundView | null} round @returns {Step} */
function betweenRounds(model, round) {
  if (model.head.played_out) return playedOut(model);
  if (present(model).length < 2) return { key: "console.next.too_few", primary: FINISH };
  const next = (round?.number ?? 0) + 1;
  const pair = { act: "pair", label: "console.pair_round", data: { round: String(next) } };
  return { key: round ? "console.next.complete" : "console.next.first", params: { n: next - 1, next }, primary: pair };
}

/** @param {Known} model @returns {Step} */
function playedOut(model) {
  const [pair] = openTies(model);
  if (!pair) return { key: "console.next.played_out", primary: FINISH };
  const [a, b] = pair.map((id) => model.name(id));
  const playOff = { act: "play-off", label: "console.play_off" };
  return { key: "console.next.tie", params: { a, b }, primary: playOff, others: [FINISH] };
}

/** Those with equal points who have not played it off. @param {Pick<Known, "standings" | "playOffs">} model */
export function openTies({ standings, playOffs }) {
  const done = playOffs.map(({ a, b }) => [a, b].sort().join());
  return standings.ties.filter((pair) => !done.includes([...pair].sort().join()));
}

/** @param {Known} model @param {RoundView} round @returns {Step} */
function published(model, { number }) {
  const data = { round: String(number) };
  const start = { act: "start-round", label: "console.start_round", data };
  const again = { act: "pair-again", label: "console.pair_again", data };
  if (!model.head.choices.length) return { key: "console.next.paired", params: { n: number }, primary: start };
  const keep = { ...start, label: "console.keep_pairings" };
  return { key: "console.next.corrected", params: { n: number }, primary: again, others: [keep] };
}

/** @param {Known} model @param {RoundView} round @returns {Step} */
function played(model, round) {
  return disputed(round) ?? missing(model, round) ?? overtime(model, round) ?? inPlay(round);
}

/** @param {RoundView} round @returns {Step | null} */
function disputed(round) {
  const match = round.matches.find((one) => one.disputed && one.result === null);
  if (!match) return null;
  const decide = { act: "result", label: "console.decide", data: { match: match.match } };
  return { key: "console.next.disputed", params: { table: match.table }, primary: decide };
}

/** Somebody who is late for so long that a forfeit may be given. @param {Known} model @param {RoundView} round */
function missing(model, round) {
  const late = model.head.late.find(({ level }) => level !== "alarm");
  const match = round.matches.find((one) => one.match === late?.match);
  if (!late || !match) return null;
  const names = late.missing.map((id) => model.name(id)).join(", ");
  return {
    key: "console.next.missing",
    params: { table: match.table, names },
    primary: { act: "forfeit", label: "console.forfeit", data: { match: match.match } },
    others: [{ act: "both-here", label: "console.they_are_here", data: { match: match.match } }],
  };
}

/** Nothing ends by itself when time is over. @param {Known} model @param {RoundView} round @returns {Step | null} */
function overtime(model, round) {
  if (round.ends === null || model.now() < round.ends) return null;
  const more = { act: "extend", label: "console.five_more", data: { round: String(round.number), minutes: "5" } };
  const open = openMatches({ currentRound: round, playOffs: [] }).length;
  const last = { act: "last-game", label: "console.last_game" };
  const params = { round: round.number, n: open };
  return { key: "console.next.overtime", params, primary: more, others: [last, ENTER] };
}

/** @param {RoundView} round @returns {Step} */
function inPlay({ number, matches }) {
  const done = matches.filter(({ result }) => result !== null).length;
  return { key: "console.next.playing", params: { round: number, done, n: matches.length }, primary: ENTER };
}

/** @param {Known} model @param {MatchView} match @returns {Step} */
function playingOff(model, { match, a, b }) {
  const [one, other] = [a, b].map((id) => model.name(id));
  return { key: "console.next.play_off", params: { a: one, b: other }, primary: { ...ENTER, data: { match } } };
}
