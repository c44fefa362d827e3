/**
 * Texts in the language of the reader. A language is one file in lang/ and one line here; what only some screens say is
 * in a folder of lang/ and loaded with them.
 */

/** Code and own name of each language; the first one stands in when a file cannot be loaded. */
export const LANGUAGES = /** @type {const} */ ([
  ["en", "English"],
  ["da", "Dansk"],
  ["de", "Deutsch"],
  ["ru", "Русский"],
]);

/**
 * @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} Plural one text for each plural form
 * @typedef {Record<string, string | Plural>} Texts
 * @typedef {Record<string, string | number>} Params
 * @typedef {(key: string, params?: Params) => string} T
 */

/** @type {Texts} */
let texts = {};
let current = "en";
/** Folders of lang/ whose texts are loaded, too. @type {Set<string>} */
const folders = new Set();
let plurals = new Intl.PluralRules("en");

/**
 * The text of a key, `{name}` replaced by parameters. A text with plural forms is chosen by the parameter `n`.
 * An unknown key is shown as it is: the tests see to it that there is none.
 * @param {string} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  const text = texts[key] ?? key;
  const form = typeof text === "string" ? text : (text[plurals.select(Number(params.n))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (hole, name) => String(params[name] ?? hole));
}

/**
 * A span of time: `10 s`, `5 min`, `1 min 30 s`.
 * @param {T} t
 * @param {number} ms
 */
export function spanText(t, ms) {
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000];
  const words = minutes ? [t("span.minutes", { n: minutes })] : [];
  if (seconds || !minutes) words.push(t("span.seconds", { n: seconds.toLocaleString(current) }));
  return words.join(" ");
}

/**
 * A clock where there is little room: `5 min + 10 s`.
 * @param {T} t
 * @param {import("./core/protocol.js").Control} control
 */
export function clockShort(t, { timing, bank, extra }) {
  if (timing === "none") return t("clock.none");
  return extra ? t("clock.short", { bank: spanText(t, bank), extra: spanText(t, extra) }) : spanText(t, bank);
}

export function language() {
  return current;
}

/**
 * How dates are written: as where the browser is at home, if the language is spoken there; English ones else as in
 * Britain.
 * @param {readonly string[]} [wanted] as navigator.languages
 */
export function locale(wanted = globalThis.navigator?.languages ?? []) {
  const own = wanted.find((tag) => tag.toLowerCase().startsWith(`${current}-`));
  return own ?? (current === "en" ? "en-GB" : current);
}

/** Load the texts of a language and speak it from now on. @param {string} code */
export async function setLanguage(code) {
  const known = LANGUAGES.some(([name]) => name === code) ? code : LANGUAGES[0][0];
  const [[spoken, found], ...more] = await Promise.all(["", ...folders].map((folder) => load(folder, known)));
  texts = Object.assign({}, found, ...more.map(([, others]) => others));
  current = spoken;
  plurals = new Intl.PluralRules(spoken);
  document.documentElement.lang = spoken;
}

/** Have the texts of a folder of lang/ as well, from now on in every language. @param {string} folder */
export async function loadTexts(folder) {
  if (folders.has(folder)) return;
  const [, found] = await load(folder, current);
  folders.add(folder);
  texts = { ...texts, ...found };
}

/** @param {string} folder of lang/, or none @param {string} code @returns {Promise<[string, Texts]>} */
async function load(folder, code) {
  const place = folder ? `./lang/${folder}` : "./lang";
  try {
    return [code, (await import(`${place}/${code}.js`)).default];
  } catch {
    return [LANGUAGES[0][0], (await import(`${place}/${LANGUAGES[0][0]}.js`)).default];
  }
}

/**
 * The first language of the browser that there is, else English.
 * @param {readonly string[]} wanted as navigator.languages
 * @returns {string}
 */
export function preferred(wanted) {
  for (const tag of wanted) {
    const found = LANGUAGES.find(([code]) => tag.toLowerCase().split("-")[0] === code);
    if (found) return found[0];
  }
  return LANGUAGES[0][0];
}
