/** What a player has played so far, with what was changed afterwards, by whom and why. */

/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {CorrectionView} from "../../core/protocol.js" */
/** @import {T} from "../../i18n.js" */
/** @import {Duel} from "./player_duel.js" */

import { h } from "../../dom.js";
import { timeText } from "../../parts/tournament/times.js";
import { duelOf, resultText, roundsOf, turned } from "./player_duel.js";

/**
 * @param {TournamentModel} model
 * @param {string | null} player
 * @param {T} t
 * @returns {HTMLElement | null}
 */
export function ownRounds(model, player, t) {
  if (player === null) return null;
  const line = (/** @type {string} */ name, /** @type {Duel | null} */ duel) =>
    h("li", null, h("b", null, name), " ", ...(duel ? told(model, duel, t) : [t("player.bye")]));
  const playOffs = model.playOffs.filter(({ a, b }) => a === player || b === player);
  const lines = [
    ...roundsOf(model, player).map(({ round, duel }) => line(t("player.round", { n: round.number }), duel)),
    ...playOffs.map((match) => line(t("player.play_off"), duelOf(model, match, player))),
  ];
  if (!lines.length) return null;
  return h("section", { class: "panel own-rounds" }, h("h2", null, t("player.so_far")), h("ol", null, lines));
}

/** @param {TournamentModel} model @param {Duel} duel @param {T} t */
function told(model, duel, t) {
  const { match, opponent } = duel;
  const name = model.name(opponent);
  const result = match.result ? resultText(duel, match.result, t) : t("player.open");
  const reason = match.reason && h("small", { class: "muted" }, match.reason);
  return [t("player.against", { name }), " · ", h("span", { class: "outcome" }, result), reason && " ", reason,
    ...match.corrections.map((correction) => corrected(duel, correction, t))];
}

/** @param {Duel} duel @param {CorrectionView} correction @param {T} t */
function corrected(duel, { at, source, reason, before }, t) {
  const was = before.kind === "played" ? turned(before.score, duel.first).join("–") : resultText(duel, before, t);
  const text = t("player.corrected", { who: t(`player.by_${source}`), time: timeText(at), reason, was });
  return h("small", { class: "corrected" }, text);
}
