/** Questions to the director: native dialogs that stay open, and say why, as long as the answer is refused. */

import { h } from "../../dom.js";
import { field, tool } from "./console_kit.js";
import { wrongText } from "./console_words.js";

/** @import {Desk} from "./console.js" */
/** @import {Child} from "../../dom.js" */

/**
 * `send` is given what was entered, and `anyway` once a refusal has been overruled with the button `anyway`.
 * `typed`: words that have to be typed before anything is done. `reason`: whether one is asked for; one that only some
 * answers need is told so by them. `fit`: what is entered has changed, and may leave other things to enter.
 * @typedef {object} Question
 * @property {string} name for tests and style
 * @property {string} title
 * @property {Child[]} [content]
 * @property {string} submit text of the button
 * @property {boolean} [danger]
 * @property {string} [typed]
 * @property {"asked" | "needed" | ((data: FormData) => boolean)} [reason]
 * @property {string} [given] the reason that stands there already
 * @property {string} [anyway]
 * @property {(form: HTMLFormElement) => void} [fit]
 * @property {() => string | null} [needless] what has made the question needless since it was asked
 * @property {(data: FormData, anyway: boolean) => Promise<unknown>} send
 */

const REASON_CHARS = 200;
let dialogs = 0;

/**
 * Ask, and do what is answered.
 * @param {Desk} desk
 * @param {Question} question
 */
export function ask(desk, question) {
  const { t } = desk;
  const line = h("p", { class: "refusal", role: "alert", hidden: true });
  const buttons = h("div", { class: "row dialog-buttons" }, submit(question), cancel(t));
  const asked = [...(question.content ?? []), typed(desk, question), reason(desk, question)];
  const form = h("form", { class: "stack" }, ...asked, line, buttons);
  const fit = () => {
    question.fit?.(form);
    markReason(desk, question, form);
  };
  fit();
  form.addEventListener("input", fit);
  const dialog = open(desk, question, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const anyway = event.submitter?.getAttribute("value") === "anyway";
    void answer(desk, question, { dialog, form, line, buttons }, anyway);
  });
  dialog.addEventListener("close", desk.model.subscribe(() => leave(desk, question, dialog, buttons)));
  return dialog;
}

/**
 * Somebody else has answered meanwhile. What this answer brings about is no news.
 * @param {Desk} desk
 * @param {Question} question
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} buttons
 */
function leave({ app }, question, dialog, buttons) {
  const text = question.needless?.();
  if (!text || isBusy(buttons)) return;
  dialog.close();
  app.status(text);
}

/**
 * Show something until it is closed.
 * @param {Desk} desk
 * @param {string} name
 * @param {string} title
 * @param {...Child} content
 */
export function tell(desk, name, title, ...content) {
  const close = h("button", { class: "btn" }, desk.t("console.close"));
  const foot = h("form", { class: "row dialog-buttons", method: "dialog" }, close);
  return open(desk, { name, title }, h("div", { class: "stack" }, ...content), foot);
}

/**
 * Offer what is done more rarely. What is pressed takes the place of the menu.
 * @param {Desk} desk
 * @param {string} name
 * @param {string} title
 * @param {[string, string][]} acts each with its text
 * @param {Record<string, string>} data
 */
export function menu(desk, name, title, acts, data) {
  const items = acts.map(([act, text]) => tool(act, text, { look: "btn", data }));
  const dialog = tell(desk, name, title, h("div", { class: "console-menu" }, items));
  dialog.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.matches("[data-act]")) dialog.close();
  });
}

/**
 * @param {Desk} desk
 * @param {{name: string, title: string}} what
 * @param {...HTMLElement} body
 */
