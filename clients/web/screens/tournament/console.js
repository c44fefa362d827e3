/** The director's console and, with fewer powers, the page of a helper. */

import { h, on } from "../../dom.js";
import { sharedOrigin } from "../../parts/address.js";
import { refresh } from "../../parts/tournament/redraw.js";
import { bannerPart, tick } from "./console_banner.js";
import { END_ACTS } from "./console_end.js";
import { isDirector } from "./console_kit.js";
import { LINK_ACTS, linksPanel } from "./console_links.js";
import { ROUND_ACTS } from "./console_pairing.js";
import { PLAYER_ACTS } from "./console_player.js";
import { PLAYERS_ACTS, playersPanel } from "./console_players.js";
import { RESULT_ACTS } from "./console_result.js";
import { roundPanel } from "./console_round.js";
import { START_ACTS } from "./console_start.js";
import { journalPanel, standingsPanel, bracketPanel } from "./console_tables.js";
import { timePanel, TIME_ACTS } from "./console_time.js";
import { keysOfTabs, tabList } from "./console_tabs.js";
import { wrongText } from "./console_words.js";

/**
 * @import {App, Screen} from "../../app.js"
 * @import {Act, TournamentModel} from "../../core/tournament.js"
 * @import {T} from "../../i18n.js"
 */

/**
 * What all parts of the console work with. `place` names the part of the page beside which a refusal is told.
 * @typedef {object} Desk
 * @property {App} app
 * @property {T} t
 * @property {TournamentModel} model
 * @property {HTMLElement} host
 * @property {View} view
 * @property {() => void} draw
 * @property {(place: string, act: Act) => Promise<boolean>} conduct whether it was done
 * @property {(place: string, error: unknown) => Promise<void>} refuse
 */
/**
 * What this page alone knows. `round`: the one that is looked at, null for the last. `swap`: players may be swapped,
 * and who was tapped first.
 * @typedef {object} View
 * @property {Tab} tab
 * @property {number | null} round
 * @property {{one: string | null} | null} swap
 * @property {string} search
 * @property {{place: string, text: string} | null} refusal
 * @property {Set<string>} open whose rounds are unfolded
 * @property {string} origin under which others find this server
 */
/** @typedef {"players" | "round" | "standings" | "bracket" | "journal" | "links" | "time"} Tab */
/** @typedef {(desk: Desk, data: Record<string, string>, element: HTMLElement) => unknown} Deed */

const TICK_MS = 1000;
const WIDE = "(min-width: 68rem)";
/** @type {Record<string, Tab>} */
const HOME = { registration: "players", running: "round", finished: "standings" };

/** @type {Record<string, (desk: Desk) => (Node | null)[]>} */
const PANELS = {
  players: playersPanel,
  round: roundPanel,
  standings: standingsPanel,
  bracket: bracketPanel,
  journal: journalPanel,
  links: linksPanel,
  time: timePanel,
};

/** Everything that a button may ask for, by its `data-act`. @type {Record<string, Deed>} */
const ACTS = {
  ...PLAYERS_ACTS,
  ...PLAYER_ACTS,
  ...ROUND_ACTS,
  ...RESULT_ACTS,
  ...TIME_ACTS,
  ...LINK_ACTS,
  ...START_ACTS,
  ...END_ACTS,
  tab: (desk, { tab }) => {
    Object.assign(desk.view, { tab, search: "" });
    desk.draw();
  },
};

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {{model: TournamentModel}} params
 * @returns {Screen}
 */
export function show(main, app, { model }) {
  const parts = skeleton(app);
  main.append(parts.host);
  const desk = makeDesk(app, model, parts);
  const wide = matchMedia(WIDE);
  const timer = setInterval(() => tick(desk), TICK_MS);
  const ends = [
    ...listen(desk),
    on(wide, "change", desk.draw),
    model.subscribe(follow(desk)),
    () => clearInterval(timer),
  ];
  desk.draw();
  void sharedOrigin().then((origin) => {
    desk.view.origin = origin;
    desk.draw();
  });
  return { title: model.head.config.title || app.t("tournament.title"), destroy: () => ends.forEach((end) => end()) };
}

/** @typedef {Record<"host" | "banner" | "tabs" | "panel" | "side", HTMLElement>} Parts */

