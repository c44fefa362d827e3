/** Opens tournaments with the keys that this device remembers: a reload leaves the director the director. */

import { startUsher } from "./usher.js";

/**
 * @import {App} from "../../app.js"
 * @import {TournamentModel} from "../../core/tournament.js"
 * @import {Prefs} from "../../prefs.js"
 */

const KEYS_KEPT = 20;
const CODE = /^[A-HJ-NP-Z2-9]{6}$/;
const KEY = /^[\w-]{22,128}$/;

/**
 * Follow a tournament and let go of the one before. Rejects with a Refusal.
 * @param {App} app
 * @param {string} code
 * @param {string | null} key of a link
 * @returns {Promise<TournamentModel>}
 */
export async function open(app, code, key) {
  // What was mistyped is nobody's; the server would complain of its form.
  if (!CODE.test(code)) throw { code: "tournament_unknown" };
  if (key !== null && !KEY.test(key)) throw { code: "key_unknown" };
  const connection = await app.connect();
  const known = key ?? rememberedKey(app.prefs, code);
  const model = await connection.tournament(code, known).catch((refusal) => {
    // A key that is void by now: without it there is still something to see.
    if (refusal.code !== "key_unknown" || key !== null) throw refusal;
    rememberKey(app.prefs, code, null);
    return connection.tournament(code);
  });
  if (app.tournament !== model) take(app, model);
  startUsher(app, model);
  rememberKey(app.prefs, code, model.key);
  return model;
}

/** @param {App} app @param {TournamentModel} model */
function take(app, model) {
  app.tournament?.leave();
  app.tournament = model;
  model.subscribe(({ kind }) => {
    if (kind === "lost" && app.tournament === model) app.tournament = null;
  });
}

/** @param {Prefs} prefs @param {string} code @returns {string | null} */
export function rememberedKey(prefs, code) {
  return entries(prefs).find(([other]) => other === code)?.[1] ?? null;
}

/** Keep the key of a tournament, or forget it. @param {Prefs} prefs @param {string} code @param {string | null} key */
export function rememberKey(prefs, code, key) {
  if (key === rememberedKey(prefs, code)) return;
  const others = entries(prefs).filter(([other]) => other !== code);
  const kept = key === null ? others : [[code, key], ...others].slice(0, KEYS_KEPT);
  prefs.set("keys", kept.map((entry) => entry.join(".")).join(" "));
}

/** The newest first. @param {Prefs} prefs @returns {string[][]} pairs of code and key */
function entries(prefs) {
  return prefs.get("keys").split(" ").filter(Boolean).map((entry) => entry.split("."));
}
