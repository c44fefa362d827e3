/** Opens tournaments with the keys that this device remembers: a reload leaves the director the director. */

import { loadTexts } from "../../i18n.js";
import { currentDuel } from "../../screens/tournament/player_duel.js";
import { isLed, startUsher, visit } from "./usher.js";

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

/**
 * Whoever plays in a tournament is called to his board on every page of the site. Who has come away from a board that is
 * open already is not taken back.
 * @param {App} app
 */
export async function resume(app) {
  const code = app.prefs.get("contest");
  const connection = await app.connect();
  try {
    const [model] = await Promise.all([connection.tournament(code), loadTexts("tournament")]);
    const { room, started } = currentDuel(model)?.match ?? {};
    if (room && started !== null) visit(room);
    startUsher(app, model);
  } catch (refusal) {
    if (/** @type {{code?: string}} */ (refusal).code === "tournament_unknown") app.prefs.set("contest", "");
  }
}

/** @param {App} app @param {TournamentModel} model */
function take(app, model) {
  const before = app.tournament;
  app.tournament = model;
  if (before && !isLed(before)) before.leave();
  model.subscribe(({ kind }) => {
    if (app.tournament !== model) return;
    if (kind === "lost") app.tournament = null;
    else startUsher(app, model);
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
