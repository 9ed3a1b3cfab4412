import { expect, test } from "vitest";
import { changesOf, problemsOf, toRows, type FactRow } from "./facts.ts";

const before = { vessel: "Lydia", depth: 12.5, gear: { net: 3 }, note: null };
const added = (name: string, text: string): FactRow => ({ stored: undefined, name, text });
const changed = (name: string, part: Partial<FactRow>): readonly FactRow[] =>
  toRows(before).map((row) => (row.name === name ? { ...row, ...part } : row));

test("facts that are not touched are stored as they were, whatever their values are", () => {
  expect(changesOf(before, toRows(before))).toEqual({});
});

test("a number that is changed to a number stays one, other JSON too; a text stays a text", () => {
  expect(changesOf(before, changed("depth", { text: "13" }))).toEqual({ depth: 13 });
  expect(changesOf(before, changed("depth", { text: "13 m" }))).toEqual({ depth: "13 m" });
  expect(changesOf(before, changed("gear", { text: '{"net":4}' }))).toEqual({ gear: { net: 4 } });
  expect(changesOf(before, changed("vessel", { text: "7" }))).toEqual({ vessel: "7" });
});

test("facts are added, renamed with their value, and removed; empty rows are nothing", () => {
  const { depth, ...others } = before;
  expect(changesOf(before, changed("depth", { name: " deep " }))).toEqual({ depth: null, deep: depth });
  const rows = [...toRows(others), added("__proto__", "x"), added(" ", "")];
  expect(JSON.stringify(changesOf(before, rows))).toBe('{"depth":null,"__proto__":"x"}');
});

test("a fact needs a name, and a name of its own", () => {
  expect([...problemsOf([...toRows(before), added("", "x"), added("depth ", "1"), added("", "")])]).toEqual([
    [4, "unnamed"],
    [5, "twice"],
  ]);
});
