/** Every query about tracks and frames against a naive model of the same document. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds, frame, id, text } from "../testing/cores.ts";
import { documents, allFrames, isKeyframe, load, naiveBounds, seed, type NaiveTrack } from "../testing/naive-tracks.ts";
import { DrawFlag, type AnnotationCore, type Bounds, type TrackFilter } from "../types.ts";
import { boundsIou } from "./iou.ts";

const runs = 200;
const frameCount = 30;

const filters: fc.Arbitrary<TrackFilter> = fc.record(
  {
    thresholds: fc.dictionary(fc.constantFrom("default", "fish", "crab"), fc.constantFrom(0, 0.2, 0.5, 1), {
      noNullPrototype: true,
    }),
    types: fc.subarray(["fish", "crab", "ray", "unknown"]),
    preventCascade: fc.boolean(),
  },
  { requiredKeys: ["thresholds"] },
);

function naiveType({ confidencePairs }: NaiveTrack, filter: TrackFilter, obeyChecks: boolean): string | undefined {
  const isChecked = (type: string): boolean => !obeyChecks || (filter.types?.includes(type) ?? true);
  if (confidencePairs.length === 0) return isChecked("unknown") ? "unknown" : undefined;
  const candidates = filter.preventCascade === true ? confidencePairs.slice(0, 1) : confidencePairs;
  const { thresholds } = filter;
  return candidates.find(
    ([type, confidence]) => confidence >= (thresholds[type] ?? thresholds["default"] ?? 0) && isChecked(type),
  )?.[0];
}

interface Shown extends NaiveTrack {
  readonly type: string;
}

function naiveShown(tracks: readonly NaiveTrack[], filter: TrackFilter): readonly Shown[] {
  return tracks.flatMap((track) => {
    const type = naiveType(track, filter, true);
    return type === undefined ? [] : [{ ...track, type }];
  });
}

const isOn = (track: NaiveTrack, at: number): boolean => naiveBounds(track, at) !== undefined;
const spans = (track: NaiveTrack, at: number): boolean =>
  track.features[0]!.frame <= at && at <= track.features.at(-1)!.frame;

function expectFrames(core: AnnotationCore, shown: readonly Shown[]): void {
  for (const at of allFrames) {
    const { count, bounds, flags, typeIndices, trackIds } = core.shown.frameQuery(frame(at));
    const drawn = Array.from({ length: count }, (_, index) => ({
      id: trackIds[index],
      bounds: [...bounds.subarray(index * 4, index * 4 + 4)],
      type: core.types()[typeIndices[index]!],
      isKeyframe: flags[index] === 1,
    }));
    const expected = shown
      .filter((track) => isOn(track, at))
      .map((track) => ({
        id: track.id,
        bounds: naiveBounds(track, at)!.map(Math.fround),
        type: track.type,
        isKeyframe: track.features.some((each) => each.frame === at && isKeyframe(each)),
      }));
    expect(drawn).toEqual(expected);
  }
}

function countEach(shown: readonly Shown[], isCounted: (track: Shown, at: number) => boolean): number[] {
  return Array.from({ length: frameCount }, (_, at) => shown.filter((track) => isCounted(track, at)).length);
}

function naiveCountsByType(shown: readonly Shown[], isCounted: typeof isOn): Map<string, number[]> {
  const types = new Set(shown.map(({ type }) => type));
  return new Map(
    [...types].map((type) => [
      type,
      countEach(
        shown.filter((track) => track.type === type),
        isCounted,
      ),
    ]),
  );
}

/** Signed distance to the nearest edge, positive outside; Euclidean at corners. */
function naiveDistance([x1, y1, x2, y2]: Bounds, x: number, y: number): number {
  const [dx, dy] = [Math.max(x1 - x, x - x2), Math.max(y1 - y, y - y2)];
  return dx <= 0 && dy <= 0 ? Math.max(dx, dy) : Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
}

test("intersection over union of boxes", () => {
  expect(boundsIou([0, 0, 10, 10], [5, 0, 15, 10])).toBeCloseTo(1 / 3);
  expect(boundsIou([0, 0, 10, 10], [10, 0, 20, 10])).toBe(0);
  expect(boundsIou([0, 0, 0, 0], [0, 0, 0, 0])).toBe(0);
});

