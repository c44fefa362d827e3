/**
 * What can be answered: results and a rematch, an opponent who is away, a resignation to confirm. They have a place of
 * their own beside the board, and a button that has just appeared takes no press for half a second.
 */

/** @import {Color} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {T} from "../i18n.js" */
/** @import {Contest} from "./tournament/contest.js" */

import { opponent } from "../core/view.js";
import { h } from "../dom.js";
import { COLORS } from "../screens/board_state.js";
import { matchText, resultText } from "./announcer.js";
import { clockText } from "./plate.js";
import { isRunning } from "./controls.js";
import { nameOf } from "./status.js";

/** Milliseconds for which a new button is asleep. */
export const SETTLE_MS = 500;
/** Milliseconds of absence after which the win can be claimed (PROTOCOL.md, Presence and abandonment). */
export const CLAIM_MS = 120_000;

/**
 * @typedef {{resign(points: number): void, keepPlaying(): void, rematch(accept: boolean): void, claimWin(): void,
 *   keepWaiting(): void, replay(): void, home(): void}} OfferActs
 * `patient`: the user goes on waiting. `contest`: in its rooms a tournament says what follows, as soon as it is loaded.
 * @typedef {{resigning: boolean, patient: boolean, seated: boolean, contest?: Contest | null}} OfferLook
 * @typedef {{act: string, label: string, press: () => void, kind?: string}} OfferButton
 * @typedef {{kind: string, title: string, text: string, buttons: OfferButton[]}} Offer
 * @typedef {{element: HTMLElement, update(view: View, look: OfferLook, away: number | null): void}} Offers
 */

/**
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {Offers}
 */
export function createOffers(t, acts) {
  const title = h("h2", {});
  const text = h("p", {});
  const buttons = h("div", { class: "row" });
  const element = h("section", { class: "panel offers", "aria-live": "polite", "aria-label": t("room.offers") },
    title, text, buttons);
  let shown = "";
  return {
    element,
    update(view, look, away) {
      const offer = offerOf(view, look, away, t, acts);
      element.dataset.kind = offer?.kind ?? "none";
      title.hidden = !offer;
      title.textContent = offer?.title ?? "";
      if (text.textContent !== (offer?.text ?? "")) text.textContent = offer?.text ?? "";
      const wanted = (offer?.buttons ?? []).map(({ act, label }) => act + label).join();
      if (wanted === shown) return;
      shown = wanted;
      buttons.replaceChildren(...(offer?.buttons ?? []).map(settledButton));
    },
  };
}

/** A button that is asleep at first. @param {OfferButton} button */
export function settledButton({ act, label, press, kind = "" }) {
  const props = { class: `btn ${kind}`, type: "button", "data-act": act, disabled: true, onclick: press };
  const element = h("button", props, label);
  setTimeout(() => (element.disabled = false), SETTLE_MS);
  return element;
}

/**
 * The most urgent of all that can be answered; null if nothing can.
 * @param {View} view
 * @param {OfferLook} look
 * @param {number | null} away ms that the opponent has been offline
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {Offer | null}
 */
export function offerOf(view, look, away, t, acts) {
  if (look.seated && look.resigning && isRunning(view)) return resignation(view, t, acts);
  if (view.tournament) return look.contest?.offer(view, away) ?? null;
  if (view.phase === "over" && view.winner) return result(view, look, t, acts);
  if (look.seated && away !== null && isRunning(view)) return absence(view, away, look.patient, t, acts);
  return null;
}

/**
 * @param {View} view
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {Offer}
 */
function resignation(view, t, acts) {
  const points = view.cost[COLORS.indexOf(loser(view))];
  const sure = t("room.resign_confirm", { n: points });
  return {
    kind: "resign",
    title: t("room.resign_title"),
    text: t(points > 1 ? "room.resign_mars" : "room.resign_one", { n: points }),
    buttons: [
      { act: "confirm-resign", label: sure, kind: "danger", press: () => acts.resign(points) },
      { act: "keep-playing", label: t("room.keep_playing"), press: acts.keepPlaying },
    ],
  };
}

/** With both seats whoever is on roll resigns. @param {View} view @returns {Color} */
function loser({ you, to_move }) {
  return you.length > 1 ? (to_move ?? "white") : (you[0] ?? "white");
}

/**
 * @param {View} view
 * @param {OfferLook} look
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {Offer}
 */
function result(view, look, t, acts) {
  const last = view.results.at(-1);
  const winner = /** @type {Color} */ (view.winner);
  const game = last ? `${resultText(last, t)}.` : "";
  const match = view.settings.length > 1 ? `${matchText(winner, view.score, t)}.` : "";
  return {
    kind: "over",
    title: resultTitle(view, look.seated, t),
    text: [game, match, rematchText(view, t)].filter(Boolean).join(" "),
    buttons: [
      ...(look.seated ? rematchButtons(view, t, acts) : []),
      { act: "replay", label: t("room.replay"), press: acts.replay },
      { act: "home", label: t("room.home"), press: acts.home },
    ],
  };
}

/**
 * @param {View} view
 * @param {boolean} seated
 * @param {T} t
 */
export function resultTitle(view, seated, t) {
  const winner = /** @type {Color} */ (view.winner);
  if (!seated || view.you.length !== 1) return t("status.wins", { name: nameOf(view, winner, t) });
  return t(view.you.includes(winner) ? "status.you_win" : "status.you_lose");
}

/**
 * @param {View} view
 * @param {T} t
 */
function rematchText(view, t) {
  if (!view.rematch) return "";
  if (view.you.includes(view.rematch)) return t("room.rematch_sent");
  return t("room.rematch_offered", { name: nameOf(view, view.rematch, t) });
}

/**
 * @param {View} view
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {OfferButton[]}
 */
function rematchButtons(view, t, acts) {
  const offered = view.rematch;
  const mine = offered !== null && view.you.includes(offered);
  const accept = t(offered ? "room.rematch_accept" : "room.rematch");
  const decline = t(mine ? "room.rematch_withdraw" : "room.rematch_decline");
  const yes = { act: "rematch", label: accept, kind: "primary", press: () => acts.rematch(true) };
  const no = { act: "decline-rematch", label: decline, press: () => acts.rematch(false) };
  if (mine && view.you.length === 1) return [no];
  return offered ? [yes, no] : [yes];
}

/**
 * @param {View} view
 * @param {number} away
 * @param {boolean} patient
 * @param {T} t
 * @param {OfferActs} acts
 * @returns {Offer | null}
 */
function absence(view, away, patient, t, acts) {
  const name = nameOf(view, opponent(view.you[0]), t);
  const left = CLAIM_MS - away;
  if (patient && left <= 0) return null;
  return {
    kind: "away",
    title: t("room.away_title", { name }),
    text: left > 0 ? t("room.away_wait", { time: clockText(left + 999) }) : t("room.away_claim"),
    buttons: left > 0 ? [] : [
      { act: "claim-win", label: t("room.claim_win"), kind: "primary", press: acts.claimWin },
      { act: "keep-waiting", label: t("room.keep_waiting"), press: acts.keepWaiting },
    ],
  };
}
