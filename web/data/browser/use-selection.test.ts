import { expect, test } from "vitest";
import { selectRow } from "./use-selection.ts";

const order = ["a", "b", "c", "d"];
const nothing = { ids: new Set<string>(), anchor: 0, focus: 0 };
const plain = { toggle: false, range: false };
const toggle = { toggle: true, range: false };
const range = { toggle: false, range: true };

const ids = (state: { readonly ids: ReadonlySet<string> }) => [...state.ids].sort().join("");

test("a plain click selects one row, ctrl adds and removes", () => {
  const one = selectRow(nothing, order, 1, plain);
  expect(ids(one)).toBe("b");
  const two = selectRow(one, order, 3, toggle);
  expect(ids(two)).toBe("bd");
  expect(ids(selectRow(two, order, 1, toggle))).toBe("d");
  expect(ids(selectRow(two, order, 0, plain))).toBe("a");
});

test("shift takes the rows between anchor and click, in both directions", () => {
  const start = selectRow(nothing, order, 2, plain);
  expect(ids(selectRow(start, order, 3, range))).toBe("cd");
  const up = selectRow(start, order, 0, range);
  expect(ids(up)).toBe("abc");
  // The anchor stays, so the range can shrink again.
  expect(ids(selectRow(up, order, 1, range))).toBe("bc");
});

test("shift with ctrl keeps what was selected", () => {
  const two = selectRow(selectRow(nothing, order, 0, plain), order, 2, toggle);
  expect(ids(selectRow(two, order, 3, { toggle: true, range: true }))).toBe("acd");
});

test("a row that is not there changes nothing", () => {
  expect(selectRow(nothing, order, 9, plain)).toBe(nothing);
});