describe.each(builds)("$name build", ({ create }) => {
  test("tracks over millions of frames, whose buckets are large, are drawn as others are", async () => {
    const core = await create();
    const feature = (at: number, x: number, more = ""): string =>
      `{"frame":${at},"bounds":[${x},0,${x + 10},10],"interpolate":true,"keyframe":true${more}}`;
    const geometry = ',"geometry":{"type":"FeatureCollection","features":[]}';
    const all = [
      [feature(0, 0), feature(3_000_000, 300, geometry)],
      [feature(5, 0), feature(7, 2), feature(9, 4), feature(4_000_000, 8)],
      [feature(2_000_000, 50)],
    ];
    const tracks = all.map(
      (features, at) => `{"id":${at},"confidencePairs":[["fish",1]],"features":[${features.join()}]}`,
    );
    core.reader.readDiveJson(new TextEncoder().encode(`{"tracks":[${tracks.join()}]}`));
    const drawn = (at: number): unknown => {
      const { count, bounds, flags, trackIds } = core.shown.frameQuery(frame(at));
      return Array.from({ length: count }, (_, entry) => [trackIds[entry], bounds[entry * 4], flags[entry]]);
    };
    expect(drawn(0)).toEqual([[0, 0, DrawFlag.keyframe]]);
    expect(drawn(2_000_000)).toEqual([
      [0, 200, DrawFlag.geometry],
      [1, expect.closeTo(6, 1), 0],
      [2, 50, DrawFlag.keyframe],
    ]);
    expect(drawn(3_000_000)).toEqual([
      [0, 300, DrawFlag.keyframe + DrawFlag.geometry],
      [1, expect.closeTo(7, 1), 0],
    ]);
    expect(drawn(4_000_001)).toEqual([]);
  });

  test("[V-TRACK-11, V-TRACK-12, V-CONF-01] frames, types and counts of random documents agree with the model", async () => {
    const core = await create();
    fc.assert(
      fc.property(documents, filters, filters, (tracks, filter, other) => {
        load(core, tracks);
        core.shown.apply(filter);
        const shown = naiveShown(tracks, filter);
        // Another query in between does not change the shown tracks.
        const asked = naiveShown(tracks, other).map((track) => track.id);
        expect([...core.select(other)]).toEqual(asked);
        expect(core.count(other)).toBe(asked.length);
        expect([...core.shown.trackIds()]).toEqual(shown.map((track) => track.id));
        expectFrames(core, shown);
        for (const [what, isCounted] of [["detections", isOn] as const, ["tracks", spans] as const]) {
          expect([...core.shown.countsByFrame(frameCount, what)]).toEqual(countEach(shown, isCounted));
          const byType = core.shown
            .countsByType(frameCount, what)
            .map(({ type, counts }) => [type, [...counts]] as const);
          expect(new Map(byType)).toEqual(naiveCountsByType(shown, isCounted));
          expect([...core.shown.timelineCounts(frameCount, what).total]).toEqual(countEach(shown, isCounted));
        }
        const { trackIds, typeIndices, begins, ends } = core.shown.trackSpans();
        const lanes = [...trackIds].map((key, index) => [
          key,
          core.types()[typeIndices[index]!],
          begins[index],
          ends[index],
        ]);
        expect(lanes).toEqual(
          shown.map((each) => [each.id, each.type, each.features[0]!.frame, each.features.at(-1)!.frame]),
        );
        const counted = new Map(core.shown.typeCounts().map(({ type, trackCount }) => [type, trackCount]));
        const used = new Set(tracks.flatMap(({ confidencePairs }) => confidencePairs.map(([type]) => type)));
        if (tracks.some((track) => naiveType(track, filter, false) === "unknown")) used.add("unknown");
        expect(new Set(counted.keys())).toEqual(used);
        for (const type of ["fish", "crab", "ray", "unknown"]) {
          const typed = tracks.filter((track) => naiveType(track, filter, false) === type).length;
          expect(counted.get(type) ?? 0).toBe(typed);
        }
      }),
      { seed: seed, numRuns: runs },
    );
  });

  test("a point hits the boxes around it and those within the tolerance, nearest edge first", async () => {
    const core = await create();
    const point = fc.integer({ min: -100, max: 1000 });
    fc.assert(
      fc.property(documents, fc.nat({ max: 40 }), point, point, fc.constantFrom(0, 5, 200), (tracks, at, x, y, max) => {
        load(core, tracks);
        const distances = tracks.flatMap((track) => {
          const box = naiveBounds(track, at);
          if (box === undefined) return [];
          const distance = naiveDistance(box.map(Math.fround) as unknown as Bounds, x, y);
          return distance <= max ? [{ id: track.id, distance: Math.abs(distance) }] : [];
        });
        const expected = distances.toSorted((a, b) => a.distance - b.distance).map((hit) => hit.id);
        expect(core.shown.hitTest(frame(at), x, y, max)).toEqual(expected);
      }),
      { seed: seed, numRuns: runs },
    );
  });

  test("a draw list stays right when memory grows or the core is filled again", async () => {
    const core = await create();
    const boxes = (count: number): NaiveTrack[] =>
      Array.from({ length: count }, (_, index) => ({
        id: index,
        confidencePairs: [["fish", 1]],
        attributes: {},
        features: [{ frame: 0, bounds: [index, 0, index + 1, 1] }],
      }));
    for (const count of [3, 2000, 5, 40_000, 1]) {
      load(core, boxes(count));
      const list = core.shown.frameQuery(frame(0));
      expect(list.count).toBe(count);
      expect(list.trackIds[count - 1]).toBe(count - 1);
      expect(list.bounds[(count - 1) * 4 + 2]).toBe(count);
    }
  });
});

