import { expect, test } from "vitest";
import { applyRows, problemsOf, toRows, type FactRow } from "./facts.ts";

const before = { vessel: "Lydia", depth: 12.5, gear: { net: 3 }, note: null };
const added = (name: string, text: string): FactRow => ({ stored: undefined, name, text });
const changed = (name: string, part: Partial<FactRow>): readonly FactRow[] =>
  toRows(before).map((row) => (row.name === name ? { ...row, ...part } : row));

test("facts that nobody touches are stored as they were, whatever their values are", () => {
  expect(applyRows(before, before, toRows(before))).toEqual(before);
});

test("a number that is changed to a number stays one, other JSON too; a text stays a text", () => {
  expect(applyRows(before, before, changed("depth", { text: "13" }))).toEqual({ ...before, depth: 13 });
  expect(applyRows(before, before, changed("depth", { text: "13 m" }))).toEqual({ ...before, depth: "13 m" });
  expect(applyRows(before, before, changed("gear", { text: '{"net":4}' }))).toEqual({ ...before, gear: { net: 4 } });
  expect(applyRows(before, before, changed("vessel", { text: "7" }))).toEqual({ ...before, vessel: "7" });
});

test("facts are added, renamed with their value, and removed; empty rows are nothing", () => {
  const { depth, ...others } = before;
  expect(applyRows(before, before, changed("depth", { name: " deep " }))).toEqual({ ...others, deep: depth });
  const rows = [...toRows(others), added("__proto__", "x"), added(" ", "")];
  const stored = applyRows(before, before, rows);
  expect(Object.keys(stored)).toEqual(["vessel", "gear", "note", "__proto__"]);
  expect(JSON.stringify(stored)).toBe('{"vessel":"Lydia","gear":{"net":3},"note":null,"__proto__":"x"}');
});

test("what somebody else has stored meanwhile stays, and is replaced only where both changed the same fact", () => {
  const now = { ...before, vessel: "Petrel", port: "Bergen" };
  expect(applyRows(now, before, changed("depth", { text: "13" }))).toEqual({ ...now, depth: 13 });
  expect(applyRows(now, before, changed("vessel", { text: "Fulmar" }))).toEqual({ ...now, vessel: "Fulmar" });
});

test("a fact needs a name, and a name of its own", () => {
  expect([...problemsOf([...toRows(before), added("", "x"), added("depth ", "1"), added("", "")])]).toEqual([
    [4, "unnamed"],
    [5, "twice"],
  ]);
});
