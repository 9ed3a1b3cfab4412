/**
 * The built-in pipelines, on clips with known ground truth; `npm run bench -- --only pipelines` measures more of them.
 */
import { expect, test } from "vitest";

import type { Feature, Track } from "#schemas";

import { shrinkMask, spreadMask } from "#vision/segment/masks";
import { documentOf, trackOf } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { utilityNms } from "../../server/adapters/builtin/pipelines/utility-nms.ts";
import { linkDetections } from "../../server/adapters/builtin/pipelines/link-detections.ts";
import { thinKeyframes } from "../../server/adapters/builtin/pipelines/thin-keyframes.ts";
import { randomNumbers } from "./clips.ts";
import {
  everyFrame,
  framesAfterLoss,
  hotaOfMotion,
  idf1OfLinking,
  median,
  overlapsOfVisual,
  runBuiltin,
} from "./measure.ts";
import { hota, idf1 } from "./scores.ts";

const box = (x: number, y = 0, size = 10) => ({ x1: x, y1: y, x2: x + size, y2: y + size });
const single = (id: number, frame: number, x: number, confidence = 0.8, type = "fish"): Track =>
  trackOf(id, type, confidence, [{ frame, bounds: box(x) }]);

test("spreading and shrinking a mask: as looking at every pixel of the window", () => {
  const random = randomNumbers(3);
  for (let round = 0; round < 60; round++) {
    const [width, height, distance] = [
      1 + Math.floor(random() * 9),
      1 + Math.floor(random() * 9),
      Math.floor(random() * 4),
    ];
    const mask = Uint8Array.from({ length: width * height }, () => (random() < 0.5 ? 1 : 0));
    const window = (at: number): number[] =>
      [...mask.keys()]
        .filter((one) => Math.abs((one % width) - (at % width)) <= distance)
        .filter((one) => Math.abs(Math.floor(one / width) - Math.floor(at / width)) <= distance)
        .map((one) => mask[one] as number);
    const any = [...mask.keys()].map((at) => (window(at).includes(1) ? 1 : 0));
    const all = [...mask.keys()].map((at) => (window(at).includes(0) ? 0 : 1));
    expect([...spreadMask(mask, width, height, distance)]).toEqual(any);
    expect([...shrinkMask(mask, width, height, distance)]).toEqual(all);
  }
});

test("the measures themselves: the truth is perfect, a track cut in two is not", () => {
  const track = Array.from({ length: 20 }, (_, frame) => ({ frame, bounds: box(frame) }));
  expect([hota([track], [track]), idf1([track], [track])]).toEqual([1, 1]);
  const halves = [track.slice(0, 10), track.slice(10)];
  expect(idf1([track], halves)).toBeCloseTo(0.5);
  expect(hota([track], halves)).toBeCloseTo(Math.sqrt(0.5));
  expect(hota([track], [])).toBe(0);
});

test("tracker_motion: HOTA of at least 0.7 on 60 frames of objects that cross, grow, turn, hide and fade", async () => {
  expect(await hotaOfMotion(60)).toBeGreaterThanOrEqual(0.7);
});

test("detections that are off, missing and made up are linked better than by overlap alone, in 3 clips", () => {
  const rounds = [1, 2, 3].map(idf1OfLinking);
  for (const { ours, greedy } of rounds) expect(ours).toBeGreaterThan(greedy + 0.1);
});

test("tracker_visual follows a box for 80 frames, and stops where it is gone, in one clip; the bench measures 150 frames and 60 losses", async () => {
  const overlaps = await overlapsOfVisual(80, 2);
  expect(median(overlaps)).toBeGreaterThanOrEqual(0.8);
  const after = await framesAfterLoss(40, 2);
  expect(after).toBeGreaterThanOrEqual(-1);
  expect(after).toBeLessThanOrEqual(10);
});

