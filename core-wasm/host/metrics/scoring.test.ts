/**
 * Scorings compared with naive metrics of the same tracks, pooled by hand, and their results on small worlds whose
 * numbers can be worked out on paper.
 */
import { expect, test } from "vitest";
import {
  framesOf,
  naiveConfusion,
  naiveDetection,
  naiveHota,
  naiveIdf1,
  naiveMap,
  naiveMota,
  type NaiveTrack,
} from "../testing/naive-metrics.ts";
import { boxesOf, randomOf, randomPair } from "../testing/random-tracks.ts";
import { defaultScoringParams, readSynonyms, type ScoringParams } from "./scoring-params.ts";
import { score } from "./scoring.ts";

type Sides = readonly [truth: readonly NaiveTrack[], found: readonly NaiveTrack[]];

const scoreOf = (sides: readonly Sides[], params: Partial<ScoringParams> = {}) =>
  score(
    sides.map(([truth, found]) => ({ truth: truth.map(boxesOf), computed: found.map(boxesOf) })),
    { ...defaultScoringParams, ...params },
  );

/** Pairs far apart in time: nothing of one is on a frame of another. */
const pooled = (sides: readonly Sides[]): Sides => {
  const shifted = (side: 0 | 1): NaiveTrack[] =>
    sides.flatMap((pair, at) =>
      pair[side].map((track) => ({
        ...track,
        boxes: new Map([...track.boxes].map(([frame, box]) => [frame + at * 1000, box])),
      })),
    );
  return [shifted(0), shifted(1)].map((tracks) => tracks.filter(({ boxes }) => boxes.size > 0)) as unknown as Sides;
};

const close = (real: number | null | undefined, naive: number | undefined): void => {
  if (naive === undefined) expect(real).toBeNull();
  else expect(real).toBeCloseTo(naive, 6);
};

test("two pairs are counted together: 150 random ones, to 1e-6 of naive measures", () => {
  const random = randomOf(31);
  let tracked = 0;
  for (let round = 0; round < 150; round++) {
    const sides: readonly Sides[] = [randomPair(random), randomPair(random)];
    const [truth, found] = pooled(sides);
    const minIou = [0.3, 0.5, 0.75][round % 3]!;
    const { summary, confusion } = scoreOf(sides, { iouThreshold: minIou, perClass: false });
    const naive = naiveDetection(truth, found, minIou);
    expect(summary.tp).toBe(naive.matched);
    close(summary.precision, summary.computedBoxes === 0 ? undefined : naive.precision);
    close(summary.recall, summary.truthBoxes === 0 ? undefined : naive.recall);
    const oneType = [truth, found].map((tracks) => tracks.map((track) => ({ ...track, type: "any" })));
    const precision = naiveMap(oneType[0]!, oneType[1]!);
    close(summary.map, precision.mean);
    close(summary.ap50, precision.at50);
    close(summary.ap75, precision.at75);
    if (minIou !== 0.3) close(summary.ap, precision.at(minIou * 100));
    const clear = naiveMota(truth, found, minIou);
    const { tracking } = summary;
    close(tracking?.mota, clear.mota);
    close(tracking?.motp, clear.motp);
    expect(tracking?.switches).toBe(clear.switches);
    expect(tracking?.fragmentations).toBe(clear.fragments);
    tracked += clear.fragments;
    if (minIou === 0.5) close(tracking?.idf1, naiveIdf1(truth, found));
    const hota = naiveHota(truth, found);
    close(tracking?.hota, hota.hota);
    close(tracking?.detA, hota.detection);
    close(tracking?.assA, hota.association);
    close(tracking?.locA, hota.localisation);
    const names = [...confusion.types, ""];
    const said = names.flatMap((row, a) => names.map((name, b) => [`${row} > ${name}`, confusion.counts[a]?.[b]]));
    expect(Object.fromEntries(said.filter(([, count]) => count !== 0))).toEqual(naiveConfusion(truth, found, minIou));
  }
  expect(tracked).toBeGreaterThan(20);
});

