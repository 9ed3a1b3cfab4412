import { expect, test } from "vitest";

import { thirdPartyText } from "./print-third-party.ts";

const withLicence = (path: string, license: string, dev = false) => ({ packages: { [path]: { license, dev } } });

test("a dependency under another license is in the table once, and one that nothing is said of stops the generator", () => {
  const libvips = ["x64", "arm64"].map((cpu) => [
    `node_modules/@img/sharp-libvips-linux-${cpu}`,
    { license: "LGPL-3.0" },
  ]);
  expect(thirdPartyText({ packages: Object.fromEntries(libvips) }).match(/^\| `sharp`/gm)).toHaveLength(1);
  expect(thirdPartyText(withLicence("node_modules/mediabunny", "MPL-2.0"))).toContain("| MPL 2.0 |");
  expect(() => thirdPartyText(withLicence("node_modules/a/node_modules/b", "MPL-2.0"))).toThrow("b is under MPL-2.0");
  expect(() => thirdPartyText(withLicence("node_modules/b", "MIT AND GPL-3.0-only"))).toThrow("b is under MIT AND");
  expect(thirdPartyText(withLicence("node_modules/b", "(MIT OR CC0-1.0)"))).not.toContain("`b`");
  expect(thirdPartyText(withLicence("node_modules/b", "GPL-3.0-only", true))).not.toContain("`b`");
});
