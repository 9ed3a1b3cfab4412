import { expect, test } from "vitest";
import { createFrameMap } from "./frame-map.ts";
import {
  averageRate,
  buildFrameTable,
  keyPictureBefore,
  pictureAt,
  pictureInterval,
  pictureRate,
  pictureWithPts,
  presentedRate,
} from "./frame-table.ts";
import type { PacketTime } from "./frame-table.ts";

/** Packets at these ticks in decode order; key pictures are given by negative zero-based indices. */
function packets(ticks: readonly number[], ticksPerSecond: number, keys: readonly number[] = [0]): PacketTime[] {
  return ticks.map((tick, i) => ({
    timestamp: tick / ticksPerSecond,
    duration: 1 / ticksPerSecond,
    type: keys.includes(i) ? "key" : "delta",
  }));
}

test("pictures are numbered in presentation order, not in decode order", () => {
  const table = buildFrameTable(packets([0, 3, 1, 2, 6, 4, 5], 25, [0, 4]), 25);
  expect([...table.pts].map((seconds) => Math.round(seconds * 25))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([...table.keyPictures]).toEqual([0, 6]);
  expect(table.endSeconds).toBeCloseTo(7 / 25, 12);
  expect(keyPictureBefore(table, 5)).toBe(0);
  expect(keyPictureBefore(table, 6)).toBe(6);
});

test("pictures before time 0 are not presented", () => {
  const table = buildFrameTable(packets([-2, -1, 0, 1, 2], 30), 30);
  expect(table.pts.length).toBe(3);
  expect(table.pts[0]).toBe(0);
});

test("with variable distances the picture at a time is the last one that has begun", () => {
  const table = buildFrameTable(packets([0, 64236, 66637, 66942], 57600), 57600);
  expect(pictureAt(table, -1)).toBe(0);
  expect(pictureAt(table, 1.1)).toBe(0);
  expect(pictureAt(table, 64236 / 57600)).toBe(1);
  expect(pictureAt(table, 1e9)).toBe(3);
  expect(pictureInterval(table, 2)).toEqual([66637 / 57600, 66942 / 57600]);
  expect(pictureWithPts(table, 66942 / 57600 + 1e-7)).toBe(3);
  expect(pictureWithPts(table, 66900 / 57600)).toBeUndefined();
});

test("a video with long gaps is presented at the rate between them", () => {
  const ticks = Array.from({ length: 60 }, (_, n) => n + (n >= 30 ? 36_000 : 0));
  expect(presentedRate(buildFrameTable(packets(ticks, 10), 10))).toBeCloseTo(10, 9);
  expect(presentedRate(buildFrameTable(packets([0, 20, 40, 60], 10), 10))).toBeCloseTo(0.5, 9);
  expect(presentedRate(buildFrameTable(packets([0, 1, 2, 9], 10), 10))).toBe(4);
});

test("a rate is even as far as the container's clock can say so, and tells how long pictures stay otherwise", () => {
  const even = pictureRate(buildFrameTable(packets([0, 3, 1, 2], 25), 25));
  const picture: unknown = expect.closeTo(0.04, 9);
  expect(even).toEqual({ fps: 25, isVariable: false, minSeconds: picture, maxSeconds: picture });
  // 30 pictures per second, rounded to milliseconds.
  const rounded = Array.from({ length: 91 }, (_, at) => Math.round((at * 1000) / 30));
  expect(pictureRate(buildFrameTable(packets(rounded, 1000), 1000)).isVariable).toBe(false);
  const varying = pictureRate(buildFrameTable(packets([0, 64236, 66637, 66942], 57600), 57600));
  expect(varying).toMatchObject({ isVariable: true, maxSeconds: 64236 / 57600 });
  expect(varying.minSeconds).toBeCloseTo(1 / 57600, 9);
  // With one picture dropped.
  expect(pictureRate(buildFrameTable(packets([0, 1, 2, 4, 5], 25), 25)).isVariable).toBe(true);
  expect(pictureRate(buildFrameTable([], 25))).toEqual({
    fps: 0,
    isVariable: false,
    minSeconds: 0,
    maxSeconds: 0,
  });
});

test("the last picture without a duration lasts as long as the one before", () => {
  const table = buildFrameTable(
    [
      { timestamp: 0, duration: 0, type: "key" },
      { timestamp: 0.5, duration: 0, type: "key" },
    ],
    1000,
  );
  expect(table.endSeconds).toBe(1);
  expect(averageRate(table)).toBe(2);
});

test("at the original rate, written short or not, frame n is picture n", () => {
  const ticks = Array.from({ length: 300 }, (_, i) => i * 1001);
  const table = buildFrameTable(
    packets(ticks, 30000).map((packet) => ({ ...packet, duration: 1001 / 30000 })),
    30000,
  );
  for (const fps of [undefined, 0, -1, 29.97, 29.970029, 30, 60]) {
    const map = createFrameMap(table, fps, undefined);
    expect(map.everyPicture).toBe(true);
    expect(map.frameCount).toBe(300);
    expect(map.pictureOf(299)).toBe(299);
  }
  expect(createFrameMap(table, 30, undefined).fps).toBeCloseTo(30000 / 1001, 10);
  expect(createFrameMap(table, 29.9, undefined).everyPicture).toBe(false);
});

test("with a lower annotation rate frame n is the picture shown at n / fps", () => {
  const ticks = Array.from({ length: 90 }, (_, i) => i);
  const table = buildFrameTable(packets(ticks, 30), 30);
  const map = createFrameMap(table, 10, 30);
  expect(map.frameCount).toBe(30);
  // Every third picture exactly, although n / 10 and 3n / 30 differ in their last bits.
  expect(Array.from({ length: 30 }, (_, n) => map.pictureOf(n))).toEqual(Array.from({ length: 30 }, (_, n) => 3 * n));
  expect(map.secondsAt(7)).toBe(0.7);
  expect(Array.from({ length: 30 }, (_, n) => map.frameOf(3 * n))).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect([map.frameOf(1), map.frameOf(2), map.frameOf(89)]).toEqual([1, 1, 29]);
});

test("times rounded to milliseconds by the container still give the picture that was meant", () => {
  // 30 pictures per second in Matroska: 0, 33, 67, 100 ... ms; frame 1 at 15 fps is at 66.67 ms, before the 67 of
  // picture 2.
  const ticks = Array.from({ length: 60 }, (_, i) => Math.round((i * 1000) / 30));
  const table = buildFrameTable(packets(ticks, 1000), 1000);
  const map = createFrameMap(table, 15, undefined);
  expect(Array.from({ length: 30 }, (_, n) => map.pictureOf(n))).toEqual(Array.from({ length: 30 }, (_, n) => 2 * n));
});

test("a lower rate on variable distances repeats and leaves out pictures as they are shown", () => {
  const table = buildFrameTable(
    packets([0, 50, 60, 70, 200], 100).map((p) => ({ ...p, duration: 0.4 })),
    100,
  );
  const map = createFrameMap(table, 2, 25);
  expect(map.frameCount).toBe(5);
  expect(Array.from({ length: 5 }, (_, n) => map.pictureOf(n))).toEqual([0, 1, 3, 3, 4]);
});

test("time is counted from the first picture", () => {
  const table = buildFrameTable(packets([10, 11, 12, 13], 10), 10);
  const map = createFrameMap(table, 5, 10);
  expect(map.frameCount).toBe(2);
  expect([map.pictureOf(0), map.pictureOf(1)]).toEqual([0, 2]);
  expect(createFrameMap(table, undefined, undefined).secondsAt(3)).toBeCloseTo(0.3, 12);
});
