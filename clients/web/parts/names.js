/** Names that the server gives by itself, in the reader's language. What people call themselves stays as it is. */

/** @import {T} from "../i18n.js" */

const BOT = "House bot";
/** With the beginning of the player's id, or the digits that this page has proposed. */
const GUEST = /^Guest ([\w-]{4})$/;

/**
 * @param {string} name as the server tells it
 * @param {T} t
 */
export function nameText(name, t) {
  if (name === BOT) return t("app.house_bot");
  const guest = GUEST.exec(name);
  return guest ? `${t("app.guest")} ${guest[1]}` : name;
}
