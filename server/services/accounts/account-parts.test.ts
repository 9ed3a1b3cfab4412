/** Passwords, names and metadata keys. */
import { argon2Sync } from "node:crypto";

import { expect, test } from "vitest";

import { checkPasswordRules, type DeriveKey, hashPassword, verifyPassword } from "./password.ts";
import { deleteMetaKeys, mergeMeta } from "../tree/metadata.ts";
import { checkName, FreeNames, freeName } from "../tree/names.ts";

const derive: DeriveKey = async (parameters) => argon2Sync("argon2id", parameters);

test("a password is verified, and its hash tells nothing", async () => {
  const hash = await hashPassword("pässword", derive);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword("pässword", derive)).not.toBe(hash);
  expect(await verifyPassword("pässword", hash, derive)).toBe(true);
  expect(await verifyPassword("pa\u0308ssword", hash, derive)).toBe(true);
  expect(await verifyPassword("password", hash, derive)).toBe(false);
  expect(await verifyPassword("", null, derive)).toBe(false);
  expect(() => checkPasswordRules("12345")).toThrow("Password must be at least 6 characters long.");
  expect(() => checkPasswordRules("x".repeat(1001))).toThrow("at most 1000");
});

test("names are trimmed and lose control characters; taken ones get a number", async () => {
  expect(checkName(" a\u0000b/ü🐟 ", "Folder")).toBe("ab/ü🐟");
  expect(() => checkName(" \n", "Item")).toThrow("Item name must not be empty.");
  expect(() => checkName("x".repeat(256), "File")).toThrow("at most 255");
  const taken = new Set(["a.png", "a.png (1)"]);
  expect(await freeName("a.png", async (name) => taken.has(name))).toBe("a.png (2)");
});

test("names that are given away here get numbers, each once, also those that look like numbered ones", () => {
  const names = new FreeNames();
  const given = ["a", "a (1)", "a", "a", "b", "a (1)"].map((name) => names.take(name));
  expect(given).toEqual(["a", "a (1)", "a (2)", "a (3)", "b", "a (1) (1)"]);
});

test("metadata merges at the top level; null deletes", () => {
  expect(mergeMeta({ a: { x: 1 }, b: 1 }, { a: { y: 2 }, b: null, c: null })).toEqual({ a: { y: 2 } });
  expect(mergeMeta({ b: 1 }, { b: null }, true)).toEqual({ b: null });
  expect(deleteMetaKeys({ a: 1, b: 2 }, ["a", "z"])).toEqual({ b: 2 });
  expect(() => mergeMeta({}, { "": 1 })).toThrow("Key names must not be empty.");
  expect(() => mergeMeta({}, { "a.b": 1 })).toThrow('Invalid key a.b: keys must not contain the "." character.');
  expect(() => mergeMeta({}, { $a: 1 })).toThrow('Invalid key $a: keys must not start with the "$" character.');
});

test("metadata that nest without end are refused", () => {
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
  expect(mergeMeta({}, { x: nested(100) })).toEqual({ x: nested(100) });
  expect(() => mergeMeta({}, { x: nested(20_000) })).toThrow("The value of x is nested more than 100 levels deep.");
});

test("metadata keys cannot reach a prototype", () => {
  const merged = mergeMeta({}, JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
});
