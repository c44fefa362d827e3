/** The address under which others find this server. */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * This page's own, unless it is one that only this machine knows: then the server is asked how others call it.
 * @returns {Promise<string>} as location.origin
 */
export async function sharedOrigin() {
  if (!LOOPBACK.has(location.hostname)) return location.origin;
  const answer = await fetch("/addresses").catch(() => null);
  const [first] = answer?.ok ? /** @type {string[]} */ (await answer.json()) : [];
  return first ?? location.origin;
}
