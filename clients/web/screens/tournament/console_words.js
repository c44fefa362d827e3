/** The words of the console: names, tables, spans of time, and why something was refused. */

import { language } from "../../i18n.js";

/** @import {Head, MatchView} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {App} from "../../app.js" */
/** @import {Refusal} from "../../core/connection.js" */
/** @import {T} from "../../i18n.js" */

/** `Ada and Bo`. @param {TournamentModel} model @param {readonly string[]} ids */
export function namesOf(model, ids) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(ids.map((id) => model.name(id)));
}

/** `Table 3: Ada – Bo`. @param {{t: T, model: TournamentModel}} desk @param {MatchView} match */
export function tableText({ t, model }, { table, a, b }) {
  const place = table ? t("console.table", { n: table }) : t("console.play_off");
  return `${place}: ${model.name(a)} – ${model.name(b)}`;
}

/** What each has said of a wooden board. @param {T} t @param {TournamentModel} model @param {MatchView} match */
export function claimTexts(t, model, { claims, a, b }) {
  return Object.entries(claims).map(([who, [one, other]]) =>
    t("console.claimed", { name: model.name(who), a: model.name(a), b: model.name(b), one, other }));
}

/**
 * `Swiss · 4 rounds · matches to 2`.
 * @param {T} t
 * @param {string} format
 * @param {string} rounds how many, in words
 * @param {number} length
 */
export function planText(t, format, rounds, length) {
  return [t(`tournament.format.${format}`), rounds, t("console.to", { n: length })].join(" · ");
}

/**
 * How many rounds there are; as long as it depends on who comes, it says so.
 * @param {T} t
 * @param {Pick<Head, "config" | "phase" | "rounds">} head
 */
export function roundsText(t, { config, phase, rounds }) {
  if (rounds === 0) return t("console.rounds_open");
  const isSet = config.rounds > 0 && ["swiss", "lives"].includes(config.format);
  return t(phase !== "registration" || isSet ? "console.n_rounds" : "console.n_rounds_now", { n: rounds });
}

/** `1 h 20 min`. @param {T} t @param {number} minutes */
export function duration(t, minutes) {
  const hours = Math.floor(minutes / 60);
  return hours ? t("console.hours", { h: hours, m: minutes % 60 }) : t("console.minutes", { n: minutes });
}

/**
 * Why something was refused, in the reader's language, with the players or tables that it is about.
 * @param {{app: App, t: T, model: TournamentModel}} desk
 * @param {unknown} error
 * @returns {Promise<string>}
 */
export async function wrongText({ app, t, model }, error) {
  const { code = "", detail = "", concerned = [] } = /** @type {Partial<Refusal>} */ (error ?? {});
  const key = `wrong.${code}`;
  if (t(key) === key) return app.why(error);
  const about = [...new Set(concerned)].map((id) => concernedText(model, t, id)).filter(Boolean).join(", ");
  // A text with a place for it says it itself.
  return t(key).includes("{detail}") ? t(key, { detail: about || detail }) : [t(key), about].join(" ").trim();
}

/** @param {TournamentModel} model @param {T} t @param {string} id of a player, a match, or what would be repeated */
function concernedText(model, t, id) {
  const match = model.match(id);
  const key = `console.repeat.${id}`;
  if (match) return tableText({ t, model }, match);
  return model.player(id)?.name ?? (t(key) === key ? "" : t(key));
}
