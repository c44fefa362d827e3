/**
 * Drawing again without disturbing: what is there already stays in its place, with its focus, its scroll position, its
 * open folds and what has been typed.
 */

/** @typedef {Node | null | undefined | false} Wanted */

/** Controls whose state is the model's; all others belong to whoever types. */
const OURS = "input[data-act], select[data-act]";

/**
 * Make the children of `host` like these. Children with a `data-key` are known by it wherever they move. Listeners do
 * not move along: whoever draws this way listens at the root, or marks a part with listeners of its own as `data-whole`.
 * @param {Element} host
 * @param {...(Wanted | Wanted[])} children
 */
export function refresh(host, ...children) {
  draw(host, nodes(children), alike);
}

/**
 * The same for children with listeners: each is kept if it looks the same, else it is changed all at once.
 * @param {Element} host
 * @param {...(Wanted | Wanted[])} children
 */
export function exchange(host, ...children) {
  const wanted = nodes(children);
  for (const next of wanted) keepFolds(host, next);
  draw(host, wanted, equal);
}

/** @param {(Wanted | Wanted[])[]} children */
function nodes(children) {
  return /** @type {Node[]} */ (children.flat().filter((child) => child instanceof Node));
}

/** @typedef {Map<Node, ChildNode>} Found what is there already, by what is wanted */

/** @param {Element} host @param {Node[]} wanted @param {(host: Element, wanted: Node[]) => Found} find */
function draw(host, wanted, find) {
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  become(host, wanted, find);
  if (focused instanceof HTMLElement && focused !== document.activeElement) refocus(host, focused);
}

/**
 * A node that has been moved has lost its focus; for one that is gone, the only other that does the same stands in.
 * @param {Element} host
 * @param {HTMLElement} focused
 */
function refocus(host, focused) {
  const { act } = focused.dataset;
  const same = host.contains(focused) || !act ? [focused] : host.querySelectorAll(`[data-act="${CSS.escape(act)}"]`);
  const [one, other] = same;
  if (one instanceof HTMLElement && !other) one.focus({ preventScroll: true });
}

/**
 * None is moved that is in order already.
 * @param {Element} host
 * @param {Node[]} wanted
 * @param {(host: Element, wanted: Node[]) => Found} find
 */
function become(host, wanted, find) {
  const found = find(host, wanted);
  const kept = new Set(found.values());
  for (const child of [...host.childNodes]) if (!kept.has(child)) child.remove();
  let place = host.firstChild;
  for (const next of wanted) {
    const node = found.get(next) ?? next;
    if (node === place) place = place.nextSibling;
    else host.insertBefore(node, place);
    if (node !== next) liken(node, next);
  }
}

/** By their keys, the others in their order. @param {Element} host @param {Node[]} wanted @returns {Found} */
function alike(host, wanted) {
  const all = [...host.childNodes];
  const keyed = new Map(all.map((child) => [keyOf(child), child]));
  let rest = all.filter((child) => !keyOf(child));
  /** @type {Found} */
  const found = new Map();
  for (const next of wanted) {
    const key = keyOf(next);
    const old = key ? keyed.get(key) : rest.find((child) => child.nodeName === next.nodeName);
    if (!old || old.nodeName !== next.nodeName) continue;
    if (!key) rest = rest.slice(rest.indexOf(old) + 1);
    found.set(next, old);
  }
  return found;
}

/** Those that are there themselves, or look the same. @param {Element} host @param {Node[]} wanted @returns {Found} */
function equal(host, wanted) {
  const old = new Set([...host.childNodes].filter((child) => !wanted.includes(child)));
  /** @type {Found} */
  const found = new Map();
  for (const next of wanted) {
    const here = next.parentNode === host;
    const same = here ? /** @type {ChildNode} */ (next) : [...old].find((one) => one.isEqualNode(next));
    if (same) found.set(next, same);
    if (same) old.delete(same);
  }
  return found;
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof HTMLElement ? node.dataset.key : undefined;
}

// --- one that stays --------------------------------------------------------------------------------------------------

/** @param {Node} old @param {Node} next */
function liken(old, next) {
  if (old instanceof Element && next instanceof Element) {
    if (old.isEqualNode(next) && !old.querySelector(OURS) && !old.matches(OURS)) return;
    if (old.hasAttribute("data-whole")) return replaceWhole(old, next);
    attributes(old, next);
    become(old, [...next.childNodes], alike);
    control(old, next);
  } else if (old.nodeValue !== next.nodeValue) {
    old.nodeValue = next.nodeValue;
  }
}

/** @param {Element} old @param {Element} next */
function replaceWhole(old, next) {
  if (old.isEqualNode(next)) return;
  keepFolds(old, next);
  old.replaceChildren(...next.childNodes);
}

/** What the user has opened stays open. @param {Element} old @param {Node} next */
function keepFolds(old, next) {
  if (!(next instanceof Element)) return;
  for (const fold of old.querySelectorAll("details[data-fold][open]")) {
    const name = CSS.escape(fold.getAttribute("data-fold") ?? "");
    next.querySelector(`details[data-fold="${name}"]`)?.setAttribute("open", "");
  }
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
