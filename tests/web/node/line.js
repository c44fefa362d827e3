/** What the tests of the connection share. */

import { Connection } from "../../../clients/web/core/connection.js";
import { STEP_GRAPH, Time, frameOf, playing } from "./support.js";

/** A connection, and the server's end of its sockets. */
export class Line {
  constructor() {
    this.time = new Time();
    this.sockets = [];
    this.statuses = [];
    const line = this;
    class Socket {
      constructor(url, protocols) {
        Object.assign(this, { url, protocols, sent: [], closed: false });
        line.sockets.push(this);
      }

      send(frame) {
        this.sent.push(JSON.parse(frame));
      }

      close() {
        this.closed = true;
      }
    }
    const { now, setTimeout, clearTimeout } = this.time;
    const services = { url: "ws://here/ws", now, setTimeout, clearTimeout, random: () => 1, WebSocket: Socket };
    this.connection = new Connection({ token: "token-token-token-token", name: "Me", ...services });
    this.connection.onStatus((status) => this.statuses.push(status));
    this.connection.open();
  }

  get socket() {
    return this.sockets.at(-1);
  }

  say(message) {
    this.socket.onmessage({ data: frameOf(message) });
  }

  /** The server takes the connection. */
  greet() {
    this.socket.onopen();
    this.say({ type: "welcome", player: "me", name: "Guest 7", token: null });
    return this;
  }

  /** The last command of a kind. */
  sent(type) {
    return this.socket.sent.findLast((command) => command.type === type);
  }

  count(type) {
    return this.socket.sent.filter((command) => command.type === type).length;
  }

  ack(type, more = {}) {
    this.say({ type: "ack", id: this.sent(type).id, version: 0, room: null, ...more });
  }

  refuse(type, code, more = {}) {
    this.say({ type: "error", id: this.sent(type).id, code, detail: "why", points: [], room: null, ...more });
  }

  async enter() {
    const entered = this.connection.room("XXSHN3");
    this.say(playing());
    this.say(STEP_GRAPH);
    this.ack("subscribe");
    return entered;
  }
}
