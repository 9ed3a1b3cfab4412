import { expect, test } from "vitest";
import { annotationRate, averageFrameRate } from "./frame-rate.ts";

test.each([
  [250, 250 * 512, 12800, "25/1"],
  [120, 120 * 1001, 30000, "30000/1001"],
  [300, 10010, 1000, "30000/1001"],
  [160, 8000, 1000, "20/1"],
  [63, 502589, 57600, "3628800/502589"],
])("%d pictures in %d ticks of 1/%d s: %s", (count, ticks, scale, text) => {
  expect(averageFrameRate(count, ticks, scale).text).toBe(text);
});

test("the annotation rate is as asked for but never above the video's own", () => {
  expect(annotationRate(-1, 25)).toBe(25);
  expect(annotationRate(undefined, 25)).toBe(25);
  expect(annotationRate(10, 25)).toBe(10);
  expect(annotationRate(60, 25)).toBe(25);
});
