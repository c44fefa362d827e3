/**
 * The few lines of DOM that every screen shares. Text always arrives as text nodes, never as markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Set as properties: as attributes they would only be the default of the control. */
const PROPERTIES = new Set(["value", "checked", "selected"]);

/**
 * @typedef {Node | string | number | false | null | undefined} Leaf
 * @typedef {Leaf | Leaf[]} Child
 * @typedef {HTMLElementEventMap & WindowEventMap & DocumentEventMap} EventMap
 */

/**
 * What an element is given: attributes by name, `on…` listeners, `dataset` and `vars` (CSS custom properties).
 * `true` writes an empty attribute; `false`, `null` and `undefined` write none.
 * @typedef {Record<string, any> & {dataset?: Record<string, string>, vars?: Record<string, string>}} Props
 */

/**
 * An HTML element: `h("button", {class: "quiet", onclick: close}, "Close")`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  return furnish(document.createElement(tag), props, children);
}

/**
 * An SVG element, furnished the same way.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props, ...children) {
  return furnish(/** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag)), props, children);
}

/**
 * Listen until the returned function is called.
 * @template {string} K
 * @param {EventTarget} target
 * @param {K} type
 * @param {(event: K extends keyof EventMap ? EventMap[K] : Event) => void} listener
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void}
 */
export function on(target, type, listener, options) {
  const handler = /** @type {EventListener} */ (listener);
  target.addEventListener(type, handler, options);
  return () => target.removeEventListener(type, handler, options);
}

/**
 * Empty a node and put the children in.
 * @param {Element} node
 * @param {...Child} children
 */
export function clear(node, ...children) {
  node.replaceChildren(...leaves(children));
}

/** A style sheet that only some screens need, once. @param {string} href @returns {Promise<void>} */
export function linkStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 * @returns {E}
 */
function furnish(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) give(element, name, value);
  element.append(...leaves(children));
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {any} value
 */
function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "vars") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  else if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
  else if (PROPERTIES.has(name)) Reflect.set(element, name, value);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function leaves(children) {
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return kept.map((child) => (child instanceof Node ? child : String(child)));
}
