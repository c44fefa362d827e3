/** Keeps the screen on while one plays, and tells in the title and the icon of a hidden tab that it is one's turn. */

const ICON = "/icon.svg";
const ICON_TURN = "/icon-turn.svg";

/**
 * @typedef {object} Awake
 * @property {(state: {playing: boolean, myTurn: boolean, title: string, turnTitle: string}) => void} update
 * @property {() => void} destroy
 */

/** @returns {Awake} */
export function createAwake() {
  const lock = createLock();
  let state = { playing: false, myTurn: false, title: document.title, turnTitle: "" };
  const refresh = () => {
    const calls = document.hidden && state.myTurn;
    document.title = calls ? state.turnTitle : state.title;
    showIcon(calls ? ICON_TURN : ICON);
    lock.want(state.playing && !document.hidden);
  };
  document.addEventListener("visibilitychange", refresh);
  return {
    update(next) {
      state = next;
      refresh();
    },
    destroy() {
      document.removeEventListener("visibilitychange", refresh);
      showIcon(ICON);
      lock.want(false);
    },
  };
}

/** @param {string} href */
function showIcon(href) {
  const link = document.querySelector('link[rel~="icon"]');
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
}

/** The browser lets go of a wake lock by itself when the tab is hidden, and may refuse one: neither matters. */
function createLock() {
  let wanted = false;
  /** @type {Promise<WakeLockSentinel|null>|null} */
  let asked = null;
  const ask = () => navigator.wakeLock?.request("screen").catch(() => null) ?? Promise.resolve(null);
  return {
    /** @param {boolean} want */
    want(want) {
      if (want === wanted) return;
      wanted = want;
      if (want) asked = ask();
      else void asked?.then((sentinel) => sentinel?.release());
    },
  };
}
