/** Who plays whom: by table, or by name for those who look for themselves. */

/** @import {MatchView, RoundView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";
import { matchState, scoreText } from "./words.js";

/**
 * `highlight`: a player to be found at once; `links`: whether boards that can be watched are links; `from`, `rows`: a
 * part of the list, where it is long.
 * @typedef {{round?: RoundView | null, highlight?: string | null, links?: boolean} & Extent} Options
 * @typedef {{from?: number, rows?: number}} Extent
 */

/**
 * A round by tables, then who has no opponent.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Options} [options]
 */
export function pairings(model, t, options = {}) {
  const { round = model.currentRound, from = 0, rows = Infinity } = options;
  const byes = (round?.byes ?? []).map((player) => byeRow(model, t, player, options));
  const all = [...(round?.matches ?? []).map((match) => matchRow(model, t, match, options)), ...byes];
  return table(
    "pairings",
    t("tournament.pairings.caption", { round: round?.number ?? 0 }),
    ["table", "white", "score", "black"].map((name) => t(`tournament.pairings.${name}`)),
    all.slice(from, from + rows),
  );
}

/**
 * Every player of a round by name, where he sits and against whom.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Options} [options]
 */
export function pairingsByName(model, t, options = {}) {
  const { round = model.currentRound, highlight, from = 0, rows = Infinity } = options;
  const seats = (round?.matches ?? []).flatMap(({ table: at, a, b }) => [
    { player: a, at: String(at), other: model.name(b) },
    { player: b, at: String(at), other: model.name(a) },
  ]);
  const byes = (round?.byes ?? []).map((player) => ({ player, at: "–", other: t("tournament.pairings.bye") }));
  const sorted = [...seats, ...byes].sort((one, two) => model.name(one.player).localeCompare(model.name(two.player)));
  return table(
    "pairings by-name",
    t("tournament.pairings.caption", { round: round?.number ?? 0 }),
    ["player", "table", "opponent"].map((name) => t(`tournament.pairings.${name}`)),
    sorted.slice(from, from + rows).map(({ player, at, other }) =>
      h("tr", { class: player === highlight && "mine", dataset: { player } },
        h("th", { scope: "row" }, model.name(player)), h("td", { class: "number" }, at), h("td", null, other))),
  );
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {MatchView} match
 * @param {Options} options
 */
function matchRow(model, t, match, { highlight, links = false }) {
  const state = matchState(match);
  const mine = !!highlight && (match.a === highlight || match.b === highlight);
  const side = (/** @type {string} */ id) =>
    h("td", { class: match.result && match.result.winner === id ? "side-name won" : "side-name" }, model.name(id));
  return h("tr", { class: mine && "mine", dataset: { match: match.match, state } },
    h("th", { scope: "row", class: "number" }, match.table),
    side(match.a),
    h("td", { class: "score number" }, links ? boardLink(model, t, match) : scoreText(t, match), sign(t, state)),
    side(match.b));
}

/** @param {TournamentModel} model @param {T} t @param {MatchView} match */
function boardLink(model, t, match) {
  if (!match.room || match.result) return scoreText(t, match);
  const label = t("tournament.pairings.watch", { a: model.name(match.a), b: model.name(match.b) });
  return h("a", { href: `/${match.room}#watch`, "aria-label": `${scoreText(t, match)} ${label}` }, scoreText(t, match));
}

/**
 * Colour alone says nothing: each state has a sign, and words for screen readers.
 * @param {T} t
 * @param {string} state
 */
function sign(t, state) {
  const words = h("span", { class: "hidden" }, t(`tournament.state.${state}`));
  return h("span", { class: "state", dataset: { state } }, words);
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {string} player
 * @param {Options} options
 */
function byeRow(model, t, player, { highlight }) {
  return h("tr", { class: player === highlight ? "bye mine" : "bye", dataset: { player } },
    h("th", { scope: "row" }, "–"),
    h("td", { class: "side-name" }, model.name(player)),
    h("td", { colspan: 2, class: "muted" }, t("tournament.pairings.bye")));
}

/** @param {string} name @param {string} caption @param {string[]} heads @param {HTMLElement[]} rows */
function table(name, caption, heads, rows) {
  return h("table", { class: `list ${name}` },
    h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, rows));
}
