import { expect, test } from "vitest";
import { conversionSpeedOf, withConversion } from "./conversion-speed.ts";

test("the speed is that of the last conversions, by their length", () => {
  const one = withConversion(undefined, { pixels: 1000, bytes: 100, seconds: 10 });
  expect(conversionSpeedOf(one)).toEqual({ pixelsPerSecond: 100, bytesPerSecond: 10 });
  // A short one, slow because of its start-up, hardly counts.
  const two = withConversion(one, { pixels: 10, bytes: 1, seconds: 1 });
  expect(conversionSpeedOf(two)).toEqual({ pixelsPerSecond: 90, bytesPerSecond: 9 });
  let sums = two;
  for (let n = 0; n < 60; n++) sums = withConversion(sums, { pixels: 5000, bytes: 500, seconds: 10 });
  expect(conversionSpeedOf(sums)).toEqual({ pixelsPerSecond: 500, bytesPerSecond: 50 });
});

test("without conversions, or with something else in their place, no speed is known", () => {
  for (const stored of [undefined, null, 7, "fast", {}, { pixels: 1, bytes: 1, seconds: 0 }]) {
    expect(conversionSpeedOf(stored)).toBeUndefined();
    expect(conversionSpeedOf(withConversion(stored, { pixels: 4, bytes: 2, seconds: 2 }))?.pixelsPerSecond).toBe(2);
  }
});
