/** Surveys: intervals that hold as often as they say, in 1,000 simulated surveys of worlds whose truth is known. */
import { describe, expect, test } from "vitest";

import { seededRandom } from "../../../tests/support/random.ts";
import { drawSurvey } from "./draw.ts";
import { type Estimate, estimateSurvey, quantileOf, type SurveyedFrame } from "./estimate.ts";
import { framesLeft } from "./frames-left.ts";

interface World {
  readonly frames: number;
  /** Frames looked at. */
  readonly size: number;
  /** Mean number a frame; they come in bursts. */
  readonly objects: number;
  /** Share of objects that the model finds. */
  readonly recall: number;
  /** Wrong boxes a frame. */
  readonly wrong: number;
}

interface Frame extends SurveyedFrame {
  readonly score: number;
  readonly hasBoxes: boolean;
}

function framesOf({ frames, objects, recall, wrong }: World, seed: number): readonly Frame[] {
  const random = seededRandom(seed);
  const poisson = (mean: number): number => {
    let [count, chance] = [0, Math.exp(-mean)];
    for (let left = random() - chance; left > 0 && count < 200; left -= chance) chance *= mean / ++count;
    return count;
  };
  let burst = 1;
  return Array.from({ length: frames }, (_, frame) => {
    if (frame % 50 === 0) burst = -Math.log(1 - random());
    const truth = poisson(objects * burst);
    let [matched, score] = [0, 0];
    for (let n = 0; n < truth; n++) {
      if (random() >= recall) continue;
      matched++;
      score += 0.4 + 0.6 * random();
    }
    const extra = poisson(wrong);
    for (let n = 0; n < extra; n++) score += 0.6 * random();
    return { truth, matched, computed: matched + extra, score, hasBoxes: matched + extra > 0 };
  });
}

const surveyOf = (frames: readonly Frame[], size: number, seed: number) =>
  estimateSurvey(
    drawSurvey(frames, size, seed).map(({ order, drawn }) => ({
      frames: order.length,
      computed: order.reduce((sum, at) => sum + frames[at]!.computed, 0),
      seen: Array.from(order.subarray(0, drawn), (at) => frames[at]!),
    })),
  );

const totalsOf = (frames: readonly Frame[]) => {
  const sum = (read: (frame: Frame) => number): number => frames.reduce((all, frame) => all + read(frame), 0);
  const [truth, computed, matched] = [sum((f) => f.truth), sum((f) => f.computed), sum((f) => f.matched)];
  return { count: truth, precision: matched / computed, recall: matched / truth };
};

/** Percent of the surveys whose interval contains the number of the world. */
function coverage(world: World, surveys = 1000): Record<"count" | "precision" | "recall", number> {
  const held = { count: 0, precision: 0, recall: 0 };
  const tried = { count: 0, precision: 0, recall: 0 };
  const perWorld = 50;
  for (let first = 0; first < surveys; first += perWorld) {
    const frames = framesOf(world, first + 1);
    const truth = totalsOf(frames);
    for (let survey = first; survey < first + perWorld; survey++) {
      const found = surveyOf(frames, world.size, survey);
      for (const name of ["count", "precision", "recall"] as const) {
        const estimate: Estimate | undefined = found[name];
        if (estimate === undefined) continue;
        tried[name]++;
        if (estimate.low - 1e-9 <= truth[name] && truth[name] <= estimate.high + 1e-9) held[name]++;
      }
    }
  }
  const percent = (name: keyof typeof held): number => (100 * held[name]) / tried[name];
  return { count: percent("count"), precision: percent("precision"), recall: percent("recall") };
}

describe("1,000 simulated surveys", () => {
  test.for<[string, World]>([
    ["common objects", { frames: 1500, size: 150, objects: 2, recall: 0.8, wrong: 0.5 }],
    ["a third of a short video", { frames: 300, size: 100, objects: 1, recall: 0.7, wrong: 0.3 }],
    ["a model that is mostly wrong", { frames: 1500, size: 150, objects: 1, recall: 0.4, wrong: 2 }],
  ])("cover 93 to 97 %: %s", ([, world]) => {
    for (const [name, percent] of Object.entries(coverage(world))) {
      expect(percent, name).toBeGreaterThanOrEqual(93);
      expect(percent, name).toBeLessThanOrEqual(97);
    }
  });

  // Few frames may show nothing of a rare mistake, so intervals are wider than they need to be, and never narrower.
  test.for<[string, World]>([
    ["few frames", { frames: 1500, size: 60, objects: 2, recall: 0.8, wrong: 0.5 }],
    ["a rare type", { frames: 2000, size: 200, objects: 0.05, recall: 0.7, wrong: 0.05 }],
    ["a very rare type", { frames: 2000, size: 200, objects: 0.01, recall: 0.6, wrong: 0.01 }],
    ["a model that is nearly always right", { frames: 1500, size: 150, objects: 1, recall: 0.98, wrong: 0.02 }],
    ["a model that is always right", { frames: 1500, size: 100, objects: 1, recall: 1, wrong: 0 }],
  ])("cover at least 93 %: %s", ([, world]) => {
    for (const [name, percent] of Object.entries(coverage(world))) expect(percent, name).toBeGreaterThanOrEqual(93);
  });
});

