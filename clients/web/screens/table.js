/** The board of a room: shows what the room tells, and does there what the hands do. */

/** @import {App} from "../app.js" */
/** @import {Board, Motion} from "../board/board.js" */
/** @import {Color, Event} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {Change, RoomModel} from "../core/room.js" */
/** @import {Path, Turn} from "../core/turn.js" */
/** @import {Memory, Move} from "./memory.js" */
/** @import {Refused} from "../parts/refusal.js" */

import { createBoard } from "../board/board.js";
import { opponent, stepsMade } from "../core/view.js";
import { boardState, isMine } from "./board_state.js";
import { motions, remember, remembered } from "./memory.js";

/** A button that means something else than before is asleep for so long. */
const SETTLE_MS = 500;
/** What is done by itself waits for so long, so that the eye can follow and the hand can stop it. */
const AUTO_MS = 650;
const STEP_MS = 200;
const MARK_MS = 2500;
/** @type {Motion} */
const STILL = { moves: [], throws: false, skip: false };

/** @typedef {{seated: boolean, refuse: (refused: Refused) => void}} TableOptions `seated`: with a hand of one's own */

export class Table {
  /** @type {Board} */
  #board;
  /** What was shown before the change that is told. @type {View} */
  #before;
  /** @type {Memory} */
  #memory;
  /** @type {number | null} */
  #first = null;
  #kind = "none";
  #settledAt = 0;
  /** The turn that is played by hand because a step of it was taken back. */
  #byHand = -1;
  /** The turn of which a forced step was made by itself; then its end comes by itself too. */
  #byItself = -1;
  #timers = { settle: 0, auto: 0 };
  #unlisten;

  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {RoomModel} room
   * @param {TableOptions} options
   */
  constructor(host, app, room, options) {
    this.app = app;
    this.room = room;
    this.options = options;
    this.#before = room.shown;
    this.#memory = remembered(room.shown);
    this.#board = createBoard(host, this.#hooks());
    this.#unlisten = app.prefs.onChange(() => this.#draw(STILL));
    this.#draw({ ...STILL, skip: true });
  }

  /** Whose home is at the bottom. @returns {Color} */
  get perspective() {
    const { you } = this.room.shown;
    const own = this.options.seated && you.length === 1 ? you[0] : "white";
    return this.app.prefs.get("flip") ? opponent(own) : own;
  }

  /** @param {Change} change */
  hear(change) {
    const before = this.#before;
    const after = (this.#before = this.room.shown);
    if (change.kind === "snapshot") this.#memory = remembered(after);
    if (change.kind === "events" || change.kind === "predicted") this.#follow(before, change.events);
    else this.#draw({ ...STILL, skip: change.kind === "snapshot" });
    if (!isMine(before) && isMine(after) && change.kind !== "predicted") this.app.sound.play("turn");
  }

  /** Throw, or end the turn: what the button on the board means now. */
  press() {
    const { shown } = this.room;
    if (!this.#mayPlay || !isMine(shown)) return;
    if (shown.phase === "play") this.done();
    else this.#send(this.room.throw());
  }

  done() {
    const { shown, turn } = this.room;
    if (isMine(shown) && turn?.finished) this.#send(this.room.done());
  }

  undo(all = false) {
    const { shown } = this.room;
    if (!isMine(shown) || !stepsMade(shown).length) return;
    this.#byHand = shown.turn;
    this.#send(this.room.undo(all));
  }

  /** @param {Color} color @param {readonly number[]} points */
  mark(color, points) {
    this.#board.mark(points.map((point) => ({ color, point })), MARK_MS);
  }

  destroy() {
    clearTimeout(this.#timers.settle);
    clearTimeout(this.#timers.auto);
    this.#unlisten();
    this.#board.destroy();
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /**
   * @param {View} before
   * @param {Event[]} events
   */
  #follow(before, events) {
    if (events.length) this.#first = null;
    this.#memory = remember(this.#memory, before, events);
    const motion = motions(before, events);
    // What comes before the room is online again is history: the board jumps.
    const skip = document.hidden || !this.room.online;
    this.#draw({ ...motion, skip });
    if (!skip) this.#sound(motion, events);
  }

  /** @param {Motion} motion */
  #draw(motion) {
    const state = this.#state();
    this.#settle(state.button.kind);
    this.#board.show(this.#settling ? this.#state() : state, motion);
    this.#auto();
  }

  #state() {
    const { prefs, t } = this.app;
    return boardState(this.room.shown, this.#mayPlay ? this.room.turn : null, {
      perspective: this.perspective,
      mirror: prefs.get("mirror"),
      numbers: prefs.get("numbers"),
      arrows: prefs.get("arrows"),
      online: this.#mayPlay && this.room.online,
      settling: this.#settling,
      first: this.#first,
      memory: this.#memory,
      t,
    });
  }

  /** With a hand of one's own, and not while a tournament has stopped all clocks. */
  get #mayPlay() {
    return this.options.seated && !this.room.shown.paused;
  }

