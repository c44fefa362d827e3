/** A bracket: a column for each of its rounds. Who is not known yet is told by where he comes from. */

/** @import {BracketNode} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";

/** The brackets by the words that their stages begin with. */
const BRACKETS = /** @type {const} */ ([["WB ", "winners"], ["LB ", "losers"], ["consolation ", "consolation"]]);

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {{player?: string | null}} [options] `player`: whose way is marked
 * @returns {HTMLElement}
 */
export function bracket(model, t, { player = null } = {}) {
  const needed = model.bracket.filter((node) => node.needed);
  const stages = [...new Set(needed.map(({ stage }) => stage))];
  const matches = (/** @type {string} */ stage) => needed.filter((node) => node.stage === stage);
  const column = (/** @type {string} */ stage) => h("section", { class: "bracket-stage" },
    h("h3", null, stageText(stage, t)),
    h("ol", null, matches(stage).map((node) => h("li", null, pair(model, node, t, player)))));
  return h("div", { class: "bracket", tabindex: "0", role: "region", "aria-label": t("bracket.bracket") },
    stages.map(column));
}

/**
 * @param {TournamentModel} model
 * @param {BracketNode} node
 * @param {T} t
 * @param {string | null} player
 */
function pair(model, node, t, player) {
  const score = model.match(node.match)?.result?.score ?? null;
  const side = (/** @type {"a" | "b"} */ which, /** @type {number} */ i) => {
    const id = node[which];
    const state = id && node.winner ? (id === node.winner ? "won" : "lost") : "open";
    return h("div", { class: "bracket-side", "data-state": state, "data-own": id !== null && id === player },
      h("span", { class: id ? "" : "muted" }, id ? model.name(id) : comesFrom(node[`${which}_from`], t)),
      state === "won" && h("span", { class: "bracket-won", role: "img", "aria-label": t("bracket.winner") }, "✓"),
      score && id && h("span", { class: "number" }, score[i]));
  };
  return h("div", { class: "bracket-match" }, h("small", { class: "muted" }, node.match), side("a", 0), side("b", 1));
}

/** @param {string} from as `winner M1` @param {T} t */
function comesFrom(from, t) {
  const [role, match] = from.split(" ");
  return match ? t(`bracket.${role}_of`, { match }) : t("bracket.nobody");
}

/** In the reader's language. @param {string} stage as `WB round 2`, `third place` @param {T} t */
export function stageText(stage, t) {
  const [prefix, name] = BRACKETS.find(([start]) => stage.startsWith(start)) ?? ["", ""];
  const rest = stage.slice(prefix.length);
  const [, round] = /^round (\d+)$/.exec(rest) ?? [];
  const text = round ? t("bracket.stage_round", { n: round }) : t(`bracket.stage_${rest.replaceAll(" ", "_")}`);
  return name ? t(`bracket.stage_${name}`, { stage: text }) : text;
}