test("distances and sizes are those of the boxes on the matched frame, also after frames without a match", () => {
  const moving = (first: number, off: number): NaiveTrack => ({
    id: first,
    type: "fish",
    confidence: 1,
    boxes: new Map(
      [0, 1, 2, 3, 4, 5]
        .filter((frame) => frame >= first && frame !== 3)
        .map((frame) => [frame, [frame * 20 + off, 0, frame * 20 + 40 + off, 30 + frame]]),
    ),
  });
  const { summary } = scoreOf([[[moving(0, 0)], [moving(2, 4)]]]);
  expect(summary.tp).toBe(3);
  expect(summary.centreDistance).toBeCloseTo(4, 12);
  expect(summary.sizeError).toBeCloseTo(0, 12);
});

test("each type has the numbers of its own tracks alone", () => {
  const random = randomOf(5);
  for (let round = 0; round < 60; round++) {
    const sides: readonly Sides[] = [randomPair(random), randomPair(random)];
    const [truth, found] = pooled(sides);
    const { classes, summary } = scoreOf(sides);
    expect(classes.map(({ type }) => type)).toEqual(
      [...new Set([...truth, ...found].map(({ type }) => type))].toSorted(),
    );
    for (const { type, tracking, ...own } of classes) {
      const [a, b] = [truth, found].map((tracks) => tracks.filter((track) => track.type === type)) as [never, never];
      expect(own.tp).toBe(naiveDetection(a, b, 0.5).matched);
      const precision = naiveMap(a, b);
      close(own.map, precision.mean);
      close(own.ap, precision.at50);
      close(tracking?.hota, naiveHota(a, b).hota);
      close(tracking?.idf1, naiveIdf1(a, b));
    }
    expect(summary.tp).toBe(classes.reduce((sum, { tp }) => sum + tp, 0));
    close(summary.map, naiveMap(truth, found).mean);
  }
});

test("a sweep says at each threshold what the tracks that pass it would score", () => {
  const random = randomOf(77);
  for (let round = 0; round < 60; round++) {
    const sides: readonly Sides[] = [randomPair(random), randomPair(random)];
    const [truth, found] = pooled(sides);
    const { sweep } = scoreOf(sides, { perClass: false, sweepInterval: 10 });
    expect(sweep?.thresholds).toHaveLength(11);
    const frames = framesOf([...truth, ...found]);
    for (const [step, min] of (sweep?.thresholds ?? []).entries()) {
      const kept = found.filter(({ confidence }) => confidence >= min);
      const naive = naiveDetection(truth, kept, 0.5);
      close(sweep?.all.precision[step], naive.precision);
      close(sweep?.all.recall[step], naive.recall);
      close(sweep?.all.f1[step], naive.f1);
      close(sweep?.all.mota?.[step], naiveMota(truth, kept, 0.5, frames).mota);
      close(sweep?.all.idf1?.[step], naiveIdf1(truth, kept));
    }
  }
});

const track = (id: number, type: string, confidence: number, x: number, frames = [0]): NaiveTrack => ({
  id,
  type,
  confidence,
  boxes: new Map(frames.map((frame) => [frame, [x, 0, x + 10, 10]])),
});

test("a sweep ends pairs on frames on which nothing matches, as MOTA does", () => {
  const at = (x: number): readonly number[] => [x, 0, x + 10, 10];
  const of = (id: number, boxes: readonly (readonly [number, number])[]): NaiveTrack => ({
    id,
    type: "fish",
    confidence: 0.9,
    boxes: new Map(boxes.map(([frame, x]) => [frame, at(x)])),
  });
  const truth = [0, 1, 2].map((frame) => [frame, 0] as const);
  // When the first one returns, it is further off than the second one is.
  const found = [
    of(1, [
      [0, 0],
      [2, 3],
    ]),
    of(2, [[2, 1]]),
  ];
  const { sweep, summary } = scoreOf([[[of(0, truth)], found]]);
  expect(summary.tracking?.switches).toBe(1);
  expect(sweep?.all.mota?.[0]).toBe(summary.tracking?.mota);
});

