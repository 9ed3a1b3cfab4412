/**
 * The metrics compared with naive ones written from the papers, on random pairs and on sequences with deliberate
 * identity switches.
 */
import { expect, test } from "vitest";
import { builds, utf8 } from "../testing/cores.ts";
import {
  naiveConfusion,
  naiveDetection,
  naiveHota,
  naiveIdf1,
  naiveMap,
  naiveMota,
  type NaiveTrack,
} from "../testing/naive-metrics.ts";
import { boxesOf, randomOf, randomPair } from "../testing/random-tracks.ts";
import { matchBest } from "./assignment.ts";
import { averagePrecision } from "./average-precision.ts";
import { measureClear } from "./clear.ts";
import { confuseTypes, measureDetections } from "./detection.ts";
import { compareFrames, onlySameTypes } from "./frames.ts";
import { measureHota } from "./hota.ts";
import { measureIdentity } from "./identity.ts";

const compare = (truth: readonly NaiveTrack[], found: readonly NaiveTrack[]) =>
  compareFrames(truth.map(boxesOf), found.map(boxesOf));

/** Within 5e-7 of each other, or both unknown. */
function expectSame(real: number | undefined, naive: number | undefined): void {
  if (naive === undefined) expect(real).toBeUndefined();
  else expect(real).toBeCloseTo(naive, 6);
}

test("parity with naive measures from the papers: 1000 random pairs, to 1e-6", () => {
  const random = randomOf(7);
  let [switches, meaningful, mistaken] = [0, 0, 0];
  for (let round = 0; round < 1000; round++) {
    const [truth, found] = randomPair(random);
    const compared = compare(truth, found);
    const min = 0.1 + random() * 0.8;
    const detection = measureDetections(compared, min);
    const naive = naiveDetection(truth, found, min);
    expect(detection.matched).toBe(naive.matched);
    expectSame(detection.precision, naive.precision);
    expectSame(detection.recall, naive.recall);
    expectSame(detection.f1, naive.f1);
    const { types, counts } = confuseTypes(compared, min);
    const names = [...types, ""];
    const told = names.flatMap((row, at) => names.map((name, to) => [`${row} > ${name}`, counts[at]?.[to]] as const));
    const confusion = naiveConfusion(truth, found, min);
    expect(Object.fromEntries(told.filter(([, count]) => count !== 0))).toEqual(confusion);
    mistaken += (confusion["fish > crab"] ?? 0) + (confusion["crab > fish"] ?? 0);
    const clear = measureClear(compared);
    const naiveClear = naiveMota(truth, found);
    expectSame(clear.mota, naiveClear.mota);
    expect(clear.switchCount).toBe(naiveClear.switches);
    switches += clear.switchCount;
    expectSame(measureIdentity(compared).idf1, naiveIdf1(truth, found));
    const [hota, naiveParts] = [measureHota(compared), naiveHota(truth, found)];
    expectSame(hota.hota, naiveParts.hota);
    expectSame(hota.detection, naiveParts.detection);
    expectSame(hota.association, naiveParts.association);
    if (hota.hota > 0.2 && hota.hota < 0.95) meaningful++;
    const [map, naivePrecision] = [averagePrecision(compared), naiveMap(truth, found)];
    expectSame(map.mean, naivePrecision.mean);
    expectSame(map.at50, naivePrecision.at50);
  }
  // There are enough cases for the comparison to be meaningful.
  expect(switches).toBeGreaterThan(100);
  expect(meaningful).toBeGreaterThan(300);
  expect(mistaken).toBeGreaterThan(100);
});

test("where types must match, a measure is the naive one of each type put together", () => {
  const random = randomOf(13);
  let mistaken = 0;
  for (let round = 0; round < 300; round++) {
    const [truth, found] = randomPair(random);
    const compared = onlySameTypes(compare(truth, found));
    const min = 0.1 + random() * 0.8;
    const byType = ["fish", "crab"].map((type) => {
      const [own, other] = [truth, found].map((tracks) => tracks.filter((track) => track.type === type));
      return [own ?? [], other ?? []] as const;
    });
    const sum = (read: (own: readonly NaiveTrack[], other: readonly NaiveTrack[]) => number): number =>
      byType.reduce((all, [own, other]) => all + read(own, other), 0);
    const { matched } = measureDetections(compared, min);
    expect(matched).toBe(sum((own, other) => naiveDetection(own, other, min).matched));
    expect(measureClear(compared).switchCount).toBe(sum((own, other) => naiveMota(own, other).switches));
    if (matched < naiveDetection(truth, found, min).matched) mistaken++;
  }
  expect(mistaken).toBeGreaterThan(20);
});

