/** What the projector shows in which state of the tournament, and on how many pages. Pure. */

/** @import {TournamentModel} from "../../core/tournament.js" */

import { arrivals, boards, bracketPages, byes, tables } from "./screen_lists.js";

/**
 * @typedef {"check_in" | "pairings" | "names" | "play" | "board" | "standings" | "bracket" | "podium"} View
 * @typedef {"check_in" | "paired" | "play" | "between" | "over"} Stage
 * @typedef {{view: View, page: number}} Slide `page` counts from 0
 */

/** Rows that can be read from ten metres, one below the other. */
export const ROWS = 16;
/** Names in one column beside the QR code. */
export const ARRIVALS = 12;
/** Matches beside a board: each takes two rows, one for each player. */
const BESIDE = ROWS / 2;
/** With more pages than this beside the board it has a page of its own, so that the tables come round sooner. */
const PAGES_BESIDE = 4;
/** With more tables than this they stand in two columns, although names may be cut short there. */
const MANY_TABLES = 64;
/** With more players than this the standings stand in two columns. */
export const MANY_PLAYERS = 64;
/** @type {View[]} In the order in which the space bar goes through them. */
const VIEWS = ["check_in", "pairings", "names", "play", "board", "standings", "bracket", "podium"];

/** @param {TournamentModel} model @returns {Stage} */
export function stageOf(model) {
  const { head, currentRound: round, playOffs } = model;
  if (head.phase === "finished") return "over";
  if (head.phase === "registration" || !round) return "check_in";
  if (round.started === null) return "paired";
  const open = !round.closed || playOffs.some(({ result }) => result === null);
  return open ? "play" : "between";
}

/** What comes round by itself. @param {TournamentModel} model @returns {View[]} */
export function programOf(model) {
  return PROGRAMS[stageOf(model)](model).filter((view) => pagesOf(model, view) > 0);
}

/** @type {Record<Stage, (model: TournamentModel) => View[]>} */
const PROGRAMS = {
  check_in: () => ["check_in"],
  paired: () => ["pairings", "names"],
  play: (model) => (isBeside(model) ? ["play"] : ["play", "board"]),
  between: () => ["bracket", "standings"],
  over: () => ["podium", "standings", "bracket"],
};

/** Everything that there is to see. @param {TournamentModel} model @returns {View[]} */
export function viewsOf(model) {
  return VIEWS.filter((view) => pagesOf(model, view) > 0);
}

/** The board of the featured match is beside the tables. @param {TournamentModel} model */
export function isBeside(model) {
  return featuredRoom(model) !== null && boards(model).length <= PAGES_BESIDE * BESIDE;
}

/** The room of the match that screens show; a wooden board has none. @param {TournamentModel} model */
export function featuredRoom(model) {
  const { featured, config } = model.head;
  return featured === null || !config.matches.watchers ? null : (model.match(featured)?.room ?? null);
}

/** How many pages a view has; 0 when there is nothing to see. @param {TournamentModel} model @param {View} view */
export function pagesOf(model, view) {
  return PAGES[view](model);
}

/** @type {Record<View, (model: TournamentModel) => number>} */
const PAGES = {
  check_in: (model) =>
    stageOf(model) === "check_in" ? Math.max(1, Math.ceil(arrivals(model).length / (2 * ARRIVALS))) : 0,
  pairings: (model) => (stageOf(model) === "over" ? 0 : pagesFor(tables(model).length, 2 * ROWS)),
  names: (model) => (stageOf(model) === "over" ? 0 : pagesFor(2 * boards(model).length + byes(model).length, 2 * ROWS)),
  play: (model) => (stageOf(model) === "play" ? pagesFor(tables(model).length, playRows(model)) : 0),
  board: (model) => (featuredRoom(model) === null || stageOf(model) === "over" ? 0 : 1),
  standings: (model) => (model.rounds.length ? pagesFor(model.standings.rows.length, standingsRows(model)) : 0),
  bracket: (model) => bracketPages(model).length,
  podium: (model) => (stageOf(model) === "over" && model.standings.rows.length ? 1 : 0),
};

/** @param {TournamentModel} model */
export function playRows(model) {
  if (isBeside(model)) return BESIDE;
  return boards(model).length > MANY_TABLES ? 2 * ROWS : ROWS;
}

/** @param {TournamentModel} model */
export function standingsRows({ standings }) {
  return standings.rows.length > MANY_PLAYERS ? 2 * ROWS : ROWS;
}

/** @param {number} count @param {number} most */
function pagesFor(count, most) {
  return Math.ceil(count / most);
}

/**
 * The entries of one page: all pages are about equally full.
 * @template T
 * @param {readonly T[]} entries
 * @param {number} page
 * @param {number} most
 * @returns {T[]}
 */
export function pageOf(entries, page, most) {
  const size = Math.ceil(entries.length / Math.max(1, pagesFor(entries.length, most)));
  return entries.slice(page * size, (page + 1) * size);
}

/**
 * The slide that comes by itself: the next page, or the next view.
 * @param {TournamentModel} model
 * @param {Slide} slide
 * @returns {Slide}
 */
export function following(model, { view, page }) {
  if (page + 1 < pagesOf(model, view)) return { view, page: page + 1 };
  return { view: after(programOf(model), view), page: 0 };
}

/**
 * The slide of the next view of all.
 * @param {TournamentModel} model
 * @param {View} view
 * @returns {Slide}
 */
export function nextView(model, view) {
  return { view: after(viewsOf(model), view), page: 0 };
}

/** @param {View[]} views @param {View} view @returns {View} */
function after(views, view) {
  return views[(views.indexOf(view) + 1) % views.length] ?? view;
}

/**
 * A slide that there still is: a tournament goes on while one is shown.
 * @param {TournamentModel} model
 * @param {Slide} slide
 * @returns {Slide}
 */
export function valid(model, { view, page }) {
  const pages = pagesOf(model, view);
  if (pages) return { view, page: Math.min(page, pages - 1) };
  return { view: programOf(model)[0] ?? view, page: 0 };
}

// --- the clock ------------------------------------------------------------------------------------------------------

/**
 * What the big clock counts, in ms: `left` to the end of the round, `over` since then, `next` to the end of a break.
 * A pause stops it.
 * @param {TournamentModel} model
 * @returns {{kind: "left" | "over" | "next", ms: number} | null}
 */
export function clockOf(model) {
  const { head, currentRound: round } = model;
  const now = head.paused?.[0] ?? model.now();
  if (head.break_until !== null && head.break_until > now) return { kind: "next", ms: head.break_until - now };
  if (head.phase !== "running" || !round || round.closed || round.ends === null) return null;
  return now < round.ends ? { kind: "left", ms: round.ends - now } : { kind: "over", ms: now - round.ends };
}
