/**
 * Where everything lies on the board, in units of the view box. Pure: no DOM, no state, no rules.
 *
 * Both layouts are described once, as White sees them: the head top right, the home bottom right, both colours running
 * counter-clockwise. Black's perspective turns that picture by 180 degrees, mirroring reflects it left to right.
 */

/**
 * @typedef {"white" | "black"} Color
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{kind: "point", point: number} | {kind: "tray"}} Place  A point by White's number, or any tray.
 * @typedef {{perspective: Color, mirror: boolean, layout?: Layout}} View
 */

/**
 * @typedef {object} Layout
 * @property {"wide" | "compact"} name
 * @property {number} width      of the view box
 * @property {number} height
 * @property {number} margin     from the left edge to the first point
 * @property {number} rim        from the top edge to the base of the points
 * @property {number} pitch      width of a point
 * @property {number} bar        width of the bar
 * @property {number} length     of a point
 * @property {number} radius     of a checker
 * @property {number} step       between the centres of a stack that has room
 * @property {number} span       the highest that a stack may grow
 * @property {number} die        edge of a die
 * @property {number} button     radius of the button
 * @property {number} number     distance of a point's number from the rim
 * @property {Box} tray          White's tray
 * @property {"up" | "left"} fill  how White's tray fills
 * @property {number} slab       thickness of a checker that lies in a tray
 */

/** Trays at the sides: screens, tablets, phones held across. @type {Layout} */
export const WIDE = {
  name: "wide", width: 1120, height: 720, margin: 110, rim: 52, pitch: 71, bar: 48, length: 246, radius: 29, step: 55,
  span: 270, die: 52, button: 40, number: 19, tray: { x: 1026, y: 372, width: 76, height: 296 }, fill: "up", slab: 19.2,
};

/** Trays above and below, so that the points get the whole width of a phone. @type {Layout} */
export const COMPACT = {
  name: "compact", width: 900, height: 968, margin: 12, rim: 108, pitch: 70, bar: 36, length: 300, radius: 30, step: 57,
  span: 326, die: 78, button: 56, number: 20, tray: { x: 468, y: 900, width: 420, height: 58 }, fill: "left",
  slab: 27.5,
};

/** Below this width of the host in CSS pixels a board held upright is compact. */
const NARROW = 620;

/**
 * @param {number} width  of the host in CSS pixels
 * @param {boolean} upright  whether the screen is higher than wide
 * @returns {Layout}
 */
export function layoutFor(width, upright) {
  return upright && width > 0 && width < NARROW ? COMPACT : WIDE;
}

/**
 * The opponent's number of a point, and back again: White's 24 is Black's 12.
 * @param {number} point
 * @returns {number}
 */
export function opposite(point) {
  return point > 12 ? point - 12 : point + 12;
}

/**
 * A point's number as White counts, from the own number of either colour; and the other way round.
 * @param {Color} color
 * @param {number} point  1 to 24
 * @returns {number}
 */
export function renumber(color, point) {
  return color === "white" ? point : opposite(point);
}

/**
 * The base of a point, or the middle of a tray for point 0. `up`: its stack grows towards the top of the screen.
 * @param {Color} color
 * @param {number} point
 * @param {View} view
 * @returns {Spot & {up: boolean}}
 */
export function place(color, point, view) {
  if (point === 0) return { ...middle(trayBox(color, view)), up: color === view.perspective };
  const { column, top } = cellOf(renumber(color, point));
  const plan = planOf(view);
  const spot = turned({ x: columnX(column, plan), y: top ? plan.rim : plan.height - plan.rim }, view);
  return { ...spot, up: spot.y > plan.height / 2 };
}

/**
 * The centre of checker `index` (from the base) in a stack of `count`; in a tray for point 0.
 * @param {Color} color
 * @param {number} point
 * @param {number} index
 * @param {number} count
 * @param {View} view
 * @returns {Spot}
 */
export function checkerAt(color, point, index, count, view) {
  if (point === 0) return slabAt(color, index, view);
  const plan = planOf(view);
  const { x, y, up } = place(color, point, view);
  const away = plan.radius + 1 + index * stackStep(count, plan);
  return { x, y: up ? y - away : y + away };
}

/**
 * The distance between two checkers of a stack: closer the higher it is, so that it never reaches the dice.
 * @param {number} count
 * @param {Layout} plan
 * @returns {number}
 */
export function stackStep(count, plan) {
  return count < 2 ? plan.step : Math.min(plan.step, (plan.span - 2 * plan.radius) / (count - 1));
}

/**
 * @param {Color} color
 * @param {View} view
 * @returns {Box}
 */
export function trayBox(color, view) {
  const plan = planOf(view);
  const away = color === "white" ? plan.tray : reflected(plan.tray, plan, true, true);
  return reflected(away, plan, flipsAcross(view), view.perspective === "black");
}

/**
 * The area that belongs to a point: its column from the edge of the board to the dice.
 * @param {number} point  White's number
 * @param {View} view
 * @returns {Box}
 */
export function pointBox(point, view) {
  const plan = planOf(view);
  const { x, y, up } = place("white", point, view);
  const height = plan.height / 2 - plan.rim + 2 * plan.number - plan.die / 2 - 6;
  const edge = 2 * plan.number;
  return { x: x - plan.pitch / 2, y: up ? y + edge - height : y - edge, width: plan.pitch, height };
}

