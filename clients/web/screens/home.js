/** The start page. Its markup stands in index.html, so that it is there before any script; this puts life into it. */

import { h, on } from "../dom.js";
import { clockShort } from "../i18n.js";

/**
 * @import {App, Screen} from "../app.js"
 * @import {Ack, Control, Settings} from "../core/protocol.js"
 * @import {Prefs} from "../prefs.js"
 * @typedef {Partial<Settings> & {control: Control, overrides: Record<string, any>}} Wanted
 * @typedef {{settings: Partial<Settings>, seat: "white" | "black" | "random" | "both"}} FriendChoice
 */

/** The clocks that are offered, in ms. @type {Record<string, Control>} */
export const CLOCKS = {
  none: { timing: "none", bank: 0, extra: 0 },
  quick: { timing: "delay", bank: 180_000, extra: 8_000 },
  calm: { timing: "delay", bank: 360_000, extra: 12_000 },
  long: { timing: "delay", bank: 900_000, extra: 15_000 },
};
/** Nobody has come for so long after the press: the bot is asked. The server would send it after five seconds. */
const BOT_MS = 2500;
/** The core comes as soon as somebody is about to play, so that the first press is quick and the first paint light. */
const INTEREST = /** @type {const} */ (["pointerover", "pointerdown", "focusin", "keydown"]);

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {{nowhere?: boolean}} params `nowhere`: the address named a page that there is not
 * @returns {Screen}
 */
export function show(main, app, { nowhere = false }) {
  main.replaceChildren(...app.skeleton());
  if (nowhere) main.prepend(h("p", { class: "nowhere", role: "status" }, app.t("home.nowhere")));
  app.translate(main);
  const form = /** @type {HTMLFormElement} */ (main.querySelector(".home-game"));
  fillGame(form, app);
  fillName(main, app);
  offerReturn(main, app);
  const friend = friendOptions(form, app);
  const off = [...warmUp(main), listenGame(form, app), ...listenDoors(main, app, friend)];
  const board = decorate(main, app);
  pressAgain(main);
  return { title: "", destroy: () => [...off, board].forEach((end) => end()) };
}

/** What is to be played, as the chips say. @param {Prefs} prefs @returns {Wanted} */
function wanted(prefs) {
  return {
    preset: prefs.get("preset"),
    overrides: prefs.get("gulBara") ? { gul_bara: true } : {},
    length: prefs.get("length"),
    control: CLOCKS[prefs.get("clock")] ?? CLOCKS.none,
  };
}

