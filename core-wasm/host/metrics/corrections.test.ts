/** Corrections after a run, on tracks made by hand. */
import { expect, test } from "vitest";
import type { TrackBoxes, TrackId } from "../types.ts";
import { measureCorrections } from "./corrections.ts";

/** Boxes by frame: 10 wide and high, at this x. */
function track(id: number, type: string, places: Readonly<Record<number, number>>): TrackBoxes {
  const frames = Object.keys(places).map(Number);
  const bounds = frames.flatMap((frame) => [places[frame]!, 0, places[frame]! + 10, 10]);
  return {
    id: id as TrackId,
    type,
    confidence: 1,
    frames: Uint32Array.from(frames),
    bounds: Float64Array.from(bounds),
  };
}

test("boxes of a run are kept, moved, split off or deleted; tracks are retyped; others were missed", () => {
  const run = [
    track(0, "old", { 0: 500 }),
    track(1, "cod", { 0: 0, 1: 0, 2: 0, 3: 0 }),
    track(2, "cod", { 0: 100 }),
    track(3, "ling", { 0: 200 }),
  ];
  const now = [
    track(0, "old", { 0: 510 }),
    // Moved by half a box on frame 1, split from frame 2 on, and frame 9 was added.
    track(1, "cod", { 0: 0, 1: 5, 9: 0 }),
    track(2, "eel", { 0: 100 }),
    track(7, "cod", { 2: 1, 3: 40 }),
    track(8, "crab", { 0: 300 }),
  ];
  const [all, ...types] = measureCorrections(run, now, new Set([1, 2, 3]));
  expect(all).toEqual({
    tracks: 3,
    boxes: 6,
    kept: 2,
    moved: 1,
    movedIou: 1 / 3,
    retyped: 1,
    // The box on frame 3 of the new track is somewhere else: one of the run is deleted, and one was missed.
    split: 1,
    deleted: 2,
    missed: 3,
  });
  expect(types.map(({ type, boxes, split, deleted, missed }) => [type, boxes, split, deleted, missed])).toEqual([
    ["cod", 5, 1, 1, 2],
    ["ling", 1, 0, 1, 0],
    ["crab", 0, 0, 0, 1],
  ]);
});

test("a run that no one corrected is kept", () => {
  const run = [track(1, "cod", { 0: 0, 1: 0 })];
  const [all] = measureCorrections(run, run, new Set([1]));
  expect(all).toMatchObject({ boxes: 2, kept: 2, moved: 0, movedIou: null, missed: 0 });
});
