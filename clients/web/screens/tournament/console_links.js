/** Links and their pictures: to join, to direct, to help, to play on from elsewhere; and what can be taken home. */

import { h } from "../../dom.js";
import { copied } from "../../parts/clipboard.js";
import { qrSvg } from "../../parts/qr.js";
import { ask, tell } from "./console_dialog.js";
import { card, heading, refusalAt, tool } from "./console_kit.js";

/** @import {Deed, Desk} from "./console.js" */

/**
 * The last picture: drawing one takes longer than the rest of the page.
 * @type {{link: string, svg: SVGElement} | null}
 */
let last = null;

// --- what is seen ----------------------------------------------------------------------------------------------------

/** @param {Desk} desk @returns {(Node | null)[]} */
export function linksPanel(desk) {
  const { t } = desk;
  return [
    heading(t("console.tab.links")),
    refusalAt(desk, "links"),
    h("div", { class: "console-cards", "data-key": "cards" },
      joinCard(desk), directorCard(desk), helperCard(desk), homeCard(desk)),
  ];
}

/** The way in, for players and for everybody who follows. @param {Desk} desk */
export function joinCard(desk) {
  const place = h("div", { class: "share", dataset: { link: "join" } }, shareParts(desk, linkTo(desk)));
  return card("join", desk.t("console.links.join"), place);
}

/** @param {Desk} desk */
function directorCard(desk) {
  const { t } = desk;
  return linkCard(desk, "director",
    tool("director-link", t("console.show_link")),
    tool("director-anew", t("console.issue_anew")),
    tool("director-code", t("console.six_digits")));
}

/** @param {Desk} desk */
function helperCard(desk) {
  const { t } = desk;
  return linkCard(desk, "helper",
    tool("helper-link", t("console.helper_link")),
    tool("helper-anew", t("console.issue_anew")));
}

/** @param {Desk} desk */
function homeCard(desk) {
  const { t, model } = desk;
  const file = (/** @type {string} */ ending) =>
    h("a", { class: "btn small", href: `/tournaments/${model.code}.${ending}`, download: "" }, t(`console.${ending}`));
  const print = h("a", { class: "btn small", href: printPath(desk), target: "_blank" }, t("console.print"));
  return linkCard(desk, "take_home", file("json"), file("csv"), print);
}

/** @param {Desk} desk @param {string} name @param {...HTMLElement} tools */
function linkCard({ t }, name, ...tools) {
  return card(name, t(`console.links.${name}`),
    h("p", { class: "muted" }, t(`console.links.${name}_text`)),
    h("div", { class: "row" }, tools));
}

/** @param {Desk} desk */
function printPath({ model }) {
  return `/#tournament/${model.code}/print`;
}

/** An address of this tournament, as others can open it. @param {Desk} desk @param {string} [rest] */
function linkTo({ view, model }, rest = "") {
  return `${view.origin}/#tournament/${model.code}${rest}`;
}

/** A picture, the address in words, and a button that copies it. @param {Desk} desk @param {string} link */
function shareParts(desk, link) {
  const { t } = desk;
  const copy = tool("copy", t("share.copy"), { data: { link } });
  return [
    h("div", { class: "qr" }, picture(desk, link)),
    h("div", { class: "share-text" }, h("span", { class: "share-link" }, link), h("div", { class: "row" }, copy)),
  ];
}

/** @param {Desk} desk @param {string} link */
function picture({ t }, link) {
  const svg = last?.link === link ? last.svg : qrSvg(link, t("share.qr", { link }));
  last = { link, svg };
  return svg.cloneNode(true);
}

// --- what is done ----------------------------------------------------------------------------------------------------

/** @type {Record<string, Deed>} */
export const LINK_ACTS = {
  copy: async ({ app, t }, { link }) => app.status((await copied(link)) ? t("share.copied") : link),
  print: (desk) => void window.open(printPath(desk), "_blank", "noopener"),
  "director-link": (desk) => {
    const { key } = desk.model;
    return key ? showKey(desk, "director", key) : issue(desk, "director");
  },
  "director-anew": (desk) => anewDialog(desk, "director"),
  "director-code": (desk) => showDigits(desk),
  "helper-link": (desk) => issue(desk, "helper"),
  "helper-anew": (desk) => anewDialog(desk, "helper"),
  "player-link": (desk, { player }) => issue(desk, "player", player),
};

/**
 * Make a key and show its link; those before it stay good.
 * @param {Desk} desk
 * @param {"director" | "helper" | "player"} role
 * @param {string | null} [player]
 */
async function issue(desk, role, player = null) {
  const { app, model } = desk;
  try {
    const { key } = await model.issueKey(role, { player });
    if (role === "director") await app.openTournament(model.code, key);
    showKey(desk, role, key, player);
  } catch (error) {
    await desk.refuse(player ?? "links", error);
  }
}

/**
 * Links that others have are void by it, so it is asked for twice. This device goes on with the new key.
 * @param {Desk} desk
 * @param {"director" | "helper"} role
 */
function anewDialog(desk, role) {
  const { app, t, model } = desk;
  ask(desk, {
    name: "anew",
    title: t(`console.anew_title.${role}`),
    content: [h("p", null, t(`console.anew_text.${role}`))],
    submit: t("console.issue_anew"),
    danger: true,
    send: async () => {
      const { key } = await model.issueKey(role, { alone: true });
      if (role === "director") await app.openTournament(model.code, key);
      // The question is closed before the link is shown.
      setTimeout(() => showKey(desk, role, key));
    },
  });
}

/** @param {Desk} desk @param {string} role @param {string} key @param {string | null} [player] */
function showKey(desk, role, key, player = null) {
  const { t, model } = desk;
  const title = player ? t("console.player_link_title", { name: model.name(player) }) : t(`console.links.${role}`);
  tell(desk, "key", title,
    h("p", { class: "muted" }, t(`console.key_text.${role}`)),
    h("div", { class: "share", dataset: { link: role } }, shareParts(desk, linkTo(desk, `/key/${key}`))));
}

/** Another device of the director's, without a secret in a link. @param {Desk} desk */
async function showDigits(desk) {
  const { t, model } = desk;
  try {
    const { code, expires_ms: ms } = await model.offerDirector();
    const dialog = tell(desk, "digits", t("console.six_digits"),
      h("p", { class: "console-digits number" }, spaced(code)),
      h("p", null, t("console.digits_text")),
      h("div", { class: "share" }, shareParts(desk, linkTo(desk, "/direct"))),
      h("p", { class: "muted" }, t("console.digits_hint")));
    const timer = setTimeout(() => dialog.close(), ms);
    dialog.addEventListener("close", () => clearTimeout(timer));
  } catch (error) {
    await desk.refuse("links", error);
  }
}

/** `123 456`. @param {string} digits */
function spaced(digits) {
  return digits.replace(/(\d{3})(?=\d)/g, "$1 ");
}
