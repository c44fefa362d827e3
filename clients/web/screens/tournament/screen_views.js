/** The pages of the projector that are lists: check-in, pairings by table and by name, and the round as it goes. */

/** @import {MatchView, PlayerView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */
/** @import {Seat} from "./screen_lists.js" */
/** @typedef {{model: TournamentModel, t: T, link: string, host: string}} Look */

import { h } from "../../dom.js";
import { qrSvg } from "../../parts/qr.js";
import { timeText } from "../../parts/tournament/times.js";
import { arrivals, bySeat, chunks, missing, stateOf, tables } from "./screen_lists.js";
import { ARRIVALS, isBeside, pageOf, playRows, ROWS } from "./screen_program.js";
import { sign } from "./screen_signs.js";

// --- check-in -------------------------------------------------------------------------------------------------------

/** @param {Look} look @param {number} page */
export function checkIn(look, page) {
  const { model, t, link, host } = look;
  const all = arrivals(model);
  const here = all.filter((player) => player.here === "yes").length;
  return h("div", { class: "projector-check-in" },
    h("section", { class: "projector-join" },
      h("h2", null, t(model.head.check_in ? "screen.scan" : "screen.closed")),
      qrSvg(link, t("share.qr", { link })),
      h("p", null, t("screen.or_open"), " ", h("strong", { class: "address" }, host)),
      h("p", null, t("screen.choose"), " ", h("strong", null, t("nav.tournament"))),
      h("p", null, t("screen.code"), " ", h("strong", { class: "code" }, model.code))),
    h("section", { class: "projector-here" },
      h("h2", null, t("screen.here", { here, n: all.length }), until(look)),
      all.length
        ? listed(pageOf(all, page, 2 * ARRIVALS).map((player) => arrival(t, player)), ARRIVALS)
        : h("p", { class: "empty" }, t("screen.nobody"))));
}

/** @param {Look} look */
function until({ model, t }) {
  const end = model.head.estimated_end;
  return end !== null && h("small", null, t("screen.until", { time: timeText(end) }));
}

/** @param {T} t @param {PlayerView} player */
function arrival(t, { id, name, here }) {
  const mark = here !== "no" && sign(here === "yes" ? "here" : "coming", t(`screen.is.${here}`));
  return h("li", { dataset: { player: id, here } }, mark || h("span"), h("span", { class: "name" }, name));
}

// --- pairings -------------------------------------------------------------------------------------------------------

/** @param {Look} look @param {number} page */
export function pairings({ model, t }, page) {
  return listed(pageOf(tables(model), page, 2 * ROWS).map((each) => row(pairing, model, t, each)));
}

/**
 * Of a match, or of somebody who has none.
 * @param {(model: TournamentModel, t: T, match: MatchView) => HTMLElement} draw
 * @param {TournamentModel} model
 * @param {T} t
 * @param {MatchView | string} each
 */
function row(draw, model, t, each) {
  return typeof each === "string" ? resting(model, t, each) : draw(model, t, each);
}

/** @param {TournamentModel} model @param {T} t @param {MatchView} match */
function pairing(model, t, match) {
  return h("li", { class: "projector-pair", dataset: { match: match.match } }, tableSign(t, match),
    side("white", model.name(match.a)), h("span", { class: "dash" }, "–"), side("black", model.name(match.b)));
}

/** @param {TournamentModel} model @param {T} t @param {string} id */
function resting(model, t, id) {
  const worth = model.currentRound?.kind === "swiss" ? t("screen.bye_point") : t("screen.bye");
  return h("li", { class: "projector-bye" }, h("span", { class: "table-sign" }, "–"),
    h("span", { class: "name" }, model.name(id)), h("span", { class: "note" }, worth));
}

/** @param {T} t @param {MatchView} match */
function tableSign(t, { match, table }) {
  if (match.startsWith("po")) return h("span", { class: "table-sign", title: t("screen.play_off") }, "=");
  return h("span", { class: "table-sign number" }, h("span", { class: "hidden" }, t("screen.table_word")), table);
}

