/** A game in words: preset, clock, and what differs from the preset. */

import { h } from "../dom.js";
import { spanText } from "../i18n.js";

/**
 * @import {Control, Settings} from "../core/protocol.js"
 * @import {T} from "../i18n.js"
 * @typedef {string | number | boolean | null} Option
 * @typedef {{label: string, value: string}} Fact
 */

/**
 * The options and the values that can be chosen for each (engine/RULES.md, Options).
 * @type {Record<string, Option[]>}
 */
export const OPTIONS = {
  opening_roll: ["fresh", "same_dice"],
  head_limit: [1, null],
  head_exception_first: ["none", "346", "any_double_if_needed"],
  head_exception_second: ["none", "346", "any_double_if_needed"],
  higher_die: [true, false],
  prime_ban: ["none", "ahead"],
  prime_check: ["each_step", "turn_end"],
  overshoot: ["exact", "highest"],
  last_turn: ["none", "second_mover"],
  mars: [1, 2],
  cascade_from_turn: [1, 2, 3],
  carry_over: ["any_roll", "doubles", "cascade", "none"],
};

/** @type {readonly string[]} */
export const PRESETS = ["lange-narde", "long-nard", "dlinnye-nardy"];

/** @param {T} t @param {string} preset */
export function presetName(t, preset) {
  return PRESETS.includes(preset) ? t(`preset.${preset}`) : preset;
}

/** Where there is little room `clockShort` says it. @param {T} t @param {Control} control */
export function clockText(t, { timing, bank, extra }) {
  if (timing === "none") return t("clock.none");
  return t(extra ? `clock.${timing}` : "clock.bank", { bank: spanText(t, bank), extra: spanText(t, extra) });
}

/** One option as a sentence. @param {T} t @param {string} name @param {Option} value */
export function optionText(t, name, value) {
  if (name === "cascade_from_turn") return t("option.cascade_from_turn.n", { n: Number(value) });
  const key = `option.${name}.${valueKey(value)}`;
  const text = t(key);
  // An option that only a newer server knows is shown as it is.
  return text === key ? `${name}: ${String(value)}` : text;
}

/** @param {Option} value */
function valueKey(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/**
 * What is played otherwise than in the preset, each as a sentence. Gul Bara has a place of its own.
 * @param {T} t
 * @param {Record<string, Option>} overrides
 */
export function differences(t, overrides) {
  const entries = Object.entries(overrides).filter(([name]) => name !== "gul_bara");
  return entries.map(([name, value]) => optionText(t, name, value));
}

/**
 * The settings of a room as a list of facts; what is usual and says nothing is left out.
 * @param {T} t
 * @param {Settings} settings
 * @returns {Fact[]}
 */
export function facts(t, settings) {
  return [...ofRules(t, settings), ...ofMatch(t, settings), ...ofPeople(t, settings)];
}

/** @param {T} t @param {Settings} settings @returns {Fact[]} */
function ofRules(t, { preset, overrides }) {
  const gulBara = overrides.gul_bara ? "fact.gul_bara_on" : "fact.gul_bara_off";
  return [
    { label: t("fact.preset"), value: presetName(t, preset) },
    { label: t("fact.gul_bara"), value: t(gulBara) },
  ];
}

/** @param {T} t @param {Settings} settings @returns {Fact[]} */
function ofMatch(t, { control, length, stake }) {
  const match = length === 1 ? t("fact.length_single") : t("fact.length_match", { n: length });
  return [
    { label: t("fact.clock"), value: clockText(t, control) },
    { label: t("fact.length"), value: match },
    { label: t("fact.stake"), value: t("fact.stake_points", { n: stake }) },
  ];
}

/** @param {T} t @param {Settings} settings @returns {Fact[]} */
function ofPeople(t, { teaching, watchers, watch_delay }) {
  /** @type {Fact[]} */
  const found = [];
  if (teaching) found.push({ label: t("fact.teaching"), value: t("fact.teaching_on") });
  if (!watchers) found.push({ label: t("fact.watchers"), value: t("fact.watchers_none") });
  if (watchers && watch_delay)
    found.push({ label: t("fact.watchers"), value: t("fact.watchers_late", { n: watch_delay }) });
  return found;
}

/** @param {Fact[]} list */
export function factList(list) {
  return h(
    "dl",
    { class: "facts" },
    list.flatMap(({ label, value }) => [h("dt", null, label), h("dd", null, value)]),
  );
}
