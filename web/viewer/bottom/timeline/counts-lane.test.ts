import { expect, test } from "vitest";
import { stepsOf } from "./counts-lane.ts";
import { frameScale } from "./frame-scale.ts";

test("a frame's count holds from half a frame before it to half a frame after: steps, no slopes", () => {
  // 10 px per frame.
  const scale = frameScale({ first: 0, last: 5 }, 90);
  expect(stepsOf(Uint32Array.of(0, 0, 3, 0, 1, 1), scale)).toEqual([
    { fromX: 20, toX: 35, count: 0 },
    { fromX: 35, toX: 45, count: 3 },
    { fromX: 45, toX: 55, count: 0 },
    { fromX: 55, toX: 70, count: 1 },
  ]);
});

test("a window shows its own frames only, up to its edges", () => {
  const scale = frameScale({ first: 2.5, last: 4 }, 70);
  const steps = stepsOf(Uint32Array.of(9, 9, 3, 1, 2, 9, 9), scale);
  expect(steps.map(({ count }) => count)).toEqual([3, 1, 2]);
  expect(steps[0]?.fromX).toBe(20);
  expect(steps.at(-1)?.toX).toBe(50);
});

test("where frames are denser than pixels the highest count of a pixel is seen", () => {
  const counts = new Uint32Array(10_000);
  counts[5000] = 7;
  const steps = stepsOf(counts, frameScale({ first: 0, last: 9999 }, 140));
  expect(Math.max(...steps.map(({ count }) => count))).toBe(7);
  expect(steps.length).toBeLessThan(5);
});
