/** Copying, also where the page came without TLS: there browsers have only the old way. */

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is in the clipboard now
 */
export async function copied(text) {
  if (!navigator.clipboard) return copiedTheOldWay(text);
  return navigator.clipboard.writeText(text).then(() => true, () => copiedTheOldWay(text));
}

/** @param {string} text */
function copiedTheOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "off-screen";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
