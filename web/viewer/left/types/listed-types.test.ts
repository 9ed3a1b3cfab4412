import { expect, test } from "vitest";
import { defaultSettings } from "../../../session/display/settings.ts";
import { listTypes, nextTypeOrder } from "./listed-types.ts";

const counts = [
  { type: "fish", trackCount: 5 },
  { type: "crab", trackCount: 2 },
  { type: "none", trackCount: 0 },
];
const onFrame = new Map([["crab", 2]]);
const settings = defaultSettings.typeSettings;
const names = (change: Partial<typeof settings>, unchecked: readonly string[] = []) =>
  listTypes(counts, onFrame, { ...settings, ...change }, new Set(unchecked)).map(({ type }) => type);

test("[V-TYPELIST-01, the orders] types are sorted a-z, by count and by count on the frame, in this cycle", () => {
  expect(names({ trackSortDir: "a-z" })).toEqual(["crab", "fish"]);
  expect(names({ trackSortDir: "count" })).toEqual(["fish", "crab"]);
  expect(names({ trackSortDir: "frame count" })).toEqual(["crab", "fish"]);
  expect(nextTypeOrder("a-z")).toBe("count");
  expect(nextTypeOrder("count")).toBe("frame count");
  expect(nextTypeOrder("frame count")).toBe("a-z");
});

test("types without annotations show only on demand", () => {
  expect(names({ showEmptyTypes: true })).toEqual(["crab", "fish", "none"]);
});

test("filtered by frame, an unchecked type stays in reach", () => {
  expect(names({ filterTypesByFrame: true })).toEqual(["crab"]);
  expect(names({ filterTypesByFrame: true }, ["fish"])).toEqual(["crab", "fish"]);
});
