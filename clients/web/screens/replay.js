/** A finished game, to step through: the board, the list of plays, a link to every moment of it, and its record. */

/** @import {App, Screen} from "../app.js" */
/** @import {Board} from "../board/board.js" */
/** @import {Color, Record} from "../core/protocol.js" */
/** @import {Replay} from "../core/record.js" */
/** @import {Frame, Place} from "./frames.js" */

import { createBoard } from "../board/board.js";
import { replay } from "../core/record.js";
import { opponent } from "../core/view.js";
import { h, on } from "../dom.js";
import { sharedOrigin } from "../parts/address.js";
import { copied } from "../parts/clipboard.js";
import { locale } from "../i18n.js";
import { resultText } from "../parts/announcer.js";
import { createTools } from "../parts/controls.js";
import { listenKeys } from "../parts/keys.js";
import { nameText } from "../parts/names.js";
import { createPlate } from "../parts/plate.js";
import { createPlayList, diceOf, playOf } from "../parts/play_list.js";
import { Playback } from "../parts/playback.js";
import { passText } from "../parts/refusal.js";
import { createSummary } from "../parts/summary.js";
import { COLORS, boardState } from "./board_state.js";
import { cursorAfter, framesOf, movesBetween, pathOf, placeOf, replayKey } from "./frames.js";

/** The address follows the cursor when that rests: browsers allow an address so many changes only. */
const REST_MS = 400;
const NOTHING = () => {};
const HOOKS = {
  move: NOTHING, farthest: NOTHING, refused: NOTHING, throw: NOTHING, done: NOTHING, die: NOTHING, undo: NOTHING, grab: NOTHING,
};

/** @param {HTMLElement} main @param {App} app @param {{code: string, rest: string[]}} params @returns {Screen} */
export function show(main, app, { code, rest }) {
  const place = placeOf(rest);
  const page = h("div", { class: "page", "aria-busy": "true" }, h("h1", null, app.t("replay.title")), h("p", { class: "muted" }, app.t("app.loading")));
  main.append(page);
  let gone = false;
  /** @type {ReplayScreen | null} */
  let screen = null;
  load(app, code, place).then(({ record, games }) => {
    if (gone) return;
    page.remove();
    screen = new ReplayScreen(main, app, record, games, place.at);
    app.title(screen.title);
  }).catch((error) => void app.why(error).then((text) => showMissing(page, app, code, text)));
  return {
    title: app.t("replay.title"),
    destroy() {
      gone = true;
      screen?.destroy();
    },
  };
}

/**
 * The record, and how many games its match has by now.
 * @param {App} app
 * @param {string} code
 * @param {Place} place
 */
async function load(app, code, { match, game }) {
  const connection = await app.connect();
  const record = await connection.record(code, match, game);
  const single = record.settings.length === 1 || game === null;
  const last = single ? record : await connection.record(code, record.match).catch(() => record);
  return { record, games: last.game };
}

/** @param {HTMLElement} page @param {App} app @param {string} code @param {string} reason */
function showMissing(page, { t }, code, reason) {
  page.setAttribute("aria-busy", "false");
  page.replaceChildren(h("h1", null, t("replay.none")), h("p", { class: "muted" }, reason), h("div", { class: "row" },
    h("a", { class: "btn primary", href: "/#watch" }, t("replay.others")), h("a", { class: "btn", href: `/${code}` }, t("replay.room"))));
}

class ReplayScreen {
  #app;
  #record;
  #games;
  /** @type {Replay} */
  #replay;
  /** @type {Frame[]} */
  #frames;
  #at = 0;
  /** @type {Board} */
  #board;
  #parts;
  #status = h("p", { class: "status", role: "status" });
  #count = h("span", { class: "link number" });
  /** @type {{url: string, rest: number}} */
  #held = { url: "", rest: 0 };
  /** @type {(() => void)[]} */
  #offs;

