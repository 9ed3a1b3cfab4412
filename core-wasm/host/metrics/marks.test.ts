/** Polygons, heads, tails, lengths and further types of tracks, from a document to the numbers of a scoring. */
import { expect, test } from "vitest";
import type { Point } from "../types.ts";
import { builds, utf8 } from "../testing/cores.ts";
import { scoredTracks } from "./counted.ts";
import { defaultScoringParams, type ScoringParams } from "./scoring-params.ts";
import { score } from "./scoring.ts";

interface Sketch {
  readonly box: readonly [number, number, number, number];
  readonly polygon?: readonly Point[];
  readonly head?: Point;
  readonly tail?: Point;
  readonly length?: number;
  readonly fishLength?: number;
  readonly pairs?: readonly (readonly [string, number])[];
}

async function documentOf(sketches: readonly Sketch[]) {
  const core = await builds[0].create();
  const shape = (type: string, key: string, coordinates: unknown) => ({
    type: "Feature",
    geometry: { type, coordinates },
    properties: { key },
  });
  const tracks = sketches.map(({ box, polygon, head, tail, length, fishLength, pairs = [["fish", 0.9]] }, id) => {
    const features = [
      ...(polygon === undefined ? [] : [shape("Polygon", "", [polygon])]),
      ...(head === undefined ? [] : [shape("Point", "head", head)]),
      ...(tail === undefined ? [] : [shape("Point", "tail", tail)]),
    ];
    const feature = {
      frame: 0,
      bounds: box,
      keyframe: true,
      attributes: length === undefined ? {} : { length },
      ...(features.length > 0 && { geometry: { type: "FeatureCollection", features } }),
      ...(fishLength !== undefined && { fishLength }),
    };
    return [id, { id, begin: 0, end: 0, confidencePairs: pairs, attributes: {}, features: [feature] }] as const;
  });
  core.reader.readDiveJson(utf8(JSON.stringify({ version: 2, tracks: Object.fromEntries(tracks), groups: {} })));
  return core;
}

const scoreOf = async (truth: readonly Sketch[], computed: readonly Sketch[], params: Partial<ScoringParams> = {}) =>
  score([{ truth: scoredTracks(await documentOf(truth)), computed: scoredTracks(await documentOf(computed)) }], {
    ...defaultScoringParams,
    ...params,
  });

const box = (x: number): Sketch["box"] => [x, 0, x + 20, 20];
const triangle = (x: number): Point[] => [
  [x, 0],
  [x + 20, 0],
  [x, 20],
];

test("polygons of matched boxes are compared, and decide what matches where that is asked for", async () => {
  const truth = [{ box: box(0), polygon: triangle(0) }, { box: box(100) }];
  // The other half of the box, and a box against a box.
  const other: Point[] = [
    [20, 0],
    [20, 20],
    [0, 20],
  ];
  const computed = [{ box: box(0), polygon: other }, { box: box(104) }];
  const byBox = await scoreOf(truth, computed);
  expect(byBox.summary.tp).toBe(2);
  expect(byBox.summary.polygons).toEqual({ count: 1, meanIou: expect.closeTo(0, 12) as number });
  const byPolygon = await scoreOf(truth, computed, { matchMode: "polygon" });
  expect(byPolygon.summary.tp).toBe(1);
  expect(byPolygon.summary.meanIou).toBeCloseTo(16 / 24, 12);
  // A side without a polygon uses its box.
  const mixed = await scoreOf([truth[0]!], [{ box: box(0) }], { matchMode: "polygon", iouThreshold: 0.4 });
  expect(mixed.summary.meanIou).toBeCloseTo(0.5, 12);
  expect(mixed.summary.polygons).toBeUndefined();
});

test("average precision compares the polygons of tracks with several types, too", async () => {
  const truth = [{ box: box(0), polygon: triangle(0) }];
  const pairs = [
    ["fish", 0.9],
    ["crab", 0.4],
  ] as const;
  const computed = [{ box: box(0), polygon: triangle(0), pairs }];
  const { summary } = await scoreOf(truth, computed, { matchMode: "polygon", iouThreshold: 0.6 });
  expect([summary.ap, summary.map]).toEqual([1, 1]);
});

