/** Tournaments: which page an address shows, by what this device is in the tournament, and loads it. */

import { linkStyle } from "../dom.js";
import { loadTexts } from "../i18n.js";

/**
 * @import {App, Screen, ScreenModule, Target} from "../app.js"
 * @import {TournamentModel} from "../core/tournament.js"
 * @typedef {{view: View, page: ScreenModule, model: TournamentModel | null, part: string}} Params
 * @typedef {keyof typeof VIEWS} View
 */

const VIEWS = {
  list: { load: () => import("./tournament/list.js"), style: null },
  create: { load: () => import("./tournament/create.js"), style: null },
  console: { load: () => import("./tournament/console.js"), style: "/console.css" },
  direct: { load: () => import("./tournament/console_direct.js"), style: "/console.css" },
  player: { load: () => import("./tournament/player.js"), style: "/player.css" },
  public: { load: () => import("./tournament/public.js"), style: "/player.css" },
  screen: { load: () => import("./tournament/screen.js"), style: "/screen.css" },
  print: { load: () => import("./tournament/print.js"), style: "/print.css" },
};
/** Parts of an address that everybody may choose, whatever he is. @type {readonly string[]} */
const CHOSEN = ["direct", "player", "public", "screen", "print"];

/**
 * What an address behind `/#tournament/` shows. Rejects with a Refusal.
 * @param {App} app
 * @param {string[]} rest of the address: nothing, `create`, or the code, and a part behind it
 * @returns {Promise<Target>}
 */
export async function target(app, [name = "", part = "", key]) {
  await loadTexts("tournament");
  const model = name === "" || name === "create" ? null : await opened(app, name, part === "key" ? key : null);
  const view = model ? viewOf(model, part) : name === "create" ? "create" : "list";
  const { load, style } = VIEWS[view];
  const [page] = await Promise.all([load(), style && linkStyle(style)]);
  return { screen: "tournament", params: { view, page, model, part } };
}

/** @param {App} app @param {string} code typed by hand, perhaps @param {string | null} key */
function opened(app, code, key) {
  return app.openTournament(code.toUpperCase(), key || null);
}

/** @param {TournamentModel} model @param {string} part @returns {View} */
function viewOf({ you }, part) {
  if (CHOSEN.includes(part)) return /** @type {View} */ (part);
  if (you.role === "director" || you.role === "helper") return "console";
  return you.player === null ? "public" : "player";
}

/** @param {HTMLElement} main @param {App} app @param {Params} params @returns {Screen} */
export function show(main, app, { view, page, model, part }) {
  const { dataset } = document.documentElement;
  // The style sheet of the projector leaves nothing of the page around it.
  dataset.tournament = view;
  const shown = page.show(main, app, { model });
  const off = model?.subscribe(({ kind }) => {
    if (kind === "lost" || (kind === "you" && viewOf(model, part) !== view)) void app.show(false);
  });
  // What this device is may have changed while its page was loaded.
  if (model && viewOf(model, part) !== view) queueMicrotask(() => void app.show(false));
  return {
    title: shown.title,
    destroy() {
      off?.();
      delete dataset.tournament;
      shown.destroy();
    },
  };
}