/** @param {HTMLFormElement} form @param {App} app */
function fillGame(form, { prefs, t }) {
  const chosen = { preset: prefs.get("preset"), clock: prefs.get("clock"), length: String(prefs.get("length")) };
  for (const [name, value] of Object.entries(chosen)) {
    const input = form.querySelector(`input[name=${name}][value="${CSS.escape(value)}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
  gulBaraInput(form).checked = prefs.get("gulBara");
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-clock]"))) {
    label.textContent = clockShort(t, CLOCKS[label.dataset.clock ?? "none"]);
  }
  hint(form, prefs.get("preset"), t);
}

/** @param {HTMLFormElement} form @returns {HTMLInputElement} */
function gulBaraInput(form) {
  return /** @type {HTMLInputElement} */ (form.querySelector("input[name=gulBara]"));
}

/**
 * One line about the chosen preset, and the way to the whole page.
 * @param {HTMLFormElement} form
 * @param {string} preset
 * @param {import("../i18n.js").T} t
 */
function hint(form, preset, t) {
  const line = /** @type {HTMLElement} */ (form.querySelector("[data-hint]"));
  const link = /** @type {HTMLAnchorElement} */ (form.querySelector("[data-hint-link]"));
  line.textContent = t(`preset.${preset}.hint`);
  link.setAttribute("href", `/#rules/${preset}`);
}

/** @param {HTMLFormElement} form @param {App} app */
function listenGame(form, { prefs, t }) {
  return on(form, "change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "gulBara") prefs.set("gulBara", target.checked);
    if (target.name === "clock") prefs.set("clock", target.value);
    if (target.name === "length") prefs.set("length", Number(target.value));
    if (target.name !== "preset") return;
    prefs.set("preset", target.value);
    hint(form, target.value, t);
  });
}

/** @param {HTMLElement} main @param {App} app */
function fillName(main, app) {
  const input = /** @type {HTMLInputElement} */ (main.querySelector(".guest input"));
  input.value = app.prefs.get("name");
  input.addEventListener("change", () => {
    app.takeName(input.value);
    input.value = app.prefs.get("name");
  });
  input.addEventListener("keydown", ({ key }) => key === "Enter" && input.blur());
}

/** The game that this device played last, if it may go on. @param {HTMLElement} main @param {App} app */
function offerReturn(main, { prefs }) {
  const code = prefs.get("room");
  const line = /** @type {HTMLElement} */ (main.querySelector(".home-back"));
  line.hidden = !code;
  line.querySelector("a")?.setAttribute("href", `/${code}`);
}

/** @param {HTMLElement} main */
function warmUp(main) {
  const warm = () => void import("../core/connection.js");
  return INTEREST.map((type) => on(main, type, warm, { once: true, passive: true }));
}

/**
 * @param {HTMLElement} main
 * @param {App} app
 * @param {() => FriendChoice} friend
 */
function listenDoors(main, app, friend) {
  const now = door(main, "play-now");
  const withFriend = door(main, "play-friend");
  const pair = async () => {
    const pressed = performance.now();
    const found = await (await app.connect()).quickPair(wanted(app.prefs));
    app.paired = found.room ?? "";
    setTimeout(() => callTheBot(app, found.room), BOT_MS - (performance.now() - pressed));
    return found;
  };
  const create = async () => {
    const { settings, seat } = friend();
    return (await app.connect()).createRoom(
      { ...wanted(app.prefs), ...settings, overrides: merged(app, settings) },
      seat,
    );
  };
  return [
    on(now, "click", () => void through(now, app, "home.seeking", pair)),
    on(withFriend, "click", () => void through(withFriend, app, "home.making", create)),
  ];
}

/** Whoever is here for the first time wants to play. @param {App} app @param {string | null | undefined} code */
function callTheBot({ room }, code) {
  // A refusal means that somebody has come at the same moment.
  if (room?.code === code && room?.view.phase === "waiting") room.inviteBot().catch(() => {});
}

/** Somebody was quicker than the script: boot.js has kept what was pressed. @param {HTMLElement} main */
function pressAgain(main) {
  const { dataset } = document.documentElement;
  const act = dataset.pressed;
  delete dataset.pressed;
  if (act === "play-now" || act === "play-friend") door(main, act).click();
}

/** House rules beside Gul Bara. @param {App} app @param {Partial<Settings>} settings */
function merged({ prefs }, { overrides = {} }) {
  return { ...overrides, ...wanted(prefs).overrides };
}

/** @param {HTMLElement} main @param {string} act @returns {HTMLButtonElement} */
function door(main, act) {
  return /** @type {HTMLButtonElement} */ (main.querySelector(`[data-act="${act}"]`));
}

/**
 * Ask for a room, once, and go there; what goes wrong is said and the door is open again.
 * @param {HTMLButtonElement} button
 * @param {App} app
 * @param {string} meanwhile key of the line to be shown
 * @param {() => Promise<Ack>} ask for a room
 */
async function through(button, app, meanwhile, ask) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const line = /** @type {HTMLElement} */ (button.querySelector("small"));
  const usual = line.textContent;
  line.textContent = app.t(meanwhile);
  try {
    const { room } = await ask();
    await app.go(`/${room}`);
  } catch (error) {
    app.status(await app.why(error));
  }
  line.textContent = usual;
  button.removeAttribute("aria-busy");
}

/**
 * The rarely used settings, made when they are opened.
 * @param {HTMLFormElement} form
 * @param {App} app
 * @returns {() => FriendChoice} what they say
 */
function friendOptions(form, app) {
  const details = /** @type {HTMLDetailsElement} */ (form.querySelector("details"));
  const host = /** @type {HTMLElement} */ (form.querySelector(".friend-options"));
  /** @type {() => FriendChoice} */
  let choice = () => ({ settings: {}, seat: "random" });
  details.addEventListener("toggle", async () => {
    const { friendForm } = await import("../parts/friend.js");
    if (!host.hasChildNodes()) choice = friendForm(host, app);
  });
  return () => choice();
}

/**
 * The board at the start of a game, after the first paint. Nobody plays on it.
 * @param {HTMLElement} main
 * @param {App} app
 * @returns {() => void}
 */
function decorate(main, app) {
  const host = /** @type {HTMLElement} */ (main.querySelector(".home-board"));
  let drop = () => {};
  let gone = false;
  void paint().then(async () => {
    const { still } = await import("../parts/still.js");
    if (!gone) drop = still(host, { white: { 24: 15 }, black: { 24: 15 } });
  });
  return () => {
    gone = true;
    drop();
  };
}

/** @returns {Promise<void>} */
function paint() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
