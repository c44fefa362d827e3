/**
 * The matrices of qr.json are those of segno 1.6 for byte mode and level M, with one correction: a text that ends at a
 * byte is not followed by a further byte of zeros before the padding (ISO/IEC 18004, 7.4.10).
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { encode } from "../../../clients/web/parts/qr.js";

/** @type {{text: string, version: number, rows: string[]}[]} rows in hexadecimal */
const CODES = JSON.parse(readFileSync(new URL("qr.json", import.meta.url), "utf8"));

/** @param {string} text */
function rows(text) {
  return encode(text).map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16));
}

for (const { text, version, rows: expected } of CODES) {
  test(`version ${version} encodes ${text.slice(0, 24)}`, () => assert.deepEqual(rows(text), expected));
}

test("every version is compared", () => {
  assert.deepEqual([...new Set(CODES.map(({ version }) => version))].sort(), [1, 2, 3, 4, 5, 6]);
});

test("one byte too many is refused", () => {
  assert.throws(() => encode("x".repeat(107)), RangeError);
});

test("versions grow with the text", () => {
  const sizes = [14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106].map((length) => encode("x".repeat(length)).length);
  assert.deepEqual(sizes, [21, 25, 25, 29, 29, 33, 33, 37, 37, 41, 41]);
});
