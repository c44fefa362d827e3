import assert from "node:assert/strict";
import { test } from "node:test";

import { playText, turnText } from "../../../clients/web/core/notation.js";

const cases = [
  ["24/18/15", [6, 3], [[24, 6], [18, 3]]],
  ["24/18 24/21", [6, 3], [[24, 6], [24, 3]]],
  ["24/16(2)", [4, 4, 4, 4], [[24, 4], [20, 4], [24, 4], [20, 4]]],
  ["6/off(2)", [6, 6, 6, 6], [[6, 6], [6, 6]]],
  ["2/off", [6, 2], [[2, 2]]],
  ["2/off=6", [6, 2], [[2, 6]]],
  ["2/off=6 3/1", [6, 2], [[2, 6], [3, 2]]],
  ["8/2/off", [6, 2], [[8, 6], [2, 2]]],
  ["pass", [6, 3], []],
];

for (const [text, dice, steps] of cases) {
  test(`${dice.join("")} is written ${text}`, () => assert.equal(playText(dice, steps), text));
}

test("a turn names its dice and stages", () => {
  const stage = (dice, steps, carried = false) => ({ dice, steps, carried });
  assert.equal(turnText([stage([6, 3], [[24, 6]])]), "63: 24/18");
  assert.equal(turnText([stage([4, 4, 4, 4], [[24, 4]]), stage([5, 5, 5, 5], [])]), "44: 24/20; 55: pass");
  assert.equal(turnText([stage([4, 4, 4], [[24, 4]], true)]), "<444: 24/20");
});
