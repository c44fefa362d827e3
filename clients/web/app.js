/** The composition root: preferences, language, the one connection, and the screen of the address. */

import { linkStyle } from "./dom.js";
import { language, LANGUAGES, preferred, setLanguage, t } from "./i18n.js";
import { ensureName, ensureToken, Prefs, storage } from "./prefs.js";
import { parseRoute } from "./routes.js";

/**
 * @typedef {import("./core/connection.js").Connection} Connection
 * @typedef {import("./core/room.js").RoomModel} RoomModel
 * @typedef {import("./core/tournament.js").TournamentModel} TournamentModel
 * @typedef {import("./i18n.js").Params} Params
 * @typedef {import("./routes.js").Route} Route
 * @typedef {{destroy(): void, title: string}} Screen
 * @typedef {{show(main: HTMLElement, app: App, params: any): Screen}} ScreenModule
 * @typedef {{screen: string, params: Record<string, unknown>}} Target what to show and with what
 */

/** @type {Record<string, {load: () => Promise<ScreenModule>, styles?: string[]}>} */
const SCREENS = {
  home: { load: () => import("./screens/home.js") },
  watch: { load: () => import("./screens/watch.js") },
  tv: { load: () => import("./screens/tv.js"), styles: ["/room.css"] },
  rules: { load: () => import("./screens/rules.js") },
  settings: { load: () => import("./screens/settings.js") },
  tournament: { load: () => import("./screens/tournament.js"), styles: ["/tournament.css"] },
  device: { load: () => import("./screens/device.js") },
  invitation: { load: () => import("./screens/invitation.js") },
  room: { load: () => import("./screens/room.js"), styles: ["/room.css"] },
  replay: { load: () => import("./screens/replay.js"), styles: ["/room.css", "/replay.css"] },
  lost: { load: () => import("./screens/lost.js") },
};
const ONLINE = new Set(["watch", "tv", "device", "replay", "settings"]);
/** A page that takes so long says so. */
const LONG_MS = 700;
/** Pages that know nothing of tournaments by themselves. */
const CALLED = new Set(["home", "watch", "rules", "settings", "invitation", "room", "replay", "lost"]);
/** Those whose address may name a room that is not there any more. */
const ROOMLESS = new Set(["device", "replay"]);
const NOTICE_MS = 5000;
/** A server that is away is asked so often whether it is back. */
const AGAIN_MS = 1000;
/** In so early a part of its life a page does not begin anew. */
const YOUNG_MS = 5000;

