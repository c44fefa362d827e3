/** What runs on between two frames: the clock in use is called and ticks in the end, and absences grow. */

/** @import {App} from "../app.js" */
/** @import {Color} from "../core/protocol.js" */
/** @import {View} from "../core/view.js" */
/** @import {RoomModel} from "../core/room.js" */

import { clockCall } from "./announcer.js";
import { nameOf } from "./status.js";

const LOW_MS = 10_000;

/**
 * Says a clock at 30 and 10 seconds, and lets the own one tick in the last ten.
 * @param {App} app
 * @param {boolean} seated
 * @returns {(view: View, color: Color, ms: number) => void} to be called again and again
 */
export function createCaller(app, seated) {
  const { t } = app;
  /** @type {{color: Color, ms: number} | null} */
  let last = null;
  return (view, color, ms) => {
    const before = last?.color === color ? last.ms : ms;
    last = { color, ms };
    const seconds = clockCall(before, ms);
    const name = nameOf(view, color, t);
    if (seconds) app.announce(t("announce.clock", { name, n: seconds }), "assertive");
    const mine = seated && view.you.includes(color);
    const next = Math.ceil(before / 1000) > Math.ceil(ms / 1000);
    if (mine && next && ms > 0 && ms < LOW_MS) app.sound.play("tick");
  };
}

/**
 * Milliseconds for which a player has been offline; null while he is here.
 * @param {RoomModel} room
 * @param {Color} color
 * @param {number} now
 */
export function absence({ view, receivedAt }, color, now) {
  const since = view[color]?.offline_ms ?? null;
  return since === null ? null : since + (now - receivedAt);
}
