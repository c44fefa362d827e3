/**
 * Leads a player to his board, wherever on this page he is: calls him when his match can begin, and opens the board
 * when both are ready.
 */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Duel} from "../../screens/tournament/player_duel.js" */

import { h, linkStyle } from "../../dom.js";
import { language } from "../../i18n.js";
import { currentDuel } from "../../screens/tournament/player_duel.js";
import { createSend } from "./send.js";
import { createSlot } from "./slot.js";

/** Who leads now. @type {Usher | null} */
let usher = null;
/** Boards that were shown once: whoever leaves one is not taken back. @type {Set<string>} */
const visited = new Set();

/** From now on until the tournament is left. @param {App} app @param {TournamentModel} model */
export function startUsher(app, model) {
  if (usher?.model === model) return;
  usher?.leave();
  const next = (usher = new Usher(app, model));
  model.subscribe(({ kind }) => (kind === "lost" ? next.leave() : next.look()));
  next.look();
}

/** @param {string} room its code */
export function visit(room) {
  visited.add(room);
}

class Usher {
  #app;
  /** The match to which he is called, and the title of the page meanwhile. */
  #called = { match: "", title: "" };
  #card;

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.model = model;
    this.#card = createCall(app, model);
    // The board opens at once when it is time, also if the server is just then away.
    void import("../../screens/room.js").catch(() => {});
  }

  look() {
    const duel = currentDuel(this.model);
    const { why, start_button: due } = this.model.you.waiting ?? {};
    const awaited = duel !== null && (due || why === "opponent_not_ready");
    this.#show(awaited);
    if (duel && due) this.#call(duel);
    else this.#calm();
    if (duel) this.#lead(duel);
  }

  leave() {
    this.#card.element.remove();
  }

  /** @param {boolean} awaited */
  #show(awaited) {
    const { element } = this.#card;
    if (!awaited) return element.remove();
    if (!element.isConnected) document.querySelector("main")?.after(element);
    void linkStyle("/player.css");
    this.#card.update();
  }

  /** Once for each match. @param {Duel} duel */
  #call(duel) {
    if (this.#called.match === duel.match.match) return;
    const text = callText(this.#app, this.model, duel);
    this.#app.sound.play("turn");
    this.#app.announce(text, "assertive");
    this.#app.title(text, true);
    this.#called = { match: duel.match.match, title: document.title };
  }

  /** The call was heard, or is void. */
  #calm() {
    if (document.title === this.#called.title) this.#app.title(this.model.head.config.title);
    this.#called = { match: "", title: "" };
  }

  /** @param {Duel} duel */
  #lead({ match: { room, started, result } }) {
    if (room === null || started === null || result || visited.has(room) || isForAll()) return;
    visit(room);
    if (this.#app.room?.code !== room) void this.#app.go(`/${room}`);
  }
}

/** A page that the whole club looks at leads nobody away. */
function isForAll() {
  return ["screen", "print"].includes(document.documentElement.dataset.tournament ?? "");
}

/** @param {App} app @param {TournamentModel} model @param {Duel} duel */
function callText({ t }, model, { match, opponent }) {
  const { length } = model.head.config.matches;
  return t("player.call", { table: match.table, name: model.name(opponent), n: length });
}

/**
 * The call at the foot of whatever is on the screen. The page of the player says the same, so there CSS hides it.
 * @param {App} app
 * @param {TournamentModel} model
 */
function createCall(app, model) {
  const { t } = app;
  const { element: refused, send } = createSend(app, model);
  const element = h("aside", { class: "call", "aria-label": t("player.now") });
  const ready = () => {
    const duel = currentDuel(model);
    if (duel) void send({ type: "ready", match: duel.match.match, player: duel.player });
  };
  const reads = () => [language(), model.you, model.players, model.currentRound, model.playOffs, model.head];
  return createSlot(element, reads, () => {
    const duel = currentDuel(model);
    if (!duel) return [];
    const due = model.you.waiting?.start_button;
    const address = `/#tournament/${model.code}/player`;
    const page = h("a", { class: "btn", href: address, "data-act": "to-page" }, t("player.page"));
    const press = due && !duel.wooden && h("button",
      { class: "btn primary", type: "button", "data-act": "call-ready", onclick: ready }, t("player.ready"));
    const state = due ? "" : t("player.waits_for", { name: model.name(duel.opponent) });
    return [h("p", null, h("strong", null, callText(app, model, duel)), state && ` ${state}`),
      h("div", { class: "row" }, press, page), refused];
  });
}