export class App {
  prefs = new Prefs(storage());
  t = t;
  /** @type {Connection | null} made when it is needed first */
  connection = null;
  /** @type {RoomModel | null} the room that is on the screen */
  room = null;
  /** The tournament that was opened last. @type {TournamentModel | null} */
  tournament = null;
  /** The room in which this user waits for anybody, since "Play now". */
  paired = "";
  /** Silent until a room is shown. @type {import("./parts/sound.js").Sound} */
  sound = { play: (name, delay) => this.#sounds?.play(name, delay), destroy: () => this.#sounds?.destroy() };

  /** @type {import("./parts/sound.js").Sound | null} */
  #sounds = null;
  /** @type {Screen | null} */
  #current = null;
  /** What the room's address showed last: it changes when a seat is taken. */
  #shown = "";
  #navigation = 0;
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #skeleton = this.#main.cloneNode(true);
  #noticeTimer = 0;

  async start() {
    window.addEventListener("popstate", () => void this.show());
    window.addEventListener("storage", (event) => this.prefs.refresh(event.key));
    document.addEventListener("click", (event) => this.#follow(event));
    window.addEventListener("unhandledrejection", (event) => this.#missed(event));
    this.prefs.onChange((key) => void this.#prefer(key));
    await setLanguage(this.prefs.get("language") ?? preferred(navigator.languages));
    ensureName(this.prefs, t("app.guest"));
    this.#dress();
    this.#tools();
    await this.show();
  }

  /** Go to an address of this page. @param {string} path as "/#watch" or "/CODE" */
  go(path) {
    history.pushState(null, "", path);
    return this.show();
  }

  /**
   * Show what the address says; the one that was asked for last wins.
   * @param {boolean} [anew] not the same screen again
   */
  async show(anew = true) {
    const navigation = ++this.#navigation;
    const route = parseRoute(location.pathname, location.hash);
    if (route.code) history.replaceState(null, "", `/${route.code}${location.hash}`);
    if (hasKey(route)) history.replaceState(null, "", `/#tournament/${route.rest[0]}`);
    if (route.name === "nowhere") history.replaceState(null, "", "/");
    const waiting = window.setTimeout(() => this.status(t("app.loading")), LONG_MS);
    const target = await this.#target(route).catch((error) => this.#lost(error));
    const module = await this.#load(target.screen).catch(() => this.#beginAgain());
    clearTimeout(waiting);
    this.#unsay(t("app.loading"));
    if (navigation === this.#navigation) this.#place(target, module, anew);
  }

  /** The page's connection, opened at the first call. @returns {Promise<Connection>} */
  async connect() {
    const { Connection } = await import("./core/connection.js");
    return (this.connection ??= this.#opened(Connection));
  }

  /**
   * Follow a room and let go of the one before. Rejects with a Refusal.
   * @param {string} code
   * @returns {Promise<RoomModel>}
   */
  async enter(code) {
    if (this.room?.code === code) return this.room;
    this.leave();
    const room = await (await this.connect()).room(code);
    this.room = room;
    this.#remember(room);
    room.subscribe(() => this.#roomChanged(room));
    return room;
  }

  /**
   * Follow a tournament, the director and helpers with the key that this device remembers. Rejects with a Refusal.
   * @param {string} code
   * @param {string | null} [key] of a link
   * @returns {Promise<TournamentModel>}
   */
  async openTournament(code, key = null) {
    const { open } = await import("./parts/tournament/open.js");
    return open(this, code, key);
  }

  leave() {
    this.room?.leave();
    this.room = null;
  }

  /** Be called otherwise. The server learns it with the next hello. @param {string} text */
  takeName(text) {
    const name = text.trim();
    if (!name || name === this.prefs.get("name")) return;
    this.prefs.set("name", name);
    this.disconnect();
    void this.#call().catch(() => {});
  }

  /** The next connection is a new one, with the name and the token of then. */
  disconnect() {
    this.leave();
    this.tournament = null;
    this.connection?.close();
    this.connection = null;
    this.#linkState();
  }

  /** Why something was refused, in the reader's language. @param {unknown} error @returns {Promise<string>} */
  async why(error) {
    const { code } = /** @type {{code?: string}} */ (error ?? {});
    if (!code || code === "closed") return t("app.unreachable");
    const { refusalText } = await import("./parts/refusal.js");
    return refusalText(/** @type {import("./core/connection.js").Refusal} */ (error), t);
  }

  /** A line for everybody at the foot of the page. @param {string} text */
  status(text) {
    const line = /** @type {HTMLElement} */ (document.querySelector(".notice"));
    line.textContent = text;
    line.classList.toggle("shown", text !== "");
    clearTimeout(this.#noticeTimer);
    if (text) this.#noticeTimer = window.setTimeout(() => this.status(""), NOTICE_MS);
  }

  /** Take a line down that is true no longer. @param {string} text */
  #unsay(text) {
    if (document.querySelector(".notice")?.textContent === text) this.status("");
  }

  /** A line for screen readers alone. @param {string} text @param {"polite" | "assertive"} politeness */
  announce(text, politeness = "polite") {
    const region = /** @type {HTMLElement} */ (document.querySelector(`[data-live="${politeness}"]`));
    // The same words twice are two announcements only if the text differs.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }

  /** Title and favicon. @param {string} text @param {boolean} [yourTurn] */
  title(text, yourTurn = false) {
    document.title = text ? `${text} · narde` : "narde";
    const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const href = yourTurn ? "/icon-turn.svg" : "/icon.svg";
    if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
  }

  /** A fresh copy of the home page as index.html has it. @returns {Node[]} */
  skeleton() {
    return [...this.#skeleton.cloneNode(true).childNodes];
  }

  /**
   * Put texts into elements that name them: data-t for the content, data-t-label for the label.
   * @param {ParentNode} root
   */
  translate(root) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t]"))) {
      element.textContent = t(element.dataset.t ?? "");
    }
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t-label]"))) {
      element.setAttribute("aria-label", t(element.dataset.tLabel ?? ""));
    }
  }

  /** @param {Route} route @returns {Promise<Target>} */
  async #target(route) {
    if (route.name === "lost") throw { code: "room_unknown" };
    if (route.code && !ROOMLESS.has(route.name)) return this.#roomTarget(route, await this.enter(route.code));
    this.leave();
    if (route.name === "nowhere") return { screen: "home", params: { nowhere: true } };
    if (route.name === "tournament") return (await import("./screens/tournament.js")).target(this, route.rest);
    if (ONLINE.has(route.name)) await this.connect();
    return { screen: route.name, params: { code: route.code, rest: route.rest } };
  }

  /** @param {Route} route @param {RoomModel} room @returns {Target} */
  #roomTarget(route, room) {
    this.#shown = situation(room);
    const params = { code: room.code, rest: route.rest, watch: route.name === "watching" || this.#shown === "watch" };
    const invited = route.name === "room" && this.#shown === "invitation";
    return { screen: invited ? "invitation" : "room", params };
  }

  /** Who sat down plays; who hesitated until both seats were taken watches. @param {RoomModel} room */
  #roomChanged(room) {
    this.#remember(room);
    const { name, code } = parseRoute(location.pathname, location.hash);
    if (room !== this.room || code !== room.code || name !== "room") return;
    const now = situation(room);
    if (now !== this.#shown && (this.#shown === "invitation" || now === "play")) void this.show();
  }

  /** The game to come back to from the start page, until it is over. @param {RoomModel} room */
  #remember({ code, view }) {
    const running = view.you.length > 0 && view.winner === null;
    const known = this.prefs.get("room");
    if (running && known !== code) this.prefs.set("room", code);
    if (!running && known === code) this.prefs.set("room", "");
  }

  /** @param {string} name @returns {Promise<ScreenModule>} */
  async #load(name) {
    const { load, styles = [] } = SCREENS[name];
    const [module] = await Promise.all([load(), ...styles.map(linkStyle)]);
    if (styles.length) await this.#loadSounds();
    return module;
  }

  /** @param {unknown} error @returns {Promise<Target>} */
  async #lost(error) {
    return isMissingPart(error) ? this.#beginAgain() : { screen: "lost", params: { error } };
  }

