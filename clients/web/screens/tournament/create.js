/** A new tournament: how many come, what is proposed for so many, and whatever is wished otherwise. */

/**
 * @import {App, Screen} from "../../app.js"
 * @import {Config, Proposal} from "../../core/protocol.js"
 * @import {T} from "../../i18n.js"
 */

import { h } from "../../dom.js";
import { locale } from "../../i18n.js";
import { configFields, fitFields, readConfig, takeProposal } from "../../parts/tournament/config_form.js";
import {
  advice, allRounds, certainty, LONG_ROUND_ROBIN, propose, roundMinutes, swissRounds,
} from "../../parts/tournament/forecast.js";
import { timeText } from "../../parts/tournament/times.js";

const FEWEST = 2;
const MOST = 1000;
const USUAL = 8;
const TITLE_CHARS = 60;

/** @param {HTMLElement} main @param {App} app @returns {Screen} */
export function show(main, app) {
  const { t } = app;
  const page = new CreatePage(app);
  main.append(
    h("div", { class: "page wide" },
      h("p", null, h("a", { href: "/#tournament" }, t("tournament.title"))),
      h("h1", null, t("tournament.create.title")), page.form),
  );
  return { title: t("tournament.create.title"), destroy() {} };
}

class CreatePage {
  #app;
  /** The plan follows the number of players until somebody wants it otherwise. */
  #own = false;
  #plan = h("output", { class: "plan" });
  #refusal = h("p", { class: "refused", role: "alert" });
  #players = h("input", {
    class: "input number", type: "number", name: "players", min: FEWEST, max: MOST, value: USUAL, inputmode: "numeric",
    "aria-labelledby": "players-label", "aria-describedby": "players-wrong",
  });
  /** Why the number of players is none. */
  #wrong = h("p", { class: "refused", id: "players-wrong", role: "alert" });

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const { t } = app;
    this.form = h("form", { class: "create", novalidate: true, "aria-label": t("tournament.create.title") },
      h("section", { class: "panel create-lead" },
        titleField(t), this.#playersField(), this.#plan,
        h("button", { class: "btn primary door", type: "submit", "data-act": "create" },
          h("strong", null, t("tournament.create.submit"))),
        this.#refusal),
      h("section", { class: "create-config" }, configFields(app)));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#create();
    });
    this.form.addEventListener("input", ({ target }) => this.#changed(/** @type {HTMLInputElement} */ (target).name));
    this.#changed("players");
  }

  #playersField() {
    const { t } = this.#app;
    const step = (/** @type {number} */ by, /** @type {string} */ label, /** @type {string} */ sign) =>
      h("button", { class: "btn icon", type: "button", "aria-label": t(label), onclick: () => this.#step(by) }, sign);
    return h("div", { class: "field" },
      h("span", { id: "players-label" }, t("tournament.create.players")),
      h("div", { class: "stepper", role: "group", "aria-labelledby": "players-label" },
        step(-1, "tournament.create.fewer", "−"), this.#players, step(1, "tournament.create.more", "+")),
      this.#wrong);
  }

  /** @param {number} by */
  #step(by) {
    this.#players.value = String(clamp((Math.trunc(Number(this.#players.value)) || USUAL) + by));
    this.#changed("players");
  }

  /** How many are expected; null when that cannot be. */
  #count() {
    const players = Number(this.#players.value);
    return Number.isInteger(players) && clamp(players) === players ? players : null;
  }

  /** @param {string} name of the field that has changed */
  #changed(name) {
    if (name === "format" || name === "length") this.#own = true;
    const players = this.#count();
    const proposal = players === null ? null : propose(players);
    this.#wrong.textContent = proposal ? "" : this.#app.t("tournament.create.players_wrong", { n: FEWEST, most: MOST });
    this.#players.setAttribute("aria-invalid", String(!proposal));
    if (!this.#own && proposal) takeProposal(this.form, proposal);
    fitFields(this.form, this.#app.t);
    if (players === null || !proposal) this.#plan.replaceChildren();
    else this.#showPlan(readConfig(this.form), players, proposal);
  }

  /** @param {Config} config @param {number} players @param {Proposal} proposal */
  #showPlan(config, players, proposal) {
    const { t } = this.#app;
    const rounds = allRounds(config, players);
    const minutes = rounds * roundMinutes(config.matches.length);
    const end = timeText(Date.now() + minutes * 60_000);
    this.#plan.replaceChildren(
      h("strong", null, planText(t, config, rounds)),
      h("span", null, t("tournament.create.lasts", { time: end, duration: duration(t, minutes) })),
      ...warnings(t, config, players).map((text) => h("span", { class: "warning" }, text)),
      ...this.#comparison(config, proposal),
    );
  }

  /** How it differs from what is proposed, and the way back. @param {Config} config @param {Proposal} proposal */
  #comparison({ format, matches }, proposal) {
    const { t } = this.#app;
    if (format === proposal.format && matches.length === proposal.length) {
      return [h("span", { class: "muted" }, t("tournament.create.proposed"))];
    }
    const rounds = t("tournament.create.rounds_of", { n: proposal.rounds });
    const name = t(`tournament.format.${proposal.format}`);
    const differs = { format: name, rounds, matches: matchesText(t, proposal.length) };
    const take = () => {
      this.#own = false;
      this.#changed("players");
      this.#players.focus();
    };
    return [
      h("span", { class: "muted" }, t("tournament.create.differs", differs)),
      h("button", { class: "btn small", type: "button", "data-act": "take-proposal", onclick: take },
        t("tournament.create.take")),
    ];
  }

  async #create() {
    if (this.#count() === null) return this.#players.focus();
    const button = /** @type {HTMLButtonElement} */ (this.form.querySelector("[data-act=create]"));
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    this.#refusal.textContent = "";
    try {
      const { tournament, key } = await (await this.#app.connect()).createTournament(readConfig(this.form));
      await this.#app.openTournament(tournament, key);
      await this.#app.go(`/#tournament/${tournament}`);
    } catch (error) {
      this.#refusal.textContent = await this.#app.why(error);
    }
    button.removeAttribute("aria-busy");
  }
}

