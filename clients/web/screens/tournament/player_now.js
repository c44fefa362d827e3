/** The one card that says what is to be done now: come in, say ready, play, report, or wait and for what. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Piece, Slot} from "../../parts/tournament/slot.js" */
/** @import {Duel} from "./player_duel.js" */

import { h } from "../../dom.js";
import { createSend } from "../../parts/tournament/send.js";
import { createSlot } from "../../parts/tournament/slot.js";
import { whyText, whyWaiting } from "../../parts/tournament/why.js";
import { currentDuel, resultText, roundOf } from "./player_duel.js";
import { createWooden } from "./player_wooden.js";

/** Those in which he sits at a board, or should. */
const AT_BOARD = new Set(["play", "opponent_not_ready", "disputed"]);

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @returns {Slot}
 */
export function createNow(app, model) {
  const card = new NowCard(app, model);
  const element = h("section", { class: "panel now", "aria-label": app.t("player.now") });
  const reads = () => [model.you, model.head, model.players, model.standings, model.playOffs, ...model.rounds];
  return createSlot(element, reads, () => card.draw(element));
}

class NowCard {
  #app;
  #model;
  #send;
  #wooden;
  /** What he waited for when it was drawn last. */
  #why = "";

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.#model = model;
    this.#send = createSend(app, model);
    this.#wooden = createWooden(app, model);
  }

  /** @param {HTMLElement} element @returns {Piece[]} */
  draw(element) {
    const why = this.#model.you.waiting?.why ?? "not_registered";
    const duel = currentDuel(this.#model);
    element.dataset.why = why;
    if (duel && AT_BOARD.has(why)) return this.#atBoard(duel, (this.#why = why));
    this.#announce(why);
    const heading = duel && why !== "finished" && this.#heading(duel);
    const told = [this.#outcome(duel), this.#sentence(), this.#others(why), this.#rank(why)];
    return [heading, ...told, why === "not_checked_in" && this.#here(), this.#send.element];
  }

  /** That he is called to a board is told by the usher. @param {string} why */
  #announce(why) {
    if (why === this.#why) return;
    if (this.#why) this.#app.announce(whyText(this.#model, this.#app.t, this.#model.you.waiting));
    this.#why = why;
  }

  // --- at a board ----------------------------------------------------------------------------------------------------

  /** @param {Duel} duel @param {string} why @returns {Piece[]} */
  #atBoard(duel, why) {
    const hint = why === "play" || (duel.wooden && why !== "disputed");
    const told = hint ? h("p", null, this.#app.t(this.#hint(duel))) : this.#sentence();
    const pieces = [this.#heading(duel), this.#against(duel), told];
    if (!duel.wooden) return [...pieces, this.#missing(duel), this.#door(duel), this.#send.element];
    this.#wooden.update(duel);
    return [...pieces, this.#due && this.#ready(duel, "btn"), this.#wooden.element, this.#send.element];
  }

  /** @param {Duel} duel */
  #heading({ match }) {
    const { t } = this.#app;
    const round = roundOf(this.#model, match);
    const above = round === null ? t("player.play_off") : t("player.round", { n: round });
    return h("h2", { "data-match": match.match }, h("small", null, above), t("player.table", { n: match.table }));
  }

  /** @param {Duel} duel */
  #against({ match, opponent, first, wooden }) {
    const { t } = this.#app;
    const { length } = this.#model.head.config.matches;
    const disc = h("span", { class: "disc", "data-color": first ? "white" : "black", "aria-hidden": "true" });
    return h("p", { class: "versus-line" }, t("player.against", { name: this.#model.name(opponent) }), " · ",
      t("player.to", { n: length }), !wooden && [" · ", disc, " ", t(first ? "player.white" : "player.black")],
      match.started !== null && length > 1 && !wooden && ` · ${match.score.join("–")}`);
  }

  /** @param {Duel} duel */
  #hint({ wooden }) {
    if (wooden) return "player.wooden_hint";
    return this.#due ? "player.ready_hint" : "player.running";
  }

  /** He has not said yet that he is at the board. */
  get #due() {
    return this.#model.you.waiting?.start_button === true;
  }

  /** Ready, or the way to the board. @param {Duel} duel */
  #door(duel) {
    if (this.#due) return this.#ready(duel, "btn primary big");
    const { room } = duel.match;
    const props = { class: "btn primary big", href: `/${room}`, "data-act": "to-board" };
    return room !== null && h("a", props, this.#app.t("player.to_board"));
  }

  /** @param {Duel} duel @param {string} look */
  #ready({ match: { match }, player }, look) {
    const press = () => void this.#send.send({ type: "ready", match, player });
    const props = { class: look, type: "button", "data-act": "ready", "data-match": match, onclick: press };
    return h("button", props, this.#app.t("player.ready"));
  }

  /** Who has not come, when it is late. @param {Duel} duel */
  #missing({ match, player }) {
    const late = this.#model.head.late.find((one) => one.match === match.match);
    if (!late) return null;
    const { t } = this.#app;
    if (late.missing.includes(player)) return h("p", { class: "late" }, t("player.late_you"));
    return h("p", { class: "late" }, t(`player.late_${late.level}`, { name: this.#model.name(late.missing[0]) }));
  }

  // --- without a board -----------------------------------------------------------------------------------------------

  #sentence() {
    const { you, head } = this.#model;
    const last = you.waiting?.why === "next_round" && head.played_out;
    return last ? h("p", { class: "why" }, this.#app.t("player.played_out")) : whyWaiting(this.#model, this.#app.t);
  }

  /** How many are being waited for. @param {string} why */
  #others(why) {
    const n = this.#model.currentRound?.matches.filter(({ result }) => !result).length ?? 0;
    return why === "others_playing" && n > 0 && h("p", { class: "muted" }, this.#app.t("player.open_tables", { n }));
  }

  /** For whom all is over. @param {string} why */
  #rank(why) {
    const { rows } = this.#model.standings;
    const row = rows.find(({ player }) => player === this.#model.you.player);
    if (!row?.rank || (why !== "finished" && why !== "out")) return null;
    return h("p", { class: "outcome" }, this.#app.t("player.place", { n: row.rank, of: rows.length }));
  }

  #here() {
    const press = () => {
      const { player } = this.#model.you;
      if (player) void this.#send.send({ type: "check_in", player });
    };
    return h("button", { class: "btn primary big", type: "button", "data-act": "here", onclick: press },
      this.#app.t("player.here"));
  }

  /** How his last match has ended. @param {Duel | null} duel */
  #outcome(duel) {
    const result = duel?.match.result;
    return duel && result ? h("p", { class: "outcome" }, resultText(duel, result, this.#app.t)) : null;
  }
}
