/** Statistics against counting by hand. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds } from "../testing/cores.ts";
import type { Statistics } from "../types.ts";
import { documents, allFrames, isKeyframe, load, naiveBounds, seed, type NaiveTrack } from "../testing/naive-tracks.ts";

function naiveStatistics(tracks: readonly NaiveTrack[]): Statistics {
  const features = tracks.flatMap((track) => track.features);
  const frames = allFrames.filter((frame) => tracks.some((track) => naiveBounds(track, frame) !== undefined));
  const shown = tracks.flatMap((track) => allFrames.filter((frame) => naiveBounds(track, frame) !== undefined));
  const lengths = tracks.map((track) => track.features.at(-1)!.frame - track.features[0]!.frame + 1);
  const typeOf = (track: NaiveTrack): string => track.confidencePairs[0]?.[0] ?? "unknown";
  const types = [...new Set(tracks.map(typeOf))].map((type) => {
    const typed = tracks.filter((track) => typeOf(track) === type);
    return { type, trackCount: typed.length, detectionCount: typed.flatMap((track) => track.features).length };
  });
  const objects = {
    track: tracks.map((track) => track.attributes),
    detection: features.map((feature) => feature.attributes ?? {}),
  };
  const attributes = (["detection", "track"] as const).flatMap((belongs) => {
    const names = [...new Set(objects[belongs].flatMap((object) => Object.keys(object)))];
    return names.map((name) => {
      const kinds = objects[belongs]
        .filter((object) => Object.hasOwn(object, name))
        .map((object) => typeof object[name]);
      const [numberCount = 0, booleanCount = 0, textCount = 0] = ["number", "boolean", "string"].map(
        (kind) => kinds.filter((each) => each === kind).length,
      );
      return { name, belongs, useCount: numberCount + booleanCount + textCount, numberCount, booleanCount, textCount };
    });
  });
  const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return {
    trackCount: tracks.length,
    groupCount: 0,
    detectionCount: features.length,
    keyframeCount: features.filter(isKeyframe).length,
    interpolatedCount: shown.length - features.length,
    geometryCount: 0,
    frames:
      frames.length === 0
        ? undefined
        : { first: frames[0] as never, last: frames.at(-1) as never, count: frames.length },
    types: types.toSorted((a, b) => b.trackCount - a.trackCount || byText(a.type, b.type)),
    trackLengths: naiveDistribution(lengths),
    singleFrameTrackCount: lengths.filter((length) => length === 1).length,
    areas: naiveDistribution(features.map(({ bounds: [x1, y1, x2, y2] }) => Math.abs((x2 - x1) * (y2 - y1)))),
    attributes: attributes
      .filter(({ useCount }) => useCount > 0)
      .toSorted((a, b) => b.useCount - a.useCount || byText(a.belongs, b.belongs) || byText(a.name, b.name)),
  };
}

function naiveDistribution(numbers: readonly number[]): Statistics["areas"] {
  if (numbers.length === 0) return { min: 0, median: 0, mean: 0, max: 0 };
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  return { min: sorted[0]!, median: (low + high) / 2, mean, max: sorted.at(-1)! };
}

describe.each(builds)("$name build", ({ create }) => {
  test("statistics are what counting by hand gives", async () => {
    const core = await create();
    fc.assert(
      fc.property(documents, fc.nat({ max: 2 }), (tracks, indent) => {
        load(core, tracks, indent);
        // Independent of what the filter shows.
        core.shown.apply({ thresholds: { default: 2 } });
        expect(core.statistics()).toEqual(naiveStatistics(tracks));
      }),
      { seed: seed, numRuns: 300 },
    );
  });

  test("statistics of nothing are zeros", async () => {
    const core = await create();
    const nothing = { min: 0, median: 0, mean: 0, max: 0 };
    expect(core.statistics()).toMatchObject({
      trackCount: 0,
      frames: undefined,
      types: [],
      areas: nothing,
      attributes: [],
    });
  });
});
