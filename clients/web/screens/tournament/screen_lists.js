/** The lists behind the projector's pages: who is there, who plays whom and where, columns of a bracket. Pure. */

/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {BracketNode, MatchView, PlayerView} from "../../core/protocol.js" */

/**
 * @typedef {"done" | "playing" | "waiting" | "disputed"} MatchState
 * @typedef {{name: string, table: number | null, opponent: string}} Seat `table`: null with a bye
 * @typedef {{stage: string, nodes: BracketNode[]}} Column
 */

/** Matches of a bracket, one below the other. */
export const COLUMN = 8;
/** Columns of a bracket, side by side. */
const COLUMNS = 4;
/** The brackets of a knock-out by the first letter of their matches: a final belongs to the main one. */
const BRACKETS = ["MWTG", "L", "C"];

/** Everybody who has come or is expected, as they came. @param {TournamentModel} model @returns {PlayerView[]} */
export function arrivals({ players }) {
  return players.filter(({ gone }) => gone === null);
}

/**
 * What is played now, by table: the round, and play-offs beside it or after it.
 * @param {TournamentModel} model
 * @returns {MatchView[]}
 */
export function boards({ currentRound: round, playOffs }) {
  const open = playOffs.filter(({ result }) => result === null);
  const matches = round && !(round.closed && open.length) ? [...round.matches] : [];
  return [...matches.sort((a, b) => a.table - b.table), ...open];
}

/** Who has no opponent in the round. @param {TournamentModel} model */
export function byes({ currentRound: round }) {
  return round && !round.closed ? round.byes : [];
}

/** The matches by table, then who has none. @param {TournamentModel} model @returns {(MatchView | string)[]} */
export function tables(model) {
  return [...boards(model), ...byes(model)];
}

/** Where everybody sits, by name. @param {TournamentModel} model @returns {Seat[]} */
export function bySeat(model) {
  const seats = boards(model).flatMap(({ table, a, b }) => [seat(model, table, a, b), seat(model, table, b, a)]);
  const resting = byes(model).map((id) => seat(model, null, id, ""));
  return [...seats, ...resting].sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * @param {TournamentModel} model
 * @param {number | null} table
 * @param {string} id
 * @param {string} opponent
 * @returns {Seat}
 */
function seat(model, table, id, opponent) {
  return { name: model.name(id), table, opponent: opponent && model.name(opponent) };
}

/** @param {MatchView} match @returns {MatchState} */
export function stateOf({ result, disputed, room, started }) {
  if (result) return "done";
  if (disputed) return "disputed";
  return room !== null && started === null ? "waiting" : "playing";
}

/** Whom a table waits for. @param {TournamentModel} model @param {MatchView} match @returns {string[]} */
export function missing(model, { match, a, b, ready }) {
  const late = model.head.late.find((each) => each.match === match)?.missing;
  return late ?? [a, b].filter((id) => !ready.includes(id));
}

// --- a bracket ------------------------------------------------------------------------------------------------------

/** The columns of each page. @param {TournamentModel} model @returns {Column[][]} */
export function bracketPages({ bracket }) {
  return BRACKETS.flatMap((letters) => pagesOfBracket(columns(bracket, letters)));
}

/**
 * The matches of one bracket by their stage, in order.
 * @param {readonly BracketNode[]} nodes
 * @param {string} letters
 * @returns {Column[]}
 */
function columns(nodes, letters) {
  /** @type {Map<string, BracketNode[]>} */
  const stages = new Map();
  for (const node of nodes) {
    if (!letters.includes(node.match[0]) || !node.needed) continue;
    stages.set(node.stage, [...(stages.get(node.stage) ?? []), node]);
  }
  return [...stages].map(([stage, found]) => ({ stage, nodes: found }));
}

/**
 * A long first stage has pages of its own as long as it is played; later ones stand side by side.
 * @param {Column[]} all
 * @returns {Column[][]}
 */
function pagesOfBracket(all) {
  const long = all.filter(({ nodes }) => nodes.length > COLUMN && nodes.some(({ winner }) => winner === null));
  const short = all.filter(({ nodes }) => nodes.length <= COLUMN);
  return [...long.flatMap(split), ...chunks(short, COLUMNS)];
}

/** @param {Column} column @returns {Column[][]} */
function split({ stage, nodes }) {
  const halves = chunks(nodes, COLUMN).map((part) => ({ stage, nodes: part }));
  return chunks(halves, COLUMNS);
}

/**
 * Parts of about equal size.
 * @template T
 * @param {readonly T[]} entries
 * @param {number} most
 * @returns {T[][]}
 */
export function chunks(entries, most) {
  const parts = Math.ceil(entries.length / most);
  const size = Math.ceil(entries.length / Math.max(1, parts));
  return Array.from({ length: parts }, (_, i) => entries.slice(i * size, (i + 1) * size));
}
