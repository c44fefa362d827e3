/**
 * One room as this user has it. Own steps are shown at once and taken back if the server refuses them.
 */

/** @import {Ack, Color, ErrorMessage, Event, Phrase, Said, Strength} from "./protocol.js" */
/** @import {View} from "./view.js" */
/** @import {Graph} from "./graph.js" */
/** @import {BoardEvent, Prediction} from "./prediction.js" */
/** @import {Intent} from "./session.js" */

import { compare, predict, undone } from "./prediction.js";
import { Turn, walk } from "./turn.js";
import { pips, sides, stepsMade } from "./view.js";

/**
 * What listeners are told. `events` are new to `shown`: a step that was predicted is told once, when it is predicted.
 * `snapshot`: look at everything anew; `rolled_back`: so too, predictions were wrong; `connection`: `online`, `slow` or
 * `roundTrip` has changed; `lost`: this room is closed to this user, with `error`.
 * @typedef {{kind: Kind, events: Event[], said?: Said, error?: ErrorMessage}} Change
 * @typedef {"snapshot"|"events"|"predicted"|"rolled_back"|"beat"|"said"|"connection"|"lost"} Kind
 */
/**
 * What a room needs from its connection.
 * @typedef {object} Services
 * @property {(command: Intent) => Promise<Ack>} command
 * @property {() => void} leave
 * @property {() => number} now milliseconds that only go forward
 * @property {(callback: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 */

/** Milliseconds after which a command without an answer is worth telling. */
const SLOW = 700;
const LINES_KEPT = 200;

/** One room. Emits changes synchronously to those who subscribed. */
export class RoomModel {
  #services;
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  /** @type {Graph | null} */
  #graph = null;
  /** @type {Prediction[]} */
  #predicted = [];
  #late = 0;

  /**
   * @param {string} code
   * @param {View} view
   * @param {Services} services
   */
  constructor(code, view, services) {
    this.#services = services;
    this.code = code;
    /** What the server has confirmed. */
    this.view = view;
    /** The same with own steps that are not answered yet. */
    this.shown = view;
    /** The stage on the board, while it is ours to play; as `shown` has it. @type {Turn | null} */
    this.turn = null;
    /** @type {Said[]} */
    this.lines = [];
    /** The connection is there and the room follows it. */
    this.online = false;
    /** Milliseconds that the last command took. @type {number | null} */
    this.roundTrip = null;
    /** When `view.clocks` were so, by the clock of the connection. */
    this.receivedAt = services.now();
  }

  /** A command has been without an answer for so long that the user should know. */
  get slow() {
    return this.#late > 0;
  }

  /** My seat to act; with both seats the one whose turn it is. @returns {Color | null} */
  get you() {
    const { you, phase, to_move, opening } = this.view;
    if (you.length < 2) return you[0] ?? null;
    if (phase !== "opening") return to_move ?? "white";
    return opening[0] === null ? "white" : "black";
  }

  /**
   * @param {(change: Change) => void} listener
   * @returns {() => void} which ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  // --- what the connection tells -------------------------------------------------------------------------------------

  /**
   * A snapshot has come: whatever was predicted is in it or will be told.
   * @param {View} view
   */
  hearSnapshot(view) {
    this.#predicted = [];
    this.#graph = null;
    this.#look(view);
    this.#emit("snapshot");
  }

