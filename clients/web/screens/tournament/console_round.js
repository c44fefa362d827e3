/** The tables of a round: as they are published, as they are played, and as they were. */

import { h } from "../../dom.js";
import { stageText } from "../../parts/tournament/bracket.js";
import { roundStart } from "../../parts/tournament/round_clock.js";
import { timeText } from "../../parts/tournament/times.js";
import { matchState, resultText, scoreText } from "../../parts/tournament/words.js";
import { heading, isDirector, moreTool, notes, refusalAt, tool } from "./console_kit.js";
import { shortened } from "./console_list.js";
import { claimTexts, namesOf, tableText } from "./console_words.js";

/** @import {MatchView, Result, RoundView} from "../../core/protocol.js" */
/** @import {Desk} from "./console.js" */

/** @param {Desk} desk @returns {(Node | null)[]} */
export function roundPanel(desk) {
  const { model, view, t } = desk;
  const current = model.currentRound;
  const round = model.rounds.find(({ number }) => number === view.round) ?? current;
  const nothing = !round && !model.playOffs.length;
  return [
    head(desk, round),
    refusalAt(desk, "round"),
    round && round === current ? tools(desk, round) : null,
    swapHint(desk),
    nothing ? h("p", { class: "empty", "data-key": "none" }, t("console.no_round")) : null,
    playOffs(desk),
    ...(round ? tables(desk, round) : []),
  ];
}

/** @param {Desk} desk @param {RoundView | null} round */
function head(desk, round) {
  const { t, model } = desk;
  const start = round && roundStart(model, round);
  const started = start === null ? "" : t("console.since", { time: timeText(start) });
  return heading(round ? t("console.round", { n: round.number }) : t("console.tab.round"),
    started && h("span", { class: "muted" }, started),
    model.rounds.length > 1 && chooser(desk, round));
}

/** @param {Desk} desk @param {RoundView | null} shown */
function chooser({ t, model }, shown) {
  const options = model.rounds.map(({ number: n }) =>
    h("option", { value: n, selected: n === shown?.number }, t("console.round", { n })));
  return h("select", { class: "input", "data-act": "look", "aria-label": t("console.look_at") }, options);
}

/** What can be done as long as nothing is played. @param {Desk} desk @param {RoundView} round */
function tools(desk, round) {
  const { t, view, model } = desk;
  if (!isDirector(desk) || isBegun(round) || model.head.phase !== "running") return null;
  const data = { round: String(round.number) };
  return h("div", { class: "row", "data-key": "tools" },
    round.started === null && tool("pair-again", t("console.pair_again"), { data }),
    round.kind === "swiss" && tool("swap", t("console.swap"), { data, pressed: view.swap !== null }),
    tool("undo-round", t("console.undo_round"), { data }));
}

/** Somebody has played in it or judged it; what the server gave by itself does not count. @param {RoundView} round */
function isBegun({ closed, matches }) {
  const judged = (/** @type {MatchView} */ { result, source }) => result !== null && source !== "server";
  return closed || matches.some((match) => match.started !== null || judged(match));
}

/** @param {Desk} desk */
function swapHint({ t, view, model }) {
  if (!view.swap) return null;
  const { one } = view.swap;
  const text = one ? t("console.swap_with", { name: model.name(one) }) : t("console.swap_first");
  return h("p", { class: "console-hint", role: "status", "data-key": "swap-hint" }, text);
}

// --- tables ----------------------------------------------------------------------------------------------------------

/** @param {Desk} desk @param {RoundView} round */
function tables(desk, round) {
  const { search, shown, rest } = shortened(desk, round.matches, (match) => tableText(desk, match));
  const rows = shown.map((match) => table(desk, match, round));
  return [search, list(`round-${round.number}`, rows), rest, byes(desk, round), edits(desk, round)];
}

/** @param {string} key @param {HTMLElement[]} rows */
function list(key, rows) {
  return h("ul", { class: "console-list console-tables", "data-key": key }, rows);
}

