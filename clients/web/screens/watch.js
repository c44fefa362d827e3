/** The public rooms, fresh every few seconds, and the public games that are over. */

import { h } from "../dom.js";
import { clockShort, locale } from "../i18n.js";
import { nameText } from "../parts/names.js";
import { presetName } from "../parts/terms.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {Color, GameListing, RoomListing} from "../core/protocol.js"
 */

const REFRESH_MS = 3000;

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const { t } = app;
  const list = h("div", { class: "stack", "aria-busy": "true" });
  const finished = h("section", { class: "stack" });
  main.append(
    h(
      "div",
      { class: "page wide" },
      h(
        "div",
        { class: "page-head" },
        h("h1", null, t("watch.title")),
        h(
          "a",
          { class: "btn", href: "/#tv", "data-act": "tv" },
          t("watch.tv"),
          h("small", { class: "muted" }, t("watch.tv_hint")),
        ),
      ),
      list,
      finished,
    ),
  );
  const stop = repeat(() => refresh(app, list));
  void showFinished(app, finished).catch(() => {});
  return { title: t("watch.title"), destroy: stop };
}

/**
 * Do it now and ever again, one after the other; a hidden page rests.
 * @param {() => Promise<void>} work
 * @returns {() => void}
 */
export function repeat(work) {
  let timer = 0;
  let stopped = false;
  const round = async () => {
    if (!document.hidden) await work().catch(() => {});
    if (!stopped) timer = window.setTimeout(round, REFRESH_MS);
  };
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * What has not changed is left alone, so that the focus and the reader's place stay.
 * @param {App} app
 * @param {HTMLElement} list
 */
async function refresh(app, list) {
  const rooms = await (await app.connect()).listRooms();
  const sign = JSON.stringify(rooms);
  if (list.dataset.sign === sign) return;
  const focused = document.activeElement?.getAttribute("href");
  Object.assign(list.dataset, { sign });
  list.setAttribute("aria-busy", "false");
  list.replaceChildren(...sections(app, rooms));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {App} app @param {RoomListing[]} rooms */
function sections(app, rooms) {
  const { t } = app;
  const waiting = rooms.filter((room) => room.waiting);
  const live = rooms.filter((room) => !room.waiting);
  if (!rooms.length) return [h("p", { class: "empty" }, t("watch.none"))];
  return [
    ...(live.length ? [h("h2", null, t("watch.live")), cards(app, live)] : []),
    ...(waiting.length ? [h("h2", null, t("watch.waiting")), cards(app, waiting)] : []),
  ];
}

/** @param {App} app @param {RoomListing[]} rooms */
function cards(app, rooms) {
  return h(
    "ul",
    { class: "cards" },
    rooms.map((room) => h("li", null, card(app, room))),
  );
}

/** @param {App} app @param {RoomListing} room */
function card({ t }, room) {
  const { waiting, watchable, white, black, room: code } = room;
  const names = [white, black].map((name) => seatName(t, name)).join(" – ");
  const label = t(waiting ? "watch.sit" : watchable ? "watch.watch" : "watch.closed");
  const link =
    waiting || watchable
      ? h(
          "a",
          {
            class: waiting ? "btn primary" : "btn",
            "data-act": "watch-room",
            href: waiting ? `/${code}` : `/${code}#watch`,
            "aria-label": `${label}: ${names}`,
          },
          label,
        )
      : h("p", { class: "muted" }, label);
  return h(
    "article",
    { class: "card" },
    room.title && h("h3", null, room.title),
    h("div", { class: "versus" }, side(t, "white", room), side(t, "black", room)),
    tags(t, room),
    link,
  );
}

/** @param {App["t"]} t @param {Color} color @param {RoomListing} room */
function side(t, color, room) {
  const name = room[color];
  const points = room.score?.[color === "white" ? 0 : 1] ?? 0;
  return [
    h(
      "span",
      { class: name === null ? "side free" : "side" },
      h("span", { class: "disc", dataset: { color }, role: "img", "aria-label": t(`color.${color}`) }),
      h("span", null, seatName(t, name)),
    ),
    h("span", { class: "number" }, room.length > 1 ? points : ""),
  ];
}

/** @param {App["t"]} t @param {string | null} name */
function seatName(t, name) {
  return name === null ? t("watch.free") : nameText(name, t);
}

/** @param {App["t"]} t @param {RoomListing} room */
function tags(t, room) {
  return h(
    "p",
    { class: "tags" },
    liveFacts(t, room).map((fact) => h("span", null, fact)),
  );
}

/**
 * What is played, and how far it is.
 * @param {App["t"]} t
 * @param {RoomListing} room `game`: 0 before the first one
 */
export function liveFacts(t, { preset, overrides, length, game, timing, bank, extra, watchers, pips, waiting }) {
  const control = { timing: /** @type {"none" | "delay" | "fischer"} */ (timing), bank, extra };
  return [
    presetName(t, preset),
    overrides.gul_bara && t("fact.gul_bara"),
    length > 1 && t("watch.to", { n: length }),
    length > 1 && game > 0 && t("watch.game", { n: game }),
    clockShort(t, control),
    !waiting && pips && t("watch.pips", { white: pips[0], black: pips[1] }),
    watchers > 0 && t("watch.viewers", { n: watchers }),
  ].filter((fact) => typeof fact === "string");
}

/** @param {App} app @param {HTMLElement} section */
async function showFinished(app, section) {
  const { t } = app;
  const games = await (await app.connect()).games();
  section.append(
    h("h2", null, t("watch.finished")),
    games.length
      ? h(
          "ul",
          { class: "cards" },
          games.map((game) => h("li", null, finishedCard(app, game))),
        )
      : h("p", { class: "empty" }, t("watch.games_none")),
  );
}

/** @param {App} app @param {GameListing} listing */
function finishedCard({ t }, listing) {
  const { room, match, game, at, white, black, winner, points } = listing;
  const seat = (/** @type {Color} */ color, /** @type {string} */ name) => [
    h(
      "span",
      { class: "side" },
      h("span", { class: "disc", dataset: { color }, role: "img", "aria-label": t(`color.${color}`) }),
      h("span", null, seatName(t, name)),
    ),
    h("span", { class: "number" }, winner === color ? `+${points}` : ""),
  ];
  const when = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  return h(
    "article",
    { class: "card" },
    h("div", { class: "versus" }, seat("white", white), seat("black", black)),
    h("p", { class: "tags" }, [...finishedFacts(t, listing), when].map((fact) => h("span", null, fact))),
    h(
      "a",
      {
        class: "btn",
        href: `/${room}#replay/${match}/${game}`,
        "aria-label": `${t("watch.replay")}: ${seatName(t, white)} – ${seatName(t, black)}, ${when}`,
      },
      t("watch.replay"),
    ),
  );
}

/**
 * What was played. Which game of the match it was says something only when the match has, or may have, several; how it
 * ended, when it was not played out.
 * @param {App["t"]} t
 * @param {Omit<GameListing, "room" | "match" | "at" | "white" | "black" | "winner" | "points">} listing 0 as `plays` or
 *   `length`: not known
 */
export function finishedFacts(t, { preset, overrides, length, game, timing, bank, extra, plays, ending }) {
  const control = { timing: /** @type {"none" | "delay" | "fischer"} */ (timing), bank, extra };
  return [
    presetName(t, preset),
    overrides.gul_bara && t("fact.gul_bara"),
    length > 1 && t("watch.to", { n: length }),
    (length > 1 || game > 1) && t("watch.game", { n: game }),
    timing !== "none" && clockShort(t, control),
    plays > 0 && t("watch.plays", { n: plays }),
    ending !== "borne_off" && t(`announce.ending_${ending}`),
  ].filter((fact) => typeof fact === "string");
}
