/**
 * Drawing again without disturbing: what is there already stays in its place, with its focus, its scroll position and
 * what has been typed. Listeners do not move along, so whoever draws this way listens at the root.
 */

/** @typedef {Node | null | undefined | false} Wanted */

/** Controls whose state is the model's; all others belong to whoever types. */
const OURS = "input[data-act], select[data-act]";

/**
 * Make the children of `host` like these. Children with a `data-key` are known by it wherever they move.
 * @param {Element} host
 * @param {...(Wanted | Wanted[])} children
 */
export function refresh(host, ...children) {
  const focused = document.activeElement;
  const wanted = children.flat().filter((child) => child instanceof Node);
  become(host, wanted);
  // A node that has been moved has lost its focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement && host.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

/** @param {Element} host @param {Node[]} wanted */
function become(host, wanted) {
  const keyed = new Map([...host.children].flatMap((child) => (keyOf(child) ? [[keyOf(child), child]] : [])));
  let place = host.firstChild;
  for (const next of wanted) {
    const old = counterpart(next, place, keyed);
    if (old && old === place) place = place.nextSibling;
    else host.insertBefore(old ?? next, place);
    if (old) liken(old, next);
  }
  while (place) place = removed(place);
}

/** @param {ChildNode} node @returns {ChildNode | null} the one after it */
function removed(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/** @param {Node} next @param {Node | null} place @param {Map<string | undefined, Element>} keyed */
function counterpart(next, place, keyed) {
  const key = keyOf(next);
  const old = key ? keyed.get(key) : place && !keyOf(place) ? place : null;
  return old && old.nodeName === next.nodeName ? old : null;
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof HTMLElement ? node.dataset.key : undefined;
}

/** @param {Node} old @param {Node} next */
function liken(old, next) {
  if (old instanceof Element && next instanceof Element) {
    if (old.isEqualNode(next) && !old.querySelector(OURS) && !old.matches(OURS)) return;
    if (old.hasAttribute("data-whole")) return replaceWhole(old, next);
    attributes(old, next);
    become(old, [...next.childNodes]);
    control(old, next);
  } else if (old.nodeValue !== next.nodeValue) {
    old.nodeValue = next.nodeValue;
  }
}

/**
 * A part with listeners of its own is changed all at once; what was opened in it stays open.
 * @param {Element} old
 * @param {Element} next
 */
function replaceWhole(old, next) {
  const open = [...old.querySelectorAll("details")].map((one) => one.open);
  if (old.isEqualNode(next)) return;
  next.querySelectorAll("details").forEach((one, n) => (one.open = open[n] ?? one.open));
  old.replaceChildren(...next.childNodes);
}

/** @param {Element} old @param {Element} next */
function attributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** @param {Element} old @param {Element} next */
function control(old, next) {
  if (!old.matches(OURS)) return;
  if (old instanceof HTMLInputElement && next instanceof HTMLInputElement) old.checked = next.checked;
  if (old instanceof HTMLSelectElement && next instanceof HTMLSelectElement) old.value = next.value;
}
