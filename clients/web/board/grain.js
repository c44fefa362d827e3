/**
 * Wood and cloth, without a file to load. The noise is an image and not a filter on the board: a browser paints an
 * image once, but may work out a filter anew for every frame of a drag.
 */

import { svg } from "../dom.js";

/** @typedef {import("./geometry.js").Box} Box */

/** Frequency across and down in view box units, and octaves of the noise. @type {Record<string, [string, number]>} */
const KINDS = {
  wood: [".006 .11", 4],
  veneer: [".13 .008", 3],
  felt: [".85 .85", 2],
};

/**
 * Dark noise over a box; its strength is left to the style sheet.
 * @param {"wood" | "veneer" | "felt"} kind
 * @param {Box} box
 * @returns {SVGImageElement}
 */
export function grain(kind, { x, y, width, height }) {
  return svg("image", { class: `grain ${kind}`, x, y, width, height, href: noise(kind, width, height) });
}

/**
 * @param {string} kind
 * @param {number} width
 * @param {number} height
 */
function noise(kind, width, height) {
  const [frequency, octaves] = KINDS[kind];
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
    + `<filter id="n" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">`
    + `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="11"/>`
    + `<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.9 0 0 0 -.72"/></filter>`
    + `<rect width="100%" height="100%" filter="url(#n)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}
