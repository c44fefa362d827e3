/** A room with a free seat, for somebody who does not sit there: everything that will be played, then the seat. */

import { h } from "../dom.js";
import { nameText } from "../parts/names.js";
import { still } from "../parts/still.js";
import { differences, factList, facts, presetName } from "../parts/terms.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {RoomModel} from "../core/room.js"
 * @import {Color} from "../core/protocol.js"
 * @import {View} from "../core/view.js"
 */

/** @type {Color[]} */
const COLORS = ["white", "black"];

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const room = /** @type {RoomModel} */ (app.room);
  const page = h("div", { class: "page invitation" });
  const board = h("div", { class: "still" });
  still(board, { white: { 24: 15 }, black: { 24: 15 } });
  const draw = () => page.replaceChildren(...content(app, room), board);
  draw();
  main.append(page);
  const off = room.subscribe(({ kind, events }) => {
    if (kind === "snapshot" || events.some(({ type }) => type.startsWith("seat_"))) draw();
  });
  return { title: app.t("invitation.title"), destroy: off };
}

/** @param {App} app @param {RoomModel} room @returns {HTMLElement[]} */
function content(app, room) {
  const { t } = app;
  const { settings } = room.view;
  return [
    h(
      "div",
      null,
      h("h1", null, settings.title || t("invitation.title")),
      h("p", { class: "lead" }, waiting(app, room.view)),
    ),
    h(
      "section",
      { class: "panel" },
      factList(facts(t, settings)),
      deviations(app, room.view),
      rulesLink(app, settings.preset),
    ),
    seats(app, room),
  ];
}

/** @param {App} app @param {View} view */
function waiting({ t }, { white, black }) {
  const seat = white ?? black;
  if (!seat) return t("invitation.nobody");
  const name = `${nameText(seat.name, t)}${seat.bot ? ` (${t("invitation.bot")})` : ""}`;
  return t("invitation.waits", { name });
}

/** @param {App} app @param {View} view */
function deviations({ t }, { settings }) {
  const preset = presetName(t, settings.preset);
  const list = differences(t, settings.overrides);
  if (!list.length) return h("p", { class: "muted" }, t("invitation.same", { preset }));
  return h(
    "div",
    null,
    h("h2", null, t("invitation.differs", { preset })),
    h(
      "ul",
      { class: "differences" },
      list.map((line) => h("li", null, line)),
    ),
  );
}

/** @param {App} app @param {string} preset */
function rulesLink({ t }, preset) {
  return h("p", null, h("a", { href: `/#rules/${preset}` }, t("invitation.rules")));
}

/** @param {App} app @param {RoomModel} room */
function seats(app, room) {
  const { t } = app;
  const free = COLORS.filter((color) => room.view[color] === null);
  const buttons = free.map((color) =>
    seatButton(app, room, color, t("invitation.sit_as", { color: t(`color.${color}`) })),
  );
  if (free.length === 2) buttons.push(seatButton(app, room, null, t("invitation.random")));
  if (!room.view.settings.watchers) return h("section", { class: "sit" }, buttons);
  const watch = h(
    "a",
    { class: "btn quiet", "data-act": "watch-room", href: `/${room.code}#watch` },
    t("invitation.watch"),
  );
  return h("section", { class: "sit" }, buttons, watch);
}

/**
 * @param {App} app
 * @param {RoomModel} room
 * @param {Color | null} color null: whichever falls to one
 * @param {string} text
 */
function seatButton(app, room, color, text) {
  const seat = color ?? COLORS[Math.floor(Math.random() * COLORS.length)];
  const disc = color && h("span", { class: "disc", dataset: { color }, "aria-hidden": "true" });
  const button = h(
    "button",
    { class: color ? "btn primary" : "btn", type: "button", "data-act": "sit", dataset: { seat: color ?? "random" } },
    disc,
    text,
  );
  button.addEventListener("click", () => void sit(app, room, seat, button));
  return button;
}

/**
 * The room's address shows the board as soon as the seat is taken.
 * @param {App} app
 * @param {RoomModel} room
 * @param {Color} seat
 * @param {HTMLButtonElement} button
 */
async function sit(app, room, seat, button) {
  button.disabled = true;
  try {
    await room.sit(seat);
  } catch (error) {
    app.status(await app.why(error));
    button.disabled = false;
  }
}