test("identities that were switched on purpose are found, where they were switched, the lasting ones first", () => {
  const random = randomOf(11);
  for (let round = 0; round < 30; round++) {
    const path = (id: number, y: number) =>
      new Map(Array.from({ length: 30 }, (_, frame) => [frame, [frame + id, y, frame + id + 20, y + 20]] as const));
    const truth = [0, 1].map((id): NaiveTrack => ({ id, type: "fish", confidence: 1, boxes: path(id, id * 50) }));
    const at = 5 + Math.floor(random() * 20);
    const cross = (own: number, other: number) =>
      new Map(
        [...Array(30).keys()].map((frame) => [frame, truth[frame < at ? own : other]!.boxes.get(frame)!] as const),
      );
    const found = [0, 1].map((id): NaiveTrack => ({
      id: id + 5,
      type: "fish",
      confidence: 1,
      boxes: cross(id, 1 - id),
    }));
    const { switches, mota } = measureClear(compare(truth, found));
    expect(switches).toEqual([
      { frame: at, truthId: 0, from: 5, to: 6, weight: Math.min(at, 30 - at) },
      { frame: at, truthId: 1, from: 6, to: 5, weight: Math.min(at, 30 - at) },
    ]);
    expect(mota).toBeCloseTo(1 - 2 / 60, 12);
    expect(measureIdentity(compare(truth, found)).idf1).toBeCloseTo(Math.max(at, 30 - at) / 30, 12);
  }
});

test("the same tracks agree in everything, nothing agrees with nothing", () => {
  const [truth] = randomPair(randomOf(21));
  const full = truth.filter(({ boxes }) => boxes.size > 0);
  expect(full.length).toBeGreaterThan(0);
  const same = compare(full, full);
  expect(measureDetections(same, 0.95)).toMatchObject({ precision: 1, recall: 1, f1: 1, missed: 0, wrong: 0 });
  expect(measureClear(same)).toMatchObject({ mota: 1, switchCount: 0 });
  expect(measureIdentity(same).idf1).toBe(1);
  expect(measureHota(same).hota).toBeCloseTo(1, 12);
  expect(averagePrecision(same).mean).toBeCloseTo(1, 12);
  const nothing = compare([], []);
  expect(measureDetections(nothing, 0.5).f1).toBe(0);
  expect(measureHota(nothing).hota).toBe(0);
  expect(averagePrecision(nothing).mean).toBeUndefined();
});

test("types that are taken for each other are counted; what has no match counts under none", () => {
  const at = (x: number): readonly number[] => [x, 0, x + 10, 10];
  const track = (id: number, type: string, x: number): NaiveTrack => ({
    id,
    type,
    confidence: 1,
    boxes: new Map([[0, at(x)]]),
  });
  const compared = compare(
    [track(0, "fish", 0), track(1, "crab", 50), track(2, "fish", 100)],
    [track(5, "fish", 1), track(6, "fish", 50), track(7, "crab", 200)],
  );
  expect(confuseTypes(compared, 0.5)).toEqual({
    types: ["crab", "fish"],
    counts: [
      [0, 1, 0],
      [0, 1, 1],
      [1, 0, 0],
    ],
  });
  expect(measureDetections(compared, 0.5).matched).toBe(2);
  expect(measureDetections(onlySameTypes(compared), 0.5).matched).toBe(1);
});

test("the matching has the largest sum of all, and matches each side once", () => {
  const random = randomOf(5);
  for (let round = 0; round < 300; round++) {
    const [rows, columns] = [1 + Math.floor(random() * 5), 1 + Math.floor(random() * 5)];
    const weights = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => (random() < 0.3 ? 0 : random())),
    );
    const largest = (row: number, taken: ReadonlySet<number>): number => {
      if (row === rows) return 0;
      const matched = weights[row]!.flatMap((weight, column) =>
        weight === 0 || taken.has(column) ? [] : [weight + largest(row + 1, new Set([...taken, column]))],
      );
      return Math.max(largest(row + 1, taken), ...matched);
    };
    const pairs = weights.flatMap((own, a) => own.flatMap((weight, b) => (weight > 0 ? [{ a, b, weight }] : [])));
    const matches = matchBest(pairs);
    expect(new Set(matches.map(({ a }) => a)).size).toBe(matches.length);
    expect(new Set(matches.map(({ b }) => b)).size).toBe(matches.length);
    expect(matches.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(largest(0, new Set()), 9);
  }
});

test("large sparse matchings are solved part by part", () => {
  const pairs = Array.from({ length: 20_000 }, (_, a) => [
    { a, b: a, weight: 0.5 },
    { a, b: a ^ 1, weight: 0.6 },
  ]).flat();
  const total = matchBest(pairs).reduce((sum, { weight }) => sum + weight, 0);
  expect(total).toBeCloseTo(20_000 * 0.6, 6);
});

test("the core hands out every box, those between keyframes too", async () => {
  const core = await builds[0].create();
  core.reader.readDiveJson(
    utf8(
      JSON.stringify({
        version: 2,
        tracks: {
          3: {
            id: 3,
            begin: 0,
            end: 4,
            confidencePairs: [["fish", 0.75]],
            attributes: {},
            features: [
              { frame: 0, bounds: [0, 0, 10, 10], keyframe: true, interpolate: true },
              { frame: 2, bounds: [20, 0, 30, 10], keyframe: true },
              { frame: 4, bounds: [50, 0, 60, 10], keyframe: true },
            ],
          },
        },
        groups: {},
      }),
    ),
  );
  expect(core.trackBoxes()).toEqual([
    {
      id: 3,
      type: "fish",
      confidence: 0.75,
      frames: Uint32Array.of(0, 1, 2, 4),
      bounds: Float64Array.of(0, 0, 10, 10, 10, 0, 20, 10, 20, 0, 30, 10, 50, 0, 60, 10),
    },
  ]);
});
