/** The projector: reads only, turns its pages by itself, and keeps what it shows while the server is away. */

/** @import {App, Screen} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {Slide, View} from "./screen_program.js" */
/** @import {Look} from "./screen_views.js" */

import { clear, on } from "../../dom.js";
import { createAwake } from "../../parts/awake.js";
import { FeaturedBoard } from "./screen_board.js";
import { Frame, titleOf } from "./screen_frame.js";
import { arrivals } from "./screen_lists.js";
import { following, isBeside, nextView, pagesOf, programOf, stageOf, valid } from "./screen_program.js";
import { bracket, podium, standings } from "./screen_tables.js";
import { checkIn, names, pairings, play } from "./screen_views.js";

/** A page stays for so long: enough to find one name of sixteen, or of two columns. */
const TURN_MS = 13_000;
const TICK_MS = 500;
/** @type {Record<View, ((look: Look, page: number) => HTMLElement) | null>} */
const PAGES = { check_in: checkIn, pairings, names, play, board: null, standings, bracket, podium };

/** @param {HTMLElement} main @param {App} app @param {{model: TournamentModel}} params @returns {Screen} */
export function show(main, app, { model }) {
  const projector = new Projector(app, model);
  main.append(projector.element);
  const title = titleOf(app, model);
  const awake = createAwake();
  awake.update({ playing: true, myTurn: false, title: `${title} · narde`, turnTitle: title });
  return {
    title,
    destroy() {
      awake.destroy();
      projector.destroy();
    },
  };
}

class Projector {
  #app;
  #model;
  #frame;
  #board;
  /** @type {Slide} */
  #slide;
  #stage;
  #held = false;
  #timer = 0;
  /** How many have come so far: a new name is shown at once. */
  #arrived;
  /** Server time of the last thing that was heard. */
  #heardAt;
  /** @type {(() => void)[]} */
  #off;

  /** @param {App} app @param {TournamentModel} model */
  constructor(app, model) {
    this.#app = app;
    this.#model = model;
    this.#frame = new Frame(app, model);
    this.#board = new FeaturedBoard(app, model);
    this.#frame.board.append(this.#board.element);
    this.#frame.onmove = () => this.#draw();
    this.#stage = stageOf(model);
    this.#slide = { view: programOf(model)[0] ?? "check_in", page: 0 };
    this.#arrived = arrivals(model).length;
    this.#heardAt = model.now();
    const ticking = window.setInterval(() => this.#tick(), TICK_MS);
    this.#off = [
      model.subscribe(() => this.#hear()),
      on(document, "keydown", (event) => this.#press(event)),
      () => clearInterval(ticking),
    ];
    this.#hear();
    this.#go(this.#slide);
  }

  get element() {
    return this.#frame.element;
  }

  destroy() {
    clearTimeout(this.#timer);
    for (const off of this.#off) off();
    this.#board.destroy();
    this.#frame.destroy();
  }

  // --- what happens --------------------------------------------------------------------------------------------------

  #hear() {
    const model = this.#model;
    if (model.online) this.#heardAt = model.now();
    this.#frame.away(model.online, this.#heardAt);
    this.#board.follow();
    if (this.#stage !== stageOf(model)) return this.#begin();
    const arrived = arrivals(model).length;
    const more = arrived > this.#arrived;
    this.#arrived = arrived;
    if (more && this.#slide.view === "check_in" && !this.#held) return this.#go(newest(model));
    this.#slide = valid(model, this.#slide);
    this.#draw();
  }

  /** The tournament has gone on: the pages of before are of no use, unless somebody holds one. */
  #begin() {
    this.#stage = stageOf(this.#model);
    const kept = this.#held && pagesOf(this.#model, this.#slide.view) > 0;
    this.#held = kept;
    this.#go(kept ? this.#slide : { view: programOf(this.#model)[0] ?? this.#slide.view, page: 0 });
  }

  #tick() {
    if (this.#model.online) this.#heardAt = this.#model.now();
    this.#frame.tick();
    this.#board.tick();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const act = this.#keys[event.code];
    if (!act) return this.#frame.hint();
    event.preventDefault();
    act();
  }

  /**
   * By place on the keyboard, so that they are the same for Latin and Cyrillic letters.
   * @type {Record<string, () => void>}
   */
  #keys = {
    Space: () => this.#go(nextView(this.#model, this.#slide.view)),
    KeyP: () => this.#hold(),
    KeyF: () => this.#feature(),
  };

  #hold() {
    this.#held = !this.#held;
    this.#go(this.#slide);
  }

  /** The featured board alone, and back. */
  #feature() {
    if (!pagesOf(this.#model, "board")) return this.#frame.hint();
    const view = this.#slide.view === "board" ? (programOf(this.#model)[0] ?? "board") : "board";
    this.#go({ view, page: 0 });
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** @param {Slide} slide */
  #go(slide) {
    this.#slide = valid(this.#model, slide);
    clearTimeout(this.#timer);
    if (!this.#held) this.#timer = window.setTimeout(() => this.#go(following(this.#model, this.#slide)), TURN_MS);
    this.#draw(true);
  }

  /** @param {boolean} [turning] another page, which comes softly; what only changes is there at once */
  #draw(turning = false) {
    const { view, page } = this.#slide;
    const { link, host } = this.#frame;
    const draw = PAGES[view];
    const look = { model: this.#model, t: this.#app.t, link, host };
    this.element.dataset.layout = layoutOf(this.#model, view);
    this.#frame.show(this.#slide, this.#held);
    const fresh = draw && draw(look, page);
    if (fresh?.isEqualNode(this.#frame.list.firstElementChild)) return;
    this.#frame.list.toggleAttribute("data-turning", turning);
    clear(this.#frame.list, fresh);
  }
}

/** Where the name stands that has come last. @param {TournamentModel} model @returns {Slide} */
function newest(model) {
  return { view: "check_in", page: pagesOf(model, "check_in") - 1 };
}

/** @param {TournamentModel} model @param {View} view @returns {"list" | "both" | "board"} */
function layoutOf(model, view) {
  if (view === "board") return "board";
  return view === "play" && isBeside(model) ? "both" : "list";
}