/** @param {"white" | "black"} color @param {string} name */
function side(color, name) {
  return h("span", { class: "name" }, h("span", { class: "disc", dataset: { color } }), name);
}

/** @param {Look} look @param {number} page */
export function names({ model, t }, page) {
  return listed(pageOf(bySeat(model), page, 2 * ROWS).map((seat) => named(t, seat)));
}

/** @param {T} t @param {Seat} seat */
function named(t, { name, table, opponent }) {
  const where = table === null ? t("screen.bye") : t("tournament.table", { table });
  return h("li", { class: "projector-seat" },
    h("span", { class: "name" }, name),
    h("strong", { class: "where" }, where),
    h("span", { class: "name against" }, opponent));
}

// --- the round as it goes -------------------------------------------------------------------------------------------

/** @param {Look} look @param {number} page */
export function play(look, page) {
  const { model, t } = look;
  const beside = isBeside(model);
  const draw = beside ? duel : running;
  const list = listed(pageOf(tables(model), page, playRows(model)).map((each) => row(draw, model, t, each)));
  list.dataset.beside = String(beside);
  return list;
}

/** In one line. @param {TournamentModel} model @param {T} t @param {MatchView} match */
function running(model, t, match) {
  return h("li", { class: "projector-run", dataset: facts(model, match) }, tableSign(t, match),
    player(model, match, "white"), score(match, 0), h("span", { class: "dash" }, ":"), score(match, 1),
    player(model, match, "black"), stateSign(model, t, match));
}

/** In two lines, beside the board. @param {TournamentModel} model @param {T} t @param {MatchView} match */
function duel(model, t, match) {
  return h("li", { class: "projector-duel", dataset: facts(model, match) }, tableSign(t, match),
    h("div", null,
      h("p", null, player(model, match, "white"), score(match, 0)),
      h("p", null, player(model, match, "black"), score(match, 1))),
    stateSign(model, t, match));
}

/** White is side a. @param {TournamentModel} model @param {MatchView} match @param {"white" | "black"} color */
function player(model, match, color) {
  const id = color === "white" ? match.a : match.b;
  const element = side(color, model.name(id));
  element.classList.toggle("missing", stateOf(match) === "waiting" && missing(model, match).includes(id));
  return element;
}

/** @param {TournamentModel} model @param {MatchView} match @returns {Record<string, string>} */
function facts(model, match) {
  return { match: match.match, state: stateOf(match), featured: String(match.match === model.head.featured) };
}

/** @param {MatchView} match @param {0 | 1} index */
function score({ score: running, result, a, b }, index) {
  const points = (result?.kind === "played" ? result.score : running)[index];
  const won = result?.winner === (index ? b : a);
  return h("span", { class: won ? "score number won" : "score number" },
    result && result.kind !== "played" ? (won ? "+" : "–") : points);
}

/** @param {TournamentModel} model @param {T} t @param {MatchView} match */
function stateSign(model, t, match) {
  const state = stateOf(match);
  const who = state === "waiting" ? missing(model, match) : [];
  // With both missing the sign says enough.
  const text = who.length === 1 ? t("screen.waiting_for", { name: model.name(who[0]) }) : t(`screen.state.${state}`);
  return h("span", { class: "progress" }, sign(state), h("span", null, text));
}

// --- all lists ------------------------------------------------------------------------------------------------------

/** In one column or two. @param {HTMLElement[]} rows @param {number} [most] in a column */
function listed(rows, most = ROWS) {
  const columns = rows.length > most ? 2 : 1;
  const lists = chunks(rows, Math.ceil(rows.length / columns) || 1).map((part) => h("ol", null, part));
  const size = columns > 1 ? "small" : sizeFor(rows.length);
  return h("div", { class: "projector-list", dataset: { columns: String(columns), size } }, lists);
}

/** Rows are larger when there are few. @param {number} rows */
export function sizeFor(rows) {
  if (rows > 12) return "small";
  if (rows > 8) return "medium";
  return rows > 5 ? "large" : "huge";
}
