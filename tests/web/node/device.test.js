import assert from "node:assert/strict";
import test from "node:test";

import { deviceHash, offerDevice, parseDevice, useDevice } from "../../../clients/web/device.js";

const TOKEN = "AAECAwQFBgcICQoLDA0ODw";

/** Keeps one sealed token, as the server does. */
function server() {
  let kept = "";
  return {
    seen: () => kept,
    async offerDevice(/** @type {string} */ sealed) {
      kept = sealed;
      return { type: /** @type {const} */ ("device_code"), code: "482193", expires_ms: 120_000 };
    },
    useDeviceCode: async () => kept,
  };
}

test("the other device gets the token", async () => {
  const between = server();
  const offer = await offerDevice(between, TOKEN);
  const { code, secret } = parseDevice(deviceHash(offer).replace("#device/", ""));
  assert.equal(code, "482193");
  assert.equal(await useDevice(between, code, secret), TOKEN);
});

test("the server sees another text every time", async () => {
  const between = server();
  await offerDevice(between, TOKEN);
  const first = between.seen();
  await offerDevice(between, TOKEN);
  assert.notEqual(first, TOKEN);
  assert.notEqual(first, between.seen());
});

test("a secret of another length opens nothing", async () => {
  const between = server();
  await offerDevice(between, TOKEN);
  await assert.rejects(useDevice(between, "482193", "AAAA"), RangeError);
});
