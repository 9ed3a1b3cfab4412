import { expect, test } from "vitest";
import { annotationRate, averageFrameRate, clockRate, isTooLowRate, presentedRate, rateNotes } from "./frame-rate.ts";

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
  [1, 512, 12288, "24/1"],
  [1, 512, 15360, "30/1"],
  [2, 512, 15360, "60/1"],
  [1, 1001, 24000, "24000/1001"],
  [2, 2002, 60000, "60000/1001"],
  [1, 17, 1000, "60/1"],
  [4, 67, 1000, "60/1"],
  [2, 17, 1000, "120/1"],
  [45, 1502, 1000, "30000/1001"],
])("%d pictures in %d ticks of 1/%d s are taken for %s: a whole rate unless the ticks prove another", (...given) => {
  const [count, ticks, scale, text] = given;
  expect(averageFrameRate(count, ticks, scale).text).toBe(text);
});

test("a container that says how long a picture is, more finely than its clock counts, decides", () => {
  expect(averageFrameRate(1, 42, 1000, 0.041708333).text).toBe("24000/1001");
  expect(averageFrameRate(1, 42, 1000, 0.041666666).text).toBe("24/1");
  expect(averageFrameRate(2, 17, 1000, 0.008).text).toBe("120/1");
});

test("a video with long gaps is presented at the rate between them, with a note", () => {
  const times = Array.from({ length: 60 }, (_, n) => n / 10 + (n >= 30 ? 3600 : 0));
  const average = averageFrameRate(60, 3_606_000, 1000);
  const own = presentedRate(times, average, 1000);
  expect([average.text, own.text]).toEqual(["10/601", "10/1"]);
  expect(rateNotes(-1, own, average).join()).toMatch(/^has long gaps: 0\.017 .* 10 a second/);
  const slow = averageFrameRate(20, 40_000, 1000);
  const even = presentedRate(
    [...Array(20).keys()].map((n) => n * 2),
    slow,
    1000,
  );
  expect(even.text).toBe("1/2");
  expect(rateNotes(-1, even, slow)).toEqual([]);
  expect(rateNotes(1, even, slow).join()).toMatch(/^has 0\.5 pictures a second, fewer than the 1 /);
  // From one picture per second on, the average counts, as for every other video.
  const dense = averageFrameRate(60, 59_000, 1000);
  expect(presentedRate(times, dense, 1000)).toBe(dense);
});

test("a rate below 1 is only a slow video's own", () => {
  expect([isTooLowRate(0.5, 10), isTooLowRate(0.5, 0.5), isTooLowRate(0.2, 0.5), isTooLowRate(1, 10)]).toEqual([
    ...[true, false, true, false],
  ]);
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
