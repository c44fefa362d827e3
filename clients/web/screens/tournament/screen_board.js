/** The live board of the featured match: follows its room, and shows names, score, clocks and pips around it. */

/** @import {App} from "../../app.js" */
/** @import {Color} from "../../core/protocol.js" */
/** @import {Change, RoomModel} from "../../core/room.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

import { remaining } from "../../core/clock.js";
import { opponent, pips, sides } from "../../core/view.js";
import { clear, h } from "../../dom.js";
import { clockText } from "../../parts/plate.js";
import { COLORS } from "../board_state.js";
import { Table } from "../table.js";
import { featuredRoom } from "./screen_program.js";

/** Of a plate, from left to right. */
const PARTS = /** @type {const} */ (["name", "score", "clock", "pips"]);

export class FeaturedBoard {
  #app;
  #model;
  /** The room that is asked for, so that the one before is let go in time. @type {string | null} */
  #wanted = null;
  /** @type {RoomModel | null} */
  #room = null;
  /** @type {Table | null} */
  #table = null;
  #off = () => {};
  #plates = { far: plate(), near: plate() };
  #title = h("h2", { class: "projector-match" });
  // What the board tells is on the plates and in the lists: nobody plays here.
  #host = h("div", { class: "projector-table", inert: true });

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.#model = model;
    const { far, near } = this.#plates;
    this.element = h("section", { class: "projector-board" }, this.#title, far, this.#host, near);
  }

  /** The tournament has changed: another match may be on. */
  follow() {
    const code = featuredRoom(this.#model);
    this.element.hidden = code === null;
    this.#title.textContent = this.#heading();
    if (code === this.#wanted) return this.#label();
    this.#wanted = code;
    this.#clear();
    if (code !== null) void this.#enter(code).catch(() => this.#wanted === code && this.#forget());
  }

  /** Between two events the clocks run on. */
  tick() {
    const room = this.#room;
    const left = room && remaining(room.view.clocks, room.receivedAt, performance.now());
    for (const color of COLORS) {
      this.#part(color, "clock").textContent = left ? clockText(left[color]) : "";
    }
  }

  destroy() {
    this.#wanted = null;
    this.#clear();
  }

  /** @param {string} code */
  async #enter(code) {
    const room = await (await this.#app.connect()).room(code);
    if (code !== this.#wanted) return room.leave();
    this.#room = room;
    this.#table = new Table(this.#host, this.#app, room, { seated: false, refuse() {} });
    this.#off = room.subscribe((change) => this.#hear(change));
    this.#label();
  }

  /** @param {Change} change */
  #hear(change) {
    if (change.kind === "lost") return this.#forget();
    this.#table?.hear(change);
    this.#label();
  }

  /** The room is closed, perhaps to be made anew: the next news of the tournament says so. */
  #forget() {
    this.#wanted = null;
    this.#clear(false);
  }

  #clear(leave = true) {
    this.#off();
    this.#table?.destroy();
    if (leave) this.#room?.leave();
    this.#off = () => {};
    this.#room = this.#table = null;
    this.#host.replaceChildren();
    for (const each of Object.values(this.#plates)) each.hidden = true;
  }

  /** @returns {string} */
  #heading() {
    const { t } = this.#app;
    const match = this.#model.match(this.#model.head.featured);
    if (!match) return "";
    return match.match.startsWith("po") ? t("screen.play_off") : t("tournament.table", { table: match.table });
  }

  #label() {
    const room = this.#room;
    if (!room) return;
    for (const color of COLORS) this.#labelSide(room, color);
    this.tick();
  }

  /** @param {RoomModel} room @param {Color} color */
  #labelSide({ shown }, color) {
    const { t } = this.#app;
    const element = this.#plateOf(color);
    element.hidden = false;
    element.dataset.turn = String(shown.to_move === color && shown.phase !== "over");
    clear(this.#part(color, "name"), h("span", { class: "disc", dataset: { color } }), shown[color]?.name ?? "");
    this.#part(color, "score").textContent =
      shown.settings.length > 1 ? `${shown.score[COLORS.indexOf(color)]}/${shown.settings.length}` : "";
    this.#part(color, "pips").textContent = t("screen.pips", { n: pips(sides(shown)[color]) });
  }

  /** @param {Color} color */
  #plateOf(color) {
    const near = this.#table?.perspective ?? "white";
    return color === opponent(near) ? this.#plates.far : this.#plates.near;
  }

  /** @param {Color} color @param {typeof PARTS[number]} part */
  #part(color, part) {
    return /** @type {HTMLElement} */ (this.#plateOf(color).children[PARTS.indexOf(part)]);
  }
}

function plate() {
  const parts = PARTS.map((part) => h("span", { class: part === "name" ? part : `plate-${part} number` }));
  return h("p", { class: "projector-plate", hidden: true }, parts);
}
