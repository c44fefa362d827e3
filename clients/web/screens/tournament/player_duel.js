/** A match of a tournament, told from the side of one of its players. It has no DOM. */

/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {MatchView, Result, RoundView} from "../../core/protocol.js" */
/** @import {T} from "../../i18n.js" */

/**
 * `first`: he is side a, and plays White. `wooden`: on a board of wood, because one of the two has no device here.
 * @typedef {{match: MatchView, player: string, opponent: string, first: boolean, ready: boolean, wooden: boolean}} Duel
 */

/**
 * What a player plays now, or has played in this round; null when he has no match.
 * @param {TournamentModel} model
 * @returns {Duel | null}
 */
export function currentDuel(model) {
  const player = model.you?.player;
  const match = model.match(model.you?.waiting?.match ?? "");
  return player && match ? duelOf(model, match, player) : null;
}

/**
 * @param {TournamentModel} model
 * @param {MatchView} match
 * @param {string} player
 * @returns {Duel}
 */
export function duelOf(model, match, player) {
  const first = match.a === player;
  const devices = [match.a, match.b].every((side) => model.player(side)?.device);
  return {
    match,
    player,
    opponent: first ? match.b : match.a,
    first,
    ready: match.ready.includes(player),
    wooden: match.room === null && !devices,
  };
}

/**
 * A score of side a and side b, his own points first; and the other way round.
 * @param {readonly [number, number]} score
 * @param {boolean} first
 * @returns {[number, number]}
 */
export function turned([a, b], first) {
  return first ? [a, b] : [b, a];
}

/**
 * The number of the round that a match belongs to; null for a play-off.
 * @param {TournamentModel} model
 * @param {MatchView} match
 */
export function roundOf(model, match) {
  return model.rounds.find(({ matches }) => matches.some((each) => each.match === match.match))?.number ?? null;
}

/** The matches and byes of one player, round by round. @param {TournamentModel} model @param {string} player */
export function roundsOf(model, player) {
  /** @type {{round: RoundView, duel: Duel | null}[]} */
  const found = [];
  for (const round of model.rounds) {
    const match = round.matches.find(({ a, b }) => a === player || b === player);
    if (match) found.push({ round, duel: duelOf(model, match, player) });
    else if (round.byes.includes(player)) found.push({ round, duel: null });
  }
  return found;
}

/**
 * How a match has ended for one of its players.
 * @param {Duel} duel
 * @param {Result} result
 * @param {T} t
 */
export function resultText({ player, first }, { kind, winner, score }, t) {
  if (kind === "double_forfeit") return t("player.both_forfeited");
  if (kind === "forfeit") return t(winner === player ? "player.won_forfeit" : "player.lost_forfeit");
  const [own, other] = turned(score, first);
  return t(winner === player ? "player.won" : "player.lost", { own, other });
}

/** How many points mars is worth (RULES.md, Options). @param {TournamentModel} model */
export function marsOf({ head }) {
  return Number(head.config.matches.overrides.mars ?? 2);
}

/**
 * A final score has one winner, who has reached the length; the last win may have been a mars.
 * @param {readonly [number, number]} score
 * @param {number} length
 */
export function isFinal([one, other], length) {
  return one !== other && Math.max(one, other) >= length && Math.min(one, other) < length;
}
