/** A room: the board in the middle, both players at its sides, and beside it what can be answered and said. */

/** @import {App} from "../app.js" */
/** @import {Color} from "../core/protocol.js" */
/** @import {Change, RoomModel} from "../core/room.js" */
/** @import {Refused} from "../parts/refusal.js" */
/** @import {Tool} from "../parts/controls.js" */
/** @import {Contest} from "../parts/tournament/contest.js" */

import { remaining } from "../core/clock.js";
import { opponent } from "../core/view.js";
import { h, on } from "../dom.js";
import { tell } from "../parts/announcer.js";
import { createAwake } from "../parts/awake.js";
import { createChat } from "../parts/chat.js";
import { absence, createCaller } from "../parts/clocks.js";
import { createActions, createTools, isRunning, toggleFullscreen } from "../parts/controls.js";
import { keyList, listenKeys } from "../parts/keys.js";
import { nameText } from "../parts/names.js";
import { createOffers } from "../parts/offers.js";
import { createPlate } from "../parts/plate.js";
import { refusalText } from "../parts/refusal.js";
import { createStatus } from "../parts/status.js";
import { toggleSounds } from "../parts/sound.js";
import { createSummary } from "../parts/summary.js";
import { createWaiting } from "../parts/waiting.js";
import { COLORS, isMine } from "./board_state.js";
import { Table } from "./table.js";

/** Tenths of a second are shown, so clocks are looked at as often. */
const TICK_MS = 100;

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {{code: string, watch?: boolean}} params `watch`: only ever watch
 * @returns {{destroy(): void, title: string}}
 */
export function show(main, app, { watch = false }) {
  const room = /** @type {RoomModel} */ (app.room);
  const screen = new RoomScreen(main, app, room, !watch && room.view.you.length > 0);
  return { destroy: () => screen.destroy(), title: screen.title };
}

class RoomScreen {
  #app;
  #room;
  #seated;
  /** The room before the change that is told. */
  #before;
  #resigning = false;
  #patient = false;
  #handing = false;
  #call;
  #awake = createAwake();
  #side;
  #waiting = h("div", { class: "waiting-place" });
  #keys;
  #parts;
  #table;
  /** What the tournament has to say, in a room of one. @type {Contest | null} */
  #contest = null;
  #gone = false;
  /** @type {(() => void)[]} */
  #offs;

