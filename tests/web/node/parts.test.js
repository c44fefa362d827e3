import assert from "node:assert/strict";
import { test } from "node:test";

import { clockCall, tell } from "../../../clients/web/parts/announcer.js";
import { keyAction } from "../../../clients/web/parts/keys.js";
import { CLAIM_MS, offerOf } from "../../../clients/web/parts/offers.js";
import { clockText } from "../../../clients/web/parts/plate.js";
import { passText, refusalText } from "../../../clients/web/parts/refusal.js";
import { promptOf } from "../../../clients/web/parts/status.js";
import texts from "../../../clients/web/lang/en.js";

const press = (key, code = "", more = {}) => keyAction({ key, code, target: null, ...more });
/** The key and its parameters, so that a test reads what is said. */
const t = (key, params = {}) => `${key}${Object.values(params).length ? `(${Object.values(params).join()})` : ""}`;

const ROOM = {
  you: ["white"], phase: "roll", to_move: "white", turns: [1, 1], opening: [6, 3], stages: [], winner: null,
  rematch: null, cost: [2, 1], score: [2, 0], results: ["W2"], settings: { length: 1 },
  white: { name: "Ada" }, black: { name: "Bo" }, last_turn: false,
};

const OVER = { ...ROOM, phase: "over", winner: "white" };

test("Latin letters count by character", () => {
  assert.equal(press("r", "KeyO"), "throw");
  assert.equal(press("R", "KeyR"), "throw");
  assert.equal(press("ö", "KeyR"), null);
});

test("other letters count by physical key", () => {
  assert.deepEqual([press("к", "KeyR"), press("г", "KeyU"), press("а", "KeyF")], ["throw", "undo", "fullscreen"]);
});

test("modifiers, repeats and text fields are left alone", () => {
  assert.equal(press("r", "KeyR", { ctrlKey: true }), null);
  assert.equal(press("r", "KeyR", { shiftKey: true }), null);
  assert.equal(press("r", "KeyR", { repeat: true }), null);
  const field = { closest: (selector) => (selector.includes("input") ? {} : null) };
  assert.equal(press("r", "KeyR", { target: field }), null);
  assert.equal(press("?", "Slash", { shiftKey: true }), "list");
});

test("Enter presses what has the focus", () => {
  const button = { closest: (selector) => (selector.includes("button") ? {} : null) };
  assert.equal(press("Enter", "Enter", { target: button }), null);
  assert.equal(press("Enter"), "done");
});

test("clocks show tenths in the last ten seconds", () => {
  assert.equal(clockText(180_000, true), "3:00");
  assert.equal(clockText(9_940, true), "0:09.9");
  assert.equal(clockText(-5, true), "0:00.0");
  assert.equal(clockText(3_725_000), "1:02:05");
});

test("clocks are called at 30 and 10 seconds", () => {
  assert.equal(clockCall(30_050, 29_950), 30);
  assert.equal(clockCall(10_050, 10_000), 10);
  assert.equal(clockCall(29_000, 28_000), null);
});

test("a pass tells why for each die", () => {
  const blocked = [
    { die: 6, point: 24, reason: "point_closed" }, { die: 6, point: 18, reason: "point_closed" },
    { die: 3, point: 24, reason: "head_already_played" },
  ];
  const text = passText({ color: "white", unused: [6, 3], blocked }, t);
  const reasons = "6: status.why_point_closed (24, 18); 3: status.why_head_already_played (24)";
  assert.equal(text, `status.cannot_use(color.white,6-3,${reasons})`);
});

test("refusals without a text are told by the server", () => {
  const speak = (key, { points = "", detail = "" } = {}) =>
    (texts[key] ?? key).replace("{points}", points).replace("{detail}", detail);
  assert.match(refusalText({ code: "wall", points: [18, 17, 16] }, speak), /^18, 17,? and 16 would be a wall/);
  assert.match(refusalText({ code: "from_the_future", detail: "No way." }, speak), /No way\.$/);
});

test("plays are told when they are complete", () => {
  const before = { ...ROOM, stages: [{ dice: [6, 3], steps: [[24, 6]], carried: false }] };
  const lines = tell(before, [
    { type: "stepped", point: 18, die: 3 },
    { type: "play_ended", color: "white", unused: [], blocked: [] },
    { type: "turn_began", turn: 2, color: "black", last: false },
    { type: "from_the_future" },
  ], t);
  assert.deepEqual(lines, ["announce.plays(color.white,24/18/15)"]);
});

test("the line says what is to be done", () => {
  assert.equal(promptOf(ROOM, null, true, t), "status.roll");
  assert.equal(promptOf(ROOM, null, false, t), "status.rolls(Ada)");
  assert.equal(promptOf({ ...ROOM, to_move: "black" }, null, true, t), "status.rolls(Bo)");
  assert.equal(promptOf({ ...ROOM, phase: "over", winner: "black" }, null, true, t), "status.you_lose");
});

test("in the roll-off everybody is named who still throws", () => {
  const told = (opening) => promptOf({ ...ROOM, phase: "opening", to_move: null, opening }, null, false, t);
  assert.equal(told([null, null]), "status.opening_both");
  assert.equal(told([6, null]), "status.opening(Bo)");
  assert.equal(told([null, 6]), "status.opening(Ada)");
});

test("the bot of the house is named in the reader's language everywhere", () => {
  const withBot = { ...ROOM, to_move: "black", black: { name: "House bot" } };
  assert.equal(promptOf(withBot, null, true, t), "status.rolls(app.house_bot)");
  assert.deepEqual(tell(ROOM, [{ type: "seat_taken", color: "black", name: "House bot" }], t),
    ["announce.seat_taken(app.house_bot,color.black)"]);
});

test("resigning names its cost", () => {
  const { kind, buttons } = offerOf(ROOM, { resigning: true, patient: false, seated: true }, null, t, {});
  assert.equal(kind, "resign");
  assert.equal(buttons[0].label, "room.resign_confirm(2)");
});

test("a win can be claimed after two minutes", () => {
  const look = { resigning: false, patient: false, seated: true };
  assert.equal(offerOf(ROOM, look, CLAIM_MS - 1, t, {}).buttons.length, 0);
  assert.deepEqual(offerOf(ROOM, look, CLAIM_MS, t, {}).buttons.map(({ act }) => act), ["claim-win", "keep-waiting"]);
  assert.equal(offerOf(ROOM, { ...look, patient: true }, CLAIM_MS, t, {}), null);
});

test("the score of a match begins with the winner's points and stays on one line", () => {
  const told = "announce.match_ended(color.black,3\u00a0:\u00a01)";
  assert.deepEqual(tell(ROOM, [{ type: "match_ended", winner: "black", white: 1, black: 3 }], t), [told]);
  const over = { ...OVER, winner: "black", score: [1, 3], results: ["B2"], settings: { length: 3 } };
  const { text } = offerOf(over, { resigning: false, patient: false, seated: true }, null, t, {});
  assert.ok(text.includes(`${told}.`), text);
});

test("a rematch is offered, accepted or withdrawn", () => {
  const acts = (rematch, seated = true) =>
    offerOf({ ...OVER, rematch }, { resigning: false, patient: false, seated }, null, t, {}).buttons.map(({ act }) => act);
  assert.deepEqual(acts(null), ["rematch", "replay", "home"]);
  assert.deepEqual(acts("black"), ["rematch", "decline-rematch", "replay", "home"]);
  assert.deepEqual(acts("white"), ["decline-rematch", "replay", "home"]);
  assert.deepEqual(acts(null, false), ["replay", "home"]);
});
