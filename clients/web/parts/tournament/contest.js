/** What a tournament adds to the room of a match: a bar above it, and what is said beside the board. */

/** @import {App} from "../../app.js" */
/** @import {View} from "../../core/view.js" */
/** @import {RoomModel} from "../../core/room.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Offer} from "../offers.js" */

import { opponent } from "../../core/view.js";
import { clear, h, on } from "../../dom.js";
import { loadTexts } from "../../i18n.js";
import { duelOf, resultText, roundOf } from "../../screens/tournament/player_duel.js";
import { isRunning } from "../controls.js";
import { resultTitle } from "../offers.js";
import { nameOf } from "../status.js";
import { visit } from "./usher.js";

/** After so long the player goes back by himself, unless he does something here. */
const BACK_MS = 8000;
const TOUCHES = ["pointerdown", "keydown", "wheel"];

/**
 * `bar`: where it is to be; `seated`: he plays here; `changed`: is called when there is something else to say.
 * @typedef {{bar: HTMLElement, seated: boolean, changed: () => void}} Options
 */

/**
 * @param {App} app
 * @param {RoomModel} room whose `view.tournament` is not null
 * @param {Options} options
 */
export function createContest(app, room, options) {
  return new Contest(app, room, options);
}

export class Contest {
  #app;
  #room;
  #bar;
  #seated;
  #changed;
  /** @type {TournamentModel | null} */
  #model = null;
  #code;
  #match;
  #timer = 0;
  /** `soon`: it has ended before his eyes, and he is about to be taken back. @type {"open" | "soon" | "stays"} */
  #end = "stays";
  /** @type {(() => void)[]} */
  #offs = [];

  /**
   * @param {App} app
   * @param {RoomModel} room
   * @param {Options} options
   */
  constructor(app, room, { bar, seated, changed }) {
    this.#app = app;
    this.#room = room;
    this.#seated = seated;
    this.#changed = changed;
    [this.#code, this.#match] = (room.view.tournament ?? "").split("/");
    this.#bar = bar;
    if (!this.#isStranger()) void this.#open().catch(() => {});
  }

  /** Only one tournament is open, and who plays in one is not taken out of it by watching another. */
  #isStranger() {
    const { tournament } = this.#app;
    return !this.#seated && !!tournament?.you?.player && tournament.code !== this.#code;
  }

  /** Look at the room: the end of the match begins the way back. */
  update() {
    const { phase, paused } = this.#room.view;
    this.#bar.dataset.paused = String(paused);
    if (phase !== "waiting") visit(this.#room.code);
    if (phase !== "over") this.#end = "open";
    else if (this.#end === "open") this.#goBackSoon();
  }

  /**
   * What there is to say beside the board.
   * @param {View} view
   * @param {number | null} away ms that the opponent has been offline
   * @returns {Offer | null}
   */
  offer(view, away) {
    if (!this.#model) return null;
    if (view.phase === "over") return this.#result(view);
    if (this.#seated && !view.you.length) return this.#note("moved", "player.moved", "player.moved_text");
    if (view.paused) return this.#pause(this.#model.head.paused?.[1] ?? "");
    if (!this.#seated || away === null || !isRunning(view)) return null;
    const { t } = this.#app;
    const name = nameOf(view, opponent(view.you[0]), t);
    return { kind: "away", title: t("room.away_title", { name }), text: t("player.away"), buttons: [] };
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#offs.forEach((off) => off());
  }

  // --- the bar -------------------------------------------------------------------------------------------------------

  async #open() {
    const [model] = await Promise.all([this.#app.openTournament(this.#code), loadTexts("tournament")]);
    this.#model = model;
    const show = () => {
      this.#showBar(model);
      this.#changed();
    };
    this.#offs.push(model.subscribe(show));
    show();
  }

  /** @param {TournamentModel} model */
  #showBar(model) {
    const { t } = this.#app;
    const match = model.match(this.#match);
    const round = match && roundOf(model, match);
    const of = Math.max(round ?? 0, model.head.rounds);
    const where = round ? t("player.round_of", { n: round, of }) : t("player.play_off");
    const title = model.head.config.title || t("tournament.title");
    const back = h("a", { class: "btn quiet small", href: this.#address, "data-act": "to-tournament", title },
      h("span", { "aria-hidden": "true" }, "←"), " ", h("span", { class: "contest-title" }, title));
    this.#bar.setAttribute("aria-label", t("tournament.title"));
    const news = model.head.announcement?.[1] ?? "";
    const sign = [back.textContent, where, news].join();
    if (this.#bar.dataset.sign === sign) return;
    this.#bar.dataset.sign = sign;
    const said = news && h("strong", { class: "contest-news", title: news }, news);
    clear(this.#bar, back, match && h("span", null, `${where} · ${t("player.table", { n: match.table })}`), said);
    if (news) this.#app.announce(news);
  }

  get #address() {
    return `/#tournament/${this.#code}`;
  }

  // --- the end -------------------------------------------------------------------------------------------------------

  /** @param {View} view @returns {Offer} */
  #result(view) {
    const { t } = this.#app;
    const go = (/** @type {string} */ path) => () => void this.#app.go(path);
    const replay = { act: "replay", label: t("room.replay"), press: go(`/${this.#room.code}#replay`) };
    return {
      kind: "over",
      title: this.#title(view),
      text: [this.#place(), this.#end === "soon" && t("player.back_soon")].filter(Boolean).join(" "),
      buttons: [
        { act: "back", label: t("player.back"), kind: "primary", press: go(this.#address) },
        ...(view.results.length ? [replay] : []),
      ],
    };
  }

  /** A match that was decided elsewhere has no winner in its room. @param {View} view */
  #title(view) {
    const { t } = this.#app;
    const model = /** @type {TournamentModel} */ (this.#model);
    const match = model.match(this.#match);
    const player = model.you.player;
    if (this.#seated && player && match?.result) return resultText(duelOf(model, match, player), match.result, t);
    return view.winner ? resultTitle(view, this.#seated, t) : t("player.decided");
  }

  #place() {
    const model = /** @type {TournamentModel} */ (this.#model);
    const rows = model.standings.rows;
    const row = this.#seated && rows.find(({ player }) => player === model.you.player);
    return row && row.rank > 0 ? this.#app.t("player.place", { n: row.rank, of: rows.length }) : "";
  }

  #goBackSoon() {
    this.#end = this.#seated ? "soon" : "stays";
    if (!this.#seated) return;
    this.#timer = window.setTimeout(() => void this.#app.go(this.#address), BACK_MS);
    const stay = () => {
      clearTimeout(this.#timer);
      this.#end = "stays";
      this.#changed();
    };
    this.#offs.push(...TOUCHES.map((type) => on(document, type, stay, { once: true, capture: true, passive: true })));
  }

  // --- meanwhile -----------------------------------------------------------------------------------------------------

  /** @param {string} reason @returns {Offer} */
  #pause(reason) {
    return { ...this.#note("paused", "player.pause", "player.pause_text"), ...(reason ? { text: reason } : {}) };
  }

  /** @param {string} kind @param {string} title key @param {string} text key @returns {Offer} */
  #note(kind, title, text) {
    const { t } = this.#app;
    return { kind, title: t(title), text: t(text), buttons: [] };
  }
}
