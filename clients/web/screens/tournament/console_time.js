/** The evening: the time of the round, pauses and breaks, words for everybody, the table on the screen, the end. */

import { h } from "../../dom.js";
import { roundEnd } from "../../parts/tournament/round_clock.js";
import { timeText } from "../../parts/tournament/times.js";
import { ask } from "./console_dialog.js";
import { card, field, numberInput, refusalAt, tool } from "./console_kit.js";
import { joinCard } from "./console_links.js";
import { openMatches } from "./console_next.js";
import { planText, roundsText, tableText } from "./console_words.js";

/** @import {Deed, Desk} from "./console.js" */

const MINUTE = 60_000;
const LONGEST = 600;
const TEXT_CHARS = 200;
/** Tables that the short list of the screen holds; the menu of every table has the rest. */
const OFFERED = 40;

// --- what is seen ----------------------------------------------------------------------------------------------------

/** @param {Desk} desk @returns {(Node | null)[]} */
export function timePanel(desk) {
  const { phase } = desk.model.head;
  const running = phase === "running";
  return [
    phase === "registration" ? joinCard(desk) : null,
    running ? clockCard(desk) : null,
    announcementCard(desk),
    running ? featureCard(desk) : null,
    eveningCard(desk),
  ];
}

/** @param {Desk} desk */
function clockCard(desk) {
  const { t, model } = desk;
  const round = model.currentRound;
  const going = round && round.started !== null && !round.closed ? round : null;
  const data = { round: String(round?.number) };
  const end = roundEnd(model);
  const { paused } = model.head;
  const time = paused
    ? [tool("resume", t("console.resume"))]
    : [tool("pause", t("console.pause")), tool("break", t("console.break"))];
  return card("clock", t("console.clock"),
    paused && h("p", null, t("player.paused", { time: timeText(paused[0]) })),
    end !== null && h("p", null, t("console.round_ends", { time: timeText(end) })),
    endText(desk),
    h("div", { class: "row" },
      going && tool("extend", t("console.five_more"), { data: { ...data, minutes: "5" } }),
      going && tool("extend-by", t("console.more_time"), { data }),
      time),
    refusalAt(desk, "clock"));
}

/** Nothing is to be said of an end that has come. @param {Desk} desk */
function endText({ t, model }) {
  const { estimated_end: end, played_out, phase } = model.head;
  if (played_out || phase === "finished") return null;
  const text = end === null ? t("console.no_end") : t("console.estimated_end", { time: timeText(end) });
  return h("p", { class: "muted" }, text);
}

/** @param {Desk} desk */
function announcementCard(desk) {
  const { t, model } = desk;
  const [at, said] = model.head.announcement ?? [0, ""];
  const words = { name: "text", rows: 2, maxlength: TEXT_CHARS, "aria-label": t("console.announcement_text") };
  return card("announcement", t("console.announcement"),
    said && h("p", null, `${timeText(at)} · ${said}`),
    h("form", { class: "stack", "data-act": "announce" },
      h("textarea", { class: "input", ...words }),
      h("div", { class: "row" },
        h("button", { class: "btn small" }, t("console.announce")),
        said && tool("silence", t("console.silence")))),
    refusalAt(desk, "announcement"));
}

/** @param {Desk} desk */
function featureCard(desk) {
  const { t, model } = desk;
  const { featured, pinned } = model.head;
  const offered = openMatches(model).filter(({ match }, n) => n < OFFERED || match === featured);
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === (pinned ? featured : "") }, text);
  const label = t("console.featured_table");
  return card("feature", label,
    h("select", { class: "input", "data-act": "feature-choice", "aria-label": label },
      option("", t("console.automatic")), offered.map((match) => option(match.match, tableText(desk, match)))),
    refusalAt(desk, "feature"));
}

/** @param {Desk} desk */
function eveningCard(desk) {
  const { t, model } = desk;
  const { phase, config } = model.head;
  return card("evening", t("console.evening"),
    h("p", null, planText(t, config.format, roundsText(t, model.head), config.matches.length)),
    phase === "registration" && endText(desk),
    h("div", { class: "row" },
      h("a", { class: "btn small", target: "_blank", href: `/#tournament/${model.code}/screen` }, t("console.screen")),
      phase !== "finished" && tool("settings", t("console.settings")),
      phase === "running" && tool("finish", t("console.finish")),
      phase === "finished" && tool("reopen", t("console.reopen"))));
}

// --- what is done ----------------------------------------------------------------------------------------------------

/** @type {Record<string, Deed>} */
export const TIME_ACTS = {
  extend: (desk, { round, minutes }, button) => {
    const place = button.closest(".console-banner") ? "banner" : "clock";
    return desk.conduct(place, { type: "extend_clock", round: Number(round), by: Number(minutes) * MINUTE });
  },
  "extend-by": (desk, { round }) => extendDialog(desk, Number(round)),
  pause: (desk) => pauseDialog(desk),
  resume: (desk) => desk.conduct("banner", { type: "resume" }),
  break: (desk) => breakDialog(desk),
  "end-break": (desk) => desk.conduct("alert", { type: "take_break", until: Math.floor(desk.model.now()) }),
  announce: async (desk, _data, form) => {
    const words = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    const text = words.value.trim();
    if (text && (await desk.conduct("announcement", { type: "announce", text }))) words.value = "";
  },
  silence: (desk) => desk.conduct("announcement", { type: "announce", text: "" }),
  "last-game": (desk) => desk.conduct("banner", { type: "announce", text: desk.t("console.last_game_text") }),
  "feature-choice": (desk, _data, select) => {
    const match = /** @type {HTMLSelectElement} */ (select).value || null;
    return desk.conduct("feature", { type: "feature", match });
  },
};

/** @param {FormData} data @returns {number} ms */
function minutesOf(data) {
  return Number(data.get("minutes")) * MINUTE;
}

/** @param {Desk} desk @param {number} round */
function extendDialog(desk, round) {
  const { t, model } = desk;
  ask(desk, {
    name: "extend",
    title: t("console.more_time"),
    content: [field(t("console.minutes_more"), numberInput("minutes", 10, 1, LONGEST))],
    submit: t("console.extend"),
    send: (data) => model.conduct({ type: "extend_clock", round, by: minutesOf(data) }),
  });
}

/** @param {Desk} desk */
function pauseDialog(desk) {
  const { t, model } = desk;
  ask(desk, {
    name: "pause",
    title: t("console.pause_title"),
    content: [h("p", { class: "muted" }, t("console.pause_text"))],
    reason: "asked",
    submit: t("console.pause"),
    send: (data) => model.conduct({ type: "pause", reason: String(data.get("reason")).trim() }),
  });
}

/** @param {Desk} desk */
function breakDialog(desk) {
  const { t, model } = desk;
  ask(desk, {
    name: "break",
    title: t("console.break"),
    content: [
      h("p", { class: "muted" }, t("console.break_text")),
      field(t("console.break_minutes"), numberInput("minutes", 15, 1, LONGEST)),
    ],
    submit: t("console.break"),
    send: (data) => model.conduct({ type: "take_break", until: Math.floor(model.now()) + minutesOf(data) }),
  });
}
