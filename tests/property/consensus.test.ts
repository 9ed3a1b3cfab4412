/** The merge of what several people drew: what must hold of any people, and how close it comes to the truth. */
import { expect, test } from "vitest";
import { createCore } from "../../core-wasm/host/index.ts";
import { consensusSide, type ConsensusTrack } from "../../core-wasm/host/consensus/consensus-side.ts";
import { defaultMinPeople, mergeSides, wireTrackOf } from "../../core-wasm/host/consensus/consensus.ts";
import type { TrackId } from "../../core-wasm/host/types.ts";
import { annotatedWorld, caresOf } from "../support/annotators.ts";
import { compareWithTruth, isAsGood, sideOf } from "./consensus-accuracy.ts";

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const bytesOf = (tracks: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(tracks));

/** Boxes by frame, whole pixels, whatever the ids. */
const drawnIn = (tracks: readonly ConsensusTrack[]): string[] =>
  tracks
    .map(({ type, frames, bounds }) => JSON.stringify([type, [...frames], [...bounds].map((each) => each.toFixed(6))]))
    .toSorted();

function track(id: number, type: string, from: number, to: number, x = 0, attributes = {}): ConsensusTrack {
  const frames = Uint32Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const bounds = Float64Array.from([...frames].flatMap((frame) => [x + frame, 10, x + frame + 40, 50]));
  return { id: id as TrackId, type, confidence: 1, frames, bounds, attributes };
}

test("three to five people together are at least as close to the truth as the best of them alone", () => {
  const compared = seeds.map((seed) => compareWithTruth(seed, caresOf(seed, 3 + (seed % 3))));
  expect(compared.filter(isAsGood).length).toBeGreaterThanOrEqual(9);
});

test("where one of three is careless, the other two are trusted more, also in what is there", () => {
  const compared = seeds.map((seed) => compareWithTruth(seed, [...caresOf(seed, 2), 3]));
  expect(compared.filter(isAsGood).length).toBeGreaterThanOrEqual(9);
});

test("people who drew the same get just that, in any number", () => {
  for (const seed of seeds.slice(0, 4)) {
    const [own] = annotatedWorld(seed, { cares: [1] }).people;
    for (const people of [1, 2, 3, 5]) {
      const { tracks, tooFew } = mergeSides(Array.from({ length: people }, () => sideOf(own!)));
      expect(drawnIn(tracks)).toEqual(drawnIn(own!));
      expect(tooFew).toEqual({ tracks: 0, boxes: 0 });
    }
  }
});

