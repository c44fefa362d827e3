/** The result of a match on a wooden board: what I say, what the opponent says, and that both may differ. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Duel} from "./player_duel.js" */

import { clear, h } from "../../dom.js";
import { createSend } from "../../parts/tournament/send.js";
import { isFinal, marsOf, turned } from "./player_duel.js";

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @returns {{element: HTMLElement, update(duel: Duel): void}}
 */
export function createWooden(app, model) {
  const form = new WoodenBoard(app, model);
  return { element: form.element, update: (duel) => form.update(duel) };
}

class WoodenBoard {
  #app;
  #model;
  #send;
  /** @type {Duel | null} */
  #duel = null;
  #steppers = [0, 1].map((side) => this.#stepper(side));
  /** Own points and the opponent's, as they are being set. */
  #points = [0, 0];
  #said = h("div", { class: "said", "aria-live": "polite" });
  #hint = h("p", { class: "muted" });
  #button;

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.#model = model;
    this.#send = createSend(app, model);
    this.#button = h("button", { class: "btn primary big", type: "button", "data-act": "claim",
      onclick: () => this.#claim(/** @type {[number, number]} */ (this.#points)) });
    this.element = h("div", { class: "wooden", role: "group", "aria-label": app.t("player.wooden") },
      this.#said, h("div", { class: "steppers" }, this.#steppers.map(({ element }) => element)),
      this.#hint, this.#button, this.#send.element);
  }

  /** @param {Duel} duel */
  update(duel) {
    const known = this.#duel?.match.match === duel.match.match;
    const own = duel.match.claims[duel.player];
    if (!known) this.#points = own ? turned(own, duel.first) : [0, 0];
    this.#duel = duel;
    this.#show();
  }

  get #length() {
    return this.#model.head.config.matches.length;
  }

  /** The last win may be a mars. */
  get #most() {
    return this.#length + marsOf(this.#model) - 1;
  }

  /** What a mars is worth, where it is worth anything. */
  get #worth() {
    const n = marsOf(this.#model);
    return n > 1 && this.#app.t("player.claim_mars", { n });
  }

  /** What the opponent has said, my points first. */
  get #theirs() {
    const claim = this.#duel?.match.claims[this.#duel.opponent];
    return claim && this.#duel ? turned(claim, this.#duel.first) : null;
  }

  #show() {
    const duel = /** @type {Duel} */ (this.#duel);
    const { t } = this.#app;
    const name = this.#model.name(duel.opponent);
    [t("player.you"), name].forEach((label, i) => this.#steppers[i].show(label, this.#points[i], this.#most));
    const final = isFinal(/** @type {[number, number]} */ (this.#points), this.#length);
    this.#button.disabled = !final;
    this.#button.textContent = t(this.#theirs ? "player.claim_other" : "player.claim");
    const hints = [!final && t("player.claim_hint", { n: this.#length }), this.#worth];
    this.#hint.textContent = hints.filter(Boolean).join(" ");
    this.#showSaid(duel, name);
  }

  /** @param {Duel} duel @param {string} name */
  #showSaid({ match, player, first, opponent }, name) {
    const { t } = this.#app;
    const claim = match.claims[player];
    const mine = claim && turned(claim, first);
    const theirs = this.#theirs;
    const lines = [
      mine && h("p", null, t("player.you_said", { own: mine[0], other: mine[1] })),
      theirs && h("p", null, t("player.they_said", { name, own: theirs[0], other: theirs[1] })),
      mine && !theirs && h("p", { class: "muted" }, this.#awaited(opponent, name)),
    ];
    const agree = theirs && (!mine || match.disputed);
    const button = agree && h("button", { class: "btn primary big", type: "button", "data-act": "agree",
      onclick: () => this.#claim(theirs) }, t("player.agree"));
    const sign = [...lines, button].map((piece) => (piece ? piece.textContent : "")).join("|");
    if (this.#said.dataset.sign === sign) return;
    this.#said.dataset.sign = sign;
    clear(this.#said, ...lines, button);
  }

  /** @param {string} opponent @param {string} name */
  #awaited(opponent, name) {
    const device = this.#model.player(opponent)?.device;
    return this.#app.t(device ? "player.claim_waits" : "player.claim_waits_director", { name });
  }

  /** @param {readonly [number, number]} points mine first */
  #claim(points) {
    if (!this.#duel) return;
    const { match, player, first } = this.#duel;
    this.#points = [...points];
    void this.#send.send({ type: "claim", match: match.match, player, score: turned(points, first) });
  }

  /** @param {number} side 0: mine */
  #stepper(side) {
    return createStepper(["own", "other"][side], (by) => {
      this.#points[side] += by;
      this.#show();
    });
  }
}

/**
 * A number with a button on either side.
 * @param {string} name
 * @param {(by: number) => void} step
 */
function createStepper(name, step) {
  const label = h("span", { class: "stepper-name" });
  const number = h("output", { class: "number" });
  const less = h("button", { class: "btn", type: "button", "data-act": `${name}-less`, onclick: () => step(-1) }, "−");
  const more = h("button", { class: "btn", type: "button", "data-act": `${name}-more`, onclick: () => step(1) }, "+");
  const element = h("div", { class: "stepper", role: "group" }, label, less, number, more);
  return {
    element,
    /** @param {string} text @param {number} points @param {number} most */
    show(text, points, most) {
      label.textContent = text;
      element.setAttribute("aria-label", text);
      less.setAttribute("aria-label", `${text} −1`);
      more.setAttribute("aria-label", `${text} +1`);
      number.textContent = String(points);
      less.disabled = points <= 0;
      more.disabled = points >= most;
    },
  };
}
