/**
 * QR codes (ISO/IEC 18004) as far as links need them: bytes, error correction level M, versions 1 to 6.
 * A matrix is a list of rows of booleans, dark is true.
 */

import { svg } from "../dom.js";

/** @typedef {boolean[][]} Matrix */
/** @typedef {(boolean | null)[][]} Draft a matrix in which null is not written yet */

/** By version, from 1: blocks, data bytes in each, error correction bytes in each. All blocks of these are alike. */
const BLOCKS = [
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
];
/** Light modules around the code. */
const QUIET = 4;

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/**
 * The code as a drawing. Throws RangeError for more than 106 bytes.
 * @param {string} text
 * @param {string} label for those who do not see it
 * @returns {SVGSVGElement}
 */
export function qrSvg(text, label) {
  const matrix = encode(text);
  const size = matrix.length + 2 * QUIET;
  const picture = svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  picture.append(
    svg("path", { class: "qr-light", d: `M0 0h${size}v${size}h${-size}z` }),
    svg("path", { class: "qr-dark", d: outline(matrix) }),
  );
  return picture;
}

/** One short stroke for each run of dark modules. @param {Matrix} matrix */
function outline(matrix) {
  const runs = matrix.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? "1" : "0")).join("");
    return [...line.matchAll(/1+/g)].map(
      (run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`,
    );
  });
  return runs.join("");
}

/**
 * @param {string} text
 * @returns {Matrix}
 */
export function encode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versionFor(bytes.length);
  const draft = patterns(version);
  const free = draft.map((row) => row.map((module) => module === null));
  fill(draft, codewords(bytes, version));
  const masked = MASKS.map((_, mask) => finished(draft, free, mask));
  return masked.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The smallest version that holds so many bytes beside 4 bits of mode and 8 of length. @param {number} count */
function versionFor(count) {
  const index = BLOCKS.findIndex(([blocks, data]) => blocks * data - 2 >= count);
  if (index < 0) throw new RangeError(`${count} bytes are too many for a QR code of version 6`);
  return index + 1;
}

// --- the bits ------------------------------------------------------------------------------------------------

/**
 * Data and error correction in the order in which they are written: the blocks take turns, byte by byte.
 * @param {number[]} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  const [blocks, size, correction] = BLOCKS[version - 1];
  const data = padded(bytes, blocks * size);
  const parts = Array.from({ length: blocks }, (_, index) => data.slice(index * size, (index + 1) * size));
  return [...interleaved(parts), ...interleaved(parts.map((part) => remainder(part, correction)))];
}

/** @param {number[][]} blocks */
function interleaved(blocks) {
  return blocks[0].flatMap((_, index) => blocks.map((block) => block[index]));
}

/**
 * Byte mode: 0100, the length, the bytes, 0000; then two filling bytes in turn.
 * @param {number[]} bytes
 * @param {number} size
 */
function padded(bytes, size) {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = [];
  for (let i = 0; i < nibbles.length; i += 2) words.push((nibbles[i] << 4) | nibbles[i + 1]);
  for (let i = 0; words.length < size; i++) words.push(i % 2 ? 0x11 : 0xec);
  return words;
}

/**
 * Reed-Solomon: the remainder of the data by the generator of so many roots.
 * @param {number[]} data
 * @param {number} count
 */
function remainder(data, count) {
  const divisor = generator(count);
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((term, index) => (rest[index] ^= product(term, factor)));
  }
  return rest;
}

/** (x - 1)(x - 2)(x - 4) …, without its leading 1, from high to low. @param {number} count */
function generator(count) {
  const terms = [...Array(count - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < count; i++) {
    terms.forEach((term, j) => (terms[j] = product(term, root) ^ (terms[j + 1] ?? 0)));
    root = product(root, 2);
  }
  return terms;
}

/** In the field of 256 elements by x^8 + x^4 + x^3 + x^2 + 1. @param {number} a @param {number} b */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((b >> bit) & 1) result ^= a;
  }
  return result;
}

// --- the modules ---------------------------------------------------------------------------------------------

/**
 * What is the same in every code of a version; the places of the format are light until it is known.
 * @param {number} version
 */
function patterns(version) {
  const size = 17 + 4 * version;
  /** @type {Draft} */
  const draft = Array.from({ length: size }, () => Array(size).fill(null));
  for (let i = 0; i < size; i++) draft[6][i] = draft[i][6] = i % 2 === 0;
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(draft, row, column, 4, [0, 1, 3]);
  if (version > 1) square(draft, size - 7, size - 7, 2, [0, 2]);
  formatPlaces(size).forEach(([row, column]) => (draft[row][column] = false));
  draft[size - 8][8] = true;
  return draft;
}

/**
 * Concentric rings around a middle, as far as they lie in the code.
 * @param {Draft} draft
 * @param {number} row
 * @param {number} column
 * @param {number} reach
 * @param {number[]} dark the rings that are dark
 */
function square(draft, row, column, reach, dark) {
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      if (draft[row + i]?.[column + j] === undefined) continue;
      draft[row + i][column + j] = dark.includes(Math.max(Math.abs(i), Math.abs(j)));
    }
  }
}

/**
 * Both places of the 15 bits of the format, the lowest bit first.
 * @param {number} size
 * @returns {[number, number][]}
 */
function formatPlaces(size) {
  const near = [0, 1, 2, 3, 4, 5, 7, 8];
  const first = near.map(down).concat(near.slice(0, -1).reverse().map(along));
  const second = Array.from({ length: 15 }, (_, bit) => (bit < 8 ? along(size - 1 - bit) : down(size - 15 + bit)));
  return [...first, ...second];
}

/** @param {number} row @returns {[number, number]} */
function down(row) {
  return [row, 8];
}

/** @param {number} column @returns {[number, number]} */
function along(column) {
  return [8, column];
}

/**
 * Two columns at a time, up and down from the right; column 6 is the timing's.
 * @param {Draft} draft
 * @param {number[]} words
 */
function fill(draft, words) {
  const size = draft.length;
  const bits = words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((word >> bit) & 1) === 1));
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = draft[up ? size - 1 - step : step];
      for (const column of [right, right - 1]) row[column] ??= bits.shift() ?? false;
    }
  }
}

/** @param {Draft} draft @param {boolean[][]} free where data lies @param {number} mask @returns {Matrix} */
function finished(draft, free, mask) {
  const matrix = draft.map((row, i) => row.map((dark, j) => Boolean(dark) !== (free[i][j] && MASKS[mask](i, j))));
  const bits = format(mask);
  formatPlaces(matrix.length).forEach(
    ([row, column], index) => (matrix[row][column] = ((bits >> (index % 15)) & 1) === 1),
  );
  return matrix;
}

/** Level M is 00, then the mask, then ten check bits (BCH), and a fixed mask over all. @param {number} mask */
function format(mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

// --- which mask ----------------------------------------------------------------------------------------------

/** How hard it is to read. @param {Matrix} matrix */
function penalty(matrix) {
  const columns = matrix.map((_, j) => matrix.map((row) => row[j]));
  const lines = [...matrix, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  return sum(lines.map(runs)) + sum(lines.map(finders)) + squares(matrix) + balance(matrix);
}

/** Five or more alike in a row. @param {string} line */
function runs(line) {
  return sum((line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2));
}

/**
 * What looks like the eye of the code, with four light modules on a side; beyond the edge all is light.
 * @param {string} line
 */
function finders(line) {
  const found = [...`0000${line}0000`.matchAll(/(?=1011101)/g)].map(({ index }) => index);
  const light = (/** @type {number} */ from) => `0000${line}0000`.slice(from, from + 4) === "0000";
  return 40 * found.filter((at) => light(at - 4) || light(at + 7)).length;
}

/** Two by two alike. @param {Matrix} matrix */
function squares(matrix) {
  let found = 0;
  for (let i = 1; i < matrix.length; i++) {
    for (let j = 1; j < matrix.length; j++) {
      const dark = matrix[i][j];
      if (dark === matrix[i - 1][j] && dark === matrix[i][j - 1] && dark === matrix[i - 1][j - 1]) found += 3;
    }
  }
  return found;
}

/** Ten for each five per cent away from half. @param {Matrix} matrix */
function balance(matrix) {
  const share = (100 * sum(matrix.flat().map(Number))) / matrix.length ** 2;
  return 10 * Math.floor(Math.abs(share - 50) / 5);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
