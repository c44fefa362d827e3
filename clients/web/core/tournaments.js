/** The tournaments that a connection follows, and what can be asked without following one. Loaded when needed first. */

/** @import {Ack, Config, ErrorMessage, Key, Message, TournamentListing} from "./protocol.js" */
/** @import {Intent} from "./session.js" */

import { TournamentModel } from "./tournament.js";

/**
 * @typedef {(message: Message) => T | false} Wanted
 * @template {Message} T
 */
/** @typedef {<T extends Message>(command: Intent, wanted: Wanted<T>, id?: string) => Promise<T>} Ask */
/**
 * What is needed of the connection. Promises reject with a Refusal.
 * @typedef {object} Line
 * @property {() => number} now milliseconds that only go forward
 * @property {() => string} nextId
 * @property {(command: Intent) => Promise<Ack>} command
 * @property {Ask} ask
 * @property {(code: string) => string | null} keyOf what a tournament has been opened with
 * @property {(code: string) => boolean} live
 */

/** What one frame of an exported tournament holds at most: characters, and bytes as JSON (protocol/limits.py). */
const CHARS = 3000;
const BYTES = 3800;

export class Tournaments {
  #line;
  /** @type {Map<string, TournamentModel>} */
  #models = new Map();
  #online = false;
  /** How many connections have been lost. */
  #lost = 0;

  /** @param {Line} line */
  constructor(line) {
    this.#line = line;
  }

  /**
   * Follow a tournament. With the key of a link this device becomes what the key says.
   * @param {string} code
   * @param {string | null} key
   * @returns {Promise<TournamentModel>} complete
   */
  async open(code, key) {
    const known = this.#models.get(code);
    if (known?.you && (key === null || key === known.key)) return known;
    const model = known ?? this.#made(code);
    const heard = model.heard();
    heard.catch(() => {});
    await this.#line.command({ type: "open_tournament", tournament: code, key }).catch((refusal) => {
      if (!model.you) this.#models.delete(code);
      throw refusal;
    });
    await heard;
    model.key = this.#line.keyOf(code);
    return model;
  }

  /** @param {Config} config @returns {Promise<Key>} the director's */
  create(config) {
    return this.#line.ask({ type: "create_tournament", config }, (message) => message.type === "key" && message);
  }

  /** The newest first. @returns {Promise<TournamentListing[]>} */
  async list() {
    const wanted = (/** @type {Message} */ message) => message.type === "tournaments" && message;
    return (await this.#line.ask({ type: "list_tournaments" }, wanted)).tournaments;
  }

  /**
   * Make a tournament of an exported one. The server keeps the parts of one connection; on the next one they are sent
   * from the first, and the last as the same command, so that what has been made already is not made twice.
   * @param {string} text
   * @returns {Promise<Key>} the director's
   */
  async import(text) {
    const pieces = piecesOf(text);
    const commands = pieces.map((piece, index) => importing(index + 1, pieces.length, piece));
    const last = this.#line.nextId();
    for (;;) {
      const lost = this.#lost;
      try {
        return await this.#upload(commands, last);
      } catch (error) {
        const { code } = /** @type {Partial<ErrorMessage>} */ (error);
        if (code !== "bad_import" || lost === this.#lost) throw error;
      }
    }
  }

  /** @param {Intent[]} commands @param {string} id of the last one @returns {Promise<Key>} */
  async #upload(commands, id) {
    for (const command of commands.slice(0, -1)) await this.#line.command(command);
    return this.#line.ask(commands[commands.length - 1], (message) => message.type === "key" && message, id);
  }

  // --- what the connection tells -------------------------------------------------------------------------------------

  /** @param {Message} message */
  hear(message) {
    if (message.type === "tournament") this.#models.get(message.tournament)?.hear(message);
    if (message.type === "tournament_you") this.#models.get(message.tournament)?.hearYou(message.you);
  }

  /** @param {boolean} online */
  hearConnection(online) {
    if (this.#online && !online) this.#lost += 1;
    this.#online = online;
    for (const [code, model] of [...this.#models]) model.hearConnection(online && this.#line.live(code));
  }

  /** @param {string} code @param {Pick<ErrorMessage, "code">} error */
  hearLost(code, error) {
    const lost = this.#models.get(code);
    this.#models.delete(code);
    lost?.hearLost(error);
  }

  /** There are no more connections. @param {Pick<ErrorMessage, "code">} why */
  end(why) {
    for (const code of [...this.#models.keys()]) this.hearLost(code, why);
  }

  // --- inside --------------------------------------------------------------------------------------------------------

  /** @param {string} code */
  #made(code) {
    const { command, ask, now } = this.#line;
    const key = (/** @type {Message} */ message) => message.type === "key" && message.tournament === code && message;
    const digits = (/** @type {Message} */ message) => message.type === "director_code" && message;
    const model = new TournamentModel(code, {
      now,
      conduct: (act) => command(/** @type {Intent} */ ({ type: "conduct", tournament: code, act })),
      issueKey: (role, whom) => ask({ type: "issue_key", tournament: code, role, ...whom }, key),
      offerDirector: () => ask({ type: "offer_director", tournament: code }, digits),
      useDirectorCode: (tried) => ask({ type: "use_director_code", tournament: code, code: tried }, key),
      leave: () => this.#leave(code),
    });
    this.#models.set(code, model);
    return model;
  }

  /** @param {string} code */
  #leave(code) {
    this.#models.delete(code);
    this.#line.command({ type: "leave_tournament", tournament: code }).catch(() => {});
  }
}

/** @param {number} part @param {number} parts @param {string} text @returns {Intent} */
function importing(part, parts, text) {
  return { type: "import_tournament", part, parts, text };
}

/**
 * A text in parts that fit into frames; letters stay whole.
 * @param {string} text
 * @returns {string[]} at least one
 */
export function piecesOf(text) {
  const pieces = [];
  let [begin, end, chars, bytes] = [0, 0, 0, 0];
  const encoder = new TextEncoder();
  for (const letter of text) {
    const cost = encoder.encode(JSON.stringify(letter)).length - 2;
    if (chars === CHARS || bytes + cost > BYTES) {
      pieces.push(text.slice(begin, end));
      [begin, chars, bytes] = [end, 0, 0];
    }
    [end, chars, bytes] = [end + letter.length, chars + 1, bytes + cost];
  }
  return [...pieces, text.slice(begin)];
}