  /**
   * @param {HTMLElement} main
   * @param {App} app
   * @param {RoomModel} room
   * @param {boolean} seated
   */
  constructor(main, app, room, seated) {
    const { t } = app;
    this.#app = app;
    this.#room = room;
    this.#seated = seated;
    this.#before = room.shown;
    this.#keys = keyList(t);
    this.#call = createCaller(app, seated);
    this.#parts = this.#makeParts();
    const host = h("div", { class: "room-board" });
    this.#side = this.#makeSide();
    if (room.view.tournament) main.append(this.#makeBar());
    main.append(h("div", { class: "room", "data-seated": String(seated) }, this.#makeTable(host), this.#side));
    const refuse = (/** @type {Refused} */ refused) => this.#refuse(refused);
    this.#table = new Table(host, app, room, { seated, refuse });
    const timer = setInterval(() => this.#tick(), TICK_MS);
    this.#offs = [
      room.subscribe((change) => this.#hear(change)),
      app.prefs.onChange(() => this.#update()),
      listenKeys(this.#keyActions()),
      on(document, "fullscreenchange", () => this.#update()),
      () => clearInterval(timer),
    ];
    this.#update();
  }

  get title() {
    const { white, black, settings } = this.#room.view;
    return settings.title || [white, black].map((seat) => (seat ? nameText(seat.name, this.#app.t) : "…")).join(" – ");
  }

  destroy() {
    this.#gone = true;
    this.#offs.forEach((off) => off());
    this.#table.destroy();
    this.#contest?.destroy();
    this.#awake.destroy();
  }

  // --- making ------------------------------------------------------------------------------------------------------

  #makeParts() {
    const app = this.#app;
    const { t } = app;
    const handOver = (/** @type {Color} */ color) => this.#send(this.#room.handOver(color));
    return {
      plates: COLORS.map((color) => createPlate(color, t, handOver)),
      status: createStatus(t),
      tools: createTools(t, this.#toolActs()),
      actions: createActions(t, {
        throw: () => this.#table.press(),
        undo: (all) => this.#table.undo(all),
        done: () => this.#table.done(),
        resign: () => this.#ask(true),
      }),
      offers: createOffers(t, this.#offerActs()),
      chat: createChat(app, { seated: this.#seated, say: (line) => this.#send(this.#room.say(line)) }),
      summary: createSummary(t),
    };
  }

  /** Its place is kept; what a tournament adds is loaded in its rooms only. */
  #makeBar() {
    const bar = h("nav", { class: "contest-bar" });
    const options = { bar, seated: this.#seated, changed: () => this.#update() };
    void import("../parts/tournament/contest.js").then(({ createContest }) => {
      if (this.#gone) return;
      this.#contest = createContest(this.#app, this.#room, options);
      this.#update();
    });
    return bar;
  }

  /** @param {HTMLElement} host */
  #makeTable(host) {
    const { plates, status, tools, actions } = this.#parts;
    const acts = this.#seated ? [actions.element] : [];
    const label = this.#app.t("room.table");
    return h("section", { class: "room-table play", "aria-label": label }, ...plates.map(({ element }) => element),
      tools.element, host, status.element, ...acts);
  }

  #makeSide() {
    const { offers, chat, summary } = this.#parts;
    return h("aside", { class: "room-side", "aria-label": this.#app.t("room.side") },
      summary.element, this.#keys, this.#waiting, offers.element, chat.element);
  }

  /** @returns {Partial<Record<Tool, () => void>>} */
  #toolActs() {
    const { prefs } = this.#app;
    const toggle = (/** @type {"flip" | "mirror"} */ key) => () => prefs.set(key, !prefs.get(key));
    const help = () => this.#update((this.#handing = !this.#handing));
    return {
      flip: toggle("flip"),
      mirror: toggle("mirror"),
      ...(this.#seated && this.#room.view.settings.teaching ? { help } : {}),
      fullscreen: () => void toggleFullscreen(),
      keys: () => this.#toggleKeys(),
    };
  }

  /** @returns {import("../parts/offers.js").OfferActs} */
  #offerActs() {
    const room = this.#room;
    return {
      resign: (points) => this.#send(room.resign(points).finally(() => this.#ask(false))),
      keepPlaying: () => this.#ask(false),
      rematch: (accept) => this.#send(room.rematch(accept)),
      claimWin: () => this.#send(room.claimWin()),
      keepWaiting: () => this.#update((this.#patient = true)),
      replay: () => void this.#app.go(`/${room.code}#replay`),
      home: () => void this.#app.go("/"),
    };
  }

  /** @returns {Parameters<typeof listenKeys>[0]} */
  #keyActions() {
    const acts = this.#toolActs();
    return {
      throw: () => this.#table.press(),
      undo: () => this.#table.undo(),
      undo_all: () => this.#table.undo(true),
      done: () => this.#table.done(),
      fullscreen: acts.fullscreen,
      flip: acts.flip,
      mirror: acts.mirror,
      mute: () => this.#mute(),
      list: acts.keys,
      close: () => this.#close(),
    };
  }

  #toggleKeys() {
    this.#keys.hidden = !this.#keys.hidden;
    if (!this.#keys.hidden) this.#keys.scrollIntoView({ block: "nearest" });
  }

  #mute() {
    const on = toggleSounds(this.#app.prefs);
    this.#parts.status.say(this.#app.t(on ? "room.sounds_on" : "room.sounds_off"));
  }

  #close() {
    this.#keys.hidden = true;
    if (this.#resigning) this.#ask(false);
  }

  // --- telling -----------------------------------------------------------------------------------------------------

  /** @param {Change} change */
  #hear(change) {
    const before = this.#before;
    this.#before = this.#room.shown;
    this.#table.hear(change);
    if (change.events.length && isMine(before)) this.#parts.status.settle();
    this.#tell(tell(before, change.events, this.#app.t), change);
    if (change.kind === "lost" && change.error) this.#refuse(change.error);
    if (before.turn !== this.#room.shown.turn) this.#resigning = false;
    this.#update();
  }

  /**
   * @param {string[]} lines
   * @param {Change} change
   */
  #tell(lines, { events }) {
    if (!lines.length) return;
    const passed = events.some((event) => event.type === "play_ended" && event.blocked.length > 0);
    this.#parts.status.say(lines.join(" · "), passed ? "pass" : "news");
    const turn = this.#seated && isMine(this.#room.shown) ? [this.#app.t("announce.your_turn")] : [];
    this.#app.announce([...lines, ...turn].join(". "));
  }

  /** @param {Refused} refused */
  #refuse(refused) {
    const text = refusalText(refused, this.#app.t);
    this.#parts.status.say(text, "refusal");
    this.#app.announce(text, "assertive");
    if (this.#room.you && refused.points?.length) this.#table.mark(this.#room.you, refused.points);
  }

  /** @param {Promise<unknown>} answer */
  #send(answer) {
    answer.then(() => this.#parts.status.settle(), (refused) => this.#refuse(refused));
  }

  /** @param {boolean} resigning */
  #ask(resigning) {
    this.#resigning = resigning;
    this.#update();
    if (resigning) this.#parts.offers.element.scrollIntoView({ block: "nearest" });
  }

  // --- showing -----------------------------------------------------------------------------------------------------

  /** @param {unknown} [_] what was changed on the way here */
  #update(_) {
    const view = this.#room.shown;
    const { plates, status, tools, actions, chat, summary } = this.#parts;
    const bottom = this.#table?.perspective ?? "white";
    COLORS.forEach((color, i) => plates[i].update(view, { bottom: color === bottom, handing: this.#handing }));
    status.update(this.#room, this.#seated);
    actions.update(this.#room);
    tools.update({
      flip: this.#app.prefs.get("flip"),
      mirror: this.#app.prefs.get("mirror"),
      help: this.#handing,
      fullscreen: !!document.fullscreenElement,
    });
    summary.update(view);
    chat.update(this.#room.lines, this.#room.online);
    this.#contest?.update();
    this.#showWaiting();
    this.#stayAwake();
    this.#tick();
  }

  #showWaiting() {
    const { view } = this.#room;
    const waits = this.#seated && view.phase === "waiting" && !(view.white && view.black);
    this.#parts.chat.element.hidden = waits && !this.#room.lines.length;
    if (waits === this.#waiting.childElementCount > 0) return;
    const refuse = (/** @type {unknown} */ error) => this.#refuse(asRefused(error));
    this.#waiting.replaceChildren(...(waits ? [createWaiting(this.#app, this.#room, refuse)] : []));
  }

  #stayAwake() {
    const { t } = this.#app;
    const view = this.#room.shown;
    this.#awake.update({
      playing: this.#seated && isRunning(view),
      myTurn: this.#seated && isMine(view),
      title: `${this.title} · narde`,
      turnTitle: t("room.title_turn", { title: this.title }),
    });
  }

  #tick() {
    const { shown, view, receivedAt, you } = this.#room;
    const now = performance.now();
    const clocks = remaining(view.clocks, receivedAt, now);
    const running = view.clocks?.running ?? null;
    COLORS.forEach((color, i) => {
      const clock = clocks && { ms: clocks[color], running: running === color };
      this.#parts.plates[i].tick(clock, absence(this.#room, color, now));
    });
    const away = this.#seated && you && view.you.length === 1 ? absence(this.#room, opponent(you), now) : null;
    if (away === null) this.#patient = false;
    const look = { resigning: this.#resigning, patient: this.#patient, seated: this.#seated, contest: this.#contest };
    this.#parts.offers.update(shown, look, away);
    if (clocks && running) this.#call(view, running, clocks[running]);
  }
}

/** @param {unknown} error @returns {Refused} */
function asRefused(error) {
  return error instanceof Object && "code" in error ? /** @type {Refused} */ (error) : { code: "internal" };
}
