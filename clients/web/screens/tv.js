/** narde TV: the most exciting public room, for a wall or a projector. After each game it looks again. */

import { h } from "../dom.js";
import { mostExciting } from "./exciting.js";
import { show as showRoom } from "./room.js";
import { repeat } from "./watch.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {RoomModel} from "../core/room.js"
 */

/** How long the end of a game stays on the screen. */
const CURTAIN_MS = 8000;

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const set = new Television(main, app);
  const stop = repeat(() => set.look());
  return {
    title: app.t("tv.title"),
    destroy() {
      stop();
      set.destroy();
    },
  };
}

class Television {
  /** @type {Screen | null} */
  #screen = null;
  /** @type {RoomModel | null} */
  #room = null;
  #off = () => {};
  /** A game has ended and is still on. */
  #curtain = 0;
  #gone = false;
  #host;
  #app;

  /** @param {HTMLElement} main @param {App} app */
  constructor(main, app) {
    this.#app = app;
    this.#host = h("div", { class: "tv" }, h("h1", { class: "hidden" }, app.t("tv.title")));
    main.append(this.#host);
    this.#blank();
  }

  /** While a game is running nobody is torn away from it. */
  async look() {
    if (this.#gone || this.#curtain || this.#playing()) return;
    const rooms = await (await this.#app.connect()).listRooms();
    const best = mostExciting(rooms, this.#room?.code);
    if (this.#gone || best === this.#room?.code) return;
    if (best) await this.#tune(best);
    else if (this.#screen) this.#clear();
  }

  destroy() {
    this.#gone = true;
    this.#clear();
  }

  #playing() {
    const { phase, white, black } = this.#room?.view ?? { phase: "over" };
    return this.#room?.online && phase !== "over" && phase !== "waiting" && white && black;
  }

  /** @param {string} code */
  async #tune(code) {
    const room = await this.#app.enter(code);
    if (this.#gone) return;
    this.#clear(false);
    this.#room = room;
    this.#host.replaceChildren(h("h1", { class: "hidden" }, this.#app.t("tv.title")));
    this.#screen = showRoom(this.#host, this.#app, { code, watch: true });
    this.#off = room.subscribe(({ kind, events }) => {
      if (kind === "lost" || events.some(({ type }) => type === "game_ended")) this.#drawCurtain();
    });
  }

  #drawCurtain() {
    clearTimeout(this.#curtain);
    this.#curtain = window.setTimeout(() => {
      this.#curtain = 0;
      void this.look().catch(() => {});
    }, CURTAIN_MS);
  }

  /** @param {boolean} [leave] */
  #clear(leave = true) {
    clearTimeout(this.#curtain);
    this.#curtain = 0;
    this.#off();
    this.#screen?.destroy();
    this.#screen = null;
    this.#room = null;
    if (leave) this.#app.leave();
    if (leave && !this.#gone) this.#blank();
  }

  #blank() {
    const { t } = this.#app;
    this.#host.replaceChildren(
      h("div", { class: "page" }, h("h1", null, t("tv.title")), h("p", { class: "empty" }, t("tv.none"))),
    );
  }
}
