import { expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import type { SlotNumber } from "../../../media/alignment.ts";
import { cameraScale, frameScale, tickStep, timelineMarginPx, wholeFrames } from "./frame-scale.ts";

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

test("the last frame of a camera can be reached where slots are between its pictures", () => {
  // 40 frames, each 0.4 slots after a slot: the last of 60 slots is before the last frame.
  const places = {
    positionOf: (frame: number) => (frame + 20.4) as SlotNumber,
    frameOf: (position: number) => (position - 20.4) as FrameNumber,
  };
  const window = { first: 21, last: 59 };
  expect(wholeFrames(window, places)).toEqual({ first: 1, last: 39 });
  const { toFrame } = cameraScale(window, 640, places);
  expect([toFrame(-50), toFrame(9999)]).toEqual([1, 39]);
});

test("ticks are round numbers and not too many", () => {
  expect(tickStep(60, 10)).toBe(10);
  expect(tickStep(1000, 10)).toBe(100);
  expect(tickStep(450, 10)).toBe(50);
  expect(tickStep(5, 10)).toBe(1);
});
