/** Addresses of the one page: the path names a room, the hash a screen. */

/** Typed by hand, a code may come in small letters or with a slash behind it. */
const CODE = /^\/([A-HJ-NP-Z2-9]{6})\/?$/i;
const PLAIN = ["watch", "tv", "settings"];
/** Where the link to the content leads, pressed before the page is alive. */
const CONTENT = "main";
/** Screens whose address may go on. */
const DEEP = ["rules", "device", "tournament"];

/**
 * @typedef {"home" | "watch" | "tv" | "rules" | "settings" | "tournament"
 *   | "device" | "room" | "watching" | "replay" | "lost" | "nowhere"} Name
 * @typedef {{name: Name, code: string | null, rest: string[]}} Route
 * `rest` is what follows the name in the hash, split at "/"
 */

/**
 * @param {string} path as location.pathname
 * @param {string} hash as location.hash, with its "#"
 * @returns {Route}
 */
export function parseRoute(path, hash) {
  const [name, ...rest] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const code = CODE.exec(path)?.[1].toUpperCase() ?? null;
  if (!code && path !== "/") return { name: "lost", code, rest };
  return { name: code ? inside(name) : outside(name), code, rest };
}

/** @param {string} name @returns {Name} */
function inside(name) {
  if (name === "watch") return "watching";
  return name === "replay" || name === "device" ? name : "room";
}

/** @param {string} name @returns {Name} */
function outside(name) {
  if (DEEP.includes(name) || PLAIN.includes(name)) return /** @type {Name} */ (name);
  return name && name !== CONTENT ? "nowhere" : "home";
}

/** What cannot be decoded stays as it is: an address is typed by people. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
