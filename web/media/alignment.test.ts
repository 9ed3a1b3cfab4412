import { expect, test } from "vitest";
import { alignByFrame, alignByTime, type AlignedPictures } from "./alignment.ts";

/** Pictures at these times on the camera's own clock. */
function pictures(fps: number, times: readonly number[]): AlignedPictures {
  return { frameCount: times.length, fps, secondsAt: (frame) => times[frame] ?? Number.NaN };
}

/** A seeded generator, so that every run uses the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** A simulated recording: its pictures' times on the camera's clock, and the true times. */
function film(fps: number, offset: number, drift: number, seed: number) {
  const random = randomOf(seed);
  const truths: number[] = [];
  for (let picture = 0; picture < fps * 40; picture += 1) {
    // Drops 3 % of the pictures, but never the first or the last, so that the recording keeps its ends.
    if (picture === 0 || random() >= 0.03) truths.push(offset + picture / fps);
  }
  // The camera's clock at those times.
  const own = truths.map((truth) => (truth - offset) / (1 + drift));
  return { fps, truths, camera: { pictures: pictures(fps, own), clock: { offset, drift } } };
}

test("four cameras of other rates, offsets and drifts: each slot shows the picture nearest to its instant", () => {
  const films = [
    film(24, 0, 0, 1),
    film(25, 3.217, 1e-4, 2),
    film(30_000 / 1001, 6.951, -2e-4, 3),
    film(30, 1.004, 0, 4),
  ];
  const aligned = alignByTime(films.map(({ camera }) => camera));
  expect([aligned.slotsPerSecond, aligned.slotCount]).toEqual([30, Math.round((6.951 + 40 - 0.033) * 30) + 1]);
  let max = 0;
  let gaps = 0;
  let shown = 0;
  for (let slot = 0; slot < aligned.slotCount; slot += 1) {
    const instant = aligned.secondsAt(slot);
    for (const [camera, { fps, truths }] of films.entries()) {
      const frame = aligned.frameAt(camera, slot);
      const nearest = Math.min(...truths.map((truth) => Math.abs(truth - instant)));
      if (frame === undefined) {
        // Before the recording started or after it ended.
        expect(nearest).toBeGreaterThan(0.5 / fps - 1e-9);
        continue;
      }
      const off = (truths[frame] ?? Number.NaN) - instant;
      expect(Math.abs(off)).toBeCloseTo(nearest, 9);
      expect(aligned.differenceAt(camera, slot)).toBeCloseTo(off, 9);
      shown += 1;
      // If the picture of that instant was dropped, no nearer one exists; everywhere else it is within half a frame.
      if (nearest > 0.5 / fps + 1e-9) gaps += 1;
      else max = Math.max(max, Math.abs(off) * fps);
    }
  }
  expect(max).toBeLessThanOrEqual(0.5 + 1e-6);
  expect(gaps / shown).toBeLessThan(0.04);
  expect(shown).toBeGreaterThan(4500);
});

test("every frame of every camera can be reached, and is where its slot is", () => {
  const films = [film(24, 0, 0, 5), film(30, 2.5, 0, 6)];
  const aligned = alignByTime(films.map(({ camera }) => camera));
  for (const [camera, { camera: own }] of films.entries()) {
    for (let frame = 0; frame < own.pictures.frameCount; frame += 1) {
      const slot = aligned.slotOf(camera, frame);
      expect(aligned.frameAt(camera, slot)).toBe(frame);
      expect(Math.abs(aligned.positionOf(camera, frame) - slot)).toBeLessThanOrEqual(0.5 + 1e-9);
      expect(aligned.frameOf(camera, aligned.positionOf(camera, frame + 0.25))).toBeCloseTo(frame + 0.25, 6);
    }
  }
});

test("by frame: the same number on every camera; where one has ended it shows nothing", () => {
  const aligned = alignByFrame([pictures(10, [0, 0.1]), pictures(5, [0, 0.2, 0.4])]);
  expect([aligned.slotCount, aligned.slotsPerSecond]).toEqual([3, 10]);
  expect([0, 1, 2].map((slot) => [aligned.frameAt(0, slot), aligned.frameAt(1, slot)])).toEqual([
    [0, 0],
    [1, 1],
    [undefined, 2],
  ]);
  expect([aligned.secondsAt(2), aligned.differenceAt(0, 1)]).toEqual([0.2, undefined]);
});