test("the threshold that is recommended keeps what is right and drops what is not, for each type", () => {
  const truth = [track(0, "fish", 1, 0), track(1, "fish", 1, 20), track(2, "crab", 1, 40)];
  const found = [
    ...[track(0, "fish", 0.9, 0), track(1, "fish", 0.62, 20), track(2, "fish", 0.41, 300), track(3, "fish", 0.3, 330)],
    ...[track(4, "crab", 0.3, 40), track(5, "crab", 0.1, 360)],
  ];
  const { sweep } = scoreOf([[truth, found]]);
  // The lowest of 0, 0.02, ... that drops the most confident false one.
  expect(sweep?.recommended).toEqual({ default: 0.42, crab: 0.12, fish: 0.42 });
  expect(sweep?.types["crab"]?.f1.at(6)).toBe(1);
  // Nothing can be recommended for a type that was not computed.
  expect(scoreOf([[[...truth, track(9, "ray", 1, 80)], found]]).sweep?.recommended).not.toHaveProperty("ray");
  expect(scoreOf([[truth, []]]).sweep?.recommended).toEqual({});
  const bounded = scoreOf([[truth, found]], { sweepInterval: 4, tracking: false }).sweep;
  expect(bounded?.thresholds).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(bounded?.recommended).toEqual({ default: 0.5, crab: 0.25, fish: 0.5 });
  expect(bounded?.all.mota).toBeUndefined();
});

test("of IDF1 and MOTA the lower threshold is recommended, or the one that is asked for", () => {
  const truth = [track(0, "fish", 1, 0, [0, 1, 2])];
  // A second track that takes over costs a switch; without it a box is missed: the same for MOTA, not for IDF1.
  const found = [track(1, "fish", 0.9, 0, [0, 1]), track(2, "fish", 0.5, 0, [2])];
  const by = (filterEstimator: ScoringParams["filterEstimator"]) =>
    scoreOf([[truth, found]], { filterEstimator, sweepInterval: 10 }).sweep?.recommended["default"];
  expect([by("idf1"), by("mota"), by("f1"), by("min")]).toEqual([0.6, 0, 0, 0]);
});

test("errors are the cells of the table of types and the switches, at their frames", () => {
  const sides: readonly Sides[] = [
    [[track(0, "fish", 1, 0, [3])], [track(9, "fish", 0.8, 0, [3])]],
    [
      [track(0, "fish", 1, 0, [5, 6]), track(1, "crab", 1, 40, [7]), track(2, "crab", 1, 80, [7])],
      [
        ...[track(4, "fish", 0.7, 0, [5]), track(5, "fish", 0.6, 0, [6])],
        ...[track(6, "fish", 0.5, 40, [7]), track(7, "ray", 0.4, 200, [8])],
      ],
    ],
  ];
  const { errors, confusion, summary } = scoreOf(sides);
  const found = { computedType: "fish", computedTrack: 5, confidence: 0.6 };
  expect(errors.rows).toEqual([
    { pair: 1, frame: 6, kind: "switch", truthType: "fish", truthTrack: 0, ...found, before: 4 },
    {
      pair: 1,
      frame: 7,
      kind: "otherType",
      truthType: "crab",
      truthTrack: 1,
      computedType: "fish",
      computedTrack: 6,
      confidence: 0.5,
      iou: 1,
    },
    { pair: 1, frame: 7, kind: "missed", truthType: "crab", truthTrack: 2 },
    { pair: 1, frame: 8, kind: "extra", computedType: "ray", computedTrack: 7, confidence: 0.4 },
  ]);
  expect(errors.counts).toEqual({ missed: 1, extra: 1, otherType: 1, switch: 1 });
  expect(errors.frames).toEqual([
    { pair: 1, frame: 7, missed: 1, extra: 0, otherType: 1 },
    { pair: 1, frame: 8, missed: 0, extra: 1, otherType: 0 },
  ]);
  expect(confusion.types).toEqual(["crab", "fish", "ray"]);
  expect(confusion.counts[0]).toEqual([0, 1, 0, 1]);
  expect(summary.classAccuracy).toBe(0.75);
});

