import { expect, test } from "vitest";
import { frameScale, tickStep, timelineMarginPx } from "./frame-scale.ts";

test("a click goes to the frame that is drawn there, in any window", () => {
  for (const window of [
    { first: 0, last: 59 },
    { first: 20.5, last: 33.25 },
  ]) {
    const scale = frameScale(window, 640);
    for (const frame of [21, 25, 33]) expect(scale.toFrame(scale.toX(frame))).toBe(frame);
  }
});

test("[V-TIMELINE-16 the margin] the first and the last frame lie 20 px from the edges, and nothing outside is hit", () => {
  const scale = frameScale({ first: 0, last: 59 }, 640);
  expect(timelineMarginPx).toBe(20);
  expect(scale.toX(0)).toBe(20);
  expect(scale.toX(59)).toBe(620);
  expect(scale.toFrame(-50)).toBe(0);
  expect(scale.toFrame(9999)).toBe(59);
  expect(frameScale({ first: 0, last: 0 }, 640).toFrame(100)).toBe(0);
});

test("ticks are round numbers and not too many", () => {
  expect(tickStep(60, 10)).toBe(10);
  expect(tickStep(1000, 10)).toBe(100);
  expect(tickStep(450, 10)).toBe(50);
  expect(tickStep(5, 10)).toBe(1);
});
