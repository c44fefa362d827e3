/**
 * The stage that is being played, as its step graph allows it. Whoever asks here needs no rule.
 * PROTOCOL.md, The step graph.
 */

/** @import {Graph} from "./graph.js" */

/** @typedef {{point: number, die: number}} Step One checker by one die; points in the mover's own numbering. */
/** @typedef {{point: number, die: number, to: number}} Edge A legal step and where it ends; 0 is off. */
/** @typedef {{steps: Step[], dice: number}} Path Steps to be made in this order, and how many dice they use. */
/** @typedef {{undoable?: boolean, first?: number | null}} TurnOptions */

/** @type {WeakMap<Graph, boolean>} */
const known = new WeakMap();

/**
 * Where a step ends: an own point, or 0 for off.
 * @param {number} point
 * @param {number} die
 */
export function landing(point, die) {
  return Math.max(0, point - die);
}

/**
 * The node that these steps lead to from the beginning of the stage; null if one of them is not legal.
 * @param {Graph} graph
 * @param {[number, number][]} steps
 * @returns {number | null}
 */
export function walk(graph, steps) {
  let node = 0;
  for (const [point, die] of steps) {
    const edge = graph.nodes[node].find((edge) => edge[0] === point && edge[1] === die);
    if (!edge) return null;
    node = edge[2];
  }
  return node;
}

/** A place in a step graph. It never changes; `after` and `withFirst` give another one. */
export class Turn {
  #graph;
  #node;
  #steps;

  /**
   * @param {Graph} graph
   * @param {[number, number][]} steps those of this stage that have been made, [point, die] each
   * @param {TurnOptions} [options] `undoable`: there is a step of this turn to take back, perhaps one of an earlier
   *   stage; `first`: the die that the next step is to use
   * @throws {RangeError} if the steps are no way through the graph
   */
  constructor(graph, steps, { undoable = false, first = null } = {}) {
    const node = walk(graph, steps);
    if (node === null) throw new RangeError("these steps are not in the graph");
    this.#graph = graph;
    this.#node = node;
    this.#steps = steps;
    this.canUndo = undoable || steps.length > 0;
    /** The die that the user wants to use first, or null. */
    this.first = first;
    /** The legal next steps. @type {Edge[]} */
    this.edges = this.#edges(node).filter((edge) => first === null || edge.die === first);
    /** Own points with a checker that may move. @type {Set<number>} */
    this.sources = new Set(this.edges.map((edge) => edge.point));
    /** The dice that are not used yet, equal ones as often as they are there. @type {number[]} */
    this.diceLeft = without(graph.dice, steps);
  }

  /** Nothing more can be played: done is due. */
  get finished() {
    return this.#graph.nodes[this.#node].length === 0;
  }

