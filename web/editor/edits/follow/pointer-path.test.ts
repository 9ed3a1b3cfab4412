import { expect, test } from "vitest";
import { PointerGuide } from "./pointer-guide.ts";
import { PointerPath, withPointer } from "./pointer-path.ts";
import type { Found } from "./write-followed.ts";

const frameMs = 40;
const boxAt = (frame: number, x: number, y: number): Found => ({ frame, bounds: [x - 10, y - 5, x + 10, y + 5] });

/** An object that swings, and a pointer that is held off its middle and comes late. */
function swing(lagMs: number, frames = 100) {
  const path = new PointerPath();
  const x = (ms: number): number => 200 + 100 * Math.sin(ms / 300);
  const seen: Found[] = [];
  for (let frame = 0; frame < frames; frame++) {
    path.recordShown(frame * frameMs, frame);
    seen.push(boxAt(frame, x(frame * frameMs), 80));
  }
  for (let ms = 0; ms <= frames * frameMs; ms += 10) path.moved(ms, { x: x(Math.max(0, ms - lagMs)) + 4, y: 83 });
  return { path, seen, x };
}

test.for([80, 140, 200])("a hand that is %i ms late is recognized, and where it holds the object", (lagMs) => {
  const { path, seen, x } = swing(lagMs);
  const hold = path.holdFrom(seen, { x: 4, y: 3 }, 15);
  expect(Math.abs(hold.lagMs - lagMs)).toBeLessThanOrEqual(20);
  expect(hold.off.x).toBeCloseTo(4, 0);
  expect(hold.off.y).toBeCloseTo(3, 5);
  expect(Math.abs(path.middleOn(50, hold)!.x - x(50 * frameMs))).toBeLessThan(6);
});

test("without anything seen, the hand is as late as hands usually are, and holds where it took hold", () => {
  const hold = swing(80).path.holdFrom([], { x: 4, y: 3 }, 15);
  expect(hold).toEqual(expect.objectContaining({ lagMs: 140, off: { x: 4, y: 3 } }));
});

test("trembling is smoothed and a steady motion is kept; a frame that playback left out has its time between its neighbors", () => {
  const path = new PointerPath();
  for (let n = 0; n <= 100; n++) path.moved(n * 10, { x: n * 10 + (n % 2 === 0 ? 8 : -8), y: 5 });
  expect(Math.abs(path.at(500)!.x - 500)).toBeLessThan(1);
  expect(path.at(500)!.y).toBeCloseTo(5);
  // At the end there is nothing after it.
  expect(Math.abs(path.at(5000)!.x - 1000)).toBeLessThan(5);
  expect(new PointerPath().at(0)).toBeUndefined();
  for (const frame of [3, 4, 8, 6]) path.recordShown(frame * frameMs, frame);
  expect([3, 6, 8, 9].map((frame) => path.shownAt(frame))).toEqual([120, 240, 320, undefined]);
});

test("on a page that is too busy to hear the pointer for a second, its way in between is straight, and no box is lost", () => {
  const path = new PointerPath();
  for (const n of [0, 1, 2, 3]) {
    path.recordShown(n * 1000, n * 25);
    path.moved(n * 1000, { x: 100 + n * 50, y: 80 });
  }
  expect([0, 500, 1750, 3000].map((ms) => path.at(ms)?.x)).toEqual([100, 125, 187.5, 250]);
  const guide = new PointerGuide(path, boxAt(0, 100, 80), { x: 100, y: 80 }, 1);
  for (let frame = 1; frame <= 60; frame++) guide.recordSeen(frame, boxAt(frame, 100 + frame * 2, 80).bounds);
  const boxes = guide.boxes(75, 3000);
  expect(boxes.map(({ frame }) => frame).slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  expect(boxes.flatMap(({ bounds }) => bounds).every(Number.isFinite)).toBe(true);
});

test("between what was seen, the boxes take the pointer's way, bent to meet both ends", () => {
  const boxes = withPointer([boxAt(0, 100, 50), boxAt(4, 140, 90)], 5, (frame) => ({ x: 95 + 10 * frame, y: 50 }));
  expect(boxes.map(({ frame }) => frame)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(boxes[2]!.bounds).toEqual([110, 65, 130, 75]);
  // After the last one it keeps its distance from the pointer.
  expect(boxes[5]!.bounds).toEqual([140, 85, 160, 95]);
});

test("past what the pointer could say only what was seen remains; a hint allows for half the object and for errors", () => {
  const { path, seen } = swing(140, 40);
  const guide = new PointerGuide(path, seen[0]!, { x: 204, y: 83 }, 1);
  expect(guide.hintOn(10).within).toBeGreaterThanOrEqual(10 + 45);
  for (const { frame, bounds } of seen.slice(1, 30)) guide.recordSeen(frame, bounds);
  const { lagMs } = guide.hold;
  const heldUntil = 39 * frameMs;
  const boxes = guide.boxes(39, heldUntil);
  expect(boxes[0]!.frame).toBe(1);
  expect(boxes.at(-1)!.frame).toBe(Math.floor((heldUntil - lagMs) / frameMs));
  expect([guide.hasSeen(29), guide.hasSeen(30)]).toEqual([true, false]);
});