  get #settling() {
    return performance.now() < this.#settledAt;
  }

  /**
   * From one thing to do to another without a pause: a hand that presses twice did not mean the second one.
   * @param {string} kind
   */
  #settle(kind) {
    const acts = ["throw", "opening", "done"];
    if (kind !== this.#kind && acts.includes(kind) && acts.includes(this.#kind)) {
      this.#settledAt = performance.now() + SETTLE_MS;
      clearTimeout(this.#timers.settle);
      this.#timers.settle = window.setTimeout(() => this.#draw(STILL), SETTLE_MS + 10);
    }
    this.#kind = kind;
  }

  /**
   * @param {{moves: Move[], throws: boolean}} motion
   * @param {Event[]} events
   */
  #sound({ moves, throws }, events) {
    const { sound } = this.app;
    if (throws) sound.play("dice");
    moves.forEach(({ to }, i) => sound.play(to ? "checker" : "off", (i + 1) * STEP_MS - 60));
    const ended = events.find((event) => event.type === "game_ended");
    if (ended?.type === "game_ended") sound.play(this.#lost(ended.winner) ? "lose" : "win", 300);
  }

  /** @param {Color | null} winner */
  #lost(winner) {
    return this.options.seated && winner !== null && !this.room.shown.you.includes(winner);
  }

  // --- hands -------------------------------------------------------------------------------------------------------

  /** @returns {import("../board/board.js").Hooks} */
  #hooks() {
    return {
      move: (from, to) => this.#walk(this.#turn?.targets(from).get(to)),
      farthest: (from) => this.#walk(this.#turn?.farthest(from)),
      refused: (from, to, reason) => this.#explain(from, to, reason),
      throw: () => this.press(),
      done: () => this.done(),
      die: (index) => this.#prefer(index),
      undo: () => this.undo(),
      grab: () => clearTimeout(this.#timers.auto),
    };
  }

  /** @returns {Turn | null} with the die that was tapped */
  get #turn() {
    return this.#mayPlay ? (this.room.turn?.withFirst(this.#first) ?? null) : null;
  }

  /** @param {Path | null | undefined} path */
  #walk(path) {
    for (const { point, die } of path?.steps ?? []) this.#send(this.room.step(point, die));
  }

  /**
   * A tap on a die chooses it to be used first, another one lifts that; when nothing is left to play it ends the turn.
   * @param {number} index
   */
  #prefer(index) {
    const { turn } = this.room;
    if (!this.options.seated || !turn) return this.press();
    if (turn.finished) return this.done();
    const die = this.#state().dice[index];
    if (die?.state !== "live" || !turn.withFirst(die.value).edges.length) return;
    this.#first = this.#first === die.value ? null : die.value;
    this.#draw(STILL);
  }

  /**
   * The server knows the rules: it is asked for the step that was tried, and says why not.
   * @param {number} from
   * @param {number | null} to
   * @param {string} reason
   */
  #explain(from, to, reason) {
    const { turn, shown } = this.room;
    this.#board.springBack();
    if (!this.options.seated) return this.options.refuse({ code: "not_seated" });
    if (shown.phase === "over") return this.options.refuse({ code: "game_over" });
    if (shown.paused) return this.options.refuse({ code: "is_paused" });
    if (!isMine(shown)) return this.options.refuse({ code: "not_your_turn" });
    if (!turn) return this.options.refuse({ code: "throw_first" });
    if (turn.finished) return this.options.refuse({ code: "no_dice_left" });
    if (to === null && reason === "no_target") return;
    const die = triedDie(turn, from, reason === "no_target" ? to : null);
    // A step that is legal is not what was tried, and the server would make it.
    if (die !== null && !turn.allows(from, die)) return this.#send(this.room.step(from, die));
    const code = to !== null && sums(turn.diceLeft).includes(from - to) ? "no_path" : "no_such_way";
    this.options.refuse({ code, points: to ? [to] : [] });
  }

  /** @param {Promise<unknown>} answer */
  #send(answer) {
    answer.catch((refusal) => this.options.refuse(refusal));
  }

  // --- what is done by itself --------------------------------------------------------------------------------------

  #auto() {
    clearTimeout(this.#timers.auto);
    const next = this.#nextByItself();
    if (next) this.#timers.auto = window.setTimeout(() => this.#send(next()), AUTO_MS);
  }

  /** @returns {(() => Promise<unknown>) | null} */
  #nextByItself() {
    const { room } = this;
    const { turn, shown } = room;
    const quiet = room.online && room.view === shown && this.#byHand !== shown.turn;
    if (!this.#mayPlay || !turn || !quiet) return null;
    const { prefs } = this.app;
    if (turn.finished) return prefs.get("autoDone") || this.#byItself === shown.turn ? () => room.done() : null;
    const step = prefs.get("autoForced") && turn.forced?.steps[0];
    return step ? () => this.#forcedStep(step) : null;
  }

  /** @param {{point: number, die: number}} step */
  #forcedStep({ point, die }) {
    this.#byItself = this.room.shown.turn;
    return this.room.step(point, die);
  }
}

/**
 * The die that a hand has tried to use, or the first one when it tried none; null if no single one goes there.
 * @param {Turn} turn
 * @param {number} from
 * @param {number | null} to
 * @returns {number | null}
 */
function triedDie({ diceLeft }, from, to) {
  if (to === null) return diceLeft[0] ?? null;
  const fitting = diceLeft.filter((die) => (to === 0 ? die >= from : die === from - to));
  return fitting.length ? Math.min(...fitting) : null;
}

/** What several dice make together. @param {readonly number[]} dice @returns {number[]} */
function sums(dice) {
  return dice.reduce((found, die) => [...found, ...found.map((sum) => sum + die)], [0]);
}