const common: World = { frames: 400, size: 60, objects: 2, recall: 0.8, wrong: 0.5 };

test("estimates are right on average, and intervals narrow enough to use", () => {
  const frames = framesOf(common, 5);
  const truth = totalsOf(frames);
  const surveys = Array.from({ length: 400 }, (_, seed) => surveyOf(frames, common.size, seed));
  const mean = (read: (one: (typeof surveys)[number]) => number): number =>
    surveys.reduce((sum, one) => sum + read(one), 0) / surveys.length;
  expect(mean(({ count }) => count.value) / truth.count).toBeCloseTo(1, 1);
  expect(mean(({ precision }) => precision!.value)).toBeCloseTo(truth.precision, 2);
  expect(mean(({ recall }) => recall!.value)).toBeCloseTo(truth.recall, 2);
  expect(mean(({ count: { low, high } }) => high - low) / truth.count).toBeLessThan(0.3);
});

test("all frames looked at leave nothing uncertain", () => {
  const frames = framesOf(common, 6);
  const { count, precision, recall } = totalsOf(frames);
  const exact = (value: number): Estimate => ({ value, low: value, high: value });
  expect(surveyOf(frames, 1_000_000, 1)).toEqual({
    count: exact(count),
    precision: exact(precision),
    recall: exact(recall),
  });
});

test("without any box, the count may still be above 0, and the shares are unknown", () => {
  const nothing = { truth: 0, computed: 0, matched: 0, score: 0, hasBoxes: false };
  const { count, precision, recall } = surveyOf(
    Array.from({ length: 1000 }, () => nothing),
    100,
    1,
  );
  expect([count.value, count.low, precision, recall]).toEqual([0, 0, undefined, undefined]);
  // "Rule of three": at most about 3 objects a sample.
  expect(count.high).toBeGreaterThan(20);
  expect(count.high).toBeLessThan(60);
});

test.for([0, 2])("if all boxes looked at are alike, others may differ: %i right of 2", (matched) => {
  const frame = { truth: 2, computed: 2, matched, score: 1, hasBoxes: true };
  const { precision, recall } = surveyOf(
    Array.from({ length: 1000 }, () => frame),
    50,
    1,
  );
  for (const share of [precision!, recall!]) {
    expect(share.value).toBe(matched / 2);
    expect(matched === 0 ? [share.low, share.high > 0.01] : [share.high, share.low < 0.99]).toEqual([
      matched / 2,
      true,
    ]);
    expect(share.high - share.low).toBeLessThan(0.2);
  }
});

test("the same seed draws the same frames, and a larger survey contains the smaller one", () => {
  const frames = framesOf(common, 7);
  const drawnBy = (size: number, seed: number): Set<number> =>
    new Set(drawSurvey(frames, size, seed).flatMap(({ order, drawn }) => [...order.subarray(0, drawn)]));
  const small = drawnBy(60, 3);
  expect(small.size).toBe(60);
  expect(drawnBy(60, 3)).toEqual(small);
  expect(drawnBy(60, 4)).not.toEqual(small);
  for (const size of [61, 90, 200, 399]) expect([...small].every((frame) => drawnBy(size, 3).has(frame))).toBe(true);
});

test("every group of frames is looked at, also the one without computed boxes", () => {
  const frames = framesOf({ ...common, objects: 0.2, wrong: 0 }, 8);
  const strata = drawSurvey(frames, 40, 1);
  expect(strata.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(40);
  expect(Math.min(...strata.map(({ drawn }) => drawn))).toBeGreaterThanOrEqual(5);
  expect(strata.flatMap(({ order }) => [...order]).toSorted((a, b) => a - b)).toEqual([...frames.keys()]);
  expect(strata.some(({ order }) => [...order].every((at) => !frames[at]!.hasBoxes))).toBe(true);
});

test("the frames left to a required width make it that narrow", () => {
  const frames = framesOf({ ...common, frames: 2000 }, 9);
  const { count } = surveyOf(frames, 60, 1);
  const left = framesLeft(count, { frames: 2000, drawn: 60 }, 0.05);
  expect(left).toBeGreaterThan(20);
  const { count: after } = surveyOf(frames, 60 + left, 1);
  expect((after.high - after.low) / 2 / after.value).toBeGreaterThan(0.035);
  expect((after.high - after.low) / 2 / after.value).toBeLessThan(0.065);
  expect(framesLeft(after, { frames: 2000, drawn: 60 + left }, 0.5)).toBe(0);
});

test("the quantile of Student's t agrees with its table", () => {
  for (const [degrees, quantile] of [
    [3, 3.182],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [Infinity, 1.96],
  ] as const)
    expect(quantileOf(degrees) / quantile).toBeCloseTo(1, 1.5);
});
