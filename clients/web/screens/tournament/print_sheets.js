/** What is printed of a tournament: standings, a cross table, and the rounds with their results. */

/** @import {MatchView, RoundView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";
import { locale } from "../../i18n.js";
import { stageText } from "../../parts/tournament/bracket.js";
import { standingsTable, standingsTitle, tieText } from "../../parts/tournament/standings_table.js";
import { timeText } from "../../parts/tournament/times.js";
import { scoreText } from "../../parts/tournament/words.js";

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {string} title
 */
export function head(model, t, title) {
  const { config, rounds } = model.head;
  const { length } = config.matches;
  const now = model.now();
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(model.journal[0]?.at ?? now);
  const facts = [
    date,
    t(`tournament.format.${config.format}`),
    length > 1 ? t("screen.to", { n: length }) : t("screen.single"),
    t("tournament.players", { n: model.players.length }),
    t("print.rounds", { n: model.rounds.length, rounds: Math.max(rounds, model.rounds.length) }),
    t("print.as_of", { time: timeText(now) }),
  ];
  return h("header", null, h("h1", null, title), h("p", null, facts.join(" · ")));
}

/** @param {TournamentModel} model @param {T} t */
export function standingsSheet(model, t) {
  const { rows, tie_breaks: breaks } = model.standings;
  if (!model.rounds.length || !rows.length) return false;
  const order = [...new Set(breaks)].map((name) => tieText(t, name)).join(", ");
  return h("section", { class: "print-standings" },
    h("h2", null, standingsTitle(model, t)),
    standingsTable(model, t),
    order && h("p", { class: "print-order" }, t("print.order", { order })));
}

// --- cross table ----------------------------------------------------------------------------------------------------

/**
 * Who has made how many points against whom, in the order of the standings.
 * @param {TournamentModel} model
 * @param {T} t
 */
export function crossTable(model, t) {
  const { rows } = model.standings;
  if (model.head.config.format !== "round_robin" || !model.rounds.length || rows.length < 2) return false;
  const found = encounters(model);
  return h("section", { class: "print-cross" },
    h("h2", null, t("print.cross")),
    h("table", null,
      h("caption", { class: "hidden" }, t("print.cross")),
      h("thead", null, h("tr", null,
        h("th", { scope: "col", class: "number" }, "#"), h("th", { scope: "col" }, t("tournament.standings.player")),
        rows.map((_, i) => h("th", { scope: "col", class: "number" }, i + 1)),
        h("th", { scope: "col", class: "number" }, t("tournament.standings.points")))),
      h("tbody", null, rows.map(({ player, points }, i) => h("tr", null,
        h("td", { class: "number" }, i + 1), h("th", { scope: "row" }, model.name(player)),
        rows.map((other) => encounterCell(player, other.player, found)),
        h("td", { class: "number" }, points))))));
}

/** @param {string} one @param {string} other @param {Map<string, string[]>} found */
function encounterCell(one, other, found) {
  if (one === other) return h("td", { class: "self" });
  return h("td", { class: "number" }, (found.get(`${one} ${other}`) ?? []).join(" "));
}

/** The game points of each against each; with two legs there are two. @param {TournamentModel} model */
function encounters({ rounds }) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const add = (/** @type {string} */ pair, /** @type {string} */ text) =>
    found.set(pair, [...(found.get(pair) ?? []), text]);
  for (const match of rounds.flatMap((round) => round.matches)) {
    if (!match.result) continue;
    add(`${match.a} ${match.b}`, pointsText(match, 0));
    add(`${match.b} ${match.a}`, pointsText(match, 1));
  }
  return found;
}

/** @param {MatchView} match @param {0 | 1} side */
function pointsText({ result, a, b }, side) {
  if (result?.kind === "played") return String(result.score[side]);
  return result?.winner === (side ? b : a) ? "+" : "−";
}

// --- rounds ---------------------------------------------------------------------------------------------------------

/** @param {TournamentModel} model @param {T} t */
export function roundSheets(model, t) {
  const sheets = model.rounds.map((round) => sheet(model, t, t("tournament.round", { round: round.number }), round));
  if (model.playOffs.length) sheets.push(sheet(model, t, t("print.play_offs"), { matches: model.playOffs, byes: [] }));
  return sheets;
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {string} title
 * @param {Pick<RoundView, "matches" | "byes">} round
 */
function sheet(model, t, title, { matches, byes }) {
  const heads = [t("tournament.pairings.table"), t("tournament.pairings.white"), t("tournament.pairings.score"),
    t("tournament.pairings.black"), t("print.remark")];
  const resting = byes.map((id) => h("tr", null, h("td", null, "–"), h("td", null, model.name(id)),
    h("td", { colspan: 3 }, t("screen.bye"))));
  return h("section", { class: "print-round" },
    h("h2", null, title),
    h("table", null,
      h("caption", { class: "hidden" }, title),
      h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", null, matches.map((match) => line(model, t, match)), resting)));
}

/** @param {TournamentModel} model @param {T} t @param {MatchView} match */
function line(model, t, match) {
  const won = (/** @type {string} */ id) => (match.result?.winner === id ? "won" : null);
  return h("tr", { dataset: { match: match.match } },
    h("td", { class: "number" }, match.table),
    h("td", { class: won(match.a) }, model.name(match.a)),
    // To be filled in by hand where the list hangs on the wall.
    h("td", { class: "score number" }, match.result || match.started !== null ? scoreText(t, match) : ""),
    h("td", { class: won(match.b) }, model.name(match.b)),
    h("td", null, remark(t, match)));
}

/** @param {T} t @param {MatchView} match */
function remark(t, { stage, reason, source, corrections }) {
  const changed = corrections.map((each) =>
    t("print.corrected", { who: t(`journal.by.${each.source}`), time: timeText(each.at), reason: each.reason }));
  const said = reason && source && `${reason} (${t(`journal.by.${source}`)})`;
  return [stage && stageText(stage, t), said, ...changed].filter(Boolean).join(" · ");
}
