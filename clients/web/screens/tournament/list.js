/** The tournaments of this server: those that run, those to register for, and those that are over. */

/**
 * @import {App, Screen} from "../../app.js"
 * @import {TournamentListing} from "../../core/protocol.js"
 */

import { h } from "../../dom.js";
import { locale } from "../../i18n.js";
import { rememberedKey } from "../../parts/tournament/open.js";
import { repeat } from "../watch.js";

const CODE_CHARS = 6;
const IMPORT_BYTES = 3_000_000;
/** Heading of each phase, in the order of the page. @type {[TournamentListing["phase"], string][]} */
const PHASES = [
  ["running", "tournament.running_now"],
  ["registration", "tournament.coming"],
  ["finished", "tournament.over"],
];

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const { t } = app;
  const list = h("div", { class: "stack", "aria-busy": "true" });
  main.append(
    h("div", { class: "page wide" },
      h("div", { class: "page-head" },
        h("div", null, h("h1", null, t("tournament.title")), h("p", { class: "muted" }, t("tournament.lead"))),
        h("a", { class: "btn primary", href: "/#tournament/create", "data-act": "new" }, t("tournament.new"))),
      codeForm(app),
      list,
      importPanel(app)),
  );
  return { title: t("tournament.title"), destroy: repeat(() => refresh(app, list)) };
}

/** For those who were told a code. @param {App} app */
function codeForm(app) {
  const { t } = app;
  const input = h("input", {
    class: "input code", name: "code", "aria-label": t("tournament.code"), maxlength: CODE_CHARS, required: true,
    autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", placeholder: "ABCDEF",
  });
  const form = h("form", { class: "row code-form" }, h("span", { class: "muted" }, t("tournament.join")), input,
    h("button", { class: "btn", type: "submit", "data-act": "go" }, t("tournament.go")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void app.go(`/#tournament/${encodeURIComponent(input.value.trim().toUpperCase())}`);
  });
  return form;
}

/**
 * What has not changed is left alone, so that the focus and the reader's place stay.
 * @param {App} app
 * @param {HTMLElement} list
 */
async function refresh(app, list) {
  const found = await (await app.connect()).listTournaments();
  const sign = JSON.stringify(found);
  if (list.dataset.sign === sign) return;
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  list.dataset.sign = sign;
  list.setAttribute("aria-busy", "false");
  list.replaceChildren(...sections(app, found));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {App} app @param {TournamentListing[]} found */
function sections(app, found) {
  if (!found.length) return [h("p", { class: "empty" }, app.t("tournament.none"))];
  return PHASES.flatMap(([phase, heading]) => {
    const those = found.filter((one) => one.phase === phase);
    if (!those.length) return [];
    const cards = those.map((one) => h("li", null, card(app, one)));
    return [h("h2", null, app.t(heading)), h("ul", { class: "cards" }, cards)];
  });
}

/** @param {App} app @param {TournamentListing} listing */
function card({ t, prefs }, { tournament: code, title, format, phase, players, round, rounds, created }) {
  const name = title || t("tournament.untitled", { code });
  const when = new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(created);
  const facts = [
    t(`tournament.format.${format}`),
    t("tournament.players", { n: players }),
    phase === "running" && round > 0 && t("tournament.round_of", { round, rounds }),
    rememberedKey(prefs, code) !== null && t("tournament.yours"),
    when,
    code,
  ];
  return h("article", { class: "card", dataset: { tournament: code } },
    h("h3", null, name),
    h("p", { class: "tags" }, facts.filter(Boolean).map((text) => h("span", null, String(text)))),
    h("a", { class: phase === "registration" ? "btn primary" : "btn", href: `/#tournament/${code}`, "data-act": "open",
      "aria-label": `${t("tournament.open")}: ${name}` }, t("tournament.open")));
}

/** @param {App} app */
function importPanel(app) {
  const { t } = app;
  const line = h("p", { class: "refused", role: "alert" });
  const input = h("input", { class: "input", type: "file", accept: ".json,application/json", "data-act": "import" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    line.textContent = t("tournament.importing");
    line.textContent = await takeIn(app, file).catch((error) => app.why(error));
    input.value = "";
  });
  return h("details", { class: "more" }, h("summary", null, t("tournament.import")),
    h("div", { class: "stack import" }, h("p", { class: "muted" }, t("tournament.import_hint")),
      h("label", { class: "field" }, h("span", null, t("tournament.import_file")), input), line));
}

/** @param {App} app @param {File} file @returns {Promise<string>} why it cannot be, or nothing */
async function takeIn(app, file) {
  if (file.size > IMPORT_BYTES) return app.t("tournament.import_too_big");
  const connection = await app.connect();
  const { tournament, key } = await connection.importTournament(await file.text());
  await app.openTournament(tournament, key);
  await app.go(`/#tournament/${tournament}`);
  return "";
}
