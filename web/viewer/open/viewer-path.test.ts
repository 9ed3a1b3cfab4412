import { expect, test } from "vitest";
import { viewerPath } from "./viewer-path.ts";

test("an address names what is not the default: a set, a past revision, sets to compare with", () => {
  expect(viewerPath({ datasetId: "d" })).toBe("/viewer/d");
  expect(viewerPath({ datasetId: "d", setName: "default", revision: 3 })).toBe("/viewer/d/revision/3");
  expect(viewerPath({ datasetId: "d", setName: "a/b ?", revision: 0 })).toBe("/viewer/d/set/a%2Fb%20%3F/revision/0");
  expect(viewerPath({ datasetId: "d", comparisonSets: ["a&b", "c"] })).toBe(
    "/viewer/d?comparisonSets=a%26b&comparisonSets=c",
  );
});
