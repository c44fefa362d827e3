/** Joining: a name, and nothing else. */

/** @import {App} from "../../app.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */

import { h } from "../../dom.js";
import { createSend } from "../../parts/tournament/send.js";

/** Formats in which everybody is needed from the first round on. */
const CLOSED = new Set(["round_robin", "single_elimination", "double_elimination"]);

/** May somebody join now who is not in it? @param {TournamentModel} model */
export function mayJoin({ head, you, bracket }) {
  if (!head.check_in || you?.player || you?.role !== "viewer") return false;
  const late = head.phase === "running" && !CLOSED.has(head.config.format) && !bracket.length;
  return late || head.phase === "registration";
}

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @returns {HTMLElement}
 */
export function createJoin(app, model) {
  const { t, prefs } = app;
  const { element, send } = createSend(app, model);
  const input = h("input", { name: "name", maxlength: 24, autocomplete: "nickname", autocapitalize: "words",
    spellcheck: "false", enterkeyhint: "go", required: true, value: prefs.get("name") });
  const button = h("button", { class: "btn primary big", "data-act": "join" }, t("player.join"));
  const join = async () => {
    button.disabled = true;
    const name = input.value.trim();
    if (await send({ type: "register", name })) prefs.set("name", name);
    button.disabled = false;
  };
  return h("form", { class: "panel join", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void join();
  } }, h("h2", null, t("player.join_title")),
  h("label", { class: "field" }, h("span", null, t("player.name")), input), button, element,
  h("p", { class: "muted" }, t("player.join_hint")));
}