test("utility_link_detections: one track with what its detections held; tracks, types and groups stay right", async () => {
  const singles = [0, 1, 2, 4].map((frame, n) => ({ ...single(n, frame, 2 * frame), attributes: { [`a${n}`]: n } }));
  const other = single(9, 1, 2, 0.9, "ray");
  const whole = trackOf(20, "fish", 1, [
    { frame: 0, bounds: box(2) },
    { frame: 5, bounds: box(12) },
  ]);
  const member = { ranges: [[0, 0]] as [number, number][] };
  const group = { id: 1, members: { 0: member, 2: { ranges: [[2, 2]] }, 20: member } };
  const annotations = { ...documentOf([...singles, other, whole]), groups: { 1: group as never } };
  const { tracks, groups, logged } = await runBuiltin(linkDetections, { annotations });
  expect(Object.keys(tracks)).toEqual(["0", "9", "20"]);
  expect(tracks["0"]).toMatchObject({ id: 0, begin: 0, end: 4, confidencePairs: [["fish", 0.8]] });
  expect(tracks["0"]?.attributes).toEqual({ a0: 0, a1: 1, a2: 2, a3: 3 });
  expect(tracks["0"]?.features.map(({ frame, interpolate }) => [frame, interpolate])).toEqual(
    [0, 1, 2, 4].map((frame) => [frame, true]),
  );
  expect([tracks["9"], tracks["20"]]).toEqual([other, whole]);
  expect(groups["1"]?.members).toEqual({
    0: {
      ranges: [
        [0, 0],
        [2, 2],
      ],
    },
    20: member,
  });
  expect(logged).toEqual(["4 of 5 single detections became 1 track."]);
});

test("utility_thin_keyframes: what interpolation gives back goes, within the tolerance everywhere", async () => {
  const bend = (frame: number): number => (frame < 30 ? 2 * frame : 60 - (frame - 30));
  const boxes = Array.from({ length: 60 }, (_, frame) => ({ frame, bounds: box(bend(frame) + (frame % 2) * 0.5) }));
  const track = trackOf(1, "fish", 1, boxes);
  const marked = structuredClone(track);
  (marked.features[17] as Feature).attributes = { eaten: true };
  const gap = trackOf(3, "fish", 1, boxes);
  for (const feature of gap.features) feature.interpolate = false;
  gap.features.splice(10, 10);
  const annotations = documentOf([track, { ...marked, id: 2 }, gap]);
  const { tracks } = await runBuiltin(thinKeyframes, { annotations });
  expect(tracks["1"]?.features.map(({ frame }) => frame)).toHaveLength(3);
  expect(tracks["2"]?.features.map(({ frame }) => frame)).toContain(17);
  for (const [id, before] of Object.entries(annotations.tracks)) {
    const [old, now] = [everyFrame(before), everyFrame(tracks[id] as Track)];
    expect(now.map(({ frame }) => frame)).toEqual(old.map(({ frame }) => frame));
    for (const [n, { bounds }] of now.entries()) {
      expect(Math.abs(bounds.x1 - (old[n]?.bounds.x1 ?? NaN))).toBeLessThanOrEqual(2);
    }
  }
});

test("utility_nms: the most confident of those that cover each other, and tracks before all", async () => {
  const track = trackOf(7, "fish", 0.1, [
    { frame: 3, bounds: box(0) },
    { frame: 4, bounds: box(0) },
  ]);
  const all = [
    ...[single(0, 1, 0, 0.5), single(1, 1, 2, 0.9), single(2, 1, 8, 0.4)],
    ...[single(3, 1, 0, 0.1, "ray"), single(4, 3, 1, 0.99), single(5, 2, 0, 0.2), track],
  ];
  const annotations = { ...documentOf(all), groups: { 1: { id: 1, members: { 0: { ranges: [[1, 1]] } } } as never } };
  const { tracks, groups } = await runBuiltin(utilityNms, { annotations });
  expect(Object.keys(tracks)).toEqual(["1", "2", "3", "5", "7"]);
  expect(groups).toEqual({});
  const loose = await runBuiltin(utilityNms, { annotations, set: { mostOverlap: 0.9, sameType: false } });
  expect(Object.keys(loose.tracks)).toEqual(["0", "1", "2", "4", "5", "7"]);
});
