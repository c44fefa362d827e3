/** What is played here, and how it stands: rules, clock, score, viewers, results of the games before. */

/** @import {View} from "../core/view.js" */
/** @import {T} from "../i18n.js" */

import { h } from "../dom.js";
import { clockShort } from "../i18n.js";
import { resultText } from "./announcer.js";
import { presetName } from "./terms.js";

/** @typedef {{element: HTMLElement, update(view: View): void}} Summary */

/**
 * @param {T} t
 * @returns {Summary}
 */
export function createSummary(t) {
  const title = h("h1", {});
  const facts = h("p", { class: "tags" });
  const results = h("ol", { class: "results" });
  let shown = "";
  return {
    element: h("header", { class: "summary" }, title, facts, results),
    update(view) {
      title.textContent = view.settings.title || presetName(t, view.settings.preset);
      facts.replaceChildren(...factsOf(view, t).map((fact) => h("span", {}, fact)));
      const sign = [view.match, view.results.length, view.winner].join();
      if (sign === shown) return;
      shown = sign;
      results.replaceChildren(...(view.results.length > 1 || view.settings.length > 1 ? resultsOf(view, t) : []));
    },
  };
}

/**
 * @param {View} view
 * @param {T} t
 */
function factsOf({ settings, score, watchers, game }, t) {
  const more = Object.keys(settings.overrides).filter((option) => option !== "gul_bara").length;
  return [
    settings.title && presetName(t, settings.preset),
    settings.overrides.gul_bara && t("fact.gul_bara"),
    more > 0 && t("room.house_rules", { n: more }),
    settings.control.timing !== "none" && clockShort(t, settings.control),
    settings.length > 1 && t("fact.length_match", { n: settings.length }),
    settings.length > 1 && game > 0 && t("room.game", { n: game, white: score[0], black: score[1] }),
    settings.stake > 1 && t("fact.stake_points", { n: settings.stake }),
    settings.teaching && t("fact.teaching"),
    watchers > 0 && t("watch.viewers", { n: watchers }),
  ].filter((fact) => typeof fact === "string" && fact !== "");
}

/**
 * Each with a way to its replay. Where watchers are kept behind, that is there when the match is over.
 * @param {View} view
 * @param {T} t
 */
function resultsOf({ room, match, results, winner, settings }, t) {
  const open = winner !== null || settings.watch_delay === 0;
  return results.map((result, i) => {
    const text = resultText(result, t);
    const label = t("room.replay");
    const link = h("a", { href: `/${room}#replay/${match}/${i + 1}`, "aria-label": `${label}: ${text}` }, label);
    return h("li", {}, text, ...(open ? [" ", link] : []));
  });
}
