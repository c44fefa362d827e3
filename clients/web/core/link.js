/** The socket under a connection: opened, read and written, and opened again whenever it is lost. */

/** @import {Session, Update} from "./session.js" */

/**
 * @typedef {object} Socket what is used of a WebSocket
 * @property {any} onopen
 * @property {any} onmessage
 * @property {any} onclose
 * @property {(frame: string) => void} send
 * @property {() => void} close
 */
/**
 * @typedef {object} Services
 * @property {string} url
 * @property {new (url: string, protocols: string[]) => Socket} WebSocket
 * @property {() => number} now milliseconds that only go forward
 * @property {(callback: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {() => number} random from 0 to 1
 */
/** @typedef {"connecting" | "online" | "offline"} Status "offline": it was lost, and is being made again. */

const SUBPROTOCOL = "narde.v1.json";
/** Milliseconds between two attempts to connect. After a connection that held for so long they begin small again. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;
/** Milliseconds without a frame after which a connection is taken for lost, while one is expected. */
const SILENCE = 15_000;
/**
 * The same after which it is asked whether anybody is there, while only tournaments are followed: they may be quiet.
 */
const QUIET = 10_000;
/** The close code of a server that restarts and is back at once. */
const RESTART = 1012;

/** Carries the frames of a session. `hear` is given what they mean, `changed` is told of every new status. */
export class Link {
  #services;
  #session;
  #hear;
  #changed;
  /** @type {Socket | null} */
  #socket = null;
  #pause = FIRST_PAUSE;
  #welcomedAt = 0;
  /** The next attempt. @type {any} */
  #retry = null;
  /** Ends a connection that is silent for too long. @type {any} */
  #watch = null;

  /**
   * @param {Services} services
   * @param {Session} session
   * @param {(update: Update) => void} hear
   * @param {() => void} changed
   */
  constructor(services, session, hear, changed) {
    this.#services = services;
    this.#session = session;
    this.#hear = hear;
    this.#changed = changed;
    /** @type {Status} */
    this.status = "connecting";
  }

  /** Connect, and stay so. Between two attempts it makes the next one at once. */
  open() {
    if (this.#socket) return;
    const { url, WebSocket, clearTimeout } = this.#services;
    clearTimeout(this.#retry);
    const socket = new WebSocket(url, [SUBPROTOCOL]);
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = (/** @type {{data: string}} */ { data }) => this.#receive(data);
    socket.onclose = (/** @type {{code: number}} */ { code }) => this.#lost(code);
    this.#expect();
  }

  /** Disconnect, for good or until the next `open`. */
  close() {
    this.#services.clearTimeout(this.#retry);
    this.#drop();
  }

  /** Send whatever there is to send; what is lost with a connection goes out again on the next. */
  flush() {
    if (!this.#socket) return;
    for (const frame of this.#session.outgoing.splice(0)) this.#socket.send(frame);
    if (this.#watch === null) this.#expect();
  }

  #greet() {
    this.#session.connected();
    this.flush();
  }

  /** @param {string} frame */
  #receive(frame) {
    const update = this.#session.receive(frame);
    this.flush();
    if (update) this.#take(update);
    if (this.#socket) this.#expect();
  }

  /** @param {Update} update */
  #take(update) {
    if (update.kind === "try_later") return this.#lost();
    if (update.kind === "message" && update.message.type === "welcome") this.#welcomed();
    this.#hear(update);
  }

  #welcomed() {
    this.#welcomedAt = this.#services.now();
    this.#setStatus("online");
  }

  /** Begin to wait for a frame, if one has to come: each room has its heartbeat, each command its answer. */
  #expect() {
    const { setTimeout, clearTimeout } = this.#services;
    clearTimeout(this.#watch);
    const { rooms, pending, tournaments } = this.#session;
    const due = this.status !== "online" || rooms.size > 0 || pending.size > 0;
    if (due) this.#watch = setTimeout(() => this.#lost(), SILENCE);
    else this.#watch = tournaments.size > 0 ? setTimeout(() => this.#probe(), QUIET) : null;
  }

  #probe() {
    this.#session.probe();
    this.flush();
    this.#expect();
  }

  /**
   * The connection is gone, or as good as gone: come back after a pause.
   * @param {number} [code] the close code, if there is one
   */
  #lost(code) {
    const { now, setTimeout, random } = this.#services;
    const held = this.status === "online" && now() - this.#welcomedAt > LONGEST_PAUSE;
    if (held || code === RESTART) this.#pause = FIRST_PAUSE;
    this.#drop();
    // All clients lose a server at the same time, and should not all come back at the same time.
    this.#retry = setTimeout(() => this.open(), this.#pause * (0.5 + random() / 2));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  #drop() {
    this.#services.clearTimeout(this.#watch);
    this.#watch = null;
    if (this.#socket) Object.assign(this.#socket, { onopen: null, onmessage: null, onclose: null });
    this.#socket?.close();
    this.#socket = null;
    this.#session.disconnected();
    this.#setStatus("offline");
  }

  /** @param {Status} status */
  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.#changed();
  }
}