/** @param {T} t */
function titleField(t) {
  const date = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" }).format(new Date());
  const value = t("tournament.create.default_name", { date });
  return h("label", { class: "field" }, h("span", null, t("tournament.create.name")),
    h("input", { name: "title", maxlength: TITLE_CHARS, value, autocomplete: "off", enterkeyhint: "done" }));
}

/** @param {T} t @param {Config} config @param {number} rounds */
function planText(t, config, rounds) {
  const number = t(`tournament.create.${certainty(config)}`, { n: rounds });
  return [t(`tournament.format.${config.format}`), number, matchesText(t, config.matches.length)].join(" · ");
}

/** @param {T} t @param {number} length */
function matchesText(t, length) {
  return length === 1 ? t("tournament.create.single_games") : t("tournament.create.matches_to", { n: length });
}

/** @param {T} t @param {number} minutes */
function duration(t, minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours ? t("tournament.create.hours", { hours, minutes: rest }) : t("tournament.create.minutes", { minutes });
}

/** @param {T} t @param {Config} config @param {number} players */
function warnings(t, { format, rounds }, players) {
  if (format === "round_robin" && players >= LONG_ROUND_ROBIN) {
    return [t("tournament.create.advice.many_rounds", { n: swissRounds(players) })];
  }
  if (format !== "swiss") return [];
  const said = advice(players, rounds || swissRounds(players));
  return said === "ok" ? [] : [t(`tournament.create.advice.${said}`)];
}

/** @param {number} players */
function clamp(players) {
  return Math.min(Math.max(players, FEWEST), MOST);
}
