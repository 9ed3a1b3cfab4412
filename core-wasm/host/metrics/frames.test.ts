/** Splitting a comparison by type: the same as comparing each type alone, and no larger with many types. */
import { expect, test } from "vitest";
import { boxesOf, randomOf, randomPair } from "../testing/random-tracks.ts";
import type { NaiveTrack } from "../testing/naive-metrics.ts";
import { compareFrames, splitTypes, type ComparedTracks } from "./frames.ts";

test("each type of a split is the comparison of its own tracks: 200 random pairs of up to nine types", () => {
  const random = randomOf(17);
  let mistaken = 0;
  for (let round = 0; round < 200; round++) {
    const count = 1 + (round % 9);
    const retyped = (track: NaiveTrack) => boxesOf({ ...track, type: `type ${Math.floor(random() * count)}` });
    const [truth, found] = randomPair(random).map((tracks) => tracks.map(retyped)) as [never[], never[]];
    const all = compareFrames(truth, found);
    const split = splitTypes(all);
    const types = new Set([...all.truth, ...all.found].map(({ type }) => type));
    expect([...split.keys()]).toEqual([...types].toSorted());
    let kept = 0;
    for (const [type, own] of split) {
      const [a, b] = [all.truth, all.found].map((tracks) => tracks.filter((track) => track.type === type));
      expect(own).toEqual(compareFrames(a!, b!));
      kept += own.overlaps.ious.length;
    }
    if (kept < all.overlaps.ious.length) mistaken++;
  }
  expect(mistaken).toBeGreaterThan(50);
});

test("a split into 40 times as many types of as many boxes keeps as many bytes", () => {
  const keptWith = (types: number): number => {
    const tracks = Array.from({ length: 400 }, (_, id) =>
      boxesOf({ id, type: `type ${id % types}`, confidence: 1, boxes: new Map([[id, [0, 0, 10, 10]]]) }),
    );
    return bytesOf([...splitTypes(compareFrames(tracks, tracks)).values()]);
  };
  expect(keptWith(10)).toBeGreaterThan(400 * 16);
  // Only the end of each list of starts is one more per type.
  expect(keptWith(400)).toBeLessThan(keptWith(10) * 1.5);
});

/** Of all buffers that the columns use, also if a column is only a part of one. */
function bytesOf(split: readonly ComparedTracks[]): number {
  const columns = split.flatMap(({ frames, truthBoxes, foundBoxes, overlaps }) => [
    frames,
    ...[truthBoxes, foundBoxes, overlaps].flatMap((rows) => Object.values(rows) as readonly Uint32Array[]),
  ]);
  return [...new Set(columns.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
