/** The standings: place, points, tie-breaks, and what each round has given. */

/** @import {Part, Row} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";

/**
 * `highlight`: a player to be found at once; `from`, `rows`: a part of the table, where it is long; `parts`: whether a
 * tap on a name tells its rounds; `open`: the names that are opened, kept by the caller.
 * @typedef {{highlight?: string | null, from?: number, rows?: number, parts?: boolean, open?: Set<string>}} Options
 */

/** The tie-breaks that are numbers: each has its column. @type {Record<string, (row: Row) => number>} */
const NUMBERS = {
  buchholz: (row) => row.buchholz,
  sb: (row) => row.sonneborn_berger,
  diff: (row) => row.diff,
  mars: (row) => row.mars,
};

/**
 * After which round they are; where they move with every match, also within one.
 * @param {TournamentModel} model
 * @param {T} t
 */
export function standingsTitle({ head, standings: { through: round }, rounds }, t) {
  if (head.phase === "finished") return t("tournament.standings.final");
  const open = rounds.find(({ number, closed }) => number === round && !closed);
  if (!open) return t("tournament.standings.caption", { round });
  return t(`tournament.standings.${open.started === null ? "before" : "during"}`, { round });
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Options} [options]
 */
export function standingsTable(model, t, options = {}) {
  const { rows, tie_breaks: breaks } = model.standings;
  const { from = 0, rows: size = Infinity } = options;
  const columns = [...new Set(breaks)].filter((name) => name in NUMBERS);
  const points = breaks.includes("points");
  return h("table", { class: "list standings" },
    h("caption", { class: "hidden" }, standingsTitle(model, t)),
    h("thead", null, h("tr", null, heads(t, columns, points))),
    h("tbody", null, rows.slice(from, from + size).map((row) => line(model, t, row, columns, { ...options, points }))));
}

/** @param {T} t @param {string[]} columns @param {boolean} points in a knock-out they say nothing */
function heads(t, columns, points) {
  const short = (/** @type {string} */ name) =>
    h("th", { scope: "col", class: "number break", title: tieText(t, name) }, t(`tournament.tie.${name}.short`));
  return [
    h("th", { scope: "col", class: "number" }, t("tournament.standings.place")),
    h("th", { scope: "col" }, t("tournament.standings.player")),
    points ? h("th", { scope: "col", class: "number" }, t("tournament.standings.points")) : [],
    columns.map(short),
  ].flat();
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Row} row
 * @param {string[]} columns
 * @param {Options & {points: boolean}} options
 */
function line(model, t, row, columns, options) {
  const gone = row.rank === 0 || model.player(row.player)?.gone;
  const names = [row.player === options.highlight && "mine", gone && "gone"].filter(Boolean).join(" ");
  return h("tr", { class: names || null, dataset: { player: row.player } },
    h("td", { class: "place number" }, row.rank || "–", change(model, t, row)),
    h("th", { scope: "row" }, options.parts ? folded(model, t, row, options) : model.name(row.player)),
    options.points && h("td", { class: "points number" }, row.points),
    columns.map((name) => h("td", { class: "number break" }, numberText(NUMBERS[name](row)))));
}

/**
 * How many places he has risen or fallen since the round before.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Row} row
 */
function change({ standings }, t, { player, rank }) {
  const risen = (standings.before[player] || rank) - rank;
  if (!rank || !risen) return null;
  const label = t(risen > 0 ? "tournament.standings.risen" : "tournament.standings.fallen", { n: Math.abs(risen) });
  return h("span", { class: "change", dataset: { way: risen > 0 ? "up" : "down" } },
    h("span", { "aria-hidden": "true" }, `${risen > 0 ? "▲" : "▼"}${Math.abs(risen)}`),
    h("span", { class: "hidden" }, label));
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Row} row
 * @param {Options} options
 */
function folded(model, t, row, { open }) {
  const { player } = row;
  const fold = h("details", { class: "parts", open: open?.has(player), dataset: { fold: player } },
    h("summary", null, model.name(player)), partsList(model, t, row));
  fold.addEventListener("toggle", () => void (fold.open ? open?.add(player) : open?.delete(player)));
  return fold;
}

/**
 * What each round has given, and what separates him from the next.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Row} row
 */
export function partsList(model, t, row) {
  return h("div", { class: "parts-list" },
    h("ol", null, row.parts.map((part) => h("li", { value: part.round }, partText(model, t, part)))),
    row.apart && h("p", { class: "muted" }, t("tournament.apart", { what: tieText(t, row.apart) })));
}

/** @param {TournamentModel} model @param {T} t @param {Part} part */
function partText(model, t, { deed, opponent, points, buchholz, sonneborn_berger: berger }) {
  const what = t(`tournament.deed.${deed}`, { name: model.name(opponent) });
  if (deed === "open") return what;
  const gives = [t("tournament.part.points", { n: points })];
  if (buchholz) gives.push(t("tournament.part.buchholz", { n: numberText(buchholz) }));
  if (berger) gives.push(t("tournament.part.sb", { n: numberText(berger) }));
  return `${what}: ${gives.join(", ")}`;
}

/** A tie-break in words; one that only a newer server knows is shown as it is. @param {T} t @param {string} name */
export function tieText(t, name) {
  const text = t(`tournament.tie.${name}`);
  return text === `tournament.tie.${name}` ? name : text;
}

/** Halves are written as halves. @param {number} value */
function numberText(value) {
  const size = Math.abs(value);
  const text = size % 1 ? `${Math.trunc(size) || ""}½` : String(size);
  return value < 0 ? `−${text}` : text;
}
