/**
 * One tournament as this device has it: what everybody sees, what this device is in it, and what can be asked of it.
 */

/** @import {BracketNode, Conduct, DirectorCode, ErrorMessage, Head, JournalLine, Key} from "./protocol.js" */
/** @import {MatchView, PlayerView, RoundView, Standings, Tournament, You} from "./protocol.js" */

/**
 * What can be asked, with the fields that matter; the server fills in the others.
 * @typedef {Loose<Conduct["act"]>} Act
 */
/**
 * @template T
 * @typedef {T extends {type: infer K} ? {type: K} & Partial<Omit<T, "type">> : never} Loose
 */
/**
 * What listeners are told. `tournament`: something that everybody sees has changed; `you`: what this device is, or what
 * its player waits for; `connection`: `online` has changed; `lost`: it is closed to this device, with `error`.
 * @typedef {{kind: "tournament" | "you" | "connection" | "lost", error?: Pick<ErrorMessage, "code">}} Change
 */
/** @typedef {{player?: string | null, alone?: boolean}} ForWhom `alone`: keys made before for the same are void */
/**
 * What a tournament needs from its connection. Promises reject with a Refusal.
 * @typedef {object} Services
 * @property {() => number} now milliseconds that only go forward
 * @property {(act: Act) => Promise<unknown>} conduct
 * @property {(role: Key["role"], whom: ForWhom) => Promise<Key>} issueKey
 * @property {() => Promise<DirectorCode>} offerDirector
 * @property {(digits: string) => Promise<Key>} useDirectorCode
 * @property {() => void} leave
 */
/** @typedef {{resolve: () => void, reject: (why: unknown) => void}} Waiter */

const JOURNAL_KEPT = 200;

/** One tournament. Emits changes synchronously to those who subscribed. */
export class TournamentModel {
  #services;
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  /** @type {Waiter[]} */
  #waiting = [];
  /** Server time less the local clock, by the message that was on its way the shortest. @type {number | null} */
  #ahead = null;
  /** @type {Map<string, PlayerView>} */
  #players = new Map();
  /** @type {Map<string, MatchView>} */
  #matches = new Map();
  /** @type {Map<string, string>} */
  #names = new Map();

  /** Everything of it is there as soon as `heard` has come true. @type {Head} */
  head = /** @type {any} */ (null);
  /** By seed. @type {PlayerView[]} */
  players = [];
  /** Those that are published, by number. @type {RoundView[]} */
  rounds = [];
  /** @type {MatchView[]} */
  playOffs = [];
  /** @type {Standings} */
  standings = { through: 0, rows: [], tie_breaks: [], before: {}, ties: [] };
  /** @type {BracketNode[]} */
  bracket = [];
  /** The last facts, oldest first. @type {JournalLine[]} */
  journal = [];
  /** @type {You} */
  you = /** @type {any} */ (null);
  /** The connection is there and has told everything. */
  online = false;
  /** Of the director or a helper: what this device shows to be taken for that. @type {string | null} */
  key = null;

  /**
   * @param {string} code
   * @param {Services} services
   */
  constructor(code, services) {
    this.code = code;
    this.#services = services;
  }

  /** Server time in ms. */
  now() {
    return this.#services.now() + (this.#ahead ?? 0);
  }

  // --- what there is -------------------------------------------------------------------------------------------------

  /** @param {string | null | undefined} id */
  player(id) {
    return this.#players.get(id ?? "") ?? null;
  }

  /** The name that others read, also of somebody who is in the list no longer. @param {string | null | undefined} id */
  name(id) {
    return this.#names.get(id ?? "") ?? id ?? "";
  }

  /** A match of a round or a play-off. @param {string | null | undefined} id */
  match(id) {
    return this.#matches.get(id ?? "") ?? null;
  }

  /** The last one that is published. @returns {RoundView | null} */
  get currentRound() {
    return this.rounds.at(-1) ?? null;
  }

  /** Where somebody plays now: a play-off without a result, else his match of the current round. @param {string} id */
  matchOf(id) {
    const his = (/** @type {MatchView} */ { a, b }) => a === id || b === id;
    const open = this.playOffs.find((match) => his(match) && !match.result);
    return open ?? this.currentRound?.matches.find(his) ?? null;
  }

