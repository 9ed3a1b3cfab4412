import { expect, test } from "vitest";
import { withMarks } from "./comment-marks.ts";
import { frameScale } from "./frame-scale.ts";
import { inksOn } from "./ink.ts";
import { rulerLane } from "./ruler-lane.ts";

const marks = [
  { frame: 2, text: "ada: Which one?" },
  { frame: 2, text: "bea: The left one." },
  { frame: 7, text: "ada: Done?" },
];
const lane = withMarks(rulerLane, marks);
// 10 px per frame.
const scale = frameScale({ first: 0, last: 9 }, 130);
const box = { topPx: 40, heightPx: 14, scrollPx: 0 };
const colors = { area: "", line: "", grid: "", text: "", ground: "", ...inksOn("#000000") };

test("a mark says what was written there, and a place between marks says nothing", () => {
  const hit = (frame: number, offsetPx = 0) => lane.hitTest?.(scale.toX(frame) + offsetPx, 45, scale, box);
  expect(hit(2, 3)).toEqual({ frame: 2, text: "ada: Which one? · bea: The left one." });
  expect(hit(7)).toEqual({ frame: 7, text: "ada: Done?" });
  expect(hit(4)).toBeUndefined();
});

test("marks are painted where their frames are, and only those in view", () => {
  const tips: number[] = [];
  const noted = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === "lineTo" ? (x: number, y: number) => y > box.topPx && tips.push(x) : () => undefined),
    set: () => true,
  });
  lane.paint(noted, scale, box, colors);
  expect(tips).toEqual([2, 2, 7].map((frame) => Math.round(scale.toX(frame)) + 0.5));
  tips.length = 0;
  lane.paint(noted, frameScale({ first: 3, last: 9 }, 130), box, colors);
  expect(tips).toHaveLength(1);
});

test("without comments it is the ruler", () => {
  expect(withMarks(rulerLane, [])).toBe(rulerLane);
});
