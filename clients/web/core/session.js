/**
 * The client's side of the protocol without any I/O: frames go in, what they mean comes out, and frames to be sent.
 *
 * It keeps what a reconnection needs: the commands that are not answered yet, and the version of each room. A missing
 * version or a heartbeat with another digest makes it ask for a snapshot; its user only ever sees rooms that are right.
 * Tournaments are opened again with the key that they were opened with, and then told whole.
 */

/** @import {Ack, Command, ErrorMessage, Event, Message, StepGraph} from "./protocol.js" */
/** @import {Beat} from "./message.js" */
/** @import {View} from "./view.js" */
/** @import {Graph} from "./graph.js" */
/** @import {OpenTournament, TournamentYou} from "./protocol.js" */

import { unfold } from "./graph.js";
import { read } from "./message.js";
import { apply, later } from "./view.js";

/**
 * A command as a user gives it.
 * @typedef {WithoutId<Exclude<Command, {type: "hello"}>>} Intent
 */
/**
 * @template T
 * @typedef {T extends unknown ? Omit<T, "id"> : never} WithoutId
 */
/**
 * A room that the user follows, as far as it is known. `asked`: a snapshot is on its way, what comes before it is
 * passed over; `live`: this connection has brought it up to date.
 * @typedef {{view: View | null, graph: Graph | null, asked: boolean, live: boolean}} Followed
 */
/**
 * A tournament that the user follows. `opened`: the server has taken `key`; `live`: this connection has it complete.
 * @typedef {{key: string | null, opened: boolean, live: boolean}} Opened
 */
/**
 * What a frame means. `lost`: a room is so no longer for this user; `unwelcome`: the server does not take us, no other
 * connection will help; `try_later`: close the connection, wait, and open another.
 * @typedef {{kind: "snapshot" | "beat", room: string, view: View}
 *   | {kind: "events", room: string, view: View, events: Event[], graph: Graph | null}
 *   | {kind: "graph", room: string, graph: Graph | null}
 *   | {kind: "ack", ack: Ack}
 *   | {kind: "refused", error: ErrorMessage, command?: Command}
 *   | {kind: "unwelcome" | "try_later", error: ErrorMessage}
 *   | {kind: "lost", room: string, error: ErrorMessage}
 *   | {kind: "tournament_lost", tournament: string, error: ErrorMessage}
 *   | {kind: "message", message: Message}} Update
 */

/** Refusals that a later try may not meet. */
export const PASSING = ["unavailable", "rate_limited"];

/** One user's conversation with a server, over as many connections as it takes. */
export class Session {
  #number = 0;
  /** The id of Hello while it is not answered. @type {string | null} */
  #hello = null;
  #greeted = false;

  /**
   * @param {string} prefix of all command ids, different for every tab
   * @param {string} token
   * @param {string} name
   */
  constructor(prefix, token, name) {
    this.prefix = prefix;
    this.token = token;
    this.name = name;
    /** Who the token is, once the server has said so. @type {string | null} */
    this.player = null;
    /** Frames to be sent. @type {string[]} */
    this.outgoing = [];
    /** The commands without an answer, in the order in which they were sent. @type {Map<string, Command>} */
    this.pending = new Map();
    /** @type {Map<string, Followed>} */
    this.rooms = new Map();
    /** @type {Map<string, Opened>} */
    this.tournaments = new Map();
  }

  nextId() {
    this.#number += 1;
    return `${this.prefix}-${this.#number}`;
  }

  // --- out -----------------------------------------------------------------------------------------------------------