  /**
   * @param {HTMLElement} main
   * @param {App} app
   * @param {Record} record
   * @param {number} games of the match
   * @param {number} at
   */
  constructor(main, app, record, games, at) {
    this.#app = app;
    this.#record = record;
    this.#games = games;
    this.#replay = replay(record);
    this.#frames = framesOf(this.#replay);
    this.#held.url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    this.#parts = this.#makeParts();
    const host = h("div", { class: "room-board" });
    main.append(h("div", { class: "room replay" }, this.#makeTable(host), this.#makeSide()));
    this.#board = createBoard(host, HOOKS);
    this.#offs = [
      app.prefs.onChange(() => this.#draw(this.#at)),
      listenKeys(this.#toolActs()),
      on(document, "keydown", (event) => this.#key(event)),
      // A click leaves the focus where it is: on the board the arrow keys would walk over the points.
      on(host, "mousedown", (event) => event.preventDefault()),
    ];
    // How the match stood is no part of a record: without a number the summary leaves the game of the match out.
    this.#parts.summary.update({ ...this.#frames[0].view, settings: record.settings, results: [], game: 0 });
    this.#go(Math.min(at, this.#last));
  }

  get title() {
    const { t } = this.#app;
    return `${t("replay.title")}: ${COLORS.map((color) => nameText(this.#record[color].name, t)).join(" – ")}`;
  }

  destroy() {
    this.#offs.forEach((off) => off());
    this.#parts.playback.destroy();
    this.#board.destroy();
    clearTimeout(this.#held.rest);
    URL.revokeObjectURL(this.#held.url);
  }

  get #last() {
    return this.#frames.length - 1;
  }

  // --- making -----------------------------------------------------------------------------------------------------------

  #makeParts() {
    const { t } = this.#app;
    return {
      plates: COLORS.map((color) => createPlate(color, t, NOTHING)),
      tools: createTools(t, this.#toolActs()),
      playback: new Playback(t, (act) => this.#go(cursorAfter(act, this.#at, this.#last))),
      list: createPlayList(t, this.#frames, this.#replay.result, (at) => this.#go(at)),
      summary: createSummary(t),
    };
  }

  /** @param {HTMLElement} host */
  #makeTable(host) {
    const { plates, tools, playback } = this.#parts;
    return h("section", { class: "room-table play", "aria-label": this.#app.t("room.table") }, ...plates.map(({ element }) => element),
      tools.element, host, h("div", { class: "status-row" }, this.#status, this.#count), playback.element);
  }

  #makeSide() {
    const { t } = this.#app;
    const { summary, list } = this.#parts;
    summary.element.prepend(h("p", { class: "muted" }, `${t("replay.title")} · ${this.#date}`));
    return h("aside", { class: "room-side", "aria-label": t("room.side") }, summary.element, this.#makeGames(), list.element,
      this.#makeLinks());
  }

  get #date() {
    const at = this.#record.commits[0]?.at ?? 0;
    return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  }

  /** The games of a match, when there are several. */
  #makeGames() {
    const { room, match, game } = this.#record;
    if (this.#games < 2) return null;
    const { t } = this.#app;
    const numbers = Array.from({ length: this.#games }, (_, i) => i + 1);
    return h("nav", { class: "games", "aria-label": t("replay.games") }, numbers.map((n) => h("a", {
      class: "btn small", href: pathOf({ room, match, game: n }), "aria-current": n === game && "page",
    }, t("replay.game", { n }))));
  }

  #makeLinks() {
    const { t } = this.#app;
    const { room, match, game } = this.#record;
    return h("div", { class: "row" },
      h("button", { class: "btn small", type: "button", "data-act": "copy-link", onclick: () => this.#copy() }, t("share.copy")),
      h("a", { class: "btn small", "data-act": "download", href: this.#held.url, download: `narde-${room}-${match}-${game}.json` }, t("replay.download")),
      h("a", { class: "btn small quiet", href: `/${room}` }, t("replay.room")));
  }

  #toolActs() {
    const { prefs } = this.#app;
    const toggle = (/** @type {"flip" | "mirror"} */ key) => () => prefs.set(key, !prefs.get(key));
    return { flip: toggle("flip"), mirror: toggle("mirror") };
  }

  // --- going ------------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const act = event.defaultPrevented ? null : replayKey(event);
    if (!act) return;
    event.preventDefault();
    this.#parts.playback.act(act);
  }

  /** @param {number} at */
  #go(at) {
    const from = this.#at;
    this.#at = at;
    const moves = this.#draw(from);
    this.#parts.playback.update(at, this.#last, moves.length);
    this.#parts.list.update(at);
    clearTimeout(this.#held.rest);
    this.#held.rest = window.setTimeout(() => history.replaceState(null, "", pathOf(this.#record, at)), REST_MS);
  }

  async #copy() {
    const link = (await sharedOrigin()) + pathOf(this.#record, this.#at);
    this.#app.status((await copied(link)) ? this.#app.t("share.copied") : link);
  }

  // --- showing ----------------------------------------------------------------------------------------------------------

  /**
   * @param {number} from the frame that was shown before
   * @returns what moves on the way
   */
  #draw(from) {
    const frame = this.#frames[this.#at];
    const moves = movesBetween(this.#frames, from, this.#at);
    const { prefs } = this.#app;
    // Whoever steps on does not wait for what is still in the air.
    if (moves.length) this.#board.show(this.#boardState(this.#frames[from]), { skip: true });
    this.#board.show(this.#boardState(frame), { moves, skip: !moves.length || !prefs.get("animations") });
    COLORS.forEach((color, i) => {
      this.#parts.plates[i].update(frame.view, { bottom: color === this.#perspective, handing: false });
      this.#parts.plates[i].element.dataset.turn = String(color === frame.color);
      this.#parts.plates[i].tick(frame.view.clocks && { ms: frame.view.clocks[color], running: false }, null);
    });
    this.#parts.tools.update({ flip: prefs.get("flip"), mirror: prefs.get("mirror") });
    this.#say(frame);
    return moves;
  }

  /** @param {Frame} frame */
  #boardState({ view, memory }) {
    const { prefs, t } = this.#app;
    return boardState(view, null, {
      perspective: this.#perspective, mirror: prefs.get("mirror"), numbers: prefs.get("numbers"), arrows: false,
      online: false, first: null, memory, t,
    });
  }

  /** Whoever has played the game sees it from the own side. @returns {Color} */
  get #perspective() {
    const { white, black } = this.#record;
    const me = this.#app.connection?.player;
    const own = black.player === me && white.player !== me ? "black" : "white";
    return this.#app.prefs.get("flip") ? opponent(own) : own;
  }

  /** The line under the board, which is read aloud. @param {Frame} frame */
  #say(frame) {
    const { t } = this.#app;
    const { result } = this.#replay;
    const ends = this.#at === this.#last && result ? [resultText(result, t)] : [];
    this.#status.textContent = [...this.#lines(frame), ...ends].join(". ");
    this.#count.textContent = `${this.#at} / ${this.#last}`;
  }

  /** @param {Frame} frame */
  #lines(frame) {
    const { t } = this.#app;
    const { color, stage, ended } = frame;
    if (!color || !stage) return [t("replay.start"), ...this.#beginning()];
    const key = stage.carried ? "replay.line_carried" : "replay.line";
    const line = t(key, { color: t(`color.${color}`), dice: diceOf(frame), play: playOf(frame, t) });
    return ended?.blocked.length ? [line, passText(ended, t)] : [line];
  }

  #beginning() {
    const { t } = this.#app;
    const color = this.#frames[0].view.first_mover;
    return color ? [t("announce.begins", { color: t(`color.${color}`) })] : [];
  }
}
