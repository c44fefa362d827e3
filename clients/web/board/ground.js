/**
 * Everything that lies still: frame, bar, points, trays, numbers, arrows, and the drawings that checkers refer to.
 * It is drawn once for a view and lives on a layer of its own, so that a drag never paints it again.
 */

import { svg } from "../dom.js";
import { grain } from "./grain.js";
import { place, planOf, renumber, trayBox } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Color} Color
 * @typedef {import("./geometry.js").View} View
 * @typedef {import("./geometry.js").Layout} Layout
 */

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

/**
 * @param {View} view
 * @param {string} prefix  of this board's ids
 * @param {{numbers: boolean, arrows: boolean}} extras
 * @returns {SVGElement[]}
 */
export function drawGround(view, prefix, extras) {
  const plan = planOf(view);
  return [
    svg("defs", null, veneer(plan, prefix), ...gradients(prefix)),
    ...frame(plan, prefix),
    svg("g", { class: "trays" }, drawTray("white", view), drawTray("black", view)),
    svg("g", { class: "spikes" }, ...POINTS.map((point) => drawPoint(point, view, prefix))),
    svg("g", { class: "numerals" }, ...(extras.numbers ? POINTS.map((point) => drawNumber(point, view)) : [])),
    ...(extras.arrows ? [drawArrows(view)] : []),
  ];
}

/**
 * The drawings of a checker seen from above and lying on edge in a tray.
 * @param {Layout} plan
 * @param {string} prefix
 * @returns {SVGDefsElement}
 */
export function drawCheckers(plan, prefix) {
  const halo = svg("circle", { id: `${prefix}-halo`, class: "halo-line", r: plan.radius + 2 });
  return svg("defs", null, ...gradients(prefix), halo, disc("white", plan, prefix), disc("black", plan, prefix),
    slab("white", plan, prefix), slab("black", plan, prefix));
}

/**
 * Where the felt or the wood of the two halves lies.
 * @param {Layout} plan
 * @returns {{x: number, y: number, width: number, height: number}[]}
 */
function halves(plan) {
  const width = 6 * plan.pitch;
  const box = { y: plan.rim, width, height: plan.height - 2 * plan.rim };
  return [{ x: plan.margin, ...box }, { x: plan.margin + width + plan.bar, ...box }];
}

/** @param {Layout} plan @param {string} prefix @returns {SVGElement[]} */
function frame(plan, prefix) {
  const whole = { x: 2, y: 2, width: plan.width - 4, height: plan.height - 4, rx: 20 };
  return [
    svg("rect", { class: "frame", ...whole }),
    grain("wood", { ...whole, x: 8, y: 8, width: whole.width - 12, height: whole.height - 12 }),
    svg("rect", { class: "frame-edge", ...whole, x: 3.5, y: 3.5, width: whole.width - 3, height: whole.height - 3 }),
    ...halves(plan).flatMap((box) => field(box, prefix)),
    svg("rect", { class: "hinge", ...barBox(plan) }),
  ];
}

/** @param {{x: number, y: number, width: number, height: number}} box @param {string} prefix @returns {SVGElement[]} */
function field(box, prefix) {
  const inlay = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8, rx: 7 };
  return [
    svg("rect", { class: "inlay", ...inlay }),
    svg("rect", { class: "cloth", ...box, rx: 4 }),
    svg("g", { class: "planks" }, grain("wood", box)),
    grain("felt", box),
    svg("rect", { class: "cloth-shade", ...box, rx: 4, fill: `url(#${prefix}-hollow)` }),
    svg("rect", { class: "cloth-glow", ...box, rx: 4, fill: `url(#${prefix}-glow)` }),
  ];
}

/** @param {Layout} plan */
function barBox(plan) {
  const gap = plan.bar / 2 - 6;
  const height = plan.height - 2 * plan.rim + 8;
  return { x: plan.width / 2 - gap / 2, y: plan.rim - 4, width: gap, height, rx: gap / 2 };
}