  /** A new connection is open: say who we are. */
  connected() {
    this.disconnected();
    this.#hello = this.nextId();
    this.outgoing = [JSON.stringify({ type: "hello", id: this.#hello, token: this.token, name: this.name })];
  }

  /** The connection is gone. Commands wait for the next one. */
  disconnected() {
    this.#greeted = false;
    this.outgoing = [];
    for (const followed of this.rooms.values()) followed.live = false;
    for (const opened of this.tournaments.values()) opened.live = false;
  }

  /**
   * Send a command as soon as there is a connection, and again on the next one while it is not answered.
   * @param {Command} command
   */
  send(command) {
    this.pending.set(command.id, command);
    if (command.type === "subscribe") this.#follow(command.room).asked = command.after == null;
    if (command.type === "unsubscribe") this.rooms.delete(command.room);
    if (command.type === "open_tournament") this.#opened(command.tournament);
    if (command.type === "leave_tournament") this.tournaments.delete(command.tournament);
    if (this.#greeted) this.outgoing.push(JSON.stringify(command));
  }

  /** @param {string} room */
  #follow(room) {
    const followed = this.rooms.get(room) ?? { view: null, graph: null, asked: false, live: false };
    this.rooms.set(room, followed);
    return followed;
  }

  /** @param {string} tournament */
  #opened(tournament) {
    const opened = this.tournaments.get(tournament) ?? { key: null, opened: false, live: false };
    this.tournaments.set(tournament, opened);
    return opened;
  }

  /** Something that is always answered and changes nothing: the connection may have died without a word. */
  probe() {
    this.send({ type: "list_tournaments", id: this.nextId() });
  }

  /**
   * @param {string} room
   * @param {number | null} after
   */
  #subscribe(room, after) {
    this.send({ type: "subscribe", id: this.nextId(), room, after });
  }

  /** Welcome has come: follow the rooms again from where they are, then repeat what was not answered. */
  #resume() {
    this.#greeted = true;
    this.#hello = null;
    const waiting = [...this.pending.values()];
    const asked = new Set(waiting.flatMap((command) => (command.type === "subscribe" ? [command.room] : [])));
    for (const [room, { view }] of this.rooms) {
      if (!asked.has(room)) this.#subscribe(room, view?.version ?? null);
    }
    this.#openAgain(waiting.filter((command) => command.type === "open_tournament"));
    for (const command of waiting) if (command.type !== "open_tournament") this.send(command);
  }

