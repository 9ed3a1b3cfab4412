/** The compiled part against plain definitions of the same. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { actualExports, declaredExports } from "../../tests/support/declared-exports.ts";
import { seededRandom } from "../../tests/support/random.ts";
import { createKernels } from "./kernels.ts";
import { BackgroundModel, Pixel } from "./motion/background.ts";
import { medianOf } from "./motion/median.ts";
import { shrinkMask, spreadMask } from "./segment/masks.ts";
import { CorrelationTracker } from "./tracking/correlation-tracker.ts";
import { SearchWindow } from "./tracking/search-window.ts";

test("the declared exports are those of the module, with as many parameters", () => {
  const source = readFileSync(new URL("kernels.ts", import.meta.url), "utf8");
  const declared = declaredExports(source, "Kernels");
  expect(Object.keys(declared).length).toBeGreaterThan(10);
  expect(declared).toStrictEqual(actualExports(createKernels()));
});

test("a transform is the sum of its definition", () => {
  const kernels = createKernels();
  // Writes the tables.
  const window = new SearchWindow(kernels);
  expect(window).toBeDefined();
  const [side, random] = [64, seededRandom(3)];
  const re = kernels.PATCH.value;
  const im = re + 4 * side * side;
  const values = new Float32Array(kernels.memory.buffer, re, 2 * side * side);
  values.forEach((_, at) => (values[at] = random() - 0.5));
  const before = values.slice();
  kernels.transform(re, im);
  for (const [u, v] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [5, 60],
    [33, 17],
    [63, 63],
  ] as const) {
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < side * side; at++) {
      const angle = (-2 * Math.PI * (u * (at % side) + v * Math.floor(at / side))) / side;
      const [a, b] = [before[at]!, before[side * side + at]!];
      real += a * Math.cos(angle) - b * Math.sin(angle);
      imaginary += a * Math.sin(angle) + b * Math.cos(angle);
    }
    expect(values[v * side + u]).toBeCloseTo(real, 3);
    expect(values[side * side + v * side + u]).toBeCloseTo(imaginary, 3);
  }
  // Backwards: real and imaginary parts swapped.
  kernels.transform(im, re);
  const worst = Math.max(...values.map((value, at) => Math.abs(value / (side * side) - before[at]!)));
  expect(worst).toBeLessThan(1e-5);
});

test("trackers that take turns find what each finds alone, also next to one without a place", () => {
  const random = seededRandom(11);
  const [width, height, side] = [120, 90, 24];
  const patch = Uint8Array.from({ length: side * side * 3 }, () => 256 * random());
  const starts = [
    [16, 16],
    [80, 56],
  ] as const;
  const pictureAt = (shift: number) => {
    const rgb = new Uint8Array(width * height * 3).fill(90);
    for (const [left, top] of starts) {
      for (let y = 0; y < side; y++) {
        const row = patch.subarray(y * side * 3, (y + 1) * side * 3);
        rgb.set(row, ((top + y + shift) * width + left) * 3);
      }
    }
    return { rgb, width, height };
  };
  const first = pictureAt(0);
  const next = [2, 4, 6].map(pictureAt);
  const trackerAt = ([x1, y1]: readonly [number, number]) =>
    new CorrelationTracker(first, { x1, y1, x2: x1 + side, y2: y1 + side });
  const follow = (tracker: CorrelationTracker, picture: (typeof next)[number]) => {
    const found = tracker.find(picture);
    tracker.learn(picture);
    return found;
  };
  const alone = starts.map((start) => {
    const tracker = trackerAt(start);
    return next.map((picture) => follow(tracker, picture));
  });
  for (const [at, [, top]] of starts.entries()) expect(alone[at]!.at(-1)!.bounds.y1).toBeGreaterThan(top + 4);
  const lost = new CorrelationTracker(first, { x1: NaN, y1: NaN, x2: NaN, y2: NaN });
  const trackers = starts.map(trackerAt);
  const inTurn = next.map((picture) => {
    follow(lost, picture);
    return trackers.map((tracker) => follow(tracker, picture));
  });
  expect(starts.map((_, at) => inTurn.map((found) => found[at]))).toEqual(alone);
});

test("masks grow and shrink as by looking at each pixel's square, at every width", () => {
  const random = seededRandom(7);
  for (const [width, height] of [
    [1, 1],
    [15, 4],
    [16, 5],
    [17, 9],
    [40, 3],
  ] as const) {
    for (const distance of [0, 1, 4, 9]) {
      const mask = Uint8Array.from({ length: width * height }, () => (random() < 0.5 ? 1 : 0));
      const around = (at: number): number[] => {
        const [x, y] = [at % width, Math.floor(at / width)];
        const near = (a: number, b: number): boolean => Math.abs(a - b) <= distance;
        return [...mask].filter((_, other) => near(other % width, x) && near(Math.floor(other / width), y));
      };
      const expected = (all: boolean): number[] =>
        [...mask].map((_, at) => Number(all ? around(at).every(Boolean) : around(at).some(Boolean)));
      expect([...spreadMask(mask, width, height, distance)]).toEqual(expected(false));
      expect([...shrinkMask(mask, width, height, distance)]).toEqual(expected(true));
    }
  }
});

test("the median of pictures is that of each byte", () => {
  const random = seededRandom(5);
  for (const [length, count] of [
    [1, 1],
    [33, 2],
    [50, 25],
  ] as const) {
    const pictures = Array.from({ length: count }, () => Uint8Array.from({ length }, () => 256 * random()));
    const expected = Array.from(
      { length },
      (_, at) => pictures.map((picture) => picture[at]!).toSorted((a, b) => a - b)[count >> 1],
    );
    expect([...medianOf(pictures)]).toEqual(expected);
  }
  expect([...medianOf([])]).toEqual([]);
});

test("what stays is background, what is darker a shadow, what is of another color neither; also past the last four", () => {
  // 9 pixels: two groups of four, and one.
  const gray = new Uint8Array(27).fill(120);
  const model = new BackgroundModel(9, 1, { history: 50, threshold: 16 }, gray);
  const mask = new Uint8Array(9);
  model.update(gray, mask);
  expect([...mask]).toEqual(Array.from({ length: 9 }, () => Pixel.background));
  const next = gray.slice();
  next.fill(80, 3, 6);
  next.set([250, 20, 20], 24);
  model.update(next, mask);
  const { background, shadow, foreground } = Pixel;
  expect([...mask]).toEqual([background, shadow, ...Array(6).fill(background), foreground]);
  expect(model.mean(1, 0)).toBe(120);
  // Long enough in place, anything becomes background.
  for (let n = 0; n < 60; n++) model.update(next, mask);
  expect(new Set(mask)).toEqual(new Set([background]));
  expect(model.mean(8, 0)).toBeGreaterThan(240);
});