/** @param {Desk} desk */
function playOffs(desk) {
  const { model, t } = desk;
  if (!model.playOffs.length) return null;
  const rows = model.playOffs.map((match) => table(desk, match, null));
  const title = h("h3", null, t("console.play_offs"));
  return h("section", { class: "stack", "data-key": "play-offs" }, title, list("all", rows));
}

/** @param {Desk} desk @param {RoundView} round */
function byes(desk, round) {
  if (!round.byes.length) return null;
  const names = round.byes.map((id) => side(desk, id, round));
  return h("p", { class: "row", "data-key": "byes" }, h("span", { class: "muted" }, desk.t("console.bye")), names);
}

/** @param {Desk} desk @param {RoundView} round */
function edits({ t }, { edits: changed }) {
  return notes("edits", changed.map(({ at, reason }) => t("console.edited", { time: timeText(at), reason })));
}

/** @typedef {"published" | ReturnType<typeof matchState>} State */

/** @param {Desk} desk @param {MatchView} match @param {RoundView | null} round null for a play-off */
function table(desk, match, round) {
  const state = match.result === null && round?.started === null ? "published" : matchState(match);
  return h("li", { "data-key": match.match, "data-match": match.match, "data-state": state },
    place(desk, match),
    h("span", { class: "console-sides" },
      side(desk, match.a, round),
      h("span", { class: "console-score" }, scoreText(desk.t, match)),
      side(desk, match.b, round)),
    h("span", { class: "console-state" }, stateText(desk, match, state)),
    h("span", { class: "row console-acts" }, tableTools(desk, match, state)),
    notes(null, changes(desk, match)),
    refusalAt(desk, match.match));
}

/** @param {Desk} desk @param {MatchView} match */
function place({ t, model }, { table: n, stage, match }) {
  return h("span", { class: "console-place" }, n ? t("console.table", { n }) : t("console.play_off"),
    stage && h("small", null, stageText(stage, t)),
    model.head.featured === match && h("small", null, t("console.featured")));
}

/**
 * A name, to be tapped while players are swapped.
 * @param {Desk} desk
 * @param {string} id
 * @param {RoundView | null} round
 */
function side({ model, view }, id, round) {
  const name = model.name(id);
  if (!view.swap || round !== model.currentRound) return h("span", { class: "console-name" }, name);
  return tool("swap-player", name, { look: "chip", data: { player: id }, pressed: view.swap.one === id });
}

/** @param {Desk} desk @param {MatchView} match @param {State} state */
function stateText({ t, model }, match, state) {
  const { result, a, b, ready, room } = match;
  if (result) return result.kind === "played" ? t("console.state.done") : resultText(model, t, match, result);
  if (state !== "waiting") return t(`console.state.${state}`);
  const missing = [a, b].filter((id) => !ready.includes(id));
  return room === null ? t("console.wooden") : t("console.state.waiting", { names: namesOf(model, missing) });
}

/** @param {Desk} desk @param {MatchView} match @param {State} state */
function tableTools(desk, match, state) {
  const { t, model } = desk;
  const [data, about] = [{ match: match.match }, tableText(desk, match)];
  if (match.result) return isDirector(desk) ? [tool("correct", t("console.correct"), { data, about })] : [];
  if (state === "published" || model.head.phase !== "running") return [];
  const watch = { class: "btn small", href: `/${match.room}#watch`, "data-key": "room" };
  return [
    match.room && h("a", watch, t("console.watch")),
    tool("result", t("console.result"), { data, about }),
    isDirector(desk) && moreTool("table", t("console.more_of", { name: about }), data),
  ];
}

/** What was said and corrected, by whom and why. @param {Desk} desk @param {MatchView} match @returns {string[]} */
function changes({ t, model }, match) {
  const text = (/** @type {Result} */ result) => resultText(model, t, match, result);
  const corrected = match.corrections.map(({ at, source, reason, before, after }) => {
    const [who, time] = [t(`journal.by.${source}`), timeText(at)];
    return t("console.corrected", { who, time, before: text(before), after: text(after), reason });
  });
  return match.result ? corrected : claimTexts(t, model, match);
}
