/** Extended JSON as old scripts send it. */
import { expect, test } from "vitest";

import { plainJson } from "./extended-json.ts";

test("ids and dates become texts, at any depth; lookalikes stay", () => {
  const id = "65f0c0ffee0c0ffee0c0ffe1";
  expect(plainJson({ $oid: id })).toBe(id);
  expect(plainJson([{ a: { $oid: id } }, [{ $date: 0 }]])).toEqual([{ a: id }, ["1970-01-01T00:00:00.000000+00:00"]]);
  expect(plainJson({ $date: { $numberLong: "1714567000123" } })).toBe("2024-05-01T12:36:40.123000+00:00");
  for (const other of [{ $oid: 1 }, { $oid: id, x: 1 }, { $date: "no date" }, { $date: null }, {}, null, "x", 1]) {
    expect(plainJson(structuredClone(other))).toEqual(other);
  }
});

test("a key named __proto__ is a key like any other, and depth costs no stack", () => {
  const value = plainJson(JSON.parse('{"__proto__":{"$oid":"x"}}')) as object;
  expect([Object.keys(value), Object.getPrototypeOf(value)]).toEqual([["__proto__"], Object.prototype]);
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  expect(plainJson(deep)).toBe(deep);
});
