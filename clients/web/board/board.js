/**
 * The board: draws a state and tells what the hands do. It knows no rule; what may be moved is part of the state.
 *
 * Two drawings lie on each other: the ground, which never moves, and the board proper with everything that does.
 */

import { clear, h, on, svg } from "../dom.js";
import { drawButton, showButton } from "./button.js";
import { Checkers } from "./checkers.js";
import { Dice } from "./dice.js";
import { layoutFor, planOf } from "./geometry.js";
import { drawCheckers, drawGround } from "./ground.js";
import { Hand } from "./input.js";
import { Keyboard } from "./keyboard.js";
import { Flights } from "./motion.js";
import { Overlay } from "./overlay.js";
import { Places } from "./places.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").View} View
 * @typedef {import("./dice.js").Die} Die
 */

/**
 * @typedef {object} ButtonState
 * @property {"throw" | "opening" | "done" | "wait" | "none"} kind
 * @property {Color | null} side  whose turn it is
 * @property {boolean} enabled
 * @property {string} label
 */

/**
 * @typedef {object} BoardState
 * @property {readonly number[]} white  checkers by own point, 0 to 24; 0 is the tray
 * @property {readonly number[]} black
 * @property {Die[]} dice
 * @property {ButtonState} button
 * @property {Color} perspective  whose home is at the bottom
 * @property {boolean} mirror
 * @property {boolean} numbers
 * @property {boolean} arrows
 * @property {import("./input.js").Movable | null} movable
 * @property {{color: Color, steps: readonly (readonly [number, number])[]} | null} last  the play that trails show
 * @property {Labels} labels
 */

/**
 * Texts for screen readers. Points are numbered as the player of this perspective counts; an empty one has no colour.
 * @typedef {object} Labels
 * @property {string} board
 * @property {string} [help]
 * @property {(color: Color | null, point: number, count: number) => string} point
 * @property {(color: Color, count: number) => string} tray
 * @property {(die: Die) => string} [die]
 */

/**
 * How to come to the new state: moves one after the other, dice that tumble, or at once.
 * @typedef {object} Motion
 * @property {import("./checkers.js").Move[]} [moves]
 * @property {boolean} [throws]
 * @property {boolean} [skip]
 */

/**
 * What the hands do. Points are the mover's own numbers, 0 is the tray.
 * @typedef {object} Hooks
 * @property {(from: number, to: number) => void} move
 * @property {(from: number) => void} farthest
 * @property {(from: number, to: number | null, reason: "not_movable" | "no_target") => void} refused
 * @property {() => void} throw
 * @property {() => void} done
 * @property {(index: number) => void} die  by the place in `state.dice`
 * @property {() => void} undo
 * @property {(from: number) => void} grab
 */

/**
 * @typedef {object} Board
 * @property {(state: BoardState, how?: Motion) => void} show
 * @property {(points: {color: Color, point: number}[], ms?: number) => void} mark
 * @property {() => void} springBack  let go of what is in the hand
 * @property {() => void} destroy
 * @property {() => void} focus
 * @property {SVGSVGElement} element
 */

const MARK_MS = 1600;
/** When the flights are so far behind what has happened, the board jumps: after a stalled connection, say. */
const LATE_MS = 2000;

/** Two boards on a page must not share the ids of their drawings. */
let boards = 0;

/**
 * @param {HTMLElement} host
 * @param {Hooks} hooks
 * @returns {Board}
 */
export function createBoard(host, hooks) {
  const scene = new Scene(host, hooks);
  return {
    show: (state, how) => scene.show(state, how),
    mark: (points, ms) => scene.mark(points, ms),
    springBack: () => scene.springBack(),
    destroy: () => scene.destroy(),
    focus: () => scene.root.focus(),
    element: scene.root,
  };
}

