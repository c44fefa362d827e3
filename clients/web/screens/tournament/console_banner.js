/** On top of the console: how the evening stands, what cannot wait, and the one button for what comes next. */

import { h } from "../../dom.js";
import { roundClock, roundTime, tickClock } from "../../parts/tournament/round_clock.js";
import { timeText } from "../../parts/tournament/times.js";
import { isDirector, refusalAt, tool } from "./console_kit.js";
import { helperStep, nextStep } from "./console_next.js";
import { namesOf } from "./console_words.js";

/** @import {NoShow} from "../../core/protocol.js" */
/** @import {Desk} from "./console.js" */

/** @param {Desk} desk @returns {(Node | null)[]} */
export function bannerPart(desk) {
  const { t, model } = desk;
  const { key, params, primary, others = [] } = isDirector(desk) ? nextStep(model) : helperStep(model);
  const buttons = others.map(({ act, label, data }) => tool(act, t(label), { look: "btn", data }));
  const first = primary && tool(primary.act, t(primary.label), { look: "btn primary", data: primary.data });
  return [
    title(desk),
    h("div", { class: "console-next", "data-key": "next" },
      h("p", { class: "console-sentence", role: "status" }, t(key, params)),
      first && h("div", { class: "row" }, first, buttons)),
    refusalAt(desk, "banner"),
    ...alerts(desk),
  ];
}

/** Once a second: the clock alone; everything when the time of the round or of a break runs out. @param {Desk} desk */
export function tick(desk) {
  const clock = /** @type {HTMLElement | null} */ (desk.host.querySelector(".round-clock"));
  if (!clock) return;
  const before = clock.dataset.state;
  if (roundTime(desk.model).state !== before) desk.draw();
  else tickClock(clock, desk.model, desk.t);
}

/** @param {Desk} desk */
function title({ t, model }) {
  const { config, paired, rounds, phase } = model.head;
  const inRound = phase === "running" && paired > 0;
  const where = inRound ? t("console.round_of", { n: paired, all: rounds }) : t(`tournament.phase.${phase}`);
  return h("div", { class: "console-title", "data-key": "title" },
    h("h1", null, config.title || t("tournament.title")),
    roundClock(model, t),
    h("p", { class: "muted" }, [t(`tournament.role.${model.you.role}`), where].join(" · ")));
}

/** @param {Desk} desk @returns {(Node | null)[]} */
function alerts(desk) {
  const { model, t } = desk;
  const { break_until: until, announcement, late } = model.head;
  return [
    model.online ? null : alert("offline", t("app.offline")),
    until !== null && until > model.now() ? onBreak(desk, until) : null,
    announcement?.[1] ? alert("announcement", `${t("console.announced")} ${announcement[1]}`) : null,
    ...late.map((one) => missing(desk, one)),
    refusalAt(desk, "alert"),
  ];
}

/** @param {string} key @param {string} text @param {...(Node | false)} buttons */
function alert(key, text, ...buttons) {
  const looks = { class: "console-alert", "data-key": key, dataset: { alert: key } };
  return h("div", looks, h("span", null, text), ...buttons);
}

/** @param {Desk} desk @param {number} until */
function onBreak(desk, until) {
  const { t } = desk;
  const text = t("console.break_until", { time: timeText(until) });
  return alert("break", text, isDirector(desk) && tool("end-break", t("console.end_break")));
}

/** Who is not at his board yet. @param {Desk} desk @param {NoShow} late */
function missing({ t, model }, { match, missing: who, level, penalty }) {
  const long = level !== "alarm";
  const about = { table: model.match(match)?.table ?? 0, names: namesOf(model, who) };
  const text = t(long ? "console.late_long" : "console.late", about);
  const lost = penalty ? ` ${t("console.penalty", { n: penalty })}` : "";
  return alert(`late-${match}`, text + lost,
    tool("both-here", t("console.they_are_here"), { data: { match } }),
    long && tool("forfeit", t("console.forfeit"), { look: "btn small danger", data: { match } }));
}