function open(desk, { name, title }, ...body) {
  const id = `dialog-${++dialogs}`;
  const heading = h("h2", { id }, title);
  const looks = { class: "console-dialog", "aria-labelledby": id, dataset: { dialog: name } };
  const dialog = h("dialog", looks, heading, body);
  dialog.addEventListener("close", () => dialog.remove());
  desk.host.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {Desk} desk
 * @param {Question} question
 * @param {{dialog: HTMLDialogElement, form: HTMLFormElement, line: HTMLElement, buttons: HTMLElement}} parts
 * @param {boolean} anyway
 */
async function answer(desk, question, { dialog, form, line, buttons }, anyway) {
  const data = new FormData(form);
  const problem = incomplete(desk, question, data);
  if (problem) return missing(form, line, problem);
  busy(buttons, true);
  try {
    await question.send(data, anyway);
    dialog.close();
  } catch (error) {
    say(line, await wrongText(desk, error));
    if (isRepeat(error)) offerAnyway(buttons, question);
  }
  busy(buttons, false);
}

/** @typedef {{name: string, text: string}} Missing */

/** @param {Desk} desk @param {Question} question @param {FormData} data @returns {Missing | null} */
function incomplete({ t }, question, data) {
  const said = String(data.get("typed") ?? "").trim().toUpperCase();
  const words = question.typed;
  if (words && said !== words) return { name: "typed", text: t("console.type_exactly", { words }) };
  const silent = needsReason(question, data) && !String(data.get("reason")).trim();
  return silent ? { name: "reason", text: t("wrong.reason_missing") } : null;
}

/** @param {Question} question @param {FormData} data */
function needsReason({ reason: wanted }, data) {
  return typeof wanted === "function" ? wanted(data) : wanted === "needed";
}

/**
 * Nothing is sent; the field that is to be filled in is shown.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 * @param {Missing} what
 */
function missing(form, line, { name, text }) {
  say(line, text);
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** @param {HTMLElement} line @param {string} text */
function say(line, text) {
  line.hidden = false;
  line.textContent = text;
}

/** @param {HTMLElement} buttons @param {boolean} on */
function busy(buttons, on) {
  for (const button of buttons.querySelectorAll("button")) button.disabled = on;
}

/** @param {HTMLElement} buttons */
function isBusy(buttons) {
  return [...buttons.querySelectorAll("button")].every((button) => button.disabled);
}

/** @param {unknown} error */
function isRepeat(error) {
  return /** @type {{code?: string}} */ (error)?.code === "repeats";
}

/** @param {Question} question */
function submit({ submit: text, danger = false }) {
  return h("button", { class: `btn ${danger ? "danger" : "primary"}`, "data-act": "dialog-submit" }, text);
}

/** @param {HTMLElement} buttons @param {Question} question */
function offerAnyway(buttons, { anyway }) {
  if (!anyway || buttons.querySelector("[value=anyway]")) return;
  buttons.prepend(h("button", { class: "btn danger", value: "anyway", "data-act": "dialog-anyway" }, anyway));
}

/** @param {Desk["t"]} t */
function cancel(t) {
  const close = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("dialog")?.close();
  const looks = { class: "btn quiet", type: "button", "data-act": "dialog-cancel" };
  return h("button", { ...looks, onclick: close }, t("console.cancel"));
}

/** @param {Desk} desk @param {Question} question */
function typed({ t }, { typed: words }) {
  if (!words) return null;
  const looks = { class: "typed", autocomplete: "off", spellcheck: "false", autofocus: true };
  return field(t("console.type_words", { words }), h("input", { name: "typed", ...looks }));
}

/** @param {Desk} desk @param {Question} question */
function reason({ t }, { reason: wanted, given = "" }) {
  if (!wanted) return null;
  const looks = { maxlength: REASON_CHARS, value: given, autocomplete: "off" };
  return field(t("console.reason_optional"), h("input", { name: "reason", ...looks }));
}

/**
 * Says beforehand whether a reason is needed.
 * @param {Desk} desk
 * @param {Question} question
 * @param {HTMLFormElement} form
 */
function markReason({ t }, question, form) {
  const input = form.elements.namedItem("reason");
  const label = input instanceof HTMLElement ? input.previousElementSibling : null;
  if (!(input instanceof HTMLElement) || !label) return;
  const needed = needsReason(question, new FormData(form));
  label.textContent = t(needed ? "console.reason" : "console.reason_optional");
  input.setAttribute("aria-required", String(needed));
}
