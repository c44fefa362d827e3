/** What is done with a round and its tables, from its pairing to the first throw. */

import { h } from "../../dom.js";
import { ask, menu } from "./console_dialog.js";
import { tableText, wrongText } from "./console_words.js";

/** @import {Deed, Desk} from "./console.js" */

/** @type {Record<string, Deed>} */
export const ROUND_ACTS = {
  pair: (desk, { round }) => pair(desk, Number(round)),
  "pair-again": (desk, { round }) => pair(desk, Number(round)),
  "start-round": (desk, { round }) => desk.conduct("banner", { type: "start_round", round: Number(round) }),
  "undo-round": (desk, { round }) => undoDialog(desk, Number(round)),
  look: (desk, _data, select) => {
    desk.view.round = Number(/** @type {HTMLSelectElement} */ (select).value);
    desk.draw();
  },
  swap: (desk) => {
    desk.view.swap = desk.view.swap ? null : { one: null };
    desk.draw();
  },
  "swap-player": (desk, { player }) => swapPlayer(desk, player),
  table: (desk, { match }) => tableMenu(desk, match),
  feature: (desk, { match }) =>
    desk.conduct(match, { type: "feature", match: isPinned(desk, match) ? null : match }),
  "both-here": (desk, { match }) => bothHere(desk, match),
};

/** Without a rematch and without a second bye, or with the director's word. @param {Desk} desk @param {number} round */
async function pair(desk, round) {
  desk.view.refusal = null;
  try {
    await desk.model.conduct({ type: "pair_round", round });
    desk.view.tab = "round";
    desk.draw();
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code === "repeats") await anywayDialog(desk, round, error);
    else await desk.refuse("banner", error);
  }
}

/** @param {Desk} desk @param {number} round @param {unknown} error which says what would be repeated */
async function anywayDialog(desk, round, error) {
  const { t, model } = desk;
  ask(desk, {
    name: "anyway",
    title: t("console.anyway_title", { n: round }),
    content: [h("p", null, await wrongText(desk, error))],
    submit: t("console.pair_anyway"),
    danger: true,
    send: () => model.conduct({ type: "pair_round", round, anyway: true }),
  });
}

/** @param {Desk} desk @param {number} round */
function undoDialog(desk, round) {
  const { t, model } = desk;
  const words = `UNDO ROUND ${round}`;
  ask(desk, {
    name: "undo",
    title: t("console.undo_title", { n: round }),
    content: [h("p", { class: "muted" }, t("console.undo_text"))],
    typed: words,
    submit: t("console.undo_round"),
    danger: true,
    send: () => model.conduct({ type: "undo_round", round, confirm: words }),
  });
}

// --- two change places -----------------------------------------------------------------------------------------------

/** The first tap chooses one, the second the other. @param {Desk} desk @param {string} player */
function swapPlayer(desk, player) {
  const { view } = desk;
  if (!view.swap) return;
  const { one } = view.swap;
  view.swap.one = one === player ? null : (one ?? player);
  if (one && one !== player) swapDialog(desk, one, player);
  desk.draw();
}

/** @param {Desk} desk @param {string} one @param {string} other */
function swapDialog(desk, one, other) {
  const { t, model, view } = desk;
  const round = model.currentRound?.number ?? 0;
  const dialog = ask(desk, {
    name: "swap",
    title: t("console.swap_title", { a: model.name(one), b: model.name(other) }),
    reason: "needed",
    submit: t("console.swap_do"),
    anyway: t("console.swap_anyway"),
    send: async (data, anyway) => {
      await model.conduct({ type: "swap", round, one, other, reason: String(data.get("reason")).trim(), anyway });
      view.swap = null;
    },
  });
  dialog.addEventListener("close", () => {
    if (view.swap) view.swap.one = null;
    desk.draw();
  });
}

// --- one table -------------------------------------------------------------------------------------------------------

/** @param {Desk} desk @param {string} id */
function isPinned({ model }, id) {
  return model.head.pinned && model.head.featured === id;
}

/** What is done with a table more rarely. @param {Desk} desk @param {string} id */
function tableMenu(desk, id) {
  const { t, model } = desk;
  const match = model.match(id);
  if (!match) return;
  /** @type {[string, string][]} */
  const acts = [
    ["feature", t(isPinned(desk, id) ? "console.unfeature" : "console.feature")],
    ["cancel-match", t("console.cancel_match")],
  ];
  if (match.started === null) acts.unshift(["both-here", t("console.they_are_here")]);
  menu(desk, "table", tableText(desk, match), acts, { match: id });
}

/** On a wooden board nobody taps that he is here; the director has seen them. @param {Desk} desk @param {string} id */
async function bothHere(desk, id) {
  const match = desk.model.match(id);
  const missing = match ? [match.a, match.b].filter((player) => !match.ready.includes(player)) : [];
  for (const player of missing) {
    if (!(await desk.conduct("alert", { type: "ready", match: id, player }))) return;
  }
}
