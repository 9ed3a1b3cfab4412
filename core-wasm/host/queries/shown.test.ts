/** Examples of filters: thresholds and types, hits, counts by frame, flags of the draw list. */
import { beforeEach, describe, expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import { loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, TrackFilter } from "../types.ts";

const document = (tracks: unknown): string => JSON.stringify({ tracks, groups: {}, version: 2 });

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  test("[V-CONF-01] thresholds by type and by default decide what is shown and under which type", () => {
    const pairs = {
      0: [["fish", 0.3]],
      1: [
        ["crab", 0.3],
        ["fish", 0.15],
      ],
      2: [["ray", 0.05]],
      3: [],
    };
    const tracks = Object.entries(pairs).map(([key, confidencePairs]) => ({
      id: Number(key),
      confidencePairs,
      features: [{ frame: 0, bounds: [0, 0, 10, 10] }],
    }));
    core.reader.readDiveJson(utf8(document(Object.fromEntries(tracks.map((track) => [track.id, track])))));
    const shown = (): unknown[] => [...core.shown.trackIds()].map((one) => [one, core.track(id(one)).shown?.type]);
    core.shown.apply({ thresholds: { default: 0.1 } });
    expect(shown()).toEqual([
      [0, "fish"],
      [1, "crab"],
      [3, "unknown"],
    ]);
    core.shown.apply({ thresholds: { default: 0.1, crab: 0.5 } });
    expect(shown()).toEqual([
      [0, "fish"],
      [1, "fish"],
      [3, "unknown"],
    ]);
    core.shown.apply({ thresholds: { default: 0.1, crab: 0.5 }, preventCascade: true });
    expect(shown()).toEqual([
      [0, "fish"],
      [3, "unknown"],
    ]);
    core.shown.apply({ thresholds: {}, types: ["ray", "fish"] });
    expect(shown()).toEqual([
      [0, "fish"],
      [1, "fish"],
      [2, "ray"],
    ]);
    expect(core.shown.typeCounts()).toEqual([
      { type: "fish", trackCount: 1 },
      { type: "crab", trackCount: 1 },
      { type: "ray", trackCount: 1 },
      { type: "unknown", trackCount: 1 },
    ]);
    expect(core.shown.frameQuery(frame(0)).count).toBe(3);
    core.assertIntegrity();
  });

  test("a query with another filter leaves what is shown untouched", () => {
    const features = [{ frame: 0, bounds: [0, 0, 10, 10] }];
    const track = (key: number, confidencePairs: unknown, more: object = {}) => ({
      id: key,
      confidencePairs,
      features,
      ...more,
    });
    core.reader.readDiveJson(
      utf8(
        document({
          0: track(0, [["fish", 0.9]], { attributes: { reviewed: true } }),
          1: track(1, [["crab", 0.3]], { attributes: { reviewed: true } }),
          2: track(2, [["ray", 0.8]]),
          3: track(3, []),
        }),
      ),
    );
    const notReviewed = {
      belongs: "track",
      attribute: "reviewed",
      ignoreUndefined: true,
      test: { op: "≠", values: [true] },
    } as const;
    core.shown.apply({
      thresholds: { default: 0.5 },
      types: ["fish", "ray"],
      attributes: [notReviewed],
      suppressing: ["ray"],
    });
    const shown = () => [
      [...core.shown.trackIds()],
      core.shown.typeCounts(),
      core.shown.frameQuery(frame(0)).count,
      [...core.shown.countsByFrame(1)],
      core.shown.hitTest(frame(0), 5, 5, 1),
    ];
    const before = shown();
    const reviewed = { belongs: "track", attribute: "reviewed", test: { op: "=", values: [true] } } as const;
    expect([...core.select({ thresholds: {}, attributes: [reviewed] })]).toEqual([0, 1]);
    expect([...core.select({ thresholds: { default: 0.5 }, attributes: [reviewed] })]).toEqual([0]);
    expect([...core.select({ thresholds: {}, types: ["crab", "unknown"] })]).toEqual([1, 3]);
    expect(core.count({ thresholds: { ray: 0.9 } })).toBe(3);
    expect(core.regions(["crab"]).get(frame(0))).toHaveLength(1);
    expect(shown()).toEqual(before);
    core.assertIntegrity();
    // The type `unknown`, which comes with the first track that needs it.
    core.transact("edit", frame(0), (tx) => tx.tracks.setPairs(id(2), []));
    expect([...core.select({ thresholds: {}, types: ["unknown"] })]).toEqual([2, 3]);
  });

  test("a query may be the first to name the type unknown, however many types there are", () => {
    const features = [{ frame: 0, bounds: [0, 0, 10, 10] }];
    const hidden = { belongs: "track", attribute: "shown", test: { op: "=", values: [true] } } as const;
    for (const typeCount of [62, 63, 64]) {
      const pairs = Array.from({ length: typeCount }, (_, type) => [`type ${type}`, 0.5]);
      core.reader.readDiveJson(utf8(document({ 0: { id: 0, confidencePairs: pairs, features } })));
      core.shown.apply({ thresholds: {}, attributes: [hidden] });
      core.transact("edit", frame(0), (tx) => {
        tx.tracks.add({ id: id(1), type: "type 1", frame: frame(0), bounds: [0, 0, 1, 1] });
        tx.tracks.setPairs(id(1), []);
      });
      expect([...core.select({ thresholds: {}, types: ["unknown"] })]).toEqual([1]);
      expect([...core.select({ thresholds: {} })]).toEqual([0, 1]);
      expect(core.shown.trackIds()).toHaveLength(0);
      core.shown.apply({ thresholds: {} });
      expect([...core.shown.trackIds()]).toEqual([0, 1]);
      core.assertIntegrity();
    }
  });

  test("tracks are counted by type once for as long as only other types are checked", () => {
    const features = [{ frame: 0, bounds: [0, 0, 10, 10] }];
    const track = (key: number, type: string, confidence: number) => ({
      id: key,
      confidencePairs: [[type, confidence]],
      features,
    });
    core.reader.readDiveJson(utf8(document({ 0: track(0, "fish", 0.9), 1: track(1, "crab", 0.3) })));
    const counted = (filter: TrackFilter) => {
      core.shown.apply(filter);
      return core.shown.typeCounts();
    };
    const first = counted({ thresholds: {} });
    expect(first).toEqual([
      { type: "fish", trackCount: 1 },
      { type: "crab", trackCount: 1 },
    ]);
    expect(counted({ thresholds: {}, types: ["crab"] })).toBe(first);
    expect([...core.shown.trackIds()]).toEqual([1]);
    expect(counted({ thresholds: { default: 0.5 } })).toEqual([
      { type: "fish", trackCount: 1 },
      { type: "crab", trackCount: 0 },
    ]);
    expect(counted({ thresholds: {} })).toEqual(first);
    const isNone = { belongs: "track", attribute: "seen", test: { op: "=", values: [true] } } as const;
    expect(counted({ thresholds: {}, attributes: [isNone] })).toEqual([
      { type: "fish", trackCount: 0 },
      { type: "crab", trackCount: 0 },
    ]);
    expect(counted({ thresholds: {} })).toEqual(first);
    core.transact("type", frame(0), (edit) => edit.tracks.setType([id(1)], "fish"));
    expect(core.shown.typeCounts()).toContainEqual({ type: "fish", trackCount: 2 });
    core.undo();
    expect(core.shown.typeCounts()).toEqual(first);
  });

  test("with a hierarchy the deepest reached type is shown, the one above it where that is unchecked, and others last", () => {
    const pairs: Readonly<Record<number, [string, number][]>> = {
      0: [
        ["fish", 0.9],
        ["salmon", 0.6],
        ["coho", 0.3],
        ["crab", 0.7],
      ],
      1: [
        ["coho", 0.9],
        ["crab", 0.8],
        ["fish", 0.7],
      ],
      2: [
        ["crab", 0.9],
        ["coho", 0.8],
      ],
      3: [["salmon", 0.5]],
    };
    const tracks = Object.entries(pairs).map(([key, confidencePairs]) => ({
      id: Number(key),
      confidencePairs,
      features: [{ frame: 0, bounds: [0, 0, 10, 10] }],
    }));
    core.reader.readDiveJson(utf8(document(Object.fromEntries(tracks.map((track) => [track.id, track])))));
    // No track has "pacific": coho is directly below salmon.
    const hierarchy = { coho: "pacific", pacific: "salmon", salmon: "fish", fish: "animal" };
    const shown = (filter: object): unknown[] => {
      core.shown.apply({ thresholds: { default: 0.1 }, hierarchy, ...filter });
      core.assertIntegrity();
      return [0, 1, 2, 3].map((one) => core.track(id(one)).shown?.type);
    };
    expect(shown({ hierarchy: {} })).toEqual(["fish", "coho", "crab", "salmon"]);
    expect(shown({})).toEqual(["coho", "coho", "crab", "salmon"]);
    expect(core.track(id(0)).shown).toEqual({ type: "coho", confidence: 0.3 });
    expect(core.shown.typeCounts()).toEqual([
      { type: "fish", trackCount: 0 },
      { type: "salmon", trackCount: 1 },
      { type: "coho", trackCount: 2 },
      { type: "crab", trackCount: 1 },
    ]);
    expect(shown({ thresholds: { default: 0.1, coho: 0.5 } })).toEqual(["salmon", "coho", "crab", "salmon"]);
    // Unchecked: falls back to the nearest ancestor that the track has, which for track 1 is the fish, not the crab
    // before it.
    expect(shown({ types: ["fish", "salmon", "crab"] })).toEqual(["salmon", "fish", "crab", "salmon"]);
    expect(shown({ types: ["crab"] })).toEqual(["crab", "crab", "crab", undefined]);
    expect(shown({ types: ["crab"], preventCascade: true })).toEqual([undefined, undefined, "crab", undefined]);
    expect(shown({ types: ["fish"], preventCascade: true })).toEqual(["fish", "fish", undefined, undefined]);
    expect(shown({ types: ["fish", "coho"] })).toEqual(["coho", "coho", "coho", undefined]);
  });

  test("a type that appears later obeys the filter that was set before", () => {
    loadArt(core, "0: K");
    core.shown.apply({ thresholds: { default: 0.1, crab: 0.9 }, types: ["fish", "crab"] });
    const add = (type: string, confidence: number): void => {
      core.transact("add", frame(0), (tx) =>
        tx.tracks.add({ type, confidence, frame: frame(0), bounds: [0, 0, 1, 1] }),
      );
    };
    add("crab", 0.5);
    add("crab", 0.95);
    add("ray", 1);
    expect([...core.shown.trackIds()]).toEqual([0, 2]);
  });

  test("hits are the boxes around a point and those whose edge is near, nearest edge first", () => {
    const boxes = [
      [0, 0, 100, 100],
      [10, 10, 30, 30],
      [104, 0, 120, 20],
      [300, 300, 310, 310],
    ];
    const tracks = boxes.map((bounds, key) => ({
      id: key,
      confidencePairs: [["a", 1]],
      features: [{ frame: 0, bounds }],
    }));
    core.reader.readDiveJson(utf8(document(Object.fromEntries(tracks.map((track) => [track.id, track])))));
    expect(core.shown.hitTest(frame(0), 20, 12, 5)).toEqual([1, 0]);
    expect(core.shown.hitTest(frame(0), 101, 10, 5)).toEqual([0, 2]);
    expect(core.shown.hitTest(frame(0), 101, 10, 1)).toEqual([0]);
    expect(core.shown.hitTest(frame(0), 200, 200, 5)).toEqual([]);
  });

  test("counts by frame are those of asking every frame", () => {
    loadArt(core, "0: K--K..K\n1: .K.K\n2: ......K--K");
    const asked = Array.from({ length: 9 }, (_, at) => core.shown.frameQuery(frame(at)).count);
    expect([...core.shown.countsByFrame(9)]).toEqual(asked);
    expect(asked).toEqual([1, 2, 1, 2, 0, 0, 2, 1, 1]);
  });

  test("in the shown regions of a suppressing type nothing is drawn, hit or counted, on their frames alone", () => {
    const track = (key: number, type: string, boxes: Readonly<Record<number, number[]>>, rings?: number[][][]) => ({
      id: key,
      confidencePairs: [[type, 1]],
      features: Object.entries(boxes).map(([at, bounds]) => ({
        frame: Number(at),
        bounds,
        keyframe: true,
        interpolate: true,
        ...(rings && { geometry: polygonOf(rings) }),
      })),
    });
    const polygonOf = (coordinates: number[][][]) => ({
      type: "FeatureCollection",
      features: [{ type: "Feature", geometry: { type: "Polygon", coordinates }, properties: { key: "" } }],
    });
    const square = [0, 0, 100, 100];
    const tracks = [
      // Moves from inside to outside.
      track(0, "fish", { 0: [10, 10, 20, 20], 4: [210, 10, 220, 20] }),
      track(1, "glare", { 0: square, 2: square }),
      // Its center is in the hole of the region, then in its ring.
      track(2, "crab", { 0: [45, 45, 55, 55], 3: [45, 45, 55, 55] }),
      track(3, "mask", { 3: square }, [
        [
          [0, 0],
          [100, 0],
          [100, 100],
          [0, 100],
          [0, 0],
        ],
        [
          [40, 40],
          [60, 40],
          [60, 60],
          [40, 60],
          [40, 40],
        ],
      ]),
      track(4, "crab", { 3: [0, 0, 30, 30] }),
    ];
    core.reader.readDiveJson(utf8(document(Object.fromEntries(tracks.map((one) => [one.id, one])))));
    const listed = (at: number): unknown[] => {
      const { count, trackIds, bounds } = core.shown.frameQuery(frame(at), [7, 0]);
      return [...trackIds.subarray(0, count)].map((one, entry) => [one, bounds[entry * 4]! + 7]);
    };
    core.shown.apply({ thresholds: {} });
    const all = [0, 1, 2, 3, 4].map((at) => listed(at).length);
    expect(all).toEqual([3, 3, 3, 4, 1]);
    expect([...core.shown.countsByFrame(5)]).toEqual(all);
    core.shown.apply({ thresholds: {}, suppressing: ["glare", "mask", "nowhere"] });
    expect([0, 1, 2, 3, 4].map(listed)).toEqual([
      [[1, 0]],
      [[1, 0]],
      [
        [0, 110],
        [1, 0],
      ],
      [
        [0, 160],
        [2, 45],
        [3, 0],
      ],
      [[0, 210]],
    ]);
    expect(core.shown.hitTest(frame(0), 15, 15, 1)).toEqual([1]);
    expect(core.shown.frameShapes(frame(3)).shapes[0]).toBe(2);
    // Regions do not count in the total of detections, but they do by type.
    expect([...core.shown.countsByFrame(5)]).toEqual([0, 0, 1, 2, 1]);
    expect([...core.shown.timelineCounts(5).total]).toEqual([0, 0, 1, 2, 1]);
    expect(core.shown.countsByType(5).map(({ type, counts }) => [type, ...counts])).toEqual([
      ["fish", 0, 0, 1, 1, 1],
      ["glare", 1, 1, 1, 0, 0],
      ["crab", 0, 0, 0, 1, 0],
      ["mask", 0, 0, 0, 1, 0],
    ]);
    // A region that is not shown hides nothing.
    core.shown.apply({ thresholds: {}, types: ["fish", "crab"], suppressing: ["glare", "mask"] });
    expect([0, 3].map((at) => listed(at).length)).toEqual([2, 3]);
    core.shown.apply({ thresholds: {} });
    expect([...core.shown.countsByFrame(5)]).toEqual(all);
  });

  test("flags of the draw list tell stored detections and geometry", () => {
    core.reader.readViameCsv(utf8("0,,0,1,2,3,4,1,-1,fish,1,(poly) 1 1 2 2 3 1\n0,,4,1,2,3,4,1,-1,fish,1\n"));
    core.transact("interpolate", frame(0), (tx) => tx.detections.setInterpolateAll(id(0), true));
    expect([0, 2, 4].map((at) => core.shown.frameQuery(frame(at)).flags[0])).toEqual([3, 2, 1]);
  });
});
