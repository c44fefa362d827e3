/** The rarely used settings of a game with a friend: seat, stake, teaching, watchers, house rules. */

import { h } from "../dom.js";
import { OPTIONS, optionText } from "./terms.js";

/**
 * @import {App} from "../app.js"
 * @import {FriendChoice} from "../screens/home.js"
 * @import {T} from "../i18n.js"
 */

const SEATS = /** @type {const} */ (["random", "white", "black", "both"]);
const LATEST = 20;
const DEAREST = 1_000_000;

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @returns {() => FriendChoice} what has been chosen
 */
export function friendForm(host, { t }) {
  const seat = select(SEATS.map((name) => [name, t(`friend.seat.${name}`)]));
  const stake = number(1, DEAREST, 1);
  const delay = number(0, LATEST, 0);
  const [teaching, listed, watchers] = [checkbox(false), checkbox(false), checkbox(true)];
  const house = Object.keys(OPTIONS).map((name) => /** @type {const} */ ([name, optionSelect(t, name)]));
  // One person on both seats is a teacher.
  seat.addEventListener("change", () => (teaching.checked ||= seat.value === "both"));
  host.append(
    field(t("friend.seat"), seat),
    field(t("friend.stake"), stake),
    field(t("friend.watch_delay"), delay),
    toggle(t("friend.teaching"), teaching),
    toggle(t("friend.watchers"), watchers),
    toggle(t("friend.public"), listed),
    h(
      "details",
      { class: "wide" },
      h("summary", null, t("friend.house_rules")),
      h(
        "div",
        { class: "house-rules" },
        house.map(([name, input]) => h("div", null, field(t(`option.${name}`), input), chosen(input))),
      ),
    ),
  );
  return () => ({
    seat: /** @type {FriendChoice["seat"]} */ (seat.value),
    settings: {
      stake: bounded(stake),
      watch_delay: bounded(delay),
      watchers: watchers.checked,
      teaching: teaching.checked || seat.value === "both",
      public: listed.checked,
      overrides: overrides(house),
    },
  });
}

/** Only what was chosen: the rest is as in the preset. @param {(readonly [string, HTMLSelectElement])[]} house */
function overrides(house) {
  const chosen = house.filter(([, input]) => input.value !== "");
  return Object.fromEntries(chosen.map(([name, input]) => [name, OPTIONS[name][Number(input.value)]]));
}

/** A narrow page cuts the sentence in the field, so there it stands below in full. @param {HTMLSelectElement} input */
function chosen(input) {
  const line = h("p", { class: "chosen muted", "aria-hidden": "true" });
  input.addEventListener("change", () => (line.textContent = input.value && input.selectedOptions[0].text));
  return line;
}

/** @param {T} t @param {string} name */
function optionSelect(t, name) {
  const values = OPTIONS[name].map(
    (value, index) => /** @type {[string, string]} */ ([String(index), optionText(t, name, value)]),
  );
  return select([["", t("option.preset")], ...values]);
}

/** @param {(readonly [string, string])[]} choices */
function select(choices) {
  return h(
    "select",
    null,
    choices.map(([value, text]) => h("option", { value }, text)),
  );
}

/** @param {number} min @param {number} max @param {number} value */
function number(min, max, value) {
  return h("input", { type: "number", inputmode: "numeric", min, max, value });
}

/** The number that stands there, or the nearest that can be chosen. @param {HTMLInputElement} input */
function bounded(input) {
  const typed = Math.round(input.valueAsNumber || Number(input.defaultValue));
  const nearest = Math.min(Number(input.max), Math.max(Number(input.min), typed));
  input.value = String(nearest);
  return nearest;
}

/** @param {boolean} checked */
function checkbox(checked) {
  return h("input", { type: "checkbox", checked });
}

/** @param {string} label @param {HTMLElement} input */
function field(label, input) {
  return h("label", { class: "field" }, h("span", null, label), input);
}

/** @param {string} label @param {HTMLElement} input */
function toggle(label, input) {
  return h("label", { class: "switch" }, input, h("span", null, label));
}
