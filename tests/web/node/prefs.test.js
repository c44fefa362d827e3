import assert from "node:assert/strict";
import test from "node:test";

import { base64url, ensureName, ensureToken, fromBase64url, Prefs } from "../../../clients/web/prefs.js";

function store(entries = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

const forbidden = {
  getItem() { throw new Error("forbidden"); },
  setItem() { throw new Error("forbidden"); },
  removeItem() { throw new Error("forbidden"); },
};

test("a new device has the defaults", () => {
  const prefs = new Prefs(store());
  assert.deepEqual([prefs.get("theme"), prefs.get("sound.throw"), prefs.get("length")], ["auto", true, 1]);
});

test("values survive the page with their kind", () => {
  const kept = store();
  const before = new Prefs(kept);
  before.set("mirror", true);
  before.set("length", 5);
  before.set("name", "Ada");
  const after = new Prefs(kept);
  assert.deepEqual([after.get("mirror"), after.get("length"), after.get("name")], [true, 5, "Ada"]);
});

test("the language of the browser comes back", () => {
  const kept = store({ "narde.language": "da" });
  const prefs = new Prefs(kept);
  assert.equal(prefs.get("language"), "da");
  prefs.set("language", null);
  assert.equal(new Prefs(kept).get("language"), null);
});

test("without storage values live as long as the page", () => {
  for (const nothing of [null, forbidden]) {
    const prefs = new Prefs(nothing);
    prefs.set("autoDone", true);
    assert.deepEqual([prefs.get("autoDone"), prefs.get("autoForced")], [true, false]);
  }
});

test("listeners hear changes until they stop", () => {
  const prefs = new Prefs(store());
  /** @type {unknown[]} */
  const heard = [];
  const off = prefs.onChange((key, value) => heard.push([key, value]));
  prefs.set("flip", true);
  off();
  prefs.set("flip", false);
  assert.deepEqual(heard, [["flip", true]]);
});

test("another tab's change is heard", () => {
  const kept = store();
  const prefs = new Prefs(kept);
  prefs.set("theme", "light");
  /** @type {unknown[]} */
  const heard = [];
  prefs.onChange((key, value) => heard.push([key, value]));
  kept.setItem("narde.theme", "dark");
  for (const key of ["narde.theme", "other", "narde.unknown", null]) prefs.refresh(key);
  assert.deepEqual(heard, [["theme", "dark"]]);
});

test("the token is made once and is long enough", () => {
  const prefs = new Prefs(store());
  const token = ensureToken(prefs);
  assert.match(token, /^[\w-]{22}$/);
  assert.equal(ensureToken(prefs), token);
});

test("a guest keeps the first name", () => {
  const prefs = new Prefs(store());
  const name = ensureName(prefs, "Guest");
  assert.match(name, /^Guest \d{4}$/);
  assert.equal(ensureName(prefs, "Gast"), name);
});

test("base64url goes both ways", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(fromBase64url(base64url(bytes)), bytes);
  assert.doesNotMatch(base64url(bytes), /[+/=]/);
});