  /**
   * @param {View} view after these events
   * @param {Event[]} events
   * @param {Graph | null} graph
   */
  hearEvents(view, events, graph) {
    const { fresh, open } = compare(this.#predicted, events);
    const fits = open !== null && predict(view, open) !== null;
    if (!fits) this.#rollBack();
    this.#predicted = fits ? open : [];
    this.#graph = graph;
    this.#look(view);
    this.#emit("events", { events: fits ? fresh : events });
  }

  /** @param {Graph | null} graph all ways through the stage, when it is ours to play */
  hearGraph(graph) {
    this.#graph = graph;
    this.#look(this.view);
    this.#emit("events");
  }

  /** @param {View} view with fresh clocks */
  hearBeat(view) {
    this.#look(view);
    this.#emit("beat");
  }

  /** @param {Said} said */
  hearSaid(said) {
    // Earlier lines come again with every snapshot.
    if (this.lines.some((line) => sameLine(line, said))) return;
    this.lines = [...this.lines, said].slice(-LINES_KEPT);
    this.#emit("said", { said });
  }

  /** @param {ErrorMessage} error */
  hearLost(error) {
    this.online = false;
    this.#emit("lost", { error });
  }

  /** @param {boolean} online */
  hearConnection(online) {
    if (this.online === online) return;
    this.online = online;
    this.#emit("connection");
  }

  // --- what can be done ----------------------------------------------------------------------------------------------
  // Each command is an Ack when it is done, and a Refusal when nothing has changed.

  throw() {
    return this.#inTurn({ type: "throw" });
  }

  /**
   * Move the checker on own point `point` by `die`. It is shown at once if the step graph has it; the server says why
   * it may not be.
   * @param {number} point
   * @param {number} die
   */
  step(point, die) {
    const legal = this.turn?.allows(point, die) ?? false;
    return this.#inTurn({ type: "step", point, die }, legal ? [{ type: "stepped", point, die }] : []);
  }

  /** Take the last step of this turn back, or all of them. */
  undo(all = false) {
    return this.#inTurn({ type: "undo", all }, undone(this.shown, all));
  }

  done() {
    return this.#inTurn({ type: "done" });
  }

  /** @param {Color} color who throws next; teaching rooms only */
  handOver(color) {
    return this.#inTurn({ type: "hand_over", color });
  }

  /** @param {number} points the cost that the user has agreed to */
  resign(points) {
    return this.#send({ type: "resign", room: this.code, points });
  }

  /** Offer or accept another match; or decline and withdraw. */
  rematch(accept = true) {
    return this.#send({ type: "rematch", room: this.code, accept });
  }

  claimWin() {
    return this.#send({ type: "claim_win", room: this.code });
  }

  /** @param {{text?: string, phrase?: Phrase | null}} line */
  say({ text = "", phrase = null }) {
    return this.#send({ type: "say", room: this.code, text, phrase });
  }

  /** @param {Color | null} [seat] any free one without it */
  sit(seat = null) {
    return this.#send({ type: "sit", room: this.code, seat });
  }

  standUp() {
    return this.#send({ type: "stand_up", room: this.code });
  }

  /** @param {Strength} [strength] */
  inviteBot(strength = "steady") {
    return this.#send({ type: "invite_bot", room: this.code, strength });
  }

  /** Follow the room no longer; a seat is kept. */
  leave() {
    this.#listeners.clear();
    this.#services.leave();
  }

  // --- inside --------------------------------------------------------------------------------------------------------

  /** @param {View} view */
  #look(view) {
    this.view = view;
    this.receivedAt = this.#services.now();
    this.#show();
  }

  #show() {
    this.shown = predict(this.view, this.#predicted) ?? this.view;
    this.turn = turnOf(this.shown, this.#graph);
  }

  #rollBack() {
    this.#predicted = [];
    this.#show();
    this.#emit("rolled_back");
  }

  /**
   * A command about the turn on the board, and what it will do there if all is well.
   * @param {{type: "throw"} | {type: "step", point: number, die: number} | {type: "undo", all: boolean}
   *   | {type: "done"} | {type: "hand_over", color: Color}} action
   * @param {BoardEvent[]} [events]
   */
  #inTurn(action, events = []) {
    const command = Symbol(action.type);
    const answer = this.#send({ ...action, room: this.code, turn: this.view.turn }, command);
    if (events.length > 0) {
      this.#predicted = [...this.#predicted, ...events.map((event) => ({ event, command }))];
      this.#show();
      this.#emit("predicted", { events });
    }
    return answer;
  }

  /**
   * @param {Intent} intent
   * @param {symbol} [command] tells its predictions
   * @returns {Promise<Ack>}
   */
  async #send(intent, command) {
    const { now, setTimeout, clearTimeout } = this.#services;
    const sent = now();
    let late = 0;
    const timer = setTimeout(() => this.#wait((late = 1)), SLOW);
    try {
      return await this.#services.command(intent);
    } catch (refusal) {
      if (this.#predicted.some((prediction) => prediction.command === command)) this.#rollBack();
      throw refusal;
    } finally {
      clearTimeout(timer);
      this.roundTrip = now() - sent;
      this.#wait(-late);
    }
  }

  /** @param {number} change of the number of commands that take long */
  #wait(change) {
    this.#late += change;
    this.#emit("connection");
  }

  /**
   * @param {Kind} kind
   * @param {Partial<Change>} [more]
   */
  #emit(kind, more = {}) {
    for (const listener of [...this.#listeners]) listener({ kind, events: [], ...more });
  }
}

/**
 * @param {View} view
 * @param {Graph | null} graph
 * @returns {Turn | null}
 */
function turnOf(view, graph) {
  const stage = view.stages.length - 1;
  if (!graph || !view.to_move || view.phase !== "play" || graph.turn !== view.turn || graph.stage !== stage) return null;
  // A turn that has taken the last checker off ends by itself: nothing in it can be done or undone.
  if (pips(sides(view)[view.to_move]) === 0) return null;
  const { steps } = view.stages[stage];
  return walk(graph, steps) === null ? null : new Turn(graph, steps, { undoable: stepsMade(view).length > 0 });
}

/**
 * @param {Said} one
 * @param {Said} other
 */
function sameLine(one, other) {
  return one.at === other.at && one.player === other.player && one.text === other.text && one.phrase === other.phrase;
}
