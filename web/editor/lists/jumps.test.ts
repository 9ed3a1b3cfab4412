import { expect, test } from "vitest";
import { nextFrameWhere } from "./jumps.ts";

test("the next frame with or without detections, in both directions", () => {
  const counts = Uint32Array.from([0, 2, 0, 0, 1, 1, 0]);
  expect(nextFrameWhere(counts, 1, 1, true)).toBe(4);
  expect(nextFrameWhere(counts, 4, 1, true)).toBe(5);
  expect(nextFrameWhere(counts, 5, 1, true)).toBeUndefined();
  expect(nextFrameWhere(counts, 4, -1, true)).toBe(1);
  expect(nextFrameWhere(counts, 1, 1, false)).toBe(2);
  expect(nextFrameWhere(counts, 5, -1, false)).toBe(3);
  expect(nextFrameWhere(counts, 0, -1, false)).toBeUndefined();
  expect(nextFrameWhere(new Uint32Array(0), 0, 1, true)).toBeUndefined();
});
