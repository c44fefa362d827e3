import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { clockShort, LANGUAGES, loadTexts, setLanguage, spanText, t } from "../../../clients/web/i18n.js";
import { clockText } from "../../../clients/web/parts/terms.js";
import { CLOCKS } from "../../../clients/web/screens/home.js";
import { nameText } from "../../../clients/web/parts/names.js";
import { finishedFacts, liveFacts } from "../../../clients/web/screens/watch.js";

// The only thing of a page that languages touch.
Object.assign(globalThis, { document: { documentElement: { lang: "" } } });

const delay = (bank, extra) => ({ timing: "delay", bank, extra });
const fischer = (bank, extra) => ({ timing: "fischer", bank, extra });
const LISTING = {
  preset: "long-nard", overrides: {}, length: 1, game: 1, timing: "none", bank: 0, extra: 0, plays: 61, ending: "borne_off",
};

/** What is said in each language: en, da, de, ru. */
async function inEach(say) {
  const said = [];
  for (const [code] of LANGUAGES) {
    await setLanguage(code);
    said.push(say());
  }
  return said;
}

test("spans are told in minutes and seconds", async () => {
  await setLanguage("en");
  const spans = [0, 10_000, 59_000, 60_000, 90_000, 300_000, 605_000, 10_800_000, 500];
  assert.deepEqual(spans.map((ms) => spanText(t, ms)),
    ["0 s", "10 s", "59 s", "1 min", "1 min 30 s", "5 min", "10 min 5 s", "180 min", "0.5 s"]);
});

test("a clock of seconds is told in seconds", async () => {
  assert.deepEqual(await inEach(() => clockShort(t, delay(10_000, 0))), ["10 s", "10 s", "10 s", "10 с"]);
  assert.deepEqual(await inEach(() => clockText(t, delay(10_000, 0))), ["10 s each", "10 s hver", "je 10 s", "по 10 с"]);
});

test("nothing added is not told", async () => {
  for (const say of [clockShort, clockText]) {
    const said = await inEach(() => [delay, fischer].map((control) => say(t, control(300_000, 0))).join());
    assert.deepEqual(said.filter((text) => /\b0\b/.test(text)), []);
  }
});

test("half a minute is told in seconds", async () => {
  assert.deepEqual(await inEach(() => clockShort(t, fischer(90_000, 2_500))),
    ["1 min 30 s + 2.5 s", "1 min 30 s + 2,5 s", "1 min 30 s + 2,5 s", "1 мин 30 с + 2,5 с"]);
});

test("what a turn adds is told in full", async () => {
  await setLanguage("en");
  assert.equal(clockText(t, delay(90_000, 12_000)), "1 min 30 s each, 12 s free in every turn");
  assert.equal(clockText(t, fischer(300_000, 60_000)), "5 min each, 1 min added for every turn");
  assert.deepEqual([clockShort, clockText].map((say) => say(t, CLOCKS.none)), ["No clock", "No clock"]);
});

test("the page says the clocks before any script does", async () => {
  await setLanguage("en");
  const page = readFileSync(new URL("../../../clients/web/index.html", import.meta.url), "utf8");
  const labels = [...page.matchAll(/data-clock="(\w+)">([^<]+)</g)].map(([, name, text]) => [name, text]);
  assert.deepEqual(labels, Object.entries(CLOCKS).map(([name, control]) => [name, clockShort(t, control)]));
});

test("a finished game tells its plays", async () => {
  assert.deepEqual(await inEach(() => finishedFacts(t, LISTING).at(-1)), ["61 plays", "61 ture", "61 Züge", "61 ход"]);
  await setLanguage("en");
  assert.deepEqual(finishedFacts(t, { ...LISTING, plays: 0 }), ["Long Nard"]);
});

test("a game of a match tells which it was", async () => {
  await setLanguage("en");
  assert.deepEqual(finishedFacts(t, { ...LISTING, length: 3 }), ["Long Nard", "to 3", "game 1", "61 plays"]);
  assert.deepEqual(finishedFacts(t, LISTING), ["Long Nard", "61 plays"]);
});

test("a finished game tells its clock and Gul Bara", async () => {
  await setLanguage("en");
  const listing = { ...LISTING, overrides: { gul_bara: true }, ...delay(180_000, 8_000) };
  assert.deepEqual(finishedFacts(t, listing), ["Long Nard", "Gul Bara", "3 min + 8 s", "61 plays"]);
});

test("a game that was not played out tells how it ended", async () => {
  await setLanguage("en");
  const told = ["resigned", "flag", "abandoned"].map((ending) => finishedFacts(t, { ...LISTING, ending }).at(-1));
  assert.deepEqual(told, ["by resignation", "on time", "the opponent has left"]);
});

test("a live game of a match tells which it is", async () => {
  await setLanguage("en");
  const room = {
    preset: "long-nard", overrides: {}, length: 3, game: 2, ...delay(180_000, 8_000), pips: [100, 90], watchers: 0,
  };
  const [clock, pips] = ["3 min + 8 s", "pips 100 : 90"];
  assert.deepEqual(liveFacts(t, room), ["Long Nard", "to 3", "game 2", clock, pips]);
  assert.deepEqual(liveFacts(t, { ...room, length: 1, game: 1 }), ["Long Nard", clock, pips]);
  assert.deepEqual(liveFacts(t, { ...room, game: 0, waiting: true }), ["Long Nard", "to 3", clock]);
});

test("the second game of a match of unknown length is told", async () => {
  await setLanguage("en");
  assert.deepEqual(finishedFacts(t, { ...LISTING, length: 0, game: 2 }), ["Long Nard", "game 2", "61 plays"]);
});

test("names that the server gives are told in each language", async () => {
  assert.deepEqual(await inEach(() => nameText("House bot", t)), ["House bot", "Husets bot", "Hausbot", "Наш бот"]);
  assert.deepEqual(await inEach(() => nameText("Guest a-_9", t)), ["Guest a-_9", "Gæst a-_9", "Gast a-_9", "Гость a-_9"]);
  await setLanguage("de");
  for (const own of ["Guest", "Guest of honour", "The House bot"]) assert.equal(nameText(own, t), own);
});

test("an absence is told as a span of time", async () => {
  assert.deepEqual(await inEach(() => t("room.offline_for", { time: "0:53" })),
    ["offline for 0:53", "offline i 0:53", "schon 0:53 offline", "не в сети 0:53"]);
});

test("time that is over is told as a span of time", async () => {
  await loadTexts("tournament");
  assert.deepEqual(await inEach(() => t("screen.clock.over")),
    ["Over time by", "Tiden er overskredet med", "Zeit überschritten um", "Время превышено на"]);
});
