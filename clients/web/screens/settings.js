/** What this device remembers: who you are, how it looks, how it plays, what is heard. Every change holds at once. */

import { h } from "../dom.js";
import { language, LANGUAGES } from "../i18n.js";
import { deviceCard } from "../parts/device_card.js";
import { createSound } from "../parts/sound.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {Key, Values} from "../prefs.js"
 * @import {SoundName} from "../parts/sound.js"
 * @typedef {{[K in Key]: Values[K] extends boolean ? K : never}[Key]} Flag preferences that are on or off
 */

const THEMES = ["auto", "light", "dark"];
const BOARDS = ["walnut", "felt", "slate"];
/** Each sound and how it is heard when it is switched on. @type {Partial<Record<Flag, SoundName>>} */
const SOUNDS = {
  "sound.throw": "dice",
  "sound.step": "checker",
  "sound.turn": "turn",
  "sound.clock": "tick",
  "sound.end": "win",
};

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const { t } = app;
  const sound = createSound(app.prefs);
  main.append(
    h(
      "div",
      { class: "page wide" },
      h("h1", null, t("settings.title")),
      h(
        "div",
        { class: "settings" },
        panel(t("settings.you"), name(app)),
        panel(t("settings.look"), languageField(app), themeField(app)),
        panel(
          t("settings.board_view"),
          boardField(app),
          ...flags(app, ["numbers", "arrows", "flip", "mirror", "animations"]),
        ),
        panel(t("settings.play"), ...flags(app, ["autoDone", "autoForced"])),
        panel(
          t("settings.sounds"),
          ...Object.entries(SOUNDS).map(([key, heard]) => soundFlag(app, /** @type {Flag} */ (key), heard, sound)),
        ),
        deviceCard(app),
      ),
    ),
  );
  return { title: t("settings.title"), destroy: () => sound.destroy() };
}

/** @param {string} title @param {...Node} children */
function panel(title, ...children) {
  return h("section", { class: "panel" }, h("h2", null, title), children);
}

/** @param {App} app */
function name(app) {
  const input = h("input", {
    name: "name",
    maxlength: 24,
    value: app.prefs.get("name"),
    autocomplete: "nickname",
    spellcheck: "false",
  });
  input.addEventListener("change", () => {
    app.takeName(input.value);
    input.value = app.prefs.get("name");
  });
  return h("label", { class: "field" }, h("span", null, app.t("settings.name")), input);
}

/** @param {App} app */
function languageField({ t, prefs }) {
  const menu = h(
    "select",
    { onchange: () => prefs.set("language", menu.value) },
    LANGUAGES.map(([code, own]) => h("option", { value: code, selected: code === language() }, own)),
  );
  return h("label", { class: "field" }, h("span", null, t("settings.language")), menu);
}

/** @param {App} app */
function themeField({ t, prefs }) {
  const choose = (/** @type {string} */ value) => prefs.set("theme", /** @type {Values["theme"]} */ (value));
  return choice(
    "theme",
    t("settings.theme"),
    THEMES.map((value) => [value, t(`settings.theme.${value}`)]),
    prefs.get("theme"),
    choose,
  );
}

/** @param {App} app */
function boardField({ t, prefs }) {
  const choose = (/** @type {string} */ value) => prefs.set("board", value);
  return choice(
    "board",
    t("settings.board"),
    BOARDS.map((value) => [value, t(`settings.board.${value}`)]),
    prefs.get("board"),
    choose,
  );
}

/**
 * One of a few, as chips.
 * @param {string} group
 * @param {string} legend
 * @param {string[][]} choices value and text
 * @param {string} current
 * @param {(value: string) => void} choose
 */
function choice(group, legend, choices, current, choose) {
  const chips = choices.map(([value, text]) =>
    h(
      "label",
      { class: "chip" },
      h("input", { type: "radio", name: group, value, checked: value === current, onchange: () => choose(value) }),
      h("span", null, text),
    ),
  );
  return h("fieldset", { class: "choice" }, h("legend", null, legend), h("div", { class: "chips" }, chips));
}

/** @param {App} app @param {Flag[]} keys */
function flags(app, keys) {
  return keys.map((key) => flag(app, key));
}

/** @param {App} app @param {Flag} key @param {(on: boolean) => void} [also] */
function flag({ t, prefs }, key, also) {
  const hint = key === "autoDone" || key === "autoForced" ? h("small", null, t(`settings.${key}_hint`)) : null;
  const box = h("input", { type: "checkbox", name: key, checked: prefs.get(key) });
  box.addEventListener("change", () => {
    prefs.set(key, box.checked);
    also?.(box.checked);
  });
  return h("label", { class: "switch" }, box, h("span", null, t(`settings.${key}`), hint));
}

/** @param {App} app @param {Flag} key @param {SoundName} heard @param {import("../parts/sound.js").Sound} sound */
function soundFlag(app, key, heard, sound) {
  return flag(app, key, (on) => on && sound.play(heard));
}