  /**
   * Whether this step is legal now.
   * @param {number} point
   * @param {number} die
   */
  allows(point, die) {
    return walk(this.#graph, [...this.#steps, [point, die]]) !== null;
  }

  /**
   * The place after one more step. A wish for a first die ends with it.
   * @param {number} point
   * @param {number} die
   */
  after(point, die) {
    return new Turn(this.#graph, [...this.#steps, [point, die]]);
  }

  /**
   * The same place with only the paths that begin with this die; null lifts that.
   * @param {number | null} die
   */
  withFirst(die) {
    return new Turn(this.#graph, this.#steps, { undoable: this.canUndo, first: die });
  }

  /**
   * Everywhere the checker on `point` can go by itself, with the way that uses the fewest dice.
   * @param {number} point
   * @returns {Map<number, Path>}
   */
  targets(point) {
    /** @type {Map<number, Path>} */
    const paths = new Map();
    let ways = [{ node: this.#node, place: point, steps: /** @type {Step[]} */ ([]) }];
    while (ways.length > 0) {
      ways = ways.flatMap((way) => this.#further(way));
      ways = ways.filter((way, index) => ways.findIndex((other) => sameEnd(way, other)) === index);
      for (const { place, steps } of ways) {
        if (!paths.has(place)) paths.set(place, { steps, dice: steps.length });
      }
    }
    return paths;
  }

  /**
   * The longest single step of the checker on `point`, for a double click.
   * @param {number} point
   * @returns {Path | null}
   */
  farthest(point) {
    const edge = this.edges.filter((edge) => edge.point === point).sort(fartherFirst)[0];
    return edge ? { steps: [{ point, die: edge.die }], dice: 1 } : null;
  }

  /** The rest of the stage when it has only one result: every way through it ends in the same position. */
  get forced() {
    if (this.finished || !hasOneResult(this.#graph)) return null;
    /** @type {Step[]} */
    const steps = [];
    for (let node = this.#node; this.#graph.nodes[node].length > 0; ) {
      const [point, die, next] = this.#graph.nodes[node][0];
      steps.push({ point, die });
      node = next;
    }
    return { steps, dice: steps.length };
  }

  /**
   * @param {number} node
   * @returns {Edge[]}
   */
  #edges(node) {
    return this.#graph.nodes[node].map(([point, die]) => ({ point, die, to: landing(point, die) }));
  }

  /**
   * The ways that are one step longer, with the same checker.
   * @param {{node: number, place: number, steps: Step[]}} way
   */
  #further({ node, place, steps }) {
    const edges = steps.length === 0 ? this.edges : this.#edges(node);
    const own = edges.filter((edge) => edge.point === place).sort(fartherFirst);
    return own.map(({ point, die, to }) => {
      const next = /** @type {number} */ (this.#next(node, point, die));
      return { node: next, place: to, steps: [...steps, { point, die }] };
    });
  }

  /**
   * @param {number} node
   * @param {number} point
   * @param {number} die
   */
  #next(node, point, die) {
    return this.#graph.nodes[node].find((edge) => edge[0] === point && edge[1] === die)?.[2];
  }
}

/**
 * The higher die first; but a checker goes off with the lowest die that takes it, which spares the other one.
 * @param {Edge} one
 * @param {Edge} other
 */
function fartherFirst(one, other) {
  return one.to - other.to || one.die - other.die;
}

/**
 * All ends of the graph are one node, so the place counts as well.
 * @param {{node: number, place: number}} one
 * @param {{node: number, place: number}} other
 */
function sameEnd(one, other) {
  return one.node === other.node && one.place === other.place;
}

/**
 * @param {number[]} dice
 * @param {[number, number][]} steps
 */
function without(dice, steps) {
  const left = [...dice];
  for (const [, die] of steps) left.splice(left.indexOf(die), 1);
  return left;
}

/**
 * @param {Graph} graph
 * @returns {boolean}
 */
function hasOneResult(graph) {
  const answer = known.get(graph) ?? results(graph, 2).size === 1;
  known.set(graph, answer);
  return answer;
}

/**
 * The different ways in which the stage can move checkers, up to `enough` of them.
 * Two ways to a node with edges have moved the same checkers; only the common end has to be told apart.
 * @param {Graph} graph
 * @param {number} enough
 */
function results({ nodes }, enough) {
  const found = new Set();
  const seen = new Set();
  const open = [{ node: 0, moved: new Array(25).fill(0) }];
  for (let way = open.pop(); way && found.size < enough; way = open.pop()) {
    if (nodes[way.node].length === 0) found.add(way.moved.join());
    if (seen.has(way.node)) continue;
    seen.add(way.node);
    for (const [point, die, node] of nodes[way.node]) open.push({ node, moved: shifted(way.moved, point, die) });
  }
  return found;
}

/**
 * @param {number[]} moved
 * @param {number} point
 * @param {number} die
 */
function shifted(moved, point, die) {
  const after = [...moved];
  after[point] -= 1;
  after[landing(point, die)] += 1;
  return after;
}
