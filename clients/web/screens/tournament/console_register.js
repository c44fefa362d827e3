/** Several names at once. */

/** @import {TournamentModel} from "../../core/tournament.js" */

const PATIENCE_MS = 5000;
/** What separates the cells of a table; a comma belongs to many names. */
const CELLS = /[\t;|]/;

/**
 * Register one after the other; rejects at the first that is refused, those before it are in. A line that is more than
 * a name is refused before anybody is registered.
 * @param {TournamentModel} model
 * @param {string[]} lines
 * @param {boolean} here tick them off as well
 */
export async function registerAll(model, lines, here) {
  const names = lines.map((line) => line.trim()).filter(Boolean);
  const table = names.find((name) => CELLS.test(name));
  if (table) throw Object.assign(new Error("not a name"), { code: "not_a_name", detail: table });
  for (const name of names) await registerOne(model, name, here);
}

/** @param {TournamentModel} model @param {string} name @param {boolean} here */
async function registerOne(model, name, here) {
  const known = new Set(model.players.map(({ id }) => id));
  const isNew = () => model.players.find(({ id, device }) => !known.has(id) && !device);
  await model.conduct({ type: "register", name });
  if (!here) return;
  const player = await when(model, isNew);
  if (player) await model.conduct({ type: "check_in", player: player.id, coming: false });
}

/**
 * What the model has as soon as it has it; nothing when that takes too long.
 * @template T
 * @param {TournamentModel} model
 * @param {() => T | undefined} look
 * @returns {Promise<T | undefined>}
 */
function when(model, look) {
  return new Promise((resolve) => {
    const late = setTimeout(() => done(undefined), PATIENCE_MS);
    const off = model.subscribe(() => look() && done(look()));
    /** @param {T | undefined} found */
    function done(found) {
      clearTimeout(late);
      off();
      resolve(found);
    }
    if (look()) done(look());
  });
}
