import assert from "node:assert/strict";
import test from "node:test";

import { parseRoute } from "../../../clients/web/routes.js";

/** @type {[string, string, string, string | null, string[]][]} path, hash, name, code, rest */
const ADDRESSES = [
  ["/", "", "home", null, []],
  ["/", "#", "home", null, []],
  ["/", "#watch", "watch", null, []],
  ["/", "#tv", "tv", null, []],
  ["/", "#rules", "rules", null, []],
  ["/", "#rules/long-nard", "rules", null, ["long-nard"]],
  ["/", "#/settings", "settings", null, []],
  ["/", "#tournament", "tournament", null, []],
  ["/", "#tournament/ABCDEF/key/AbC-_", "tournament", null, ["ABCDEF", "key", "AbC-_"]],
  ["/", "#device/123456.AbC-_", "device", null, ["123456.AbC-_"]],
  ["/", "#nowhere", "nowhere", null, []],
  ["/", "#main", "home", null, []],
  ["/", "#constructor", "nowhere", null, []],
  ["/XXSHN3", "", "room", "XXSHN3", []],
  ["/XXSHN3", "#watch", "watching", "XXSHN3", []],
  ["/XXSHN3", "#replay/2/3", "replay", "XXSHN3", ["2", "3"]],
  ["/XXSHN3", "#device/1.2", "device", "XXSHN3", ["1.2"]],
  ["/XXSHN3", "#settings", "room", "XXSHN3", []],
  ["/xxshn3/", "", "room", "XXSHN3", []],
  ["/XXSHN0", "", "lost", null, []],
  ["/XXSHN33", "", "lost", null, []],
  ["/", "#rules/%E0%A4%A", "rules", null, ["%E0%A4%A"]],
];

for (const [path, hash, name, code, rest] of ADDRESSES) {
  test(`${path}${hash} is ${name}`, () => assert.deepEqual(parseRoute(path, hash), { name, code, rest }));
}
