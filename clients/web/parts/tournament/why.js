/** Why somebody has no game just now, in a sentence: everybody always sees it. */

/** @import {Waiting} from "../../core/protocol.js" */
/** @import {TournamentModel} from "../../core/tournament.js" */
/** @import {T} from "../../i18n.js" */

import { h } from "../../dom.js";
import { timeText } from "./times.js";

/**
 * The sentence for the player of this device.
 * @param {TournamentModel} model
 * @param {T} t
 * @param {{waiting?: Waiting | null}} [options]
 */
export function whyWaiting(model, t, { waiting = model.you.waiting } = {}) {
  return h("p", { class: "why", dataset: { why: waiting?.why ?? "" } }, whyText(model, t, waiting));
}

/**
 * @param {TournamentModel} model
 * @param {T} t
 * @param {Waiting | null} waiting
 */
export function whyText(model, t, waiting) {
  if (!waiting) return "";
  const { why, next_round: next, points } = waiting;
  if (why === "break") return t("why.break", { time: timeText(next ?? model.now()) });
  const key = why === "bye" && points === 0 ? "why.bye_free" : `why.${why}`;
  const said = why === "paused" ? (model.head.paused?.[1] ?? "") : "";
  const sentences = [t(key, { ...place(model, waiting), n: points }), said];
  if (next !== null && why !== "paused") sentences.push(t("why.next_round_at", { time: timeText(next) }));
  return sentences.filter(Boolean).join(" ");
}

/** The table and the other player. @param {TournamentModel} model @param {Waiting} waiting */
function place(model, { match: id }) {
  const match = model.match(id);
  const other = match && (match.a === model.you.player ? match.b : match.a);
  return { table: match?.table ?? "", opponent: model.name(other) };
}
