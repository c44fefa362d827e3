/**
 * One person, another device. The token is sealed with a secret that never reaches the server: the secret travels in
 * the hash of the link, which browsers send to nobody, and the server keeps the sealed token for a few minutes, once.
 */

import { base64url, fromBase64url } from "./prefs.js";

/**
 * @import {Connection} from "./core/connection.js"
 * @typedef {{code: string, secret: string, expires: number}} Offer
 */

/**
 * @param {Pick<Connection, "offerDevice">} connection
 * @param {string} token
 * @returns {Promise<Offer>} `expires`: ms from now
 */
export async function offerDevice(connection, token) {
  const bytes = fromBase64url(token);
  const secret = crypto.getRandomValues(new Uint8Array(bytes.length));
  const { code, expires_ms } = await connection.offerDevice(base64url(xor(bytes, secret)));
  return { code, secret: base64url(secret), expires: expires_ms };
}

/**
 * @param {Pick<Connection, "useDeviceCode">} connection
 * @param {string} code
 * @param {string} secret
 * @returns {Promise<string>} the token of the other device
 */
export async function useDevice(connection, code, secret) {
  const sealed = await connection.useDeviceCode(code);
  return base64url(xor(fromBase64url(sealed), fromBase64url(secret)));
}

/**
 * The hash that another device opens, and what it means.
 * @param {Offer} offer
 */
export function deviceHash({ code, secret }) {
  return `#device/${code}.${secret}`;
}

/** @param {string} text what follows `#device/` @returns {{code: string, secret: string}} */
export function parseDevice(text) {
  const [code, secret = ""] = text.split(".");
  return { code, secret };
}

/** @param {Uint8Array} bytes @param {Uint8Array} secret */
function xor(bytes, secret) {
  if (bytes.length !== secret.length) throw new RangeError("a secret is as long as what it seals");
  return bytes.map((byte, index) => byte ^ secret[index]);
}