  /** What nobody waited for has failed. @param {PromiseRejectionEvent} event */
  #missed(event) {
    if (!isMissingPart(event.reason)) return;
    event.preventDefault();
    void this.#beginAgain();
  }

  /**
   * A part of the page could not be fetched, because the server is away just now. Browsers may remember that, so when it
   * is back the whole page begins anew, but not too often.
   * @returns {Promise<never>}
   */
  async #beginAgain() {
    for (;;) {
      this.status(t("app.unreachable"));
      await new Promise((resolve) => setTimeout(resolve, Math.max(AGAIN_MS, YOUNG_MS - performance.now())));
      const back = await fetch("/healthz").catch(() => null);
      if (back?.ok) location.reload();
    }
  }

  /** Whoever plays in a tournament is called to his board here too. */
  async #call() {
    if (!this.prefs.get("contest")) return;
    const [{ resume }] = await Promise.all([import("./parts/tournament/open.js"), this.#loadSounds()]);
    await resume(this);
  }

  async #loadSounds() {
    const { createSound } = await import("./parts/sound.js");
    this.#sounds ??= createSound(this.prefs);
  }

  /** @param {Target} target @param {ScreenModule} module @param {boolean} anew */
  #place({ screen, params }, module, anew) {
    const first = this.#current === null;
    this.#current?.destroy();
    this.#main.replaceChildren();
    document.documentElement.dataset.screen = screen;
    for (const link of document.querySelectorAll("[data-nav]")) mark(link, screen);
    // From now on presses are heard by the screen itself; boot.js keeps no more.
    document.documentElement.dataset.ready = "";
    this.#current = module.show(this.#main, this, params);
    this.title(this.#current.title);
    if (CALLED.has(screen)) void this.#call().catch(() => {});
    if (anew && !first) this.#arrive();
  }

  /** A new screen begins at its top, for the eye and for the screen reader. */
  #arrive() {
    window.scrollTo(0, 0);
    this.#main.focus({ preventScroll: true });
  }

  /** @param {typeof import("./core/connection.js").Connection} Connection @returns {Connection} */
  #opened(Connection) {
    const { protocol, host } = location;
    const connection = new Connection({
      url: `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`,
      token: ensureToken(this.prefs),
      name: this.prefs.get("name"),
      WebSocket,
      now: () => performance.now(),
      setTimeout: window.setTimeout.bind(window),
      clearTimeout: window.clearTimeout.bind(window),
      random: Math.random,
    });
    connection.onStatus(() => this.#linkState());
    connection.open();
    return connection;
  }

  #linkState() {
    const dot = /** @type {HTMLElement} */ (document.querySelector(".link-state"));
    dot.dataset.state = this.connection?.status ?? "none";
    dot.title = this.connection ? t(`app.${this.connection.status}`) : "";
  }

  /** Links within the page change the address without loading it again. @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    if (link.classList.contains("skip")) this.#main.focus();
    else void this.go(link.pathname + link.hash);
  }

  /** @param {import("./prefs.js").Key} key */
  async #prefer(key) {
    this.#dress();
    if (key !== "language") return;
    await setLanguage(this.prefs.get("language") ?? preferred(navigator.languages));
    this.#tools();
    await this.show(false);
  }

  /** What the style sheets ask for. */
  #dress() {
    const { dataset } = document.documentElement;
    const theme = this.prefs.get("theme");
    if (theme === "auto") delete dataset.theme;
    else dataset.theme = theme;
    dataset.board = this.prefs.get("board");
    dataset.motion = this.prefs.get("animations") ? "full" : "none";
  }

  /** The header: texts, the language menu and the theme button. */
  #tools() {
    const bar = /** @type {HTMLElement} */ (document.querySelector(".bar"));
    this.translate(document);
    const menu = /** @type {HTMLSelectElement} */ (bar.querySelector("[data-act=language]"));
    menu.replaceChildren(...LANGUAGES.map(([code, name]) => new Option(name, code)));
    menu.value = language();
    menu.onchange = () => this.prefs.set("language", menu.value);
    const button = /** @type {HTMLButtonElement} */ (bar.querySelector("[data-act=theme]"));
    button.onclick = () => this.prefs.set("theme", isDark() ? "light" : "dark");
  }
}

/**
 * What the address of a room means for this user.
 * @param {RoomModel} room
 * @returns {"play" | "invitation" | "watch"}
 */
function situation({ view }) {
  if (view.you.length) return "play";
  return view.white && view.black ? "watch" : "invitation";
}

/** An address with a key, which nobody shall read over a shoulder. @param {Route} route */
function hasKey({ name, rest }) {
  return name === "tournament" && rest[1] === "key";
}

/** Each browser says in its own words that a module could not be imported. @param {unknown} error */
function isMissingPart(error) {
  return error instanceof TypeError && /module/i.test(error.message);
}

/** Tell the link of the screen that is shown from the others. @param {Element} link @param {string} screen */
function mark(link, screen) {
  if (link.getAttribute("data-nav") === screen) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const app = new App();
Object.assign(window, { narde: { app } });
void app.start();
