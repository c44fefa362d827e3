/** What is played: as it is set, as it is proposed, and started. */

import { h } from "../../dom.js";
import { timeText } from "../../parts/tournament/times.js";
import { ask } from "./console_dialog.js";
import { field, numberInput, toggle } from "./console_kit.js";
import { present } from "./console_next.js";
import { duration, planText } from "./console_words.js";

/** @import {Config, Proposal} from "../../core/protocol.js" */
/** @import {Deed, Desk} from "./console.js" */

const MINUTE = 60_000;
const TITLE_CHARS = 60;
const MOST_ROUNDS = 100;
const LONGEST = 25;
const NO_SHOWS = /** @type {const} */ (["director", "automatic", "penalty"]);

/** @type {Record<string, Deed>} */
export const START_ACTS = {
  start: (desk) => startDialog(desk),
  settings: (desk) => settingsDialog(desk),
};

/** @param {Desk} desk */
function startDialog(desk) {
  const { t, model } = desk;
  const { proposal, advice } = model.head;
  ask(desk, {
    name: "start",
    title: t("console.start_title", { n: present(model).length }),
    content: [
      plan(desk),
      advice !== "ok" && warning(t(`console.advice.${advice}`)),
      absent(desk),
      proposal && differs(model.head.config, proposal) && proposed(desk, proposal),
    ],
    submit: t("console.start_and_pair"),
    send: (data) => start(desk, data.has("proposal") ? proposal : null),
  });
}

/** @param {string} text */
function warning(text) {
  return h("p", { class: "console-warning" }, text);
}

/** What will be played, and until when. @param {Desk} desk */
function plan({ t, model }) {
  const { config, rounds, estimated_end: end } = model.head;
  const facts = [
    [t("console.fact.format"), t(`tournament.format.${config.format}`)],
    [t("console.fact.rounds"), t("console.n_rounds", { n: rounds })],
    [t("console.fact.length"), t("console.to", { n: config.matches.length })],
    [t("console.fact.end"), end === null ? "–" : timeText(end)],
  ];
  return h("dl", { class: "facts" }, facts.flatMap(([label, value]) => [h("dt", null, label), h("dd", null, value)]));
}

/** @param {Desk} desk */
function absent({ t, model }) {
  const names = model.players.filter(({ here, gone }) => here === "no" && gone === null).map(({ name }) => name);
  return names.length ? warning(t("console.not_here", { names: names.join(", ") })) : null;
}

/** @param {Config} config @param {Proposal} proposal */
function differs({ format, matches }, proposal) {
  return format !== proposal.format || matches.length !== proposal.length;
}

/** @param {Desk} desk @param {Proposal} proposal */
function proposed({ t, model }, { format, rounds, length, minutes }) {
  const end = t("console.estimated_end", { time: timeText(model.now() + minutes * MINUTE) });
  const hint = [planText(t, format, t("console.n_rounds", { n: rounds }), length), duration(t, minutes), end].join(" · ");
  return toggle(t("console.take_proposal"), "proposal", false, hint);
}

/**
 * The first round comes with it; when it cannot be paired, the banner says why.
 * @param {Desk} desk
 * @param {Proposal | null} proposal
 */
async function start(desk, proposal) {
  const { model } = desk;
  if (proposal) await model.conduct({ type: "configure", config: like(model.head.config, proposal) });
  await model.conduct({ type: "start" });
  await desk.conduct("banner", { type: "pair_round", round: 1 });
}

/** @param {Config} config @param {Proposal} proposal @returns {Config} */
function like(config, { format, length }) {
  return { ...config, format, rounds: 0, double: false, matches: { ...config.matches, length } };
}

// --- settings --------------------------------------------------------------------------------------------------------

/** What can still be changed. @param {Desk} desk */
function settingsDialog(desk) {
  const { t, model } = desk;
  const { config, phase } = model.head;
  const title = h("input", { name: "title", maxlength: TITLE_CHARS, value: config.title });
  const length = numberInput("length", config.matches.length, 1, LONGEST);
  ask(desk, {
    name: "settings",
    title: t("console.settings"),
    content: [
      field(t("console.title"), title),
      counted(config, phase) && field(t("console.fact.rounds"), numberInput("rounds", config.rounds, 0, MOST_ROUNDS)),
      phase === "registration" && field(t("console.fact.length"), length),
      field(t("console.no_shows"), noShows(desk)),
    ],
    submit: t("console.save"),
    send: (data) => model.conduct({ type: "configure", config: edited(model.head.config, data) }),
  });
}

/** Rounds that somebody decides about. @param {Config} config @param {string} phase */
function counted({ format }, phase) {
  return format === "swiss" || (format === "lives" && phase === "registration");
}

/** @param {Desk} desk */
function noShows({ t, model }) {
  const { no_show: chosen } = model.head.config;
  const options = NO_SHOWS.map((value) =>
    h("option", { value, selected: value === chosen }, t(`console.no_show.${value}`)));
  return h("select", { name: "no_show" }, options);
}

/** @param {Config} config @param {FormData} data @returns {Config} */
function edited(config, data) {
  const length = Number(data.get("length") ?? config.matches.length);
  return {
    ...config,
    title: String(data.get("title")).trim(),
    rounds: Number(data.get("rounds") ?? config.rounds),
    matches: { ...config.matches, length },
    no_show: /** @type {Config["no_show"]} */ (data.get("no_show")),
  };
}
