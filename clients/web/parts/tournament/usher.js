/**
 * Leads a player to his board, wherever on this site he is: calls him when his match can begin, and opens the board
 * when both are ready. Whoever is in the middle of another game is called, and goes by himself.
 */

/** @import {App} from "../../app.js" */
/** @import {MatchView} from "../../core/protocol.js" */
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

/**
 * From now on, until the tournament is over for him. Whoever plays in one goes on being called there while he looks at
 * another.
 * @param {App} app
 * @param {TournamentModel} model
 */
export function startUsher(app, model) {
  if (usher?.model === model || (usher && plays(usher.model) && !plays(model))) return;
  usher?.leave();
  usher = new Usher(app, model);
  usher.look();
}

/** @param {TournamentModel} model */
export function isLed(model) {
  return usher?.model === model && plays(model);
}

/** This device plays in it, and it goes on. @param {TournamentModel} model */
export function plays({ you, head }) {
  return !!you?.player && head.phase !== "finished";
}

/** @param {string} room its code */
export function visit(room) {
  visited.add(room);
}

class Usher {
  #app;
  /** The match to which he is called, the title of the page meanwhile, and the one before. */
  #called = { match: "", title: "", before: "" };
  #card;
  #off;
  #screens = new MutationObserver(() => this.look());

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.model = model;
    this.#card = createCall(app, model);
    this.#off = model.subscribe(({ kind }) => (kind === "lost" ? this.#end() : this.look()));
    // On another screen there may be another thing to say.
    this.#screens.observe(/** @type {Node} */ (document.querySelector("main")), { childList: true });
    // The board opens at once when it is time, also if the server is just then away.
    void import("../../screens/room.js").catch(() => {});
  }

  look() {
    const duel = currentDuel(this.model);
    const due = this.model.you.waiting?.start_button;
    this.#remember();
    const led = duel !== null && this.#lead(duel);
    this.#show(duel !== null && !led && this.#isAwaited(duel) && !this.#isSaid());
    if (duel && due) this.#call(duel);
    else this.#calm();
    if (!plays(this.model) && this.#app.tournament !== this.model) this.leave();
  }

  leave() {
    this.#end();
    if (this.#app.tournament !== this.model) this.model.leave();
  }

  #end() {
    this.#off();
    this.#screens.disconnect();
    this.#card.element.remove();
    if (usher === this) usher = null;
  }

  /** The tournament in which this device plays, also for the next page that is opened here. */
  #remember() {
    const { prefs } = this.#app;
    const { code } = this.model;
    const known = prefs.get("contest") === code;
    if (plays(this.model) && !known) prefs.set("contest", code);
    if (!plays(this.model) && known) prefs.set("contest", "");
  }

  /** He is to say that he is ready, or the board waits for him. @param {Duel} duel */
  #isAwaited({ match }) {
    const { why, start_button: due } = this.model.you.waiting ?? {};
    const away = document.documentElement.dataset.screen !== "tournament" && this.#app.room?.code !== match.room;
    return due || why === "opponent_not_ready" || (away && isOpen(match));
  }

  /** The page that is shown says it itself, or is for all. */
  #isSaid() {
    const own = document.documentElement.dataset.tournament === "player" && this.#app.tournament === this.model;
    return own || isForAll();
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
    const before = document.title;
    this.#app.sound.play("turn");
    this.#app.announce(text, "assertive");
    this.#app.title(text, true);
    this.#called = { match: duel.match.match, title: document.title, before };
  }

  /** The call was heard, or is void. */
  #calm() {
    const { title, before } = this.#called;
    if (document.title === title) this.#app.title(before.replace(/(^| · )narde$/, ""));
    this.#called = { match: "", title: "", before: "" };
  }

  /** @param {Duel} duel @returns {boolean} whether he is on his way */
  #lead({ match }) {
    const { room } = match;
    if (room === null || !isOpen(match) || visited.has(room) || isForAll() || isBusy(this.#app, room)) return false;
    visit(room);
    if (this.#app.room?.code === room) return false;
    void this.#app.go(`/${room}`);
    return true;
  }
}

/** Its board is there, and it is being played. @param {MatchView} match */
function isOpen({ room, started, result }) {
  return room !== null && started !== null && result === null;
}

/** He is in the middle of another game. @param {App} app @param {string} room that of his match */
function isBusy({ room: here }, room) {
  if (!here || here.code === room) return false;
  const { you, phase, winner } = here.view;
  return you.length > 0 && winner === null && phase !== "waiting" && phase !== "over";
}

/** A page that the whole club looks at leads nobody away. */
function isForAll() {
  const { tournament = "", screen } = document.documentElement.dataset;
  return ["screen", "print"].includes(tournament) || screen === "tv";
}

/** @param {App} app @param {TournamentModel} model @param {Duel} duel */
function callText({ t }, model, { match, opponent }) {
  const { length } = model.head.config.matches;
  return t("player.call", { table: match.table, name: model.name(opponent), n: length });
}

/**
 * The call at the foot of whatever is on the screen.
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
    const { why, start_button: due } = model.you.waiting ?? {};
    const address = `/#tournament/${model.code}/player`;
    const page = h("a", { class: "btn", href: address, "data-act": "to-page" }, t("player.page"));
    const press = due && !duel.wooden && h("button",
      { class: "btn primary", type: "button", "data-act": "call-ready", onclick: ready }, t("player.ready"));
    const { room } = duel.match;
    const board = isOpen(duel.match) && h("a",
      { class: "btn primary", href: `/${room}`, "data-act": "call-board" }, t("player.to_board"));
    const state = why === "opponent_not_ready" ? t("player.waits_for", { name: model.name(duel.opponent) }) : "";
    return [h("p", null, h("strong", null, callText(app, model, duel)), state && ` ${state}`),
      h("div", { class: "row" }, press, board, page), refused];
  });
}