  /** Before anything is asked of a tournament it has to be open. @param {OpenTournament[]} asked without an answer */
  #openAgain(asked) {
    for (const command of asked) this.send(command);
    for (const [tournament, { key, opened }] of this.tournaments) {
      const again = asked.some((command) => command.tournament === tournament && command.key === key);
      if (opened && !again) this.send({ type: "open_tournament", id: this.nextId(), tournament, key });
    }
  }

  // --- in ------------------------------------------------------------------------------------------------------------

  /**
   * What a frame means to the user; null for nothing. Messages of a kind that is not known here change nothing.
   * @param {string} frame
   * @returns {Update | null}
   */
  receive(frame) {
    const message = read(frame);
    switch (message.type) {
      case "welcome":
        this.player = message.player;
        this.token = message.token ?? this.token;
        this.#resume();
        return { kind: "message", message };
      case "ack":
        return this.#done(message);
      case "error":
        return this.#refused(message);
      case "snapshot":
        return this.#snapshot(message);
      case "events":
        return this.#events(message);
      case "step_graph":
        return this.#graph(message);
      case "heartbeat":
        return this.#heartbeat(message);
      case "tournament_you":
        return this.#became(message);
      default:
        return { kind: "message", message };
    }
  }

  /**
   * @param {Ack} ack
   * @returns {Update}
   */
  #done(ack) {
    const command = this.pending.get(ack.id);
    this.pending.delete(ack.id);
    const followed = command?.type === "subscribe" ? this.rooms.get(command.room) : undefined;
    if (followed) Object.assign(followed, { asked: false, live: true });
    if (command?.type === "open_tournament") this.#taken(command);
    return { kind: "ack", ack };
  }

  /** @param {OpenTournament} command */
  #taken({ tournament, key }) {
    const opened = this.tournaments.get(tournament);
    if (opened) Object.assign(opened, { opened: true, key: key ?? opened.key });
  }

  /**
   * The last part of a tournament is there. The link of a player has done its work: shown again, it would take the
   * place back from a phone that has it since.
   * @param {TournamentYou} message
   * @returns {Update}
   */
  #became(message) {
    const opened = this.tournaments.get(message.tournament);
    if (opened) opened.live = true;
    if (opened && message.you.role === "player") opened.key = null;
    return { kind: "message", message };
  }

  /**
   * @param {ErrorMessage} error
   * @returns {Update}
   */
  #refused(error) {
    const { id, room } = error;
    const passing = PASSING.includes(error.code);
    if (room !== null) return this.rooms.delete(room) ? { kind: "lost", room, error } : { kind: "refused", error };
    if (id !== null && id === this.#hello) return { kind: passing ? "try_later" : "unwelcome", error };
    const command = this.pending.get(id ?? "");
    if (command?.type === "open_tournament") return this.#unopened(command, error, passing);
    const seen = command?.type === "subscribe" && !!this.rooms.get(command.room)?.view;
    // It stays pending: the next connection asks again, and until then nobody takes the room for live.
    if (seen && passing) return { kind: "try_later", error };
    this.pending.delete(id ?? "");
    if (command?.type === "subscribe") this.rooms.delete(command.room);
    return seen ? { kind: "lost", room: command.room, error } : { kind: "refused", error, command };
  }

  /**
   * A key that is refused leaves a tournament as it is that was open without it.
   * @param {OpenTournament} command
   * @param {ErrorMessage} error
   * @param {boolean} passing
   * @returns {Update}
   */
  #unopened(command, error, passing) {
    const { id, tournament, key = null } = command;
    const opened = this.tournaments.get(tournament);
    const again = opened?.opened && opened.key === key;
    if (again && passing) return { kind: "try_later", error };
    this.pending.delete(id);
    if (again || !opened?.opened) this.tournaments.delete(tournament);
    return again ? { kind: "tournament_lost", tournament, error } : { kind: "refused", error, command };
  }

  /**
   * @param {View} view
   * @returns {Update | null}
   */
  #snapshot(view) {
    const followed = this.rooms.get(view.room);
    if (!followed) return null;
    Object.assign(followed, { view, graph: null, asked: false });
    return { kind: "snapshot", room: view.room, view };
  }

  /**
   * @param {Extract<Message, {type: "events"}>} message
   * @returns {Update | null}
   */
  #events(message) {
    const { room, version, events } = message;
    const followed = this.rooms.get(room);
    if (!followed?.view || followed.asked || version <= followed.view.version) return null;
    if (version > followed.view.version + 1) return this.#resync(room);
    const view = apply(followed.view, message, this.player);
    this.#look(followed, view);
    return { kind: "events", room, view, events, graph: followed.graph };
  }

  /**
   * @param {StepGraph} message
   * @returns {Update | null}
   */
  #graph(message) {
    const followed = this.rooms.get(message.room);
    if (!followed?.view || followed.asked) return null;
    followed.graph = unfold(message);
    this.#look(followed, followed.view);
    return { kind: "graph", room: message.room, graph: followed.graph };
  }

  /**
   * @param {Beat} beat
   * @returns {Update | null}
   */
  #heartbeat({ room, version, digest, at, clocks, watchers }) {
    const followed = this.rooms.get(room);
    if (!followed?.view || followed.asked) return null;
    if (version !== followed.view.version || digest !== followed.view.digest) return this.#resync(room);
    followed.view = { ...later(followed.view, at), clocks, watchers };
    return { kind: "beat", room, view: followed.view };
  }

  /**
   * @param {string} room
   * @returns {null}
   */
  #resync(room) {
    if (!this.rooms.get(room)?.asked) this.#subscribe(room, null);
    return null;
  }

  /**
   * The room has moved on. A graph of another stage is forgotten, also when a later stage has the same number.
   * @param {Followed} followed
   * @param {View} view
   */
  #look(followed, view) {
    followed.view = view;
    const stage = view.phase === "play" ? view.stages.length - 1 : null;
    if (followed.graph?.turn !== view.turn || followed.graph.stage !== stage) followed.graph = null;
  }
}