// ------------------------------------------------------------------------------------------------ the screen and the file

function halfEven(value: number): number {
  const floor = Math.floor(value);
  const isUp = value - floor > 0.5 || (value - floor === 0.5 && floor % 2 !== 0);
  return floor + Number(isUp) + 0;
}

/** Bounds by track and frame, as in the file. */
function rowsOfCsv(csv: string): Map<string, number[]> {
  const lines = csv.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const cells = line.split(",");
      return [`${cells[0]}@${cells[2]}`, cells.slice(3, 7).map((cell) => Number(cell) + 0)];
    }),
  );
}

/** Documents of keyframes only: files interpolate from every detection marked so, the display only from keyframes. */
const keyframes = documents.map((tracks) =>
  tracks.map((track) => ({
    ...track,
    confidencePairs: [["fish", 1] as const],
    attributes: {},
    features: track.features.map(({ frame: at, bounds, interpolate = false }) => ({ frame: at, bounds, interpolate })),
  })),
);
const wholeBounds = (track: NaiveTrack): NaiveTrack => ({
  ...track,
  features: track.features.map((feature) => ({
    ...feature,
    bounds: feature.bounds.map(Math.round) as unknown as Bounds,
  })),
});

describe.each([
  { dialect: "dive", prepare: wholeBounds, round: halfEven },
  { dialect: "plain", prepare: (track: NaiveTrack) => track, round: (value: number) => value + 0 },
] as const)("a VIAME CSV file, dialect $dialect", ({ dialect, prepare, round }) => {
  test("[V-TRACK-11, V-TRACK-12] has what the screen shows on every frame, after its rounding", async () => {
    const core = await builds[0].create();
    fc.assert(
      fc.property(keyframes, (documentTracks) => {
        const tracks = documentTracks.map(prepare);
        load(core, tracks);
        const rows = rowsOfCsv(text(core.writer.writeViameCsv({ mediaType: "large-image", dialect }).bytes));
        const screen = tracks.flatMap((track) =>
          allFrames.flatMap((at) => {
            const view = core.detectionAt(id(track.id), frame(at));
            return view === undefined ? [] : [[`${track.id}@${at}`, view.bounds.map(round)] as const];
          }),
        );
        expect(rows).toEqual(new Map(screen));
      }),
      { seed: seed, numRuns: runs },
    );
  });
});
