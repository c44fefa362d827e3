/** Talk beside the board: ready phrases, which everybody reads in his own language, and free text. */

/** @import {Phrase, Said} from "../core/protocol.js" */
/** @import {App} from "../app.js" */

import { h } from "../dom.js";
import { nameText } from "./names.js";

/** @type {Phrase[]} */
const PHRASES = ["hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "rematch", "goodbye"];
const LONGEST = 200;

/**
 * @typedef {object} Chat
 * @property {HTMLElement} element
 * @property {(lines: Said[], online: boolean) => void} update
 */

/**
 * @param {App} app
 * @param {{seated: boolean, say: (line: {text?: string, phrase?: Phrase}) => void}} talk
 * @returns {Chat}
 */
export function createChat(app, { seated, say }) {
  const { t, prefs } = app;
  const list = h("ol", { class: "lines", tabindex: "0", "aria-label": t("chat.title") });
  const count = h("span", { class: "count number", hidden: true });
  const mute = h("button", { class: "btn small quiet", type: "button", "data-act": "mute" });
  const talk = h("div", { class: "talk" }, list, phrases(t, say), textForm(t, say));
  const element = h("section", { class: "panel chat" },
    h("header", {}, h("h2", {}, t(seated ? "chat.title" : "chat.watchers")), count, mute), talk);
  let shown = 0;
  let unread = 0;
  const look = () => {
    const muted = prefs.get("mute");
    talk.hidden = muted;
    mute.textContent = t(muted ? "chat.unmute" : "chat.mute");
    mute.setAttribute("aria-pressed", String(muted));
    unread = muted ? unread : 0;
    count.hidden = unread === 0;
    count.textContent = String(unread);
    count.title = t("chat.unread", { n: unread });
  };
  mute.addEventListener("click", () => {
    prefs.set("mute", !prefs.get("mute"));
    look();
    list.scrollTop = list.scrollHeight;
  });
  look();
  return {
    element,
    update(lines, online) {
      if (talk.dataset.online !== String(online)) open(talk, online, t);
      if (lines.length === shown) return;
      unread += lines.length - shown;
      shown = lines.length;
      list.replaceChildren(...lines.map((line) => lineOf(line, t)));
      list.scrollTop = list.scrollHeight;
      look();
    },
  };
}

/**
 * While nothing can be said, the reason stands where one would write. What is half written stays, and the focus too.
 * @param {HTMLElement} talk
 * @param {boolean} online
 * @param {App["t"]} t
 */
function open(talk, online, t) {
  talk.dataset.online = String(online);
  talk.title = online ? "" : t("status.offline");
  for (const button of talk.querySelectorAll("button")) button.disabled = !online;
  const input = /** @type {HTMLInputElement} */ (talk.querySelector("input"));
  input.readOnly = !online;
  input.placeholder = t(online ? "chat.write" : "status.link_offline");
}

/**
 * Names and texts are other people's: they are shown literally.
 * @param {Said} said
 * @param {App["t"]} t
 */
function lineOf(said, t) {
  return h("li", {},
    said.seat && disc(said.seat, t(`color.${said.seat}`)),
    h("b", {}, nameText(said.name, t)), " ", h("span", {}, said.phrase ? phraseText(said.phrase, t) : said.text));
}

/** @param {string} color @param {string} label */
function disc(color, label) {
  return h("span", { class: "disc", "data-color": color, role: "img", "aria-label": label });
}

/**
 * @param {string} phrase perhaps one of a later version
 * @param {App["t"]} t
 */
export function phraseText(phrase, t) {
  const text = t(`chat.phrase_${phrase}`);
  return text === `chat.phrase_${phrase}` ? phrase : text;
}

/**
 * @param {App["t"]} t
 * @param {(line: {phrase: Phrase}) => void} say
 */
function phrases(t, say) {
  const buttons = PHRASES.map((phrase) => h("button", {
    class: "phrase", type: "button", "data-phrase": phrase, onclick: () => say({ phrase }),
  }, t(`chat.phrase_${phrase}`)));
  return h("div", { class: "phrases", role: "group", "aria-label": t("chat.phrases") }, ...buttons);
}

/**
 * @param {App["t"]} t
 * @param {(line: {text: string}) => void} say
 */
function textForm(t, say) {
  const input = h("input", {
    class: "input", maxlength: LONGEST, placeholder: t("chat.write"), "aria-label": t("chat.write"),
    autocomplete: "off", enterkeyhint: "send",
  });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) say({ text });
    input.value = "";
  };
  return h("form", { class: "write", onsubmit: submit }, input,
    h("button", { class: "btn small", type: "submit", "data-act": "say" }, t("chat.send")));
}
