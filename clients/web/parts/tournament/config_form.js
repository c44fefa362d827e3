/** The form that says what is played in a tournament. Its fields are read by name; what a format has not is hidden. */

/**
 * @import {App} from "../../app.js"
 * @import {Config, Proposal} from "../../core/protocol.js"
 * @import {T} from "../../i18n.js"
 */

import { h } from "../../dom.js";
import { clockShort } from "../../i18n.js";
import { CLOCKS } from "../../screens/home.js";
import { PRESETS, presetName } from "../terms.js";

/** @type {readonly Config["format"][]} */
export const FORMATS = ["round_robin", "swiss", "single_elimination", "double_elimination", "lives"];
const LENGTHS = [1, 2, 3, 5, 7];
const CUTS = [0, 2, 4, 8];
const MOST_ROUNDS = 100;
const MOST_LIVES = 9;
/** The formats that have a field. @type {Record<string, readonly Config["format"][]>} */
const FITTING = {
  rounds: ["swiss", "lives"],
  double: ["round_robin"],
  lives: ["lives"],
  cut: ["round_robin", "swiss", "lives"],
  grand_final: ["double_elimination"],
  order: ["swiss", "lives"],
};
/** What needs a knock-out, by itself or after a cut. */
const KNOCK_OUT_ONLY = ["third_place", "consolation"];

/** All fields but title and number of players. @param {App} app */
export function configFields(app) {
  const { t, prefs } = app;
  return [
    choice("format", t("tournament.create.format"), FORMATS, (name) => t(`tournament.format.${name}`), "round_robin",
      h("p", { class: "choice-hint" })),
    choice("length", t("tournament.create.length"), LENGTHS.map(String), (length) => length, "1"),
    choice("clock", t("fact.clock"), Object.keys(CLOCKS), (clock) => clockShort(t, CLOCKS[clock]), "none"),
    rules(t, prefs.get("preset"), prefs.get("gulBara")),
    h("details", { class: "more" }, h("summary", null, t("tournament.create.details")),
      h("div", { class: "config-details" }, details(t))),
  ];
}

/** @param {T} t @param {string} preset @param {boolean} gulBara */
function rules(t, preset, gulBara) {
  const chips = choice("preset", t("fact.preset"), PRESETS, (name) => presetName(t, name), preset);
  const box = h("input", { type: "checkbox", name: "gul_bara", checked: gulBara });
  chips.querySelector(".chips")?.append(h("label", { class: "chip" }, box, h("span", null, t("fact.gul_bara"))));
  return chips;
}

/** @param {T} t */
function details(t) {
  return [
    h("label", { class: "field", dataset: { field: "rounds" } }, h("span", null, t("tournament.create.rounds")),
      h("input", { type: "number", name: "rounds", min: 1, max: MOST_ROUNDS, inputmode: "numeric",
        placeholder: t("tournament.create.rounds_auto"), "aria-describedby": "rounds-hint" }),
      h("small", { class: "muted", id: "rounds-hint" })),
    h("label", { class: "field", dataset: { field: "lives" } }, h("span", null, t("tournament.create.lives")),
      h("input", { type: "number", name: "lives", min: 1, max: MOST_LIVES, inputmode: "numeric", value: 2 })),
    toggle("double", t("tournament.create.double")),
    choice("cut", t("tournament.create.cut"), CUTS.map(String),
      (cut) => (cut === "0" ? t("tournament.create.cut_none") : cut), "0"),
    toggle("third_place", t("tournament.create.third_place")),
    toggle("consolation", t("tournament.create.consolation")),
    menu(t, "grand_final", ["reset", "single"]),
    menu(t, "order", ["fold", "random"]),
    menu(t, "no_show", ["director", "automatic", "penalty"]),
    toggle("watchers", t("tournament.create.watchers"), true),
  ];
}

/**
 * One of a few, as chips.
 * @template {string} V
 * @param {string} name
 * @param {string} legend
 * @param {readonly V[]} values
 * @param {(value: V) => string} text
 * @param {string} current
 * @param {...HTMLElement} more
 */
