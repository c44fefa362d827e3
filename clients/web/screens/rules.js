/** The rules of each preset, in words and small boards. `#rules/<preset>` explains that one. */

import { h } from "../dom.js";
import { optionText, presetName, PRESETS } from "../parts/terms.js";
import { still } from "../parts/still.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {T} from "../i18n.js"
 * @import {Side} from "../parts/still.js"
 * @typedef {import("../parts/terms.js").Option} Option
 * @typedef {Record<string, Option>} Options
 * @typedef {{white: Side, black: Side}} Picture
 */

/** What the presets set otherwise than the default one (engine/RULES.md, Options). @type {Record<string, Options>} */
const CHANGES = {
  "lange-narde": {},
  "long-nard": { opening_roll: "fresh", higher_die: false, prime_ban: "none", overshoot: "exact" },
  "dlinnye-nardy": { opening_roll: "fresh", higher_die: false, head_exception_second: "any_double_if_needed" },
};
/** @type {Options} */
const DEFAULT = {
  opening_roll: "same_dice",
  head_limit: 1,
  head_exception_first: "346",
  head_exception_second: "346",
  higher_die: true,
  prime_ban: "ahead",
  prime_check: "each_step",
  overshoot: "highest",
  last_turn: "none",
  mars: 2,
  cascade_from_turn: 3,
  carry_over: "any_roll",
};
/** The options that tell the presets apart. */
const COMPARED = ["opening_roll", "head_exception_second", "higher_die", "prime_ban", "overshoot"];

/** @type {Record<string, Picture>} */
const PICTURES = {
  start: { white: { 24: 15 }, black: { 24: 15 } },
  head: { white: { 24: 14, 15: 1 }, black: { 24: 15 } },
  wallAhead: { white: { 24: 5, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2 }, black: { 24: 9, 22: 2, 20: 2, 15: 1, 5: 1 } },
  wallNone: { white: { 24: 5, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2 }, black: { 24: 9, 22: 3, 20: 2, 15: 1 } },
  off: { white: { 6: 2, 5: 3, 4: 1, 3: 2, 1: 1, 0: 6 }, black: { 9: 4, 8: 3, 6: 4, 5: 2, 2: 2 } },
  gulBara: { white: { 24: 8, 20: 2, 16: 2, 15: 1, 11: 2 }, black: { 24: 9, 21: 2, 19: 2, 15: 2 } },
};

/** @param {HTMLElement} main @param {App} app @param {{rest: string[]}} params @returns {Screen} */
export function show(main, { t }, { rest: [wanted] }) {
  const preset = PRESETS.includes(wanted) ? wanted : PRESETS[0];
  const options = { ...DEFAULT, ...CHANGES[preset] };
  /** @type {(() => void)[]} */
  const boards = [];
  const picture = (/** @type {string} */ name, /** @type {string} */ caption) =>
    figure(boards, PICTURES[name], t(caption));
  main.append(
    h(
      "article",
      { class: "page wide prose" },
      h("h1", null, t("rules.title")),
      h("p", { class: "lead" }, t("rules.lead")),
      tabs(t, preset),
      ...chapters(t, options, picture),
      h("h2", null, t("rules.which")),
      comparison(t),
    ),
  );
  return { title: t("rules.title"), destroy: () => boards.forEach((drop) => drop()) };
}

/**
 * @param {T} t
 * @param {Options} options
 * @param {(name: string, caption: string) => HTMLElement} picture
 */
function chapters(t, options, picture) {
  const option = (/** @type {string[]} */ ...names) => names.map((name) => optionText(t, name, options[name]));
  const said = (/** @type {string} */ part, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => t(`rules.${part}.${index + 1}`));
  const banned = options.prime_ban === "ahead";
  return [
    chapter(t("rules.goal"), said("goal", 3), picture("start", "rules.goal.figure")),
    chapter(t("rules.opening"), [...said("opening", 1), ...option("opening_roll")]),
    chapter(t("rules.steps"), [...said("steps", 4), ...option("higher_die")]),
    chapter(
      t("rules.head"),
      option("head_limit", "head_exception_first", "head_exception_second"),
      picture("head", "rules.head.figure"),
    ),
    chapter(
      t("rules.wall"),
      [...said("wall", 1), ...option("prime_ban"), ...(banned ? [t("rules.wall.2"), ...option("prime_check")] : [])],
      picture("wallAhead", "rules.wall.figure_ahead"),
      banned ? picture("wallNone", "rules.wall.figure_none") : null,
    ),
    chapter(
      t("rules.off"),
      [...said("off", 2), ...option("overshoot"), t("rules.off.3"), ...option("last_turn")],
      picture("off", "rules.off.figure"),
    ),
    chapter(t("rules.gul_bara"), [...said("gul_bara", 4)], picture("gulBara", "rules.gul_bara.figure")),
    chapter(t("rules.score"), [...option("mars"), ...said("score", 2)]),
  ];
}

/** @param {string} title @param {string[]} sentences @param {...(HTMLElement | null)} pictures */
function chapter(title, sentences, ...pictures) {
  const shown = pictures.filter(Boolean);
  return h(
    "section",
    { class: shown.length ? "rule pictured" : "rule" },
    h(
      "div",
      { class: "stack" },
      h("h2", null, title),
      h(
        "ul",
        null,
        sentences.map((text) => h("li", null, text)),
      ),
    ),
    shown.length > 0 && h("div", { class: "stack" }, shown),
  );
}

/** @param {(() => void)[]} boards @param {Picture} position @param {string} caption */
function figure(boards, position, caption) {
  const host = h("div", { class: "still" });
  boards.push(still(host, position, { numbers: true }));
  return h("figure", null, host, h("figcaption", null, caption));
}

/** @param {T} t @param {string} current */
function tabs(t, current) {
  const links = PRESETS.map((preset) =>
    h(
      "a",
      { class: "btn", href: `/#rules/${preset}`, "aria-current": preset === current && "page" },
      presetName(t, preset),
    ),
  );
  return h(
    "nav",
    { class: "row tabs", "aria-label": t("rules.for") },
    h("span", { class: "muted" }, t("rules.for")),
    links,
  );
}

/** @param {T} t */
function comparison(t) {
  const cell = (/** @type {string} */ preset, /** @type {string} */ name) =>
    optionText(t, name, { ...DEFAULT, ...CHANGES[preset] }[name]);
  return h(
    "div",
    { class: "table-wrap", tabindex: 0, role: "region", "aria-label": t("rules.which") },
    h(
      "table",
      { class: "compare" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td", null),
          PRESETS.map((preset) => h("th", { scope: "col" }, presetName(t, preset))),
        ),
      ),
      h(
        "tbody",
        null,
        COMPARED.map((name) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, t(`option.${name}`)),
            PRESETS.map((preset) => h("td", null, cell(preset, name))),
          ),
        ),
      ),
    ),
  );
}
