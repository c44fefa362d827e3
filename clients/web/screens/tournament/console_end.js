/** How a tournament ends: played off, finished, and opened again. */

import { h } from "../../dom.js";
import { ask, tell } from "./console_dialog.js";
import { chips, notes } from "./console_kit.js";
import { openMatches, openTies } from "./console_next.js";
import { tableText } from "./console_words.js";

/** @import {Deed, Desk} from "./console.js" */

/** @type {Record<string, Deed>} */
export const END_ACTS = {
  "play-off": (desk) => playOffDialog(desk),
  finish: (desk) => (desk.model.head.played_out ? desk.conduct("banner", { type: "finish" }) : finishDialog(desk)),
  reopen: (desk) => reopenDialog(desk),
};

/** @param {Desk} desk */
function playOffDialog(desk) {
  const { t, model } = desk;
  const ties = openTies(model);
  const choices = ties.map(([a, b], n) =>
    ({ value: String(n), text: `${model.name(a)} – ${model.name(b)}`, checked: n === 0 }));
  const who = h("fieldset", { class: "choice" },
    h("legend", null, t("console.play_off_who")), chips("radio", "tie", choices));
  ask(desk, {
    name: "play-off",
    title: t("console.play_off_title"),
    content: [h("p", { class: "muted" }, t("console.play_off_text")), who],
    submit: t("console.play_off"),
    send: (data) => {
      const [a, b] = ties[Number(data.get("tie"))];
      return model.conduct({ type: "play_off", a, b });
    },
  });
}

/**
 * Before everything is played: with the number of the round, so that no slip ends an evening. As long as matches are
 * open it would be asked for nothing.
 * @param {Desk} desk
 */
function finishDialog(desk) {
  const { t, model } = desk;
  const open = openMatches(model);
  if (open.length) {
    const tables = notes(null, open.map((match) => tableText(desk, match)));
    return void tell(desk, "finish", t("console.finish_title"), h("p", null, t("wrong.open_results")), tables);
  }
  const { paired, rounds } = model.head;
  ask(desk, {
    name: "finish",
    title: t("console.finish_title"),
    content: [h("p", { class: "muted" }, t("console.finish_text", { n: paired, all: rounds }))],
    typed: String(paired),
    submit: t("console.finish"),
    danger: true,
    send: () => model.conduct({ type: "finish" }),
  });
}

/** @param {Desk} desk */
function reopenDialog(desk) {
  const { t, model } = desk;
  ask(desk, {
    name: "reopen",
    title: t("console.reopen_title"),
    reason: "needed",
    submit: t("console.reopen"),
    danger: true,
    send: (data) => model.conduct({ type: "reopen", reason: String(data.get("reason")).trim() }),
  });
}
