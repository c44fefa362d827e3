/** Signs that differ in shape, so that they can be told apart without their colour and from far away. */

import { svg } from "../../dom.js";

/** In a box of 24 by 24. */
const PATHS = {
  done: "M4 13l5 5L20 6",
  playing: "M8 5l11 7l-11 7z",
  waiting: "M6 3h12M6 21h12M7.5 3c0 6 9 6 9 9s-9 3-9 9M16.5 3c0 6-9 6-9 9s9 3 9 9",
  disputed: "M12 3v11M12 19v1.5",
  here: "M4 13l5 5L20 6",
  coming: "M12 7v5l3.5 2M12 3a9 9 0 1 0 .01 0",
  up: "M12 5l8 13H4z",
  down: "M12 19l8-13H4z",
  same: "M6 12h12",
  held: "M9 3h6l-1 7l4 4H6l4-4zM12 14v7",
  away: "M4 4l16 16M8 18h9a4 4 0 0 0 2.6-7M15.5 7.5A6 6 0 0 0 7 11a4 4 0 0 0-2.5 6",
  paused: "M8 5v14M16 5v14",
};
/** @typedef {keyof typeof PATHS} Sign */

/** @param {Sign} name @param {string} [label] for those who do not see it; without one the words beside it say so */
export function sign(name, label) {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawing = svg("svg", { class: "sign", viewBox: "0 0 24 24", ...told }, svg("path", { d: PATHS[name] }));
  drawing.dataset.sign = name;
  return drawing;
}
