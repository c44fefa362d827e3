/** Texts in the language of the reader. A language is one file in lang/ and one line here. */

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

export function language() {
  return current;
}

/** Load the texts of a language and speak it from now on. @param {string} code */
export async function setLanguage(code) {
  const known = LANGUAGES.some(([name]) => name === code) ? code : LANGUAGES[0][0];
  const [spoken, module] = await load(known);
  texts = module.default;
  current = spoken;
  plurals = new Intl.PluralRules(spoken);
  document.documentElement.lang = spoken;
}

/** @param {string} code @returns {Promise<[string, {default: Texts}]>} */
async function load(code) {
  try {
    return [code, await import(`./lang/${code}.js`)];
  } catch {
    return [LANGUAGES[0][0], await import("./lang/en.js")];
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
