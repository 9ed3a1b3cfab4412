import { expect, test } from "vitest";
import { frameToX, tickStep, timelineInsetPx, xToFrame } from "./timeline-painter.ts";

test("a click goes to the frame that is drawn there", () => {
  for (const frame of [0, 1, 30, 59]) expect(xToFrame(frameToX(frame, 60, 640), 60, 640)).toBe(frame);
  expect(frameToX(0, 60, 640)).toBe(timelineInsetPx);
  expect(xToFrame(-50, 60, 640)).toBe(0);
  expect(xToFrame(9999, 60, 640)).toBe(59);
  expect(xToFrame(100, 1, 640)).toBe(0);
});

test("ticks are round numbers and not too many", () => {
  expect(tickStep(60, 10)).toBe(10);
  expect(tickStep(1000, 10)).toBe(100);
  expect(tickStep(450, 10)).toBe(50);
  expect(tickStep(5, 10)).toBe(1);
});
