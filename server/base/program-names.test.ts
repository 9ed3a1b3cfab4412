/** Whatever users call a file, its path stays inside its folder. */
import { resolve } from "node:path";
import { expect, test } from "vitest";

import { programName, ProgramNames } from "./program-names.ts";

test.each([
  ...[
    "/etc/evil.pipe",
    "../../x.pipe",
    "..",
    ".",
    "",
    "...",
    "a/../../b",
    "C:\\x\\..\\y",
    "a\nb",
    "a\0b",
    "-o",
    "--help",
  ],
  ...["~/x", "\u2028x", "a\r\nb.png", `${"ü".repeat(300)}.png`, "\ud800.png", "👩‍🚀".repeat(100), "x".repeat(300)],
])("%j", (name) => {
  const safe = programName(name);
  expect(resolve("/model", safe)).toBe(`/model/${safe}`);
  expect(safe).toMatch(/^[^-~/\\\p{Cc}]+$/u);
  expect(safe).not.toMatch(/^\.*$/);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(206);
  expect(programName(safe)).toBe(safe);
});

test("usual names stay as they are, and each is given once", () => {
  for (const name of ["a b.png", "日本.jpg", ".hidden", "x.y.pipe", "a (1).png"]) expect(programName(name)).toBe(name);
  const names = new ProgramNames();
  expect(["a/b.png", "a_b.png", "A_B.png", "a_b"].map((name) => names.take(name))).toEqual([
    "a_b.png",
    "a_b (1).png",
    "A_B (2).png",
    "a_b",
  ]);
});