class Scene {
  #prefix = `board-${++boards}`;
  #flights = new Flights();
  #overlay = new Overlay(this.#prefix);
  #ground = svg("svg", { class: "ground", "aria-hidden": "true" });
  #drawings = svg("g");
  #places = new Places(this.#prefix);
  #layers = { checkers: svg("g", { class: "checkers", "aria-hidden": "true" }), dice: svg("g") };
  #checkers = new Checkers(this.#layers.checkers, this.#flights, this.#prefix);
  #dice = new Dice(this.#layers.dice);
  #button = drawButton();
  #help = svg("desc");
  root = svg("svg", { class: "board", role: "application", tabindex: 0 });
  #frame = h("div", { class: "board-frame" }, this.#ground, this.root);
  /** @type {BoardState | null} */
  #state = null;
  /** @type {View} */
  #view = { perspective: "white", mirror: false };
  /** What the ground was drawn for. */
  #drawn = "";
  /** @type {(() => void)[]} */
  #offs;
  #hooks;
  #host;
  #hand;

  /**
   * @param {HTMLElement} host
   * @param {Hooks} hooks
   */
  constructor(host, hooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.root.append(...this.#stack());
    host.append(this.#frame);
    this.#hand = new Hand(this.root, this.#table());
    const keyboard = new Keyboard(this.root, this.#desk());
    const resizing = new ResizeObserver(() => this.#resized());
    resizing.observe(host);
    this.#offs = [
      () => this.#hand.destroy(), () => keyboard.destroy(), () => resizing.disconnect(),
      on(this.root, "click", (event) => this.#clicked(event)),
      on(this.#button, "keydown", (event) => this.#buttonKey(event)),
    ];
  }

  /** The layers from below upwards. */
  #stack() {
    const { checkers, dice } = this.#layers;
    const { below, above } = this.#overlay;
    const { areas, tallies, cursor } = this.#places;
    return [this.#help, this.#drawings, below, checkers, tallies, above, areas, dice, this.#button, ...cursor];
  }

  /**
   * @param {BoardState} state
   * @param {Motion} [how]
   */
  show(state, how = {}) {
    this.#state = state;
    this.#view = { perspective: state.perspective, mirror: state.mirror, layout: this.#layout() };
    const redrawn = this.#redraw(state);
    const late = this.#flights.landing - performance.now() > LATE_MS;
    const still = redrawn || late || !!how.skip;
    const thrown = !!how.throws && !still;
    this.#dice.show(state.dice, this.#view, thrown, (die) => state.labels.die?.(die) ?? String(die.value));
    const moves = how.moves ?? [];
    const start = Math.max(performance.now(), moves.length ? this.#dice.landing : 0);
    this.#checkers.arrange(state, moves, this.#view, { still, start });
    showButton(this.#button, state.button, planOf(this.#view));
    this.#overlay.showTrails(state.last, this.#count, this.#view);
    this.#describe(state);
    this.#hand.refresh();
  }

  /**
   * @param {{color: Color, point: number}[]} points
   * @param {number} [ms]
   */
  mark(points, ms = MARK_MS) {
    this.#overlay.mark(points, ms, this.#view);
  }

  springBack() {
    this.#hand.cancel();
    this.#settle();
  }

  destroy() {
    this.#offs.forEach((off) => off());
    this.#skip();
    this.#frame.remove();
  }

  /** @returns {import("./input.js").Table} */
  #table() {
    return {
      movable: () => this.#state?.movable ?? null,
      view: () => this.#view,
      count: this.#count,
      select: (from) => this.#select(from),
      lift: (from) => this.#lift(from),
      carry: (at) => this.#checkers.carry(at),
      hover: (target) => this.#overlay.hover(target),
      putDown: () => this.#settle(),
      skip: () => this.#skip(),
      hooks: this.#hooks,
    };
  }

  /** @returns {import("./keyboard.js").Desk} */
  #desk() {
    return {
      hand: this.#hand,
      state: () => this.#state,
      view: () => this.#view,
      point: (cursor) => this.#pointTo(cursor),
      skip: () => this.#skip(),
      hooks: this.#hooks,
    };
  }

  #count = (/** @type {Color} */ color, /** @type {number} */ point) => this.#checkers.count(color, point);

  #layout() {
    return layoutFor(this.#host.clientWidth, matchMedia("(orientation: portrait)").matches);
  }

  #resized() {
    if (this.#state && this.#layout() !== this.#view.layout) this.show(this.#state, { skip: true });
  }

  /**
   * Draw what lies still, if anything about it has changed.
   * @param {BoardState} state
   * @returns {boolean}
   */
  #redraw(state) {
    const plan = planOf(this.#view);
    const { perspective, mirror, numbers, arrows } = state;
    const wanted = [plan.name, perspective, mirror, numbers, arrows].join();
    if (wanted === this.#drawn) return false;
    const moved = wanted.split(",", 3).join() !== this.#drawn.split(",", 3).join();
    this.#drawn = wanted;
    const viewBox = `0 0 ${plan.width} ${plan.height}`;
    for (const drawing of [this.#ground, this.root]) drawing.setAttribute("viewBox", viewBox);
    this.#frame.dataset.layout = plan.name;
    clear(this.#ground, ...drawGround(this.#view, this.#prefix, { numbers, arrows }));
    if (moved) this.#redrawMovables(plan);
    return moved;
  }

  /** @param {import("./geometry.js").Layout} plan */
  #redrawMovables(plan) {
    clear(this.#drawings, drawCheckers(plan, this.#prefix));
    this.#places.draw(this.#view);
    this.#dice.reset();
  }

  /** @param {BoardState} state */
  #describe(state) {
    this.root.setAttribute("aria-label", state.labels.board);
    this.#help.textContent = state.labels.help ?? "";
    this.root.classList.toggle("mine", state.movable !== null);
    this.#places.describe(state, this.#view);
  }

  /** @param {number | null} from */
  #select(from) {
    const movable = this.#state?.movable;
    this.root.classList.toggle("picked", from !== null);
    if (from !== null && movable) {
      this.#overlay.showTargets(movable.color, movable.targets(from), this.#count, this.#view);
      this.#checkers.choose(movable.color, from);
    } else {
      this.#overlay.hideTargets();
      this.#checkers.choose(null, 0);
    }
  }

  /** @param {number} from */
  #lift(from) {
    const color = this.#state?.movable?.color;
    const checker = color && this.#checkers.lift(color, from);
    if (!checker) return;
    this.#overlay.showGhost(checker.color, checker.at);
    this.root.classList.add("dragging");
  }

  /** Let go, and let everything fly to where the state has it. */
  #settle() {
    this.root.classList.remove("dragging");
    this.#overlay.hideGhost();
    this.#checkers.release();
    if (this.#state) this.#checkers.arrange(this.#state, [], this.#view, { still: false, start: performance.now() });
  }

  #skip() {
    this.#flights.skip();
    this.#dice.skip();
  }

  /** @param {number} cursor */
  #pointTo(cursor) {
    this.root.setAttribute("aria-activedescendant", this.#places.pointTo(cursor, this.#view));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const die = target?.closest(".die");
    if (die instanceof SVGElement) this.#hooks.die(Number(die.dataset.index));
    if (target?.closest(".button")) this.#pressed(event.detail);
  }

  /**
   * @param {number} clicks  how many in a row: the second of a double click does not press what has just appeared
   */
  #pressed(clicks) {
    const button = this.#state?.button;
    if (!button?.enabled || clicks > 1) return;
    if (button.kind === "done") this.#hooks.done();
    else if (button.kind === "throw" || button.kind === "opening") this.#hooks.throw();
  }

  /** @param {KeyboardEvent} event */
  #buttonKey(event) {
    if (event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    this.#pressed(1);
  }
}
