/** The pages of the projector that say who is where: standings, bracket, podium. */

/** @import {BracketNode, Row} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */
/** @import {Column} from "./screen_lists.js" */
/** @import {Look} from "./screen_views.js" */

import { h } from "../../dom.js";
import { language } from "../../i18n.js";
import { stageText } from "../../parts/tournament/bracket.js";
import { bracketPages, chunks } from "./screen_lists.js";
import { pageOf, ROWS, standingsRows } from "./screen_program.js";
import { sign } from "./screen_signs.js";
import { sizeFor } from "./screen_views.js";

/** The tie-breaks that are numbers, by their names on the wire. @type {Record<string, (row: Row) => number>} */
const NUMBERS = {
  buchholz: (row) => row.buchholz,
  sb: (row) => row.sonneborn_berger,
  diff: (row) => row.diff,
  mars: (row) => row.mars,
};
const PLACES = [2, 1, 3];

// --- standings ------------------------------------------------------------------------------------------------------

/** @param {Look} look @param {number} page */
export function standings({ model, t }, page) {
  const { rows, tie_breaks: used } = model.standings;
  const shown = pageOf(rows, page, standingsRows(model));
  const numbers = numbersOf(used).slice(0, shown.length > ROWS ? 1 : 4);
  const parts = shown.length > ROWS ? chunks(shown, ROWS) : [shown];
  // The line of the heads is one more.
  const size = sizeFor(Math.min(shown.length, ROWS) + 1);
  return h("div", { class: "projector-standings", dataset: { columns: String(parts.length), size } },
    parts.map((part) => table(model, t, part, { numbers, points: used.includes("points") })));
}

/** The tie-breaks of a table that have a column. @param {readonly string[]} used */
export function numbersOf(used) {
  return [...new Set(used)].filter((name) => name in NUMBERS);
}

/** A number of a row as the language writes it. @param {Row} row @param {string} name */
export function numberText(row, name) {
  const format = { maximumFractionDigits: 2, signDisplay: name === "diff" ? "exceptZero" : "auto" };
  return new Intl.NumberFormat(language(), /** @type {Intl.NumberFormatOptions} */ (format)).format(NUMBERS[name](row));
}

/**
 * What a table shows beside the names; in a knock-out points say nothing.
 * @typedef {{numbers: string[], points: boolean}} Shown
 */

/** @param {TournamentModel} model @param {T} t @param {Row[]} rows @param {Shown} shown */
function table(model, t, rows, shown) {
  const heads = shown.numbers.map((name) => h("th", { scope: "col", class: "number" }, t(`screen.tie.${name}`)));
  return h("table", null,
    h("thead", null, h("tr", null,
      h("th", { scope: "col", class: "number" }, t("screen.rank")),
      h("th", { scope: "col" }, h("span", { class: "hidden" }, t("screen.change"))),
      h("th", { scope: "col", class: "name" }, t("tournament.standings.player")),
      shown.points && h("th", { scope: "col", class: "number" }, t("tournament.standings.points")), heads)),
    h("tbody", null, rows.map((row) => line(model, t, row, shown))));
}

/** @param {TournamentModel} model @param {T} t @param {Row} row @param {Shown} shown */
function line(model, t, row, shown) {
  const { player, rank, points } = row;
  return h("tr", { dataset: { player, rank: String(rank) } },
    h("td", { class: "number rank" }, rank || "–"),
    h("td", { class: "change" }, change(t, model.standings.before[player], rank)),
    h("td", { class: "name" }, model.name(player)),
    shown.points && h("td", { class: "number points" }, points),
    shown.numbers.map((name) => h("td", { class: "number" }, numberText(row, name))));
}

/** @param {T} t @param {number | undefined} before @param {number} rank */
function change(t, before, rank) {
  if (!before || !rank) return false;
  const n = Math.abs(before - rank);
  if (!n) return sign("same", t("screen.same"));
  const way = before > rank ? "up" : "down";
  const label = t(way === "up" ? "tournament.standings.risen" : "tournament.standings.fallen", { n });
  return h("span", { class: way }, sign(way, label), h("span", { "aria-hidden": "true" }, n));
}

// --- bracket --------------------------------------------------------------------------------------------------------

/** @param {Look} look @param {number} page */
export function bracket({ model, t }, page) {
  const columns = bracketPages(model)[page] ?? [];
  return h("div", { class: "projector-bracket" }, columns.map((column) => columnOf(model, t, column)));
}

/** @param {TournamentModel} model @param {T} t @param {Column} column */
function columnOf(model, t, { stage, nodes }) {
  return h("section", null, h("h2", null, stageText(stage, t)),
    h("ol", null, nodes.map((node) => h("li", null, h("div", { class: "node", dataset: { match: node.match } },
      nodeSide(model, t, node, "a"), nodeSide(model, t, node, "b"))))));
}

/** @param {TournamentModel} model @param {T} t @param {BracketNode} node @param {"a" | "b"} side */
function nodeSide(model, t, node, side) {
  const player = node[side];
  const match = model.match(node.match);
  const points = (match?.result?.kind === "played" ? match.result.score : match?.score)?.[side === "a" ? 0 : 1];
  const won = player !== null && player === node.winner;
  return h("p", { class: won ? "won" : player ? "" : "open" },
    h("span", { class: "name" }, player ? model.name(player) : fromText(t, node[`${side}_from`])),
    won && sign("done", t("screen.won")), h("span", { class: "score number" }, player ? points : ""));
}

/** `winner M1` in words. @param {T} t @param {string} from */
function fromText(t, from) {
  const [role, match] = from.split(" ");
  return match ? t(`bracket.${role}_of`, { match }) : t("bracket.nobody");
}

// --- podium ---------------------------------------------------------------------------------------------------------

/** @param {Look} look */
export function podium({ model, t }) {
  const { rows } = model.standings;
  return h("ol", { class: "projector-podium" }, PLACES.map((place) => {
    const on = rows.filter(({ rank }) => rank === place);
    return on.length > 0 && h("li", { dataset: { place: String(place) } },
      h("div", { class: "winners" }, on.map(({ player }) => h("p", { class: "name" }, model.name(player)))),
      h("div", { class: "step" }, h("span", { class: "hidden" }, t("screen.place")), h("strong", null, place),
        model.currentRound?.kind !== "knockout" && h("span", null, t("screen.points_n", { n: on[0].points }))));
  }));
}
