import assert from "node:assert/strict";
import { test } from "node:test";

import { turnText } from "../../../clients/web/core/notation.js";
import { replay } from "../../../clients/web/core/record.js";
import { frames, games, room } from "./support.js";

/** A record with these events, one commit each. */
function record(commits) {
  const { settings, white, black } = room();
  const stored = commits.map((events, index) => ({ at: 1000 + index, events }));
  return { type: "record", room: "XXSHN3", match: 1, game: 1, settings, rules: { mars: 2 }, white, black, commits: stored };
}

for (const [name, { commits, turns }] of Object.entries(games)) {
  test(`the ${name} game is what the engine says`, () => {
    const { positions, plays, result } = replay(record(commits));
    const expected = turns.filter(({ text }) => text !== "end");
    assert.equal(positions.length, plays.length + 1);
    assert.deepEqual(
      plays.map(({ color, stages }, n) => ({ color, text: turnText(stages), digest: positions[n + 1].view.digest })),
      expected,
    );
    assert.equal(result.ending, "borne_off");
  });
}

test("positions hold both sides before and after a play", () => {
  const { positions, plays } = replay(record(games.plain.commits));
  assert.equal(positions[0].white[24], 15);
  const { color, steps } = plays[0];
  assert.equal(positions[1][color][24], 15 - steps.filter(([point]) => point === 24).length);
  assert.equal(positions.at(-1)[plays.at(-1).color][0], 15);
});

test("a play has its dice and its text", () => {
  const [first] = replay(record(games.plain.commits)).plays;
  assert.equal(first.dice.length, 2);
  assert.equal(first.carried, false);
  assert.match(first.text, /^24\//);
  assert.equal(first.ended.type, "play_ended");
});

test("cascades and carried dice are told apart", () => {
  const { plays } = replay(record(games.gul_bara.commits));
  const cascade = plays.find(({ stages }) => stages.length > 1);
  assert.match(cascade.text, /; \d\d: /);
  assert.ok(plays.some(({ carried }) => carried));
});

test("a game that is given up in a play keeps its steps", () => {
  const commits = frames.filter(({ connection, from }) => connection === "ada" && from === "server")
    .flatMap(({ message }) => (message.type === "events" ? [message.events] : []));
  const cut = [...commits.slice(0, 6), [{ type: "game_ended", winner: "black", points: 2, ending: "resigned" }]];
  const { plays, result } = replay(record(cut));
  assert.deepEqual(plays.map(({ text, ended }) => [text, ended]), [["24/18", null]]);
  assert.deepEqual(result, { winner: "black", points: 2, ending: "resigned" });
});

test("a record without a play has one position", () => {
  const { positions, plays, result } = replay(record([[{ type: "game_started", game: 1, turn: 1 }]]));
  assert.deepEqual([positions.length, plays.length, result], [1, 0, null]);
});
