import assert from "node:assert/strict";
import test from "node:test";

import { language, locale, preferred, setLanguage, t } from "../../../clients/web/i18n.js";

// The only thing of a page that languages touch.
Object.assign(globalThis, { document: { documentElement: { lang: "" } } });

test("the browser's first known language is preferred", () => {
  assert.equal(preferred(["fr-FR", "de-AT", "en"]), "de");
  assert.equal(preferred(["RU"]), "ru");
  assert.equal(preferred(["fr"]), "en");
  assert.equal(preferred([]), "en");
});

test("dates are as at home of the browser, and English ones else as in Britain", async () => {
  await setLanguage("en");
  assert.equal(locale(["de-DE", "en-US"]), "en-US");
  assert.equal(locale(["en", "de-DE"]), "en-GB");
  assert.equal(locale(["ru-RU"]), "en-GB");
  await setLanguage("de");
  assert.equal(locale(["en-US", "de-AT"]), "de-AT");
  assert.equal(locale(["en-US"]), "de");
});

test("texts are filled in", async () => {
  await setLanguage("en");
  assert.equal(t("clock.short", { bank: "3 min", extra: "8 s" }), "3 min + 8 s");
  assert.equal(t("clock.short"), "{bank} + {extra}");
});

test("plural forms follow the number", async () => {
  await setLanguage("en");
  assert.deepEqual([1, 2].map((n) => t("watch.viewers", { n })), ["1 viewer", "2 viewers"]);
});

test("an unknown key is shown as it is", () => assert.equal(t("no.such_key"), "no.such_key"));

test("an unknown language is English", async () => {
  await setLanguage("xx");
  assert.equal(language(), "en");
  assert.equal(document.documentElement.lang, "en");
});
