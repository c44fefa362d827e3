/** Results: entered for a wooden board, given for somebody who does not come, corrected with a reason. */

import { h } from "../../dom.js";
import { resultText } from "../../parts/tournament/words.js";
import { ask } from "./console_dialog.js";
import { field, notes } from "./console_kit.js";
import { openMatches } from "./console_next.js";
import { enteredOf, fields, fitOutcome, guess, isForfeit, outcomes, resultOf, step } from "./console_outcome.js";
import { claimTexts, namesOf, tableText } from "./console_words.js";
import { marsOf } from "./player_duel.js";

/** @import {MatchView} from "../../core/protocol.js" */
/** @import {Deed, Desk} from "./console.js" */

/** @type {Record<string, Deed>} */
export const RESULT_ACTS = {
  result: (desk, { match }) => resultDialog(desk, match ?? onlyOpen(desk)),
  forfeit: (desk, { match }) => forfeitDialog(desk, match),
  correct: (desk, { match }) => correctDialog(desk, match),
  "cancel-match": (desk, { match }) => cancelDialog(desk, match),
  less: (_desk, _data, button) => step(button, -1),
  more: (_desk, _data, button) => step(button, 1),
};

/** @param {Desk} desk @param {string | undefined} id undefined: one of the open tables is chosen first */
function resultDialog(desk, id) {
  const { t, model } = desk;
  const match = model.match(id);
  if (!match) return chooseTable(desk);
  ask(desk, {
    name: "result",
    title: tableText(desk, match),
    content: [notes(null, claimTexts(t, model, match)), ...fields(desk, match, guess(match, lengthOf(model)))],
    reason: isForfeit,
    fit: (form) => fitOutcome(form, marsOf(model), lengthOf(model)),
    submit: t("console.enter_result"),
    needless: () => cameText(desk, match.match),
    send: (data) => report(desk, match, data),
  });
}

/** @param {Desk} desk @param {MatchView} match @param {FormData} data */
function report({ model }, match, data) {
  const result = resultOf(data, match, marsOf(model));
  return model.conduct({ type: "report", match: match.match, result, reason: reasonOf(data) });
}

/** @param {Desk} desk */
function onlyOpen({ model }) {
  const open = openMatches(model);
  return open.length === 1 ? open[0].match : undefined;
}

/** @param {Desk} desk */
function chooseTable(desk) {
  const { t, model } = desk;
  const open = openMatches(model);
  if (!open.length) return desk.app.status(t("console.none_open"));
  const options = open.map((match) => h("option", { value: match.match }, tableText(desk, match)));
  ask(desk, {
    name: "table",
    title: t("console.which_table"),
    content: [field(t("console.open_tables"), h("select", { name: "match" }, options))],
    submit: t("console.next_page"),
    send: async (data) => {
      const chosen = data.get("match");
      // The first dialog is closed before the second one opens.
      if (chosen) setTimeout(() => resultDialog(desk, String(chosen)));
    },
  });
}

/** @param {Desk} desk @param {string} id */
function forfeitDialog(desk, id) {
  const { t, model } = desk;
  const match = model.match(id);
  const late = model.head.late.find((one) => one.match === id);
  if (!match) return;
  const missing = late?.missing ?? [];
  const outcome = missing.length === 2 ? "nobody" : missing[0] === match.a ? "forfeit_b" : "forfeit_a";
  ask(desk, {
    name: "forfeit",
    title: tableText(desk, match),
    content: [
      h("p", null, t("console.forfeit_text", { names: namesOf(model, missing) })),
      outcomes(desk, match, ["forfeit_a", "forfeit_b", "nobody"], outcome),
    ],
    reason: "needed",
    given: t("console.no_show"),
    submit: t("console.forfeit"),
    danger: true,
    needless: () => cameText(desk, id),
    send: (data) => report(desk, match, data),
  });
}

/** @param {Desk} desk @param {string} id */
function correctDialog(desk, id) {
  const { t, model } = desk;
  const match = model.match(id);
  if (!match?.result) return;
  ask(desk, {
    name: "correct",
    title: t("console.correct_title", { match: tableText(desk, match) }),
    content: [
      h("p", { class: "muted" }, t("console.correct_text", { result: resultText(model, t, match, match.result) })),
      ...fields(desk, match, enteredOf(match.result, match)),
    ],
    reason: "needed",
    fit: (form) => fitOutcome(form, marsOf(model), lengthOf(model)),
    submit: t("console.correct"),
    danger: true,
    send: (data) => {
      const result = resultOf(data, match, marsOf(model));
      return model.conduct({ type: "correct", match: id, result, reason: reasonOf(data) });
    },
  });
}

/** @param {Desk} desk @param {string} id */
function cancelDialog(desk, id) {
  const { t, model } = desk;
  const match = model.match(id);
  if (!match) return;
  ask(desk, {
    name: "cancel",
    title: t("console.cancel_title", { match: tableText(desk, match) }),
    content: [h("p", { class: "muted" }, t("console.cancel_text"))],
    reason: "needed",
    submit: t("console.cancel_match"),
    danger: true,
    send: (data) => model.conduct({ type: "cancel_match", match: id, reason: reasonOf(data) }),
  });
}

/**
 * What to say of a result that somebody else has entered; null while there is none.
 * @param {Desk} desk
 * @param {string} id
 */
function cameText({ t, model }, id) {
  const match = model.match(id);
  return match?.result ? t("console.result_came", { result: resultText(model, t, match, match.result) }) : null;
}

/** @param {Desk["model"]} model */
function lengthOf({ head }) {
  return head.config.matches.length;
}

/** @param {FormData} data */
function reasonOf(data) {
  return String(data.get("reason") ?? "").trim();
}