/** @param {App} app @returns {Parts} */
function skeleton({ t }) {
  const banner = h("section", { class: "console-banner", "aria-label": t("console.now") });
  const tabs = h("div", { class: "console-tabs", role: "tablist", "aria-label": t("console.parts") });
  const panel = h("section", { class: "console-panel", role: "tabpanel", id: "console-panel" });
  const side = h("aside", { class: "console-side", "aria-label": t("console.tab.time") });
  const body = h("div", { class: "console-body" }, h("div", { class: "console-main" }, tabs, panel), side);
  return { host: h("div", { class: "console" }, banner, body), banner, tabs, panel, side };
}

/** @param {App} app @param {TournamentModel} model @param {Parts} parts @returns {Desk} */
function makeDesk(app, model, parts) {
  /** @type {View} */
  const view = {
    tab: HOME[model.head.phase],
    round: null,
    swap: null,
    search: "",
    refusal: null,
    open: new Set(),
    origin: location.origin,
  };
  /** @type {Desk} */
  const desk = {
    app,
    t: app.t,
    model,
    host: parts.host,
    view,
    draw: () => draw(desk, parts),
    conduct: (place, act) => conduct(desk, place, act),
    refuse: (place, error) => refuse(desk, place, error),
  };
  return desk;
}

/** @param {Desk} desk @param {Parts} parts */
function draw(desk, { host, banner, tabs, panel, side }) {
  const wide = isDirector(desk) && matchMedia(WIDE).matches;
  const shown = keysOfTabs(desk, wide);
  const tab = shown.includes(desk.view.tab) ? desk.view.tab : HOME[desk.model.head.phase];
  Object.assign(host.dataset, { tab, phase: desk.model.head.phase, wide: String(wide) });
  panel.setAttribute("aria-labelledby", `tab-${tab}`);
  refresh(banner, bannerPart(desk));
  refresh(tabs, tabList(desk, shown, tab));
  refresh(panel, h("div", { class: "console-page", "data-key": tab }, PANELS[tab](desk)));
  refresh(side, wide ? timePanel(desk) : []);
  side.hidden = !wide;
}

/**
 * A new phase has a page of its own; a new round is looked at.
 * @param {Desk} desk
 */
function follow(desk) {
  let { phase, paired } = desk.model.head;
  return () => {
    const { head } = desk.model;
    if (head.phase !== phase) desk.view.tab = HOME[head.phase];
    if (head.paired !== paired) Object.assign(desk.view, { round: null, swap: null });
    ({ phase, paired } = head);
    desk.draw();
  };
}

/** @param {Desk} desk @returns {(() => void)[]} */
function listen(desk) {
  const { host } = desk;
  return [
    on(host, "click", (event) => act(desk, event, "button, a")),
    on(host, "change", (event) => act(desk, event, "input[type=checkbox], select")),
    on(host, "submit", (event) => act(desk, event, "form")),
    on(host, "input", (event) => search(desk, event)),
    on(host, "keydown", (event) => arrows(event)),
  ];
}

/** @param {Desk} desk @param {Event} event @param {string} kind of element that acts on it */
function act(desk, event, kind) {
  const element = event.target instanceof Element ? event.target.closest("[data-act]") : null;
  if (!(element instanceof HTMLElement) || !element.matches(kind)) return;
  const deed = ACTS[element.dataset.act ?? ""];
  if (!deed) return;
  if (event.type === "submit") event.preventDefault();
  void deed(desk, /** @type {Record<string, string>} */ ({ ...element.dataset }), element);
}

/** @param {Desk} desk @param {Event} event */
function search(desk, { target }) {
  if (!(target instanceof HTMLInputElement) || target.name !== "search") return;
  desk.view.search = target.value;
  desk.draw();
}

/** The keys of a list of tabs (ARIA Authoring Practices, Tabs). @param {KeyboardEvent} event */
function arrows(event) {
  const tab = event.target instanceof HTMLElement && event.target.role === "tab" ? event.target : null;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
  const all = /** @type {HTMLElement[]} */ ([...(tab?.parentElement?.children ?? [])]);
  if (!tab || !step) return;
  event.preventDefault();
  const next = all[(all.indexOf(tab) + step + all.length) % all.length];
  next.click();
  next.focus();
}

/** @param {Desk} desk @param {string} place @param {Act} what */
async function conduct(desk, place, what) {
  desk.view.refusal = null;
  try {
    await desk.model.conduct(what);
  } catch (error) {
    await refuse(desk, place, error);
    return false;
  }
  desk.draw();
  return true;
}

/** @param {Desk} desk @param {string} place @param {unknown} error */
async function refuse(desk, place, error) {
  desk.view.refusal = { place, text: await wrongText(desk, error) };
  desk.draw();
}