test("errors that are not listed are counted", () => {
  const truth = Array.from({ length: 250 }, (_, id) => track(id, "fish", 1, id * 20));
  const { errors } = scoreOf([[truth, []]]);
  expect(errors.rows).toHaveLength(200);
  expect(errors.leftOut).toBe(50);
  expect(errors.counts.missed).toBe(250);
});

test("synonyms and the default type decide what a track counts as; sure enough ones count at all", () => {
  const truth = [track(0, "fish", 1, 0), track(1, "unknown", 1, 20)];
  const found = [track(0, "Fisch", 0.9, 0), track(1, "crab", 0.9, 20), track(2, "crab", 0.1, 60)];
  const params = { classSynonyms: "fish: Fisch, poisson\n\ncrab: Krabbe", defaultClass: "Krabbe" };
  const { summary, classes } = scoreOf([[truth, found]], { ...params, confidenceThreshold: 0.5 });
  expect(classes.map(({ type }) => type)).toEqual(["crab", "fish"]);
  expect(summary).toMatchObject({ tp: 2, fp: 0, fn: 0, f1: 1, map: 1, computedTracks: 2 });
  expect(scoreOf([[truth, found]]).summary).toMatchObject({ tp: 0, fp: 3, fn: 2 });
  expect(() => readSynonyms("fish: a\nfish")).toThrow('line 2 of the synonyms is not "type: alias, alias"');
  expect(() => readSynonyms("fish: a\ncrab: a")).toThrow("line 2 of the synonyms: a stands for fish already");
});

test("how far matched boxes are off", () => {
  const shifted: NaiveTrack = { ...track(0, "fish", 1, 0), boxes: new Map([[0, [3, 4, 13, 14]]]) };
  const larger: NaiveTrack = { ...track(1, "fish", 1, 50), boxes: new Map([[0, [50, 0, 60, 12]]]) };
  const { summary } = scoreOf(
    [
      [
        [track(0, "fish", 1, 0), track(1, "fish", 1, 50)],
        [shifted, larger],
      ],
    ],
    {
      iouThreshold: 0.1,
    },
  );
  const [far, near] = [42 / 158, 100 / 120];
  expect(summary.meanIou).toBeCloseTo((far + near) / 2, 12);
  expect(summary.medianIou).toBeCloseTo((far + near) / 2, 12);
  expect(summary.centreDistance).toBeCloseTo((5 + 1) / 2, 12);
  expect(summary.sizeError).toBeCloseTo((0 + 0.2) / 2, 12);
});

test("nothing compared with nothing has no shares", () => {
  const { summary, classes, curves, errors } = scoreOf([[[], []]]);
  expect(summary).toMatchObject({ precision: null, recall: null, f1: null, ap: null, map: null, meanIou: null });
  expect(classes).toEqual([]);
  expect(curves).toEqual([{ confidence: [], precision: [], recall: [], falseRate: [] }]);
  expect(errors.rows).toEqual([]);
});

test("a curve falls in confidence and ends at the recall of everything", () => {
  const truth = Array.from({ length: 1000 }, (_, id) => track(id, "fish", 1, id * 20));
  const found = truth.slice(0, 900).map((one) => ({ ...one, confidence: 0.1 + one.id / 1000 }));
  const [all, fish] = scoreOf([[truth, found]]).curves;
  expect(all?.confidence).toHaveLength(200);
  expect(all?.confidence).toEqual(all?.confidence.toSorted((a, b) => b - a));
  expect(all?.recall.at(-1)).toBe(0.9);
  // 100 boxes count per frame and type.
  expect(fish?.recall.at(-1)).toBe(0.1);
  expect(fish?.type).toBe("fish");
});

test("the ROC ranks wrong boxes by confidence, as a share of all wrong ones", () => {
  const truth = [track(1, "fish", 1, 0), track(2, "fish", 1, 100)];
  const places = [0, 500, 100, 700];
  const found = places.map((x, n) => ({ ...track(n, "fish", 1, x), confidence: 0.9 - n / 10 }));
  const [all] = scoreOf([[truth, found]]).curves;
  expect(all?.recall).toEqual([0.5, 0.5, 1, 1]);
  expect(all?.falseRate).toEqual([0, 0.5, 0.5, 1]);
});
