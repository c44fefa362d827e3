import assert from "node:assert/strict";
import { test } from "node:test";

import { remaining } from "../../../clients/web/core/clock.js";

const clocks = { white: 60_000, black: 50_000, running: "white", delay: 5000 };

test("the delay runs before the bank", () => {
  assert.deepEqual(remaining(clocks, 100, 3100), { white: 60_000, black: 50_000, delay: 2000 });
  assert.deepEqual(remaining(clocks, 100, 7100), { white: 58_000, black: 50_000, delay: 0 });
});

test("a clock ends at zero", () => {
  assert.deepEqual(remaining(clocks, 0, 100_000), { white: 0, black: 50_000, delay: 0 });
});

test("a clock that stands stays so", () => {
  const still = { ...clocks, running: null, delay: 0 };
  assert.deepEqual(remaining(still, 0, 9000), { white: 60_000, black: 50_000, delay: 0 });
  assert.equal(remaining(null, 0, 9000), null);
});

test("time does not go backwards", () => {
  assert.deepEqual(remaining(clocks, 500, 100), { white: 60_000, black: 50_000, delay: 5000 });
});
