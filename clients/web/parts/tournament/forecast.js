/** What suits so many players and how long it takes, before the server knows who comes (as its own proposal.py). */

/** @import {Config, Proposal} from "../../core/protocol.js" */

/**
 * How long a round lasts at the slow end, in minutes, for matches to 1, 2 and 3; each further point is like the
 * third.
 */
const ROUND_MINUTES = [20, 51, 80];
/** From so many players on a round robin takes more than an evening. */
export const LONG_ROUND_ROBIN = 17;

/**
 * Up to 8 a round robin of single games, above that a Swiss of matches to 2.
 * @param {number} players
 * @returns {Proposal}
 */
export function propose(players) {
  const few = players <= 8;
  const [rounds, length] = few ? [opponentsFor(players), 1] : [swissRounds(players), 2];
  return { format: few ? "round_robin" : "swiss", rounds, length, minutes: rounds * roundMinutes(length) };
}

/** Rounds until everybody has met everybody. @param {number} players */
export function opponentsFor(players) {
  return players - 1 + (players % 2);
}

/** @param {number} players */
export function swissRounds(players) {
  return Math.min(Math.max(4, halvings(players)), opponentsFor(players));
}

/** @param {number} length of a match */
export function roundMinutes(length) {
  const [last, before] = [ROUND_MINUTES[2], ROUND_MINUTES[1]];
  return (ROUND_MINUTES[length - 1] ?? last) + Math.max(length - 3, 0) * (last - before);
}

/** What to say of a Swiss with so many rounds. @param {number} players @param {number} rounds */
export function advice(players, rounds) {
  const opponents = opponentsFor(players);
  if (rounds > opponents) return "refuse";
  if (rounds === opponents) return "offer_round_robin";
  return 2 * rounds > players ? "may_need_rematch" : "ok";
}

/**
 * How many rounds there will be, with those of the knock-out after a cut. Of `lives` it is a guess.
 * @param {Pick<Config, "format" | "rounds" | "double" | "lives" | "cut" | "grand_final">} config
 * @param {number} players
 */
export function allRounds(config, players) {
  const { format, rounds, double, lives, cut, grand_final: final } = config;
  if (format === "single_elimination") return halvings(players);
  if (format === "double_elimination") return doubleKnockOut(players) + (final === "reset" ? 1 : 0);
  const last = halvings(Math.max(Math.min(cut, players), 1));
  if (format === "round_robin") return opponentsFor(players) * (double ? 2 : 1) + last;
  return (rounds || swissRounds(players) + (format === "lives" ? 2 * lives : 0)) + last;
}

/**
 * Whether it is so many, about so many, or at most so many.
 * @param {Pick<Config, "format" | "rounds" | "grand_final">} config
 */
export function certainty({ format, rounds, grand_final: final }) {
  if (format === "double_elimination" && final === "reset") return "at_most_rounds";
  return format === "lives" && !rounds ? "about_rounds" : "rounds_of";
}

/** How often a field can be halved until one is left. @param {number} players */
function halvings(players) {
  return Math.ceil(Math.log2(players));
}

/**
 * Of both brackets and the final; a few players above a power of two come in without another round.
 * @param {number} players
 */
function doubleKnockOut(players) {
  const rounds = halvings(players);
  return 2 * rounds - (players <= 2 ** (rounds - 1) + 2 ** (rounds - 3) ? 1 : 0);
}