/** @param {number} point @param {View} view @param {string} prefix @returns {SVGGElement} */
function drawPoint(point, view, prefix) {
  const plan = planOf(view);
  const { x, y, up } = place("white", point, view);
  const shade = point % 2 ? "odd" : "even";
  const body = spike(plan.pitch / 2 - 2.5, plan.length);
  return svg(
    "g",
    { class: `spike ${shade}`, transform: `translate(${x} ${y})${up ? "" : " scale(1 -1)"}` },
    svg("path", { class: "spike-body", d: body }),
    svg("path", { class: "spike-veneer", d: body, fill: `url(#${prefix}-veneer)` }),
    svg("path", { class: "spike-line", d: spike(plan.pitch / 2 - 9, plan.length - 34) }),
    svg("circle", { class: "spike-tip", cy: -plan.length - 2, r: 3.4 }),
  );
}

/** @param {number} half @param {number} length */
function spike(half, length) {
  return `M${-half} 0 L-1.6 ${-length} Q0 ${-length - 4} 1.6 ${-length} L${half} 0 Z`;
}

/** @param {number} point  as the player of this perspective counts @param {View} view */
function drawNumber(point, view) {
  const plan = planOf(view);
  const { x, y, up } = place("white", renumber(view.perspective, point), view);
  const home = point <= 6 ? " of-home" : "";
  return svg("text", { class: `numeral${home}`, x, y: y + (up ? plan.number : -plan.number), dy: ".36em" }, point);
}

/** @param {Color} color @param {View} view */
function drawTray(color, view) {
  const box = trayBox(color, view);
  const edge = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 10 };
  return svg(
    "g",
    { class: "well", dataset: { color } },
    svg("rect", { class: "well-edge", ...edge }),
    svg("rect", { class: "well-floor", ...box, rx: 8 }),
  );
}

/** The way from the head round to the home, as the player of this perspective runs it. @param {View} view */
function drawArrows(view) {
  const plan = planOf(view);
  const left = plan.margin + plan.pitch * 0.5;
  const right = plan.width - plan.margin - plan.pitch * 1.6;
  const [near, far] = [plan.height / 2 - plan.die * 0.95, plan.height / 2 + plan.die * 0.95];
  const home = plan.width / 2 + plan.bar / 2 + plan.pitch * 0.4;
  const bend = (far - near) / 2;
  const way = `M${right} ${near} H${left + bend} a${bend} ${bend} 0 0 0 0 ${2 * bend} H${home}`;
  const tip = `M${home - 14} ${far - 11} L${home + 4} ${far} L${home - 14} ${far + 11}`;
  // The player of either colour sees the own head top right; only the mirror turns the way.
  const mirror = view.mirror ? `translate(${plan.width} 0) scale(-1 1)` : null;
  return svg("g", { class: "arrows", transform: mirror }, svg("path", { d: way }), svg("path", { d: tip }));
}

/** Veneer for the points alone. @param {Layout} plan @param {string} prefix */
function veneer(plan, prefix) {
  const whole = { x: 0, y: 0, width: plan.width, height: plan.height };
  return svg("pattern", { id: `${prefix}-veneer`, patternUnits: "userSpaceOnUse", ...whole }, grain("veneer", whole));
}

/** @param {string} prefix @returns {SVGElement[]} */
function gradients(prefix) {
  return [
    ramp(prefix, "hollow", { x2: 0, y2: 1 }, [[0, "dark"], [0.06, "clear"], [0.97, "clear"], [1, "light"]]),
    radial(prefix, "glow", { r: 0.75 }, [[0, "light"], [1, "clear"]]),
    radial(prefix, "shadow", { r: 0.5 }, [[0.62, "dark"], [0.82, "dark-half"], [1, "clear"]]),
    ...bevels("white", prefix),
    ...bevels("black", prefix),
  ];
}

/**
 * Light from above left, on a rim that stands out and on a dish that lies in.
 * @param {Color} color
 * @param {string} prefix
 */
