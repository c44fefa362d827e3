/** Times of day, as the clock on the wall shows them. */

import { language } from "../../i18n.js";

/** `20:41`. @param {number} at server time in ms */
export function timeText(at) {
  return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}