test("heads and tails are right within a share of the length of the truth; missing ones are wrong", async () => {
  const truth = [
    { box: box(0), head: [0, 10], tail: [20, 10] },
    { box: box(100), head: [100, 10], tail: [120, 10] },
    // Ignored without a tail.
    { box: box(200), head: [200, 10] },
  ] satisfies Sketch[];
  const computed = [
    { box: box(0), head: [0, 11.9], tail: [20, 12.1] },
    { box: box(100), head: [100, 10] },
    { box: box(200), head: [200, 10], tail: [220, 10] },
  ] satisfies Sketch[];
  const { summary, classes } = await scoreOf(truth, computed);
  expect(summary.keypoints).toMatchObject({ count: 4, pck: 0.5, pckHead: 1, pckTail: 0 });
  expect(summary.keypoints?.distance).toBeCloseTo((1.9 + 2.1 + 0) / 3, 12);
  expect(classes[0]?.keypoints).toEqual(summary.keypoints);
  // A second pair, whose frames come after those of the first.
  const pair = { truth: scoredTracks(await documentOf(truth)), computed: scoredTracks(await documentOf(computed)) };
  expect(score([pair, pair], defaultScoringParams).summary.keypoints).toMatchObject({ count: 8, pck: 0.5 });
  expect((await scoreOf(truth, computed, { keypointTolerance: 0.2 })).summary.keypoints?.pck).toBe(0.75);
  expect((await scoreOf(truth, [{ box: box(0) }])).summary.keypoints).toBeUndefined();
});

test("lengths are compared by the attribute, else by the length of the fish", async () => {
  const truth = [
    ...[
      { box: box(0), length: 10 },
      { box: box(100), fishLength: 20 },
      { box: box(200), length: 5, fishLength: 99 },
    ],
    { box: box(300), length: 7 },
  ];
  const computed = [
    ...[
      { box: box(0), length: 11 },
      { box: box(100), fishLength: 16 },
      { box: box(200), length: 5 },
    ],
    { box: box(300) },
  ];
  const { lengths } = (await scoreOf(truth, computed)).summary;
  expect(lengths?.count).toBe(3);
  expect(lengths?.mae).toBeCloseTo((1 + 4 + 0) / 3, 12);
  expect(lengths?.mape).toBeCloseTo((0.1 + 0.2 + 0) / 3, 12);
  expect(lengths?.rmse).toBeCloseTo(Math.sqrt((1 + 16) / 3), 12);
  expect(lengths?.bias).toBeCloseTo((1 - 4) / 3, 12);
  expect((await scoreOf([{ box: box(0) }], [{ box: box(0) }])).summary.lengths).toBeUndefined();
});

test("average precision looks at the other types of a track unless the best one is all that counts", async () => {
  const truth: Sketch[] = [{ box: box(0), pairs: [["ray", 1]] }];
  const pairs = [
    ["fish", 0.6],
    ["ray", 0.4],
  ] as const;
  const computed: Sketch[] = [{ box: box(0), pairs }];
  const all = await scoreOf(truth, computed);
  expect(all.classes.map(({ type, ap, tp }) => [type, ap, tp])).toEqual([
    ["fish", null, 0],
    ["ray", 1, 0],
  ]);
  expect(all.summary).toMatchObject({ map: 1, tp: 0, computedTracks: 1 });
  expect((await scoreOf(truth, computed, { topClassOnly: true })).summary.map).toBe(0);
  // Below the threshold, although its best type is not.
  expect((await scoreOf(truth, computed, { confidenceThreshold: 0.5 })).summary.map).toBe(0);
  // Types that count as one are a single guess, with the highest of their confidences.
  const pairsOfOther = [
    ["crab", 0.9],
    ["squid", 0.8],
    ["eel", 0.7],
  ] as const;
  const other: Sketch = { box: box(300), pairs: pairsOfOther };
  const params = { classSynonyms: "ray: fish", confidenceThreshold: 0.5 };
  expect((await scoreOf(truth, [...computed, other], params)).summary).toMatchObject({ map: 1, tp: 1, fp: 1 });
});
