/** The log of a tournament for everybody: what happened, when, by whom and why. */

/** @import {JournalLine, Result} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Params, T} from "../../i18n.js" */

import { h } from "../../dom.js";
import { timeText } from "./times.js";
import { matchText, resultText } from "./words.js";

/**
 * A fact as it is stored (PROTOCOL.md, Facts of a tournament).
 * @typedef {{type: string, [field: string]: any}} Fact
 */

/** What only machines care for: what follows from it is told anyway. */
const SILENT = new Set(["match_ready", "match_started", "device_linked", "score_claimed"]);

/**
 * The newest first.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {{lines?: number}} [options]
 */
export function journal(model, t, { lines = Infinity } = {}) {
  const told = model.journal.filter(({ event }) => !SILENT.has(/** @type {Fact} */ (event).type));
  return h("ol", { class: "journal", reversed: true },
    told.slice(-Math.min(lines, told.length || 1)).reverse().map((line) => journalLine(model, t, line)));
}

/** @param {TournamentModel} model @param {T} t @param {JournalLine} line */
function journalLine(model, t, line) {
  const { type } = /** @type {Fact} */ (line.event);
  return h("li", { dataset: { type } },
    h("time", { class: "number" }, timeText(line.at)), " ",
    h("span", null, journalText(model, t, line)), " ",
    line.source !== "server" && h("span", { class: "muted" }, t(`journal.by.${line.source}`)),
    typedReason(line) && h("q", null, typedReason(line)));
}

/** What somebody has given as the reason; that of the end is a word of the protocol. @param {JournalLine} line */
export function typedReason({ event }) {
  const { type, reason = "" } = /** @type {Fact} */ (event);
  return type === "tournament_finished" ? "" : reason;
}

/** A fact in a sentence. @param {TournamentModel} model @param {T} t @param {JournalLine} line */
export function journalText(model, t, { event }) {
  const fact = /** @type {Fact} */ (event);
  return t(`journal.${fact.type}${variant(fact)}`, params(model, t, fact));
}

/** Some facts are told in two ways. @param {Fact} fact */
function variant({ type, coming, text, match, reason }) {
  if (type === "player_checked_in") return coming ? ".coming" : "";
  if (type === "announcement_made") return text ? "" : ".none";
  if (type === "table_featured") return match ? "" : ".none";
  if (type === "tournament_finished") return reason === "not_enough_players" ? ".not_enough_players" : "";
  return "";
}

/** @param {TournamentModel} model @param {T} t @param {Fact} fact @returns {Params} */
function params(model, t, fact) {
  const { player, into, name, round, match, winner, points, a, b, until, by, text, result, role } = fact;
  return {
    player: model.name(player),
    into: model.name(into),
    name: name ?? "",
    round: round ?? 0,
    match: match ? matchText(model, t, match) : "",
    winner: model.name(winner),
    points: points ?? 0,
    a: model.name(a),
    b: model.name(b),
    time: until ? timeText(until) : "",
    n: by ? Math.round(by / 60_000) : (points ?? 0),
    text: text ?? "",
    result: result ? outcome(model, t, match, result) : "",
    role: role ? t(`tournament.role.${role}`) : "",
    pairs: pairsText(model, fact.pairings ?? []),
  };
}

/** Who meets whom. @param {TournamentModel} model @param {{a: string, b: string}[]} pairings */
function pairsText(model, pairings) {
  return pairings.map(({ a, b }) => `${model.name(a)} – ${model.name(b)}`).join(", ");
}

/** @param {TournamentModel} model @param {T} t @param {string} id @param {Result} result */
function outcome(model, t, id, result) {
  return resultText(model, t, model.match(id) ?? { a: result.winner ?? "" }, result);
}
