/** What a page has of the server: one player, whose rooms stay good while connections come and go. */

/** @import {Ack, Command, CreateRoom, ErrorMessage, GameListing, Message} from "./protocol.js" */
/** @import {Config, QuickPair, Record, RoomListing} from "./protocol.js" */
/** @import {Services, Status} from "./link.js" */
/** @import {Intent, Update} from "./session.js" */

import { Link } from "./link.js";
import { RoomModel } from "./room.js";
import { PASSING, Session } from "./session.js";

/** @typedef {Services & {token: string, name: string}} Options The token is the secret that is the user. */
/** @typedef {{resolve: (ack: Ack) => void, reject: (why: Refusal) => void}} Answer */
/** @typedef {{ask: () => void, hear: (message: Message) => void, reject: (why: Refusal) => void}} Question */

/** Milliseconds after which a command that met a passing refusal is sent again. */
const REPEAT = 1000;

/** The server has refused a command, and nothing has changed. `code` "closed": the connection was closed before. */
export class Refusal extends Error {
  /** @param {Pick<ErrorMessage, "code"> & Partial<ErrorMessage>} error */
  constructor({ code, detail = "", points = [], concerned = [] }) {
    super(detail || code);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
    this.points = points;
    this.concerned = concerned;
  }
}

/** One player. His rooms stay good while connections come and go. */
export class Connection {
  #options;
  #session;
  #link;
  /** Why there are no more connections. @type {Refusal | null} */
  #ended = null;
  /** @type {Set<(status: Status) => void>} */
  #listeners = new Set();
  /** Who waits for the answer to a command, by its id. @type {Map<string, Answer>} */
  #answers = new Map();
  /** Who waits for a message that is no answer. @type {Set<Question>} */
  #questions = new Set();
  /** @type {Map<string, RoomModel>} */
  #rooms = new Map();
  /** @type {import("./tournaments.js").Tournaments | null} */
  #tournaments = null;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    const prefix = options.random().toString(36).slice(2, 10);
    this.#session = new Session(prefix, options.token, options.name);
    this.#link = new Link(options, this.#session, (update) => this.#hear(update), () => this.#changed());
    /** As the server has it; a guest's is made there. */
    this.name = options.name;
  }

  /** @returns {Status} */
  get status() {
    return this.#link.status;
  }

  /** The public name of this player, once the server has said it. */
  get player() {
    return this.#session.player;
  }

  /**
   * @param {(status: Status) => void} listener
   * @returns {() => void} which ends it
   */
  onStatus(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Connect, and stay so. Between two attempts it makes the next one at once. */
  open() {
    this.#ended = null;
    this.#link.open();
  }

  /** Disconnect. Whoever waits is refused with the code "closed". */
  close() {
    this.#end(new Refusal({ code: "closed" }));
  }

  // --- what can be done ----------------------------------------------------------------------------------------------

  /**
   * Send a command and wait for its answer, over however many connections. Rejects with a Refusal.
   * @param {Intent} intent
   * @param {string} [id] that of a command which may have been done already, to be done once
   * @returns {Promise<Ack>}
   */
  command(intent, id = this.#session.nextId()) {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#session.send({ ...intent, id });
      this.#link.flush();
    });
  }

  /**
   * Make a room.
   * @returns {Promise<Ack>} with its code in `room`
   * @param {CreateRoom["settings"]} [settings]
   * @param {CreateRoom["seat"]} [seat]
   */
  createRoom(settings = {}, seat = "random") {
    return this.command({ type: "create_room", settings, seat });
  }

  /**
   * A room with an opponent, or one where the house bot will come.
   * @returns {Promise<Ack>} with its code in `room`
   * @param {QuickPair["settings"]} [settings]
   */
  quickPair(settings = {}) {
    return this.command({ type: "quick_pair", settings });
  }

  /** The public rooms. @returns {Promise<RoomListing[]>} */
  async listRooms() {
    return (await this.#ask({ type: "list_rooms" }, (message) => message.type === "rooms" && message)).rooms;
  }

  /** Finished games. @returns {Promise<GameListing[]>} */
  async games() {
    return (await this.#ask({ type: "list_games" }, (message) => message.type === "games" && message)).games;
  }

  /**
   * A finished game; the last one without `match` and `game`.
   * @param {string} room
   * @param {number | null} [match]
   * @param {number | null} [game]
   * @returns {Promise<Record>}
   */
  record(room, match = null, game = null) {
    return this.#ask({ type: "get_record", room, match, game }, (message) => {
      if (message.type !== "record" || message.room !== room) return false;
      return message.match === (match ?? message.match) && message.game === (game ?? message.game) && message;
    });
  }

  /**
   * Leave something for another device of one's own.
   * @param {string} sealed what only that device can open
   */
  offerDevice(sealed) {
    return this.#ask({ type: "offer_device", sealed }, (message) => message.type === "device_code" && message);
  }

  /**
   * Take what another device has left. It can be taken once.
   * @param {string} code
   */
  async useDeviceCode(code) {
    const wanted = (/** @type {Message} */ message) => message.type === "sealed" && message;
    return (await this.#ask({ type: "use_device_code", code }, wanted)).sealed;
  }

  /**
   * Follow a room. Whoever has a seat in it plays on. Rejects with a Refusal if that cannot be.
   * @param {string} code
   * @returns {Promise<RoomModel>}
   */
  async room(code) {
    if (!this.#rooms.has(code)) await this.command({ type: "subscribe", room: code, after: null });
    const room = this.#rooms.get(code);
    if (!room) throw new Refusal({ code: "closed" });
    return room;
  }

  // --- tournaments ---------------------------------------------------------------------------------------------------
  // As core/tournaments.js has them.

  /** @param {string} code @param {string | null} [key] of a link */
  async tournament(code, key = null) {
    return (await this.#tournamentsLoaded()).open(code, key);
  }

  /** @param {Config} config */
  async createTournament(config) {
    return (await this.#tournamentsLoaded()).create(config);
  }

  async listTournaments() {
    return (await this.#tournamentsLoaded()).list();
  }

  /** @param {string} text of an exported tournament */
  async importTournament(text) {
    return (await this.#tournamentsLoaded()).import(text);
  }

  async #tournamentsLoaded() {
    const { Tournaments } = await import("./tournaments.js");
    return (this.#tournaments ??= new Tournaments({
      now: this.#options.now,
      nextId: () => this.#session.nextId(),
      command: (intent) => this.command(intent),
      ask: (intent, wanted, id) => this.#ask(intent, wanted, id),
      keyOf: (code) => this.#session.tournaments.get(code)?.key ?? null,
      live: (code) => !!this.#session.tournaments.get(code)?.live,
    }));
  }

  // --- inside --------------------------------------------------------------------------------------------------------

  /** @param {string} code */
  #leave(code) {
    this.#rooms.delete(code);
    this.command({ type: "unsubscribe", room: code }).catch(() => {});
  }

  /**
   * Send a command that is answered by a message besides, and give that message. Sent again it is the same command, so
   * that nothing is made twice.
   * @template {Message} T
   * @param {Intent} intent
   * @param {(message: Message) => T | false} wanted
   * @param {string} [id]
   * @returns {Promise<T>}
   */
  #ask(intent, wanted, id = this.#session.nextId()) {
    return new Promise((resolve, reject) => {
      let asked = false;
      const refuse = (/** @type {Refusal} */ why) => this.#questions.delete(question) && reject(why);
      const ask = () => {
        if (!asked) this.command(intent, id).then(() => (asked = false), refuse);
        asked = true;
      };
      const hear = (/** @type {Message} */ message) => {
        const found = wanted(message);
        if (found && this.#questions.delete(question)) resolve(found);
      };
      const question = { ask, hear, reject: refuse };
      this.#questions.add(question);
      ask();
    });
  }

  // --- what the session makes of a frame -----------------------------------------------------------------------------

  /** @param {Refusal} why */
  #end(why) {
    this.#ended = why;
    this.#link.close();
    for (const { reject } of this.#answers.values()) reject(why);
    for (const { reject } of [...this.#questions]) reject(why);
    this.#tournaments?.end(why);
    this.#answers.clear();
    this.#session.pending.clear();
  }

  #changed() {
    this.#tellLive();
    for (const listener of [...this.#listeners]) listener(this.status);
  }

  #tellLive() {
    for (const [code, room] of [...this.#rooms]) {
      room.hearConnection(this.status === "online" && !!this.#session.rooms.get(code)?.live);
    }
    this.#tournaments?.hearConnection(this.status === "online");
  }

  /** @param {Update} update */
  #hear(update) {
    this.#tell(update);
    this.#tellLive();
  }

  /** @param {Update} update */
  #tell(update) {
    switch (update.kind) {
      case "snapshot":
        return this.#tellSnapshot(update);
      case "events":
        return this.#rooms.get(update.room)?.hearEvents(update.view, update.events, update.graph);
      case "graph":
        return this.#rooms.get(update.room)?.hearGraph(update.graph);
      case "beat":
        return this.#rooms.get(update.room)?.hearBeat(update.view);
      case "ack":
        return this.#answered(update.ack.id)?.resolve(update.ack);
      case "refused":
        return this.#refused(update.error, update.command);
      case "lost":
        return this.#tellLost(update.room, update.error);
      case "tournament_lost":
        return this.#tournaments?.hearLost(update.tournament, update.error);
      case "unwelcome":
        return this.#end(new Refusal(update.error));
      case "message":
        return this.#tellMessage(update.message);
    }
  }

  /** @param {Extract<Update, {kind: "snapshot" | "beat"}>} update */
  #tellSnapshot({ room: code, view }) {
    const { now, setTimeout, clearTimeout } = this.#options;
    const services = { now, setTimeout, clearTimeout, leave: () => this.#leave(code) };
    const command = (/** @type {Intent} */ intent) => this.command(intent);
    const known = this.#rooms.get(code);
    if (known) known.hearSnapshot(view);
    else this.#rooms.set(code, new RoomModel(code, view, { ...services, command }));
  }

  /** @param {Message} message */
  #tellMessage(message) {
    if (message.type === "welcome") this.#welcome(message.name);
    if (message.type === "said") this.#rooms.get(message.room)?.hearSaid(message);
    this.#tournaments?.hear(message);
    for (const question of [...this.#questions]) question.hear(message);
  }

  /** @param {string} name */
  #welcome(name) {
    this.name = name;
    // What was asked for follows its Ack, and may have been lost behind it.
    for (const question of [...this.#questions]) question.ask();
  }

  /**
   * @param {string} room
   * @param {ErrorMessage} error
   */
  #tellLost(room, error) {
    const lost = this.#rooms.get(room);
    this.#rooms.delete(room);
    lost?.hearLost(error);
    this.#answered(error.id)?.reject(new Refusal(error));
  }

  /**
   * @param {ErrorMessage} error
   * @param {Command} [command]
   */
  #refused(error, command) {
    if (!command || !PASSING.includes(error.code)) return this.#answered(error.id)?.reject(new Refusal(error));
    this.#options.setTimeout(() => this.#repeat(command), REPEAT);
  }

  /** @param {Command} command */
  #repeat(command) {
    if (!this.#answers.has(command.id)) return;
    this.#session.send(command);
    this.#link.flush();
  }

  /** @param {string | null} id */
  #answered(id) {
    const answer = this.#answers.get(id ?? "");
    this.#answers.delete(id ?? "");
    return answer;
  }
}