  /**
   * @param {(change: Change) => void} listener
   * @returns {() => void} which ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  // --- what can be done ----------------------------------------------------------------------------------------------

  /** @param {Act} act as `{type: "pair_round", round: 3}` */
  conduct(act) {
    return this.#services.conduct(act);
  }

  /**
   * A key for a link. The director makes any, a player makes his own.
   * @param {Key["role"]} role
   * @param {ForWhom} [whom]
   */
  issueKey(role, whom = {}) {
    return this.#services.issueKey(role, whom);
  }

  /** Six digits that make another device the director's. */
  offerDirector() {
    return this.#services.offerDirector();
  }

  /** The director's key, for these six digits; App.openTournament takes it. @param {string} digits */
  useDirectorCode(digits) {
    return this.#services.useDirectorCode(digits);
  }

  /** Follow it no longer; a place in it is kept. */
  leave() {
    this.#listeners.clear();
    this.#services.leave();
  }

  // --- what the connection tells -------------------------------------------------------------------------------------

  /**
   * The next time that the server says what this device is, which comes after everything else.
   * @returns {Promise<void>}
   */
  heard() {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** @param {Tournament} message complete, or what has changed */
  hear(message) {
    this.#ahead = Math.max(this.#ahead ?? -Infinity, message.at - this.#services.now());
    this.head = message.head ?? this.head;
    this.players = mergePlayers(message.players ?? this.players, message.entries);
    this.rounds = mergeRounds(withMatches(this.rounds, message.matches), message.rounds, this.head.paired);
    this.playOffs = message.play_offs ?? this.playOffs;
    this.standings = message.standings ?? this.standings;
    this.bracket = message.bracket ?? this.bracket;
    this.journal = mergeJournal(this.journal, message.journal);
    this.#index();
    this.#emit({ kind: "tournament" });
  }

  /** @param {You} you */
  hearYou(you) {
    this.you = you;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    this.#emit({ kind: "you" });
  }

  /** @param {boolean} online */
  hearConnection(online) {
    if (this.online === online) return;
    this.online = online;
    this.#emit({ kind: "connection" });
  }

  /** @param {Pick<ErrorMessage, "code">} error */
  hearLost(error) {
    this.online = false;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#emit({ kind: "lost", error });
  }

  #index() {
    this.#players = new Map(this.players.map((player) => [player.id, player]));
    for (const { id, name } of this.players) this.#names.set(id, name);
    const matches = [...this.rounds.flatMap((round) => round.matches), ...this.playOffs];
    this.#matches = new Map(matches.map((match) => [match.match, match]));
  }

  /** @param {Change} change */
  #emit(change) {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/**
 * Of many players only those are sent that have changed or are new.
 * @param {PlayerView[]} known
 * @param {PlayerView[]} [changed]
 */
function mergePlayers(known, changed = []) {
  if (changed.length === 0) return known;
  const players = new Map([...known, ...changed].map((player) => [player.id, player]));
  return [...players.values()].sort((one, other) => one.seed - other.seed);
}

/**
 * Of a large round only those matches are sent that have changed.
 * @param {RoundView[]} known
 * @param {MatchView[]} [changed]
 */
function withMatches(known, changed = []) {
  if (changed.length === 0) return known;
  const matches = new Map(changed.map((match) => [match.match, match]));
  return known.map((round) =>
    round.matches.some(({ match }) => matches.has(match))
      ? { ...round, matches: round.matches.map((match) => matches.get(match.match) ?? match) }
      : round,
  );
}

/**
 * Those that have changed take the place of the ones before; those beyond the number that is published are void.
 * @param {RoundView[]} known
 * @param {RoundView[]} changed
 * @param {number} paired
 */
function mergeRounds(known, changed, paired) {
  const rounds = new Map([...known, ...changed].map((round) => [round.number, round]));
  return [...rounds.values()].filter(({ number }) => number <= paired).sort((one, other) => one.number - other.number);
}

/**
 * What comes again after a reconnection is there once.
 * @param {JournalLine[]} known
 * @param {JournalLine[]} lines
 */
function mergeJournal(known, lines) {
  const first = lines.at(0)?.version ?? Infinity;
  return [...known.filter(({ version }) => version < first), ...lines].slice(-JOURNAL_KEPT);
}
