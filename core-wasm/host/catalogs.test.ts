/**
 * Both sides of the border must agree on the order of the catalogs that codes are numbered by, and the exports.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { actualExports, declaredExports } from "../../tests/support/declared-exports.ts";
import { allBitsOf, DrawFlag, RowFlag } from "./border.ts";
import { lastFatal, lastSkipping, problemKinds } from "./formats/problems/problems.ts";
import { bareInstance } from "./testing/cores.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

test("problems that end the read come first, then those that leave something out, then warnings", () => {
  expect(problemKinds.map(({ isFatal }) => isFatal ?? false)).toEqual(problemKinds.map((_, i) => i <= lastFatal));
  expect(problemKinds.map(({ severity }) => severity)).toEqual(
    problemKinds.map((_, i) => (i <= lastSkipping ? "error" : "warning")),
  );
});

test("every bit of a set of flags is one bit, and no two are the same", () => {
  for (const flags of [RowFlag, DrawFlag]) {
    const bits = Object.values(flags);
    expect(bits.every((bit) => bit > 0 && (bit & (bit - 1)) === 0)).toBe(true);
    expect(bits.reduce((sum: number, bit) => sum + bit, 0)).toBe(allBitsOf(flags));
  }
});

test("the declared exports are those of core.wasm, with as many parameters", () => {
  const declared = declaredExports(read("./wasm-exports.ts"), "CoreExports");
  expect(Object.keys(declared).length).toBeGreaterThan(60);
  // The state in an image is found by its prefix (`instance.ts`).
  const exported = Object.entries(actualExports(bareInstance().exports)).filter(([name]) => !name.startsWith("state_"));
  expect(declared).toStrictEqual(Object.fromEntries(exported));
});
