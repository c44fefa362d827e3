/**
 * The step graph of a stage, unfolded from what the message says of it. PROTOCOL.md, The step graph.
 */

/** @import {StepGraph} from "./protocol.js" */

/** @typedef {[point: number, die: number, next: number]} Edge A legal step, and the index of the node it leads to. */
/**
 * What may be played next at each node: 0 is the beginning, and the last, which has no edges, is every end.
 * @typedef {StepGraph & {nodes: Edge[][]}} Graph
 */
/** @typedef {{point: number, stay: number, last: number}} Move `stay` there, and nobody stands above `last`. */
/** @typedef {{own: number[], left: number[], ways: Way[] | null}} Place Checkers on each point, and dice left. */
/** @typedef {{point: number, die: number, to: Place}} Way */

const HEAD = 24;
const ROW = [0, 1, 2, 3, 4, 5];

/**
 * @param {StepGraph} message
 * @returns {Graph}
 */
export function unfold(message) {
  return { ...message, nodes: new Stage(message).nodes() };
}

/** The steps of a stage by what the message says, and nothing else. */
class Stage {
  #message;
  /** The moves that each die makes, from the head down. @type {Map<number, Move[]>} */
  #moves = new Map();
  /** @type {Map<string, Place>} */
  #places = new Map();

  /** @param {StepGraph} message */
  constructor(message) {
    this.#message = message;
    const { dice, points, off, stay } = message;
    for (const [index, die] of [...new Set(dice)].entries()) {
      const on = points[index].map((point) => ({ point, stay: point === HEAD ? stay : 0, last: HEAD }));
      const away = off.filter((move) => move[1] === die).map(([point, , last]) => ({ point, stay: 0, last }));
      this.#moves.set(die, [...on, ...away]);
    }
  }

  /** Level by level, the ends at last. @returns {Edge[][]} */
  nodes() {
    const start = this.#place(counted(this.#message.checkers), this.#message.dice);
    const inner = new Set(this.#legal(start).length > 0 ? [start] : []);
    for (const place of inner) {
      for (const { to } of this.#legal(place)) if (this.#legal(to).length > 0) inner.add(to);
    }
    const numbers = new Map([...inner].map((place, number) => [place, number]));
    /** @returns {Edge} */
    const edge = (/** @type {Way} */ { point, die, to }) => [point, die, numbers.get(to) ?? inner.size];
    return [...[...inner].map((place) => this.#legal(place).map(edge)), []];
  }

  /**
   * The steps that a complete play goes on with, the higher die first, from the head down.
   * @param {Place} place
   * @returns {Way[]}
   */
  #legal(place) {
    const ways = () => (this.#diceToUse(place) > 0 ? this.#possible(place) : []);
    place.ways ??= ways().filter(({ to }) => this.#complete(to) || this.#legal(to).length > 0);
    return place.ways;
  }

  /**
   * The steps that nothing forbids by itself.
   * @param {Place} place
   * @returns {Way[]}
   */
  #possible({ own, left }) {
    const ways = [];
    for (const die of new Set(left)) {
      for (const { point, stay, last } of this.#moves.get(die) ?? []) {
        if (own[point] <= stay || own.slice(last + 1).some((count) => count > 0)) continue;
        const to = this.#place(moved(own, point, die), without(left, die));
        if (this.#message.passing || !this.#walled(to)) ways.push({ point, die, to });
      }
    }
    return ways;
  }

  /**
   * A play that has come here is complete.
   * @param {Place} place
   */
  #complete(place) {
    if (place.own.slice(1).every((count) => count === 0)) return true;
    return this.#diceToUse(place) === 0 && !(this.#message.passing && this.#walled(place));
  }

  /** @param {Place} place */
  #diceToUse({ left }) {
    return this.#message.uses - (this.#message.dice.length - left.length);
  }

  /** @param {Place} place */
  #walled({ own }) {
    return this.#message.walls.some((first) => ROW.every((more) => own[((first - more + 23) % 24) + 1] > 0));
  }

  /**
   * @param {number[]} own
   * @param {number[]} left
   * @returns {Place}
   */
  #place(own, left) {
    const name = `${own}/${left}`;
    const place = this.#places.get(name) ?? { own, left, ways: null };
    this.#places.set(name, place);
    return place;
  }
}

/** How many checkers stand on each point; 0 is off. @param {number[]} checkers */
function counted(checkers) {
  const own = new Array(HEAD + 1).fill(0);
  for (const point of checkers) own[point] += 1;
  return own;
}

/**
 * @param {number[]} own
 * @param {number} point
 * @param {number} die
 */
function moved(own, point, die) {
  const after = [...own];
  after[point] -= 1;
  after[Math.max(0, point - die)] += 1;
  return after;
}

/**
 * @param {number[]} dice
 * @param {number} die
 */
function without(dice, die) {
  const left = [...dice];
  left.splice(left.indexOf(die), 1);
  return left;
}
