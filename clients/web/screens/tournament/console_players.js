/** Who plays: the list, its ticks, and new names. */

import { h } from "../../dom.js";
import { ask } from "./console_dialog.js";
import { field, heading, isDirector, moreTool, refusalAt, toggle, tool } from "./console_kit.js";
import { shortened } from "./console_list.js";
import { registerAll } from "./console_register.js";

/** @import {PlayerView} from "../../core/protocol.js" */
/** @import {Deed, Desk} from "./console.js" */

const NAME_CHARS = 24;

// --- what is seen ----------------------------------------------------------------------------------------------------

/** @param {Desk} desk @returns {(Node | null)[]} */
export function playersPanel(desk) {
  const { model, t } = desk;
  const { search, shown, rest } = shortened(desk, model.players, ({ name }) => name);
  return [
    head(desk),
    model.head.phase === "finished" ? null : entry(desk),
    refusalAt(desk, "entry"),
    search,
    model.players.length ? null : h("p", { class: "empty", "data-key": "none" }, t("console.nobody")),
    h("ul", { class: "console-list", "data-key": "list" }, shown.map((player) => row(desk, player))),
    rest,
  ];
}

/** @param {Desk} desk */
function head(desk) {
  const { t, model } = desk;
  const here = model.players.filter(({ here, gone }) => here === "yes" && gone === null).length;
  return heading(t("console.tab.players"),
    h("span", { class: "muted", "data-count": here }, t("console.here_of", { here, n: model.players.length })),
    isDirector(desk) && model.head.phase !== "finished" && checkInSwitch(desk));
}

/** @param {Desk} desk */
function checkInSwitch({ t, model }) {
  const box = h("input", { type: "checkbox", "data-act": "check-in-open", checked: model.head.check_in });
  return h("label", { class: "switch" }, box, h("span", null, t(model.head.check_in ? "console.check_in_open" : "console.check_in_closed")));
}

/** @param {Desk} desk */
function entry({ t }) {
  return h("form", { class: "row console-entry", "data-key": "entry", "data-act": "register" },
    nameInput({ class: "input grow", "aria-label": t("console.name"), placeholder: t("console.name") }),
    h("button", { class: "btn" }, t("console.add")),
    tool("add-several", t("console.several"), { look: "btn quiet" }));
}

/** @param {Record<string, string>} more */
export function nameInput(more) {
  return h("input", { name: "name", maxlength: NAME_CHARS, autocomplete: "off", spellcheck: "false", ...more });
}

/** @param {Desk} desk @param {PlayerView} player */
function row(desk, player) {
  const { id, name, gone, here } = player;
  return h("li", { "data-key": id, "data-player": id, "data-here": gone ? "gone" : here },
    h("span", { class: "console-name" }, h("strong", null, name), h("small", null, stateText(desk, player))),
    h("span", { class: "row console-acts" },
      ticks(desk, player),
      moreTool("player", desk.t("console.more_of", { name }), { player: id })),
    refusalAt(desk, id));
}

/** @param {Desk} desk @param {PlayerView} player */
function stateText({ t }, { gone, here, device }) {
  const state = gone ? t("console.gone", { n: gone.round, reason: gone.reason }) : t(`console.here.${here}`);
  return device || gone ? state : `${state} · ${t("console.no_device")}`;
}

/** @param {Desk} desk @param {PlayerView} player */
function ticks({ t, model }, { id, name, here, gone }) {
  if (gone || here === "yes" || model.head.phase === "finished") return [];
  const options = { data: { player: id }, about: name };
  const coming = here === "no" && tool("coming", t("console.tick.coming"), options);
  return [coming, tool("here", t("console.tick.here"), options)];
}

// --- what is done ----------------------------------------------------------------------------------------------------

/** @type {Record<string, Deed>} */
export const PLAYERS_ACTS = {
  add: (desk) => {
    desk.view.tab = "players";
    desk.draw();
    desk.host.querySelector(/** @type {"input"} */ (".console-entry input"))?.focus();
  },
  register: (desk, _data, form) => register(desk, /** @type {HTMLFormElement} */ (form)),
  "add-several": (desk) => severalDialog(desk),
  "check-in-open": (desk, _data, box) => {
    const open = /** @type {HTMLInputElement} */ (box).checked;
    return desk.conduct("entry", { type: open ? "open_check_in" : "close_check_in" });
  },
  here: (desk, { player }) => desk.conduct(player, { type: "check_in", player, coming: false }),
  coming: (desk, { player }) => desk.conduct(player, { type: "check_in", player, coming: true }),
};

/**
 * The field stays under the hands of whoever types one name after the other.
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
async function register(desk, form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  const name = input.value.trim();
  if (!name || !(await desk.conduct("entry", { type: "register", name }))) return;
  input.value = "";
  input.focus();
  desk.app.announce(desk.t("console.added", { name }));
}

/** @param {Desk} desk */
function severalDialog(desk) {
  const { t, model } = desk;
  ask(desk, {
    name: "several",
    title: t("console.several_title"),
    content: [
      field(t("console.one_a_line"), h("textarea", { class: "input", name: "names", rows: 8 })),
      toggle(t("console.all_here"), "here"),
    ],
    submit: t("console.add"),
    send: (data) => registerAll(model, String(data.get("names")).split("\n"), data.has("here")),
  });
}