test("what comes out is between what went in, in any order of the people, and nothing that went in is changed", () => {
  for (const seed of seeds) {
    const { people } = annotatedWorld(seed, { cares: caresOf(seed, 3) });
    const before = JSON.stringify(people.map((tracks) => tracks.map((each) => [...each.bounds])));
    const { tracks, tooFew } = mergeSides(people.map(sideOf));
    expect(JSON.stringify(people.map((all) => all.map((each) => [...each.bounds])))).toBe(before);
    const turned = new Set(drawnIn(mergeSides(people.toReversed().map(sideOf)).tracks));
    expect(drawnIn(tracks).filter((each) => !turned.has(each)).length).toBe(0);
    expect(turned.size).toBe(tracks.length);
    const types = new Set(people.flat().map(({ type }) => type));
    let boxes = 0;
    for (const { frames, bounds, pairs } of tracks) {
      expect(pairs.every(({ type }) => types.has(type))).toBe(true);
      expect(pairs.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(1, 2);
      boxes += frames.length;
      for (const [at, frame] of frames.entries()) {
        const there = people.flat().flatMap((each) => {
          const place = each.frames.indexOf(frame);
          return place < 0 ? [] : [each.bounds.subarray(place * 4, place * 4 + 4)];
        });
        for (let edge = 0; edge < 4; edge++) {
          const values = there.map((each) => each[edge]!);
          expect(bounds[at * 4 + edge]).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(bounds[at * 4 + edge]).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        }
      }
    }
    expect(boxes).toBeGreaterThan(0);
    const drawn = people.flat().reduce((sum, each) => sum + each.frames.length, 0);
    // Each box of a person is merged, or is counted as left out.
    expect(boxes * defaultMinPeople(3) + tooFew.boxes).toBeLessThanOrEqual(drawn);
  }
});

test("one of three is outvoted: an object that only they saw, two that they took for one, and one for two", () => {
  const first = [track(0, "cod", 0, 19), track(1, "cod", 0, 19, 300)];
  // Its ids change places, it goes on with one id for two objects, and there is one that no other person has.
  const wrong = [
    track(7, "eel", 0, 9),
    track(8, "cod", 10, 19),
    { ...track(9, "cod", 0, 19, 300), bounds: first[1]!.bounds },
    track(10, "crab", 5, 15, 800),
  ];
  const { tracks, tooFew } = mergeSides([first, wrong, first].map(sideOf));
  expect(tracks.map(({ type, frames }) => [type, frames.length])).toEqual([
    ["cod", 20],
    ["cod", 20],
  ]);
  expect(tracks[0]!.pairs).toEqual([
    { type: "cod", confidence: 0.833 },
    { type: "eel", confidence: 0.167 },
  ]);
  expect(tooFew).toEqual({ tracks: 1, boxes: 11 });
  // Whatever one of two has is kept, unless both are asked for.
  expect(mergeSides([first, wrong].map(sideOf)).tracks).toHaveLength(3);
  expect(mergeSides([first, wrong].map(sideOf), { leastPeople: 2 }).tracks).toHaveLength(2);
});

test("where only some were asked to look, half of those are enough", () => {
  const [all, half] = [track(0, "cod", 0, 19), track(0, "cod", 0, 9)];
  const sides = [sideOf([all]), ...[1, 2].map(() => ({ ...sideOf([half]), ranges: [[0, 9]] }))];
  const [merged, ...others] = mergeSides(sides).tracks;
  expect([merged!.frames.length, others.length]).toEqual([20, 0]);
  expect(mergeSides([sideOf([all]), sideOf([half]), sideOf([half])]).tracks[0]!.frames.length).toBe(10);
  expect(mergeSides(sides, { leastPeople: 2 }).tracks[0]!.frames.length).toBe(20);
});

test("boxes of people who are more exact count more, and values go by vote", () => {
  const shifted = (by: number, attributes: object) => {
    const own = track(0, "cod", 0, 59, 0, attributes);
    // To and fro, so that it is not a matter of place.
    return { ...own, bounds: own.bounds.map((each, n) => each + (Math.floor(n / 4) % 2 === 0 ? by : -by)) };
  };
  const people = [shifted(0, { sex: "f", age: 2 }), shifted(0.5, { sex: "f" }), shifted(6, { sex: "m", odd: 1 })];
  const { tracks } = mergeSides(people.map((each) => sideOf([each])));
  // The mean of all three would be more than 2 off.
  expect(Math.abs(tracks[0]!.bounds[0]!)).toBeLessThan(0.8);
  expect(tracks[0]!.attributes).toEqual({ sex: "f" });
});

test("what is merged is stored with as few keyframes as the people set, and reads as the same boxes", async () => {
  const person = async (x: number, last: number) => {
    const core = await createCore();
    core.reader.beginLoad();
    const feature = (frame: number, attributes?: object) => ({
      frame,
      bounds: [x + frame, 10, x + frame + 40, 50],
      keyframe: true,
      interpolate: frame !== last,
      ...(attributes !== undefined && { attributes }),
    });
    const own = [feature(0), feature(10, { behavior: "hides" }), feature(last)];
    const shape = { type: "FeatureCollection", features: [{ type: "Feature" }] };
    const basics = { confidencePairs: [["cod", 1]], attributes: { sex: "f", userAttributes: { ada: { sure: true } } } };
    const mask = { ...feature(3), geometry: shape, notes: ["dark"] };
    core.reader.loadTrackPage(
      bytesOf([
        { id: 4, begin: 0, end: last, ...basics, features: own },
        { id: 5, begin: 3, end: 3, ...basics, attributes: { frameLabel: true }, features: [mask] },
      ]),
    );
    core.reader.endLoad();
    return consensusSide(core);
  };
  const merged = mergeSides([await person(0, 20), await person(4, 20), await person(2, 24)]);
  expect(merged.notMerged).toEqual({ shapes: 0, notes: 0, frameLabels: 3, groups: 0 });
  const [only] = merged.tracks.map(wireTrackOf);
  expect(only).toMatchObject({
    id: 0,
    begin: 0,
    end: 20,
    confidencePairs: [["cod", 1]],
    attributes: { sex: "f" },
    features: [
      { frame: 0, bounds: [2, 10, 42, 50], keyframe: true, interpolate: true },
      { frame: 10, bounds: [12, 10, 52, 50], attributes: { behavior: "hides" } },
      { frame: 20, bounds: [22, 10, 62, 50], interpolate: false },
    ],
  });
  const core = await createCore();
  core.reader.beginLoad();
  core.reader.loadTrackPage(bytesOf(merged.tracks.map(wireTrackOf)));
  core.reader.endLoad();
  const [read] = core.trackBoxes();
  expect([...read!.frames]).toEqual([...merged.tracks[0]!.frames]);
  const rounded = (bounds: Float64Array) => [...bounds].map((each) => each.toFixed(6));
  expect(rounded(read!.bounds)).toEqual(rounded(merged.tracks[0]!.bounds));
});
