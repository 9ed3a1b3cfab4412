import { expect, test } from "vitest";
import { filterPalette, hasWords } from "./palette-filter.ts";

const groups = [
  { group: "Editing", actions: [{ label: "Edit polygons", keywords: "brush mask" }, { label: "Edit the rectangle" }] },
  { group: "Panels", actions: [{ label: "Detections", keywords: "timeline chart" }] },
  { group: "Masks", actions: [{ label: "Mask everything" }] },
];
const found = (query: string) => filterPalette(query, groups).map(({ actions }) => actions.map(({ label }) => label));

test("the palette finds by every word of the name or of other words for it, names first", () => {
  expect(found("brush")).toEqual([["Edit polygons"]]);
  expect(found("poly edit")).toEqual([["Edit polygons"]]);
  expect(found("timeline")).toEqual([["Detections"]]);
  expect(found(" mask ")).toEqual([["Mask everything"], ["Edit polygons"]]);
  expect(found("mask timeline")).toEqual([]);
  expect(found("")).toHaveLength(3);
  expect(hasWords("go frame", "Go to a frame by its number", "jump")).toBe(true);
});
