import { expect, test } from "vitest";
import { datasetNames, freeDatasetName } from "./dataset-names.ts";

test("a dataset is called as its file, with the ending where that alone tells it from others", () => {
  expect(datasetNames(["a.mp4", "b.mov", "A.mov", ".hidden", "e\u0301.mp4", "\u00e9.avi"])).toEqual([
    ...["a.mp4", "b", "A.mov", ".hidden"],
    ...["e\u0301.mp4", "\u00e9.avi"],
  ]);
});

test("a name that is taken gets a number", () => {
  expect(freeDatasetName("left", ["right"])).toBe("left");
  expect(freeDatasetName("left", ["Left", "left (2)"])).toBe("left (3)");
});