function bevels(color, prefix) {
  const [light, mid, dark] = [`${color}-light`, `${color}-mid`, `${color}-dark`];
  const fall = { x2: 0.7, y2: 1 };
  return [
    ramp(prefix, `${color}-rim`, fall, [[0, light], [0.5, mid], [1, dark]]),
    ramp(prefix, `${color}-dish`, fall, [[0, dark], [0.45, mid], [1, light]]),
    radial(prefix, `${color}-heart`, { cx: 0.38, cy: 0.3, r: 0.8 }, [[0, light], [1, mid]]),
  ];
}

/** @param {string} prefix @param {string} name @param {object} line @param {[number, string][]} stops */
function ramp(prefix, name, line, stops) {
  return svg("linearGradient", { id: `${prefix}-${name}`, x1: 0, y1: 0, ...line }, ...stops.map(stop));
}

/** @param {string} prefix @param {string} name @param {object} circle @param {[number, string][]} stops */
function radial(prefix, name, circle, stops) {
  return svg("radialGradient", { id: `${prefix}-${name}`, ...circle }, ...stops.map(stop));
}

/** @param {[number, string]} stop */
function stop([offset, tone]) {
  return svg("stop", { class: `tone ${tone}`, offset });
}

/**
 * A checker from above. The rims differ in form, not in colour alone: White's is turned with rings, Black's is set with
 * pearls, and so they are told apart in grey as well.
 * @param {Color} color
 * @param {Layout} plan
 * @param {string} prefix
 */
function disc(color, plan, prefix) {
  const r = plan.radius;
  return svg(
    "g",
    { id: `${prefix}-${color}`, class: `${color}-disc` },
    svg("circle", { class: "soft", cy: r * 0.14, cx: r * 0.05, r: r * 1.16, fill: `url(#${prefix}-shadow)` }),
    svg("circle", { class: "rim", r, fill: `url(#${prefix}-${color}-rim)` }),
    svg("circle", { class: "dish", r: r * 0.66, fill: `url(#${prefix}-${color}-dish)` }),
    svg("circle", { class: "heart", r: r * 0.59, fill: `url(#${prefix}-${color}-heart)` }),
    ...(color === "white" ? rings(r) : pearls(r)),
  );
}

/** @param {number} r @returns {SVGElement[]} */
function rings(r) {
  return [0.87, 0.77].map((share) => svg("circle", { class: "ring", r: r * share }))
    .concat(svg("circle", { class: "ring fine", r: r * 0.4 }));
}

/** @param {number} r @returns {SVGElement[]} */
function pearls(r) {
  const gap = (2 * Math.PI * r * 0.82) / 16;
  const dash = { "stroke-dasharray": `0 ${gap}`, "stroke-width": r * 0.13 };
  return [svg("circle", { class: "pearls", r: r * 0.82, ...dash }), svg("path", { class: "star", d: star(r * 0.4) })];
}

/** A compass rose of eight rays. @param {number} r */
function star(r) {
  const corners = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const away = index % 4 === 0 ? r : index % 2 === 0 ? r * 0.62 : r * 0.3;
    return `${(away * Math.sin(angle)).toFixed(2)} ${(-away * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {Color} color @param {Layout} plan @param {string} prefix */
function slab(color, plan, prefix) {
  const tall = plan.fill === "left";
  const long = (tall ? plan.tray.height : plan.tray.width) - 10;
  const [width, height] = tall ? [plan.slab - 2, long] : [long, plan.slab - 2];
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 5 };
  const groove = tall ? `M0 ${-long / 2 + 3} V${long / 2 - 3}` : `M${-long / 2 + 3} 0 H${long / 2 - 3}`;
  return svg(
    "g",
    { id: `${prefix}-${color}-slab`, class: `${color}-disc` },
    svg("rect", { class: "rim", ...box, fill: `url(#${prefix}-${color}-rim)` }),
    svg("path", { class: color === "white" ? "ring" : "pearls edge", d: groove }),
  );
}

