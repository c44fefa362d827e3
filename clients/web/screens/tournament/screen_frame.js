/** What is always on the projector: event, round, clock, announcement, the way to follow on a phone, a lost link. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Slide} from "./screen_program.js" */

import { clear, h } from "../../dom.js";
import { sharedOrigin } from "../../parts/address.js";
import { clockText } from "../../parts/plate.js";
import { qrSvg } from "../../parts/qr.js";
import { timeText } from "../../parts/tournament/times.js";
import { clockOf, pagesOf, stageOf } from "./screen_program.js";
import { sign } from "./screen_signs.js";

/** The line about the keys is gone after so long. */
const HINT_MS = 12_000;

/** @param {App} app @param {TournamentModel} model */
export function titleOf({ t }, { head, code }) {
  return head.config.title || t("tournament.untitled", { code });
}

export class Frame {
  #app;
  #model;
  #origin = location.origin;
  #hintTimer = 0;
  #parts = {
    title: h("h1", { class: "projector-title" }),
    round: h("p", { class: "projector-round" }),
    clock: h("p", { class: "projector-clock number", role: "timer" }),
    banner: h("div", { class: "projector-banner" }),
    view: h("p", { class: "projector-view" }),
    hint: h("p", { class: "projector-hint" }),
    away: h("p", { class: "projector-away", role: "status" }),
    follow: h("aside", { class: "projector-follow" }),
  };
  /** The featured board, and what is beside it. */
  board = h("div", { class: "projector-left" });
  list = h("div", { class: "projector-right" });

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.#model = model;
    const { title, round, clock, banner, view, hint, away, follow } = this.#parts;
    this.element = h("div", { class: "projector" },
      h("div", { class: "projector-head" }, h("div", null, title, round), clock),
      banner,
      h("div", { class: "projector-stage" }, this.board, this.list),
      h("div", { class: "projector-foot" }, view, away, hint, follow));
    this.#follow();
    void sharedOrigin().then((origin) => this.#move(origin));
    this.hint();
  }

  /** Where this tournament is for the phones in this room. */
  get link() {
    return `${this.#origin}/#tournament/${this.#model.code}`;
  }

  /** Without the scheme, as one types it. */
  get host() {
    return this.#origin.replace(/^\w+:\/\//, "");
  }

  /** Told of another origin than this page's. */
  onmove = () => {};

  /** @param {Slide} slide @param {boolean} held */
  show(slide, held) {
    const { t } = this.#app;
    const { view, page } = slide;
    Object.assign(this.element.dataset, { view, page: String(page + 1), stage: stageOf(this.#model) });
    this.#parts.title.textContent = titleOf(this.#app, this.#model);
    this.#parts.round.textContent = this.#round();
    const pages = pagesOf(this.#model, slide.view);
    clear(this.#parts.view, t(`screen.view.${slide.view}`),
      pages > 1 && h("span", { class: "projector-page number" }, t("screen.page", { page: slide.page + 1, pages })),
      held && h("span", { class: "projector-held" }, sign("held"), t("screen.held")));
    this.#announce();
    this.tick();
  }

  /** Once a second. */
  tick() {
    const { t } = this.#app;
    const clock = clockOf(this.#model);
    const kind = this.#model.head.paused ? "paused" : (clock?.kind ?? "now");
    const texts = [t(`screen.clock.${kind}`), clock ? clockText(clock.ms) : timeText(this.#model.now())];
    this.#parts.clock.dataset.kind = kind;
    if (this.#parts.clock.dataset.text === texts.join()) return;
    this.#parts.clock.dataset.text = texts.join();
    clear(this.#parts.clock, h("span", null, texts[0]), h("strong", null, texts[1]));
  }

  /** What is shown may be old. @param {boolean} online @param {number} since server time in ms */
  away(online, since) {
    const { t } = this.#app;
    const { away } = this.#parts;
    away.hidden = online;
    clear(away, !online && sign("away"), !online && t("screen.away", { time: timeText(since) }));
  }

  /** Say the keys, for a while. */
  hint() {
    const { hint } = this.#parts;
    const { t } = this.#app;
    const key = (/** @type {string} */ name, /** @type {string} */ does) => [h("kbd", null, t(name)), ` ${t(does)} `];
    clear(hint, ...key("screen.key.space", "screen.key.next"), ...key("screen.key.p", "screen.key.hold"),
      ...key("screen.key.f", "screen.key.board"));
    hint.classList.remove("faded");
    clearTimeout(this.#hintTimer);
    this.#hintTimer = window.setTimeout(() => hint.classList.add("faded"), HINT_MS);
  }

  destroy() {
    clearTimeout(this.#hintTimer);
    this.onmove = () => {};
  }

  /** @returns {string} */
  #round() {
    const { t } = this.#app;
    const { head, currentRound: round } = this.#model;
    const { length } = head.config.matches;
    const format = t(`tournament.format.${head.config.format}`);
    const to = length > 1 ? t("screen.to", { n: length }) : t("screen.single");
    const number = round && t("screen.round", { n: round.number, rounds: Math.max(head.rounds, round.number) });
    return [number, format, to].filter(Boolean).join(" · ");
  }

  #announce() {
    const { t } = this.#app;
    const { announcement, paused } = this.#model.head;
    const why = paused && (paused[1] ? t("screen.paused_why", { reason: paused[1] }) : t("screen.paused"));
    const lines = [why, announcement?.[1]].filter(Boolean).join("\n");
    if (this.#parts.banner.dataset.text === lines) return;
    this.#parts.banner.dataset.text = lines;
    clear(this.#parts.banner, why && h("p", { class: "paused" }, sign("paused"), why),
      announcement?.[1] && h("p", null, announcement[1]));
  }

  /** @param {string} origin */
  #move(origin) {
    if (origin === this.#origin) return;
    this.#origin = origin;
    this.#follow();
    this.onmove();
  }

  #follow() {
    const { t } = this.#app;
    this.#parts.follow.setAttribute("aria-label", t("screen.follow"));
    clear(this.#parts.follow, h("p", null, h("span", null, t("screen.follow")), h("strong", null, this.host)),
      qrSvg(this.link, t("share.qr", { link: this.link })));
  }
}