/**
 * What lies under a spot, or null (the bar, the frame).
 * @param {number} x
 * @param {number} y
 * @param {View} view
 * @returns {Place | null}
 */
export function pointAt(x, y, view) {
  const plan = planOf(view);
  if (inTray(x, y, plan)) return { kind: "tray" };
  const column = columnAt(x, plan);
  return column === null ? null : { kind: "point", point: pointIn(column, y < plan.height / 2, view) };
}

/**
 * The centre of a die: White's lie right of the button, Black's left, as White sees the board.
 * @param {Color} side
 * @param {number} index  from the button outwards
 * @param {View} view
 * @returns {Spot}
 */
export function dieAt(side, index, view) {
  const plan = planOf(view);
  const away = plan.button + plan.die * 0.76 + index * plan.die * 1.18;
  const right = (side === view.perspective) !== view.mirror;
  return { x: plan.width / 2 + (right ? away : -away), y: plan.height / 2 };
}

/** Beside the points the keyboard also reaches the trays. */
export const WHITE_TRAY = 0;
export const BLACK_TRAY = 25;

/**
 * The place that an arrow key leads to, by White's numbers; the same place where the board ends.
 * @param {number} from
 * @param {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} key
 * @param {View} view
 * @returns {number}
 */
export function neighbour(from, key, view) {
  const { column, top } = seen(cellOf(from), view);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    return occupant(column + (key === "ArrowLeft" ? -1 : 1), top, view) ?? from;
  }
  return occupant(Math.min(11, Math.max(0, column)), key === "ArrowUp", view) ?? from;
}

/**
 * The layout that a view uses.
 * @param {View} view
 * @returns {Layout}
 */
export function planOf(view) {
  return view.layout ?? WIDE;
}

/**
 * Whether left and right are exchanged against White's picture.
 * @param {View} view
 * @returns {boolean}
 */
export function flipsAcross(view) {
  return (view.perspective === "black") !== view.mirror;
}

/** @param {Box} box @returns {Spot} */
function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * A column 0 to 11 from the left and a row; White's tray is column 12 below, Black's column -1 above.
 * @param {number} point
 * @returns {{column: number, top: boolean}}
 */
function cellOf(point) {
  if (point === BLACK_TRAY) return { column: -1, top: true };
  return point > 12 ? { column: point - 13, top: true } : { column: 12 - point, top: false };
}

/**
 * @param {{column: number, top: boolean}} cell
 * @param {View} view
 * @returns {{column: number, top: boolean}}
 */
function seen({ column, top }, view) {
  return { column: flipsAcross(view) ? 11 - column : column, top: top !== (view.perspective === "black") };
}

/**
 * @param {number} column  as seen, 0 to 11
 * @param {boolean} top
 * @param {View} view
 * @returns {number}
 */
function pointIn(column, top, view) {
  const cell = seen({ column, top }, view);
  return cell.top ? cell.column + 13 : 12 - cell.column;
}

/**
 * @param {number} column
 * @param {boolean} top
 * @param {View} view
 * @returns {number | null}
 */
function occupant(column, top, view) {
  if (column >= 0 && column <= 11) return pointIn(column, top, view);
  const cell = seen({ column, top }, view);
  if (cell.column === 12 && !cell.top) return WHITE_TRAY;
  return cell.column === -1 && cell.top ? BLACK_TRAY : null;
}

/** @param {number} column @param {Layout} plan @returns {number} */
function columnX(column, plan) {
  return plan.margin + (column + 0.5) * plan.pitch + (column > 5 ? plan.bar : 0);
}

/** @param {number} x @param {Layout} plan @returns {number | null} */
function columnAt(x, plan) {
  const half = plan.margin + 6 * plan.pitch;
  if (x >= half && x < half + plan.bar) return null;
  const column = Math.floor((x - plan.margin - (x < half ? 0 : plan.bar)) / plan.pitch);
  return column >= 0 && column <= 11 ? column : null;
}

/** @param {number} x @param {number} y @param {Layout} plan @returns {boolean} */
function inTray(x, y, plan) {
  const across = Math.max(x, plan.width - x);
  const down = Math.max(y, plan.height - y);
  return plan.fill === "up" ? across >= plan.tray.x - 8 : down >= plan.tray.y - plan.number;
}

/** @param {Spot} spot @param {View} view @returns {Spot} */
function turned({ x, y }, view) {
  const plan = planOf(view);
  return { x: flipsAcross(view) ? plan.width - x : x, y: view.perspective === "black" ? plan.height - y : y };
}

/**
 * @param {Box} box
 * @param {Layout} plan
 * @param {boolean} across
 * @param {boolean} down
 * @returns {Box}
 */
function reflected(box, plan, across, down) {
  return {
    ...box,
    x: across ? plan.width - box.x - box.width : box.x,
    y: down ? plan.height - box.y - box.height : box.y,
  };
}

/** @param {Color} color @param {number} index @param {View} view @returns {Spot} */
function slabAt(color, index, view) {
  const plan = planOf(view);
  const box = trayBox(color, view);
  const { x, y } = middle(box);
  const along = 4 + (index + 0.5) * plan.slab;
  if (plan.fill === "up") return { x, y: color === view.perspective ? box.y + box.height - along : box.y + along };
  return { x: x > plan.width / 2 ? box.x + box.width - along : box.x + along, y };
}
