import { expect, test } from "vitest";
import { annotationRate, averageFrameRate, clockRate } from "./frame-rate.ts";

test.each([
  [250, 250 * 512, 12800, "25/1"],
  [120, 120 * 1001, 30000, "30000/1001"],
  [300, 10010, 1000, "30000/1001"],
  [160, 8000, 1000, "20/1"],
  [63, 502589, 57600, "3628800/502589"],
])("%d pictures in %d ticks of 1/%d s: %s", (count, ticks, scale, text) => {
  expect(averageFrameRate(count, ticks, scale).text).toBe(text);
});

test.each([
  ["even", [0, 512, 1024, 1536], 12800, "25/1"],
  [
    "even, on a clock of milliseconds that cannot say so",
    Array.from({ length: 91 }, (_, at) => Math.round((at * 1000) / 30)),
    1000,
    "30/1",
  ],
  ["late, but even", [4000, 4512, 5024], 12800, "25/1"],
  ["one gap", [0, 512, 1024, 2048], 12800, "25/1"],
  ["by and by", [0, 100, 250, 300], 600, "12/1"],
])("the clock of pictures that come %s", (_, ticks, scale, text) => {
  const seconds = ticks.map((tick) => tick / scale);
  const last = ticks.at(-1)! - ticks[0]! + (ticks[1]! - ticks[0]!);
  expect(clockRate(seconds, averageFrameRate(ticks.length, last, scale), scale).text).toBe(text);
});

test("the annotation rate is as asked for but never above the video's own", () => {
  expect(annotationRate(-1, 25)).toBe(25);
  expect(annotationRate(undefined, 25)).toBe(25);
  expect(annotationRate(10, 25)).toBe(10);
  expect(annotationRate(60, 25)).toBe(25);
});
