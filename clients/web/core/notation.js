/**
 * Positions and plays as text. The forms are those of PROTOCOL.md, Position and digest, and of engine/notation.py:
 * `24/18/15`, `6/off(2)`; with equal dice a chain is written by its ends, `24/16`; a die that is higher than a checker
 * needs to go off is named, `2/off=6`.
 */

/** @import {Stage} from "./view.js" */

/** @typedef {number[]} Side Checkers by own point, 25 numbers; index 0 counts those that are off. */
/** @typedef {{white: Side, black: Side}} Position */
/** @typedef {[number, number][]} Steps [point, die] each. */

const HEAD = 24;

/**
 * @param {string} text `24x14 20x1 off3`
 * @returns {Side}
 */
function parseSide(text) {
  const side = new Array(HEAD + 1).fill(0);
  for (const word of text.split(" ").filter(Boolean)) {
    const [point, count] = word.startsWith("off") ? [0, word.slice(3)] : word.split("x");
    side[Number(point)] = Number(count);
  }
  return side;
}

/**
 * @param {string} text `W: 24x15 / B: 24x15`
 * @returns {Position}
 */
export function parsePosition(text) {
  const [white, black] = text.split(" / ");
  return { white: parseSide(white.slice(3)), black: parseSide(black.slice(3)) };
}

/** @param {Side} side */
function sideText(side) {
  const words = side.map((count, point) => (point === 0 ? `off${count}` : `${point}x${count}`));
  const written = words.filter((_, point) => point > 0 && side[point] > 0).reverse();
  return [...written, ...(side[0] > 0 ? [words[0]] : [])].join(" ");
}

/** @param {Position} position */
export function positionText({ white, black }) {
  return `W: ${sideText(white)} / B: ${sideText(black)}`;
}

/**
 * The steps without the dice: `24/18 24/21`, or `pass`.
 * @param {number[]} dice those on offer, a double four times
 * @param {Steps} steps
 */
export function playText(dice, steps) {
  /** @type {{word: string, times: number}[]} */
  const words = [];
  const left = [...dice];
  for (const chain of chains(steps)) {
    const word = chainText(left, chain);
    for (const [, die] of chain) left.splice(left.indexOf(die), 1);
    const last = words.at(-1);
    if (last?.word === word) last.times += 1;
    else words.push({ word, times: 1 });
  }
  return words.map(({ word, times }) => (times === 1 ? word : `${word}(${times})`)).join(" ") || "pass";
}

/**
 * The dice as they are written before a play: `63`, `44`, and all of them when they were carried.
 * @param {number[]} dice
 * @param {boolean} carried
 */
export function diceText(dice, carried) {
  return (carried ? dice : dice.slice(0, 2)).join("");
}

/**
 * A whole turn: `63: 24/18 24/21`, `44: 24/16; 55: pass`, `<444: 24/12`.
 * @param {Stage[]} stages
 */
export function turnText(stages) {
  const texts = stages.map(({ dice, steps, carried }) => `${diceText(dice, carried)}: ${playText(dice, steps)}`);
  return (stages.some((stage) => stage.carried) ? "<" : "") + texts.join("; ");
}

/**
 * The steps cut where another checker moves on.
 * @param {Steps} steps
 */
function chains(steps) {
  /** @type {Steps[]} */
  const found = [];
  let place = -1;
  for (const [point, die] of steps) {
    if (point !== place) found.push([]);
    found[found.length - 1].push([point, die]);
    place = point - die;
  }
  return found;
}

/**
 * @param {number[]} dice those that are left before this chain
 * @param {Steps} chain
 */
function chainText(dice, chain) {
  const points = [chain[0][0], ...chain.map(([point, die]) => Math.max(0, point - die))];
  const equal = new Set(dice).size === 1;
  const written = equal ? [points[0], points[points.length - 1]] : points;
  const word = written.map((point) => (point === 0 ? "off" : point)).join("/");
  const [point, die] = chain[chain.length - 1];
  return points.at(-1) === 0 && die !== lowest(dice, chain.slice(0, -1), point) ? `${word}=${die}` : word;
}

/**
 * The lowest die that takes a checker off from `point` after these steps.
 * @param {number[]} dice
 * @param {Steps} steps
 * @param {number} point
 */
function lowest(dice, steps, point) {
  const left = [...dice];
  for (const [, die] of steps) left.splice(left.indexOf(die), 1);
  return Math.min(...left.filter((die) => die >= point));
}