function choice(name, legend, values, text, current, ...more) {
  const chips = values.map((value) =>
    h("label", { class: "chip" }, h("input", { type: "radio", name, value, checked: value === current }),
      h("span", null, text(value))));
  return h("fieldset", { class: "choice", dataset: { field: name } }, h("legend", null, legend),
    h("div", { class: "chips" }, chips), more);
}

/** @param {string} name @param {string} label @param {boolean} [checked] */
function toggle(name, label, checked = false) {
  return h("label", { class: "switch", dataset: { field: name } }, h("input", { type: "checkbox", name, checked }),
    h("span", null, label));
}

/** @param {T} t @param {string} name @param {string[]} values the first is the usual one */
function menu(t, name, values) {
  return h("label", { class: "field", dataset: { field: name } }, h("span", null, t(`tournament.create.${name}`)),
    h("select", { name }, values.map((value) => h("option", { value }, t(`tournament.create.${name}.${value}`)))));
}

/** Hide what this format has not, and say what it is. @param {HTMLFormElement} form @param {T} t */
export function fitFields(form, t) {
  const { format, cut } = readConfig(form);
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(name));
  for (const [name, formats] of Object.entries(FITTING)) {
    place(`[data-field="${name}"]`).hidden = !formats.includes(format);
  }
  const knockOut = hasKnockOut(format, cut);
  for (const name of KNOCK_OUT_ONLY) place(`[data-field="${name}"]`).hidden = !knockOut;
  place(".choice-hint").textContent = t(`tournament.format.${format}.hint`);
  place("#rounds-hint").textContent = t(
    format === "lives" ? "tournament.create.rounds_hint_lives" : "tournament.create.rounds_hint",
  );
}

/** @param {Config["format"]} format @param {number} cut */
function hasKnockOut(format, cut) {
  return format === "single_elimination" || cut > 0;
}

/** @param {HTMLFormElement} form @param {Pick<Proposal, "format" | "length">} proposal */
export function takeProposal(form, { format, length }) {
  for (const [name, value] of [["format", format], ["length", String(length)]]) {
    const input = form.querySelector(`input[name=${name}][value="${value}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
}

/** What the form says; a field that its format has not is as usual. @param {HTMLFormElement} form @returns {Config} */
export function readConfig(form) {
  const data = new FormData(form);
  const value = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const format = /** @type {Config["format"]} */ (value("format"));
  const fits = (/** @type {string} */ name) => FITTING[name].includes(format);
  const cut = fits("cut") ? Number(value("cut")) : 0;
  const knockOut = hasKnockOut(format, cut);
  return {
    title: value("title").trim(),
    format,
    matches: matches(data, value),
    rounds: fits("rounds") ? bounded(value("rounds"), 0, MOST_ROUNDS) : 0,
    double: fits("double") && data.has("double"),
    lives: fits("lives") ? bounded(value("lives"), 1, MOST_LIVES) : 2,
    cut,
    third_place: knockOut && data.has("third_place"),
    consolation: knockOut && data.has("consolation"),
    grand_final: fits("grand_final") && value("grand_final") === "single" ? "single" : "reset",
    order: fits("order") && value("order") === "random" ? "random" : "fold",
    apart: [],
    no_show: /** @type {Config["no_show"]} */ (value("no_show")),
  };
}

/**
 * How the rooms are made.
 * @param {FormData} data
 * @param {(name: string) => string} value
 * @returns {Config["matches"]}
 */
function matches(data, value) {
  return {
    preset: value("preset"),
    overrides: data.has("gul_bara") ? { gul_bara: true } : {},
    length: Number(value("length")),
    control: CLOCKS[value("clock")],
    watchers: data.has("watchers"),
    stake: 1,
    public: false,
    watch_delay: 0,
    teaching: false,
    title: "",
  };
}

/** @param {string} text @param {number} least @param {number} most */
function bounded(text, least, most) {
  return Math.min(Math.max(Math.trunc(Number(text)) || least, least), most);
}
