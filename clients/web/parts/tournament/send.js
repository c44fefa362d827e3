/** Asks something of a tournament, and says beside the button why it is refused. */

/** @import {App} from "../../app.js" */
/** @import {Act, TournamentModel} from "../../core/tournament.js" */

import { h } from "../../dom.js";

/**
 * Its promises say whether it was done.
 * @typedef {object} Send
 * @property {HTMLElement} element
 * @property {(act: Act) => Promise<boolean>} send
 * @property {(answer: Promise<unknown>) => Promise<boolean>} asked
 */

/**
 * @param {App} app
 * @param {TournamentModel} model
 * @returns {Send}
 */
export function createSend(app, model) {
  const element = h("p", { class: "refused", role: "alert" });
  const asked = async (/** @type {Promise<unknown>} */ answer) => {
    element.textContent = "";
    try {
      await answer;
      return true;
    } catch (error) {
      element.textContent = await app.why(error);
      return false;
    }
  };
  return { element, asked, send: (act) => asked(model.conduct(act)) };
}
