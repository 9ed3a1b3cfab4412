/** Geometry of a frame as ranges in the pool, and bounds relative to an origin. */
import { expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import { ShapeKind } from "../border.ts";
import type { AnnotationCore, FrameNumber, Point } from "../types.ts";

const feature = (type: string, coordinates: unknown, properties: unknown = {}): unknown => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});
const outline: readonly Point[] = [
  [10, 10],
  [90.25, 10],
  [90.25, 90.125],
  [10, 90.125],
];
const hole: readonly Point[] = [
  [30, 30],
  [70, 30],
  [70, 70],
  [30, 30],
];

interface StoredFeature {
  readonly frame: number;
  readonly features?: readonly unknown[];
  readonly geometry?: unknown;
}

function track(trackId: number, stored: readonly StoredFeature[]): unknown {
  const frames = stored.map((each) => each.frame);
  return {
    id: trackId,
    begin: Math.min(...frames),
    end: Math.max(...frames),
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: stored.map(({ frame: on, features, geometry }) => ({
      frame: on,
      bounds: [trackId, 0, 100 + trackId, 100],
      keyframe: true,
      interpolate: true,
      ...(features !== undefined && { geometry: { type: "FeatureCollection", features } }),
      ...(geometry !== undefined && { geometry }),
    })),
  };
}

function load(core: AnnotationCore, tracks: readonly unknown[]): void {
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.reader.endLoad();
}

const kindName = Object.fromEntries(Object.entries(ShapeKind).map(([name, kind]) => [kind, name]));

/** Each shape as `[track id, kind, paths]`. */
function shapesOn(core: AnnotationCore, on: FrameNumber): unknown[] {
  const trackIds = core.shown.frameQuery(on).trackIds.slice();
  const { count, shapes, paths, points } = core.shown.frameShapes(on);
  return Array.from({ length: count }, (_, shape) => {
    const [entry = 0, kind = 0, firstPath = 0, pathCount = 0] = shapes.subarray(shape * 4, shape * 4 + 4);
    const rings = Array.from({ length: pathCount }, (__, path) => {
      const [first = 0, length = 0] = paths.subarray((firstPath + path) * 2, (firstPath + path) * 2 + 2);
      return Array.from({ length }, (___, point) => [...points.subarray((first + point) * 2, (first + point) * 2 + 2)]);
    });
    return [trackIds[entry], kindName[kind], rings];
  });
}

for (const { name, create } of builds) {
  test(`polygons with holes, lines, points, heads and tails come as stored (${name})`, async () => {
    const core = await create();
    const features = [
      feature("Polygon", [outline, hole], { key: "" }),
      feature(
        "LineString",
        [
          [1.5, 2],
          [3, 4e1],
          [5, -6],
        ],
        { key: "HeadTails" },
      ),
      feature("Point", [1.5, 2, 99], { key: "head" }),
      feature("Point", [5, -6], { key: "tail" }),
      feature("Point", [7, 8], { key: "eye" }),
    ];
    load(core, [
      track(0, [{ frame: 3 }]),
      track(4, [
        { frame: 3, features },
        { frame: 9, features: features.slice(4) },
      ]),
    ]);
    expect(shapesOn(core, frame(3))).toEqual([
      [4, "polygon", [outline, hole]],
      [
        4,
        "line",
        [
          [
            [1.5, 2],
            [3, 40],
            [5, -6],
          ],
        ],
      ],
      [4, "head", [[[1.5, 2]]]],
      [4, "tail", [[[5, -6]]]],
      [4, "point", [[[7, 8]]]],
    ]);
    expect(shapesOn(core, frame(9))).toEqual([[4, "point", [[[7, 8]]]]]);
    expect(core.shown.frameQuery(frame(3)).hasGeometry).toBe(true);
    // Only shapes on both keyframes appear in between.
    expect(core.shown.frameQuery(frame(5))).toMatchObject({ count: 1, hasGeometry: true });
    expect(shapesOn(core, frame(5))).toEqual([[4, "point", [[[7, 8]]]]]);
  });

  test(`what is not a shape is left out, and leaves nothing in the pool (${name})`, async () => {
    const core = await create();
    const broken = [
      null,
      7,
      {},
      { geometry: null },
      feature("Polygon", []),
      feature("Polygon", [outline, []]),
      feature("Polygon", [outline, [[1, "2"]]]),
      feature("LineString", [[1, 2], [3]]),
      feature("Point", [[1, 2]]),
      feature("MultiPolygon", [[outline]]),
      feature("Point", [1, 2], null),
    ];
    load(core, [
      track(0, [{ frame: 0, features: broken }]),
      track(1, [{ frame: 0, geometry: { features: 7 } }]),
      track(2, [{ frame: 0, geometry: {} }]),
      track(3, [{ frame: 0, geometry: "text" }]),
    ]);
    expect(shapesOn(core, frame(0))).toEqual([[0, "point", [[[1, 2]]]]]);
    expect(core.shown.frameShapes(frame(0)).points).toEqual(Float64Array.of(1, 2));
  });

  test(`a geometry is decoded once, however often it is shown, and again after an edit (${name})`, async () => {
    const core = await create();
    load(core, [track(0, [{ frame: 0, features: [feature("Polygon", [outline])] }])]);
    core.shown.frameShapes(frame(0));
    for (let i = 0; i < 5; i++) expect(core.shown.frameShapes(frame(0)).points).toHaveLength(8);
    core.transact("move", frame(0), (tx) => tx.detections.setPolygon(id(0), frame(0), [hole]));
    expect(shapesOn(core, frame(0))).toEqual([[0, "polygon", [hole]]]);
    core.undo();
    expect(shapesOn(core, frame(0))).toEqual([[0, "polygon", [outline]]]);
    // A refilled core keeps nothing of what used to be at the same addresses.
    load(core, [track(0, [{ frame: 0, features: [feature("Point", [5, 6])] }])]);
    expect(shapesOn(core, frame(0))).toEqual([[0, "point", [[[5, 6]]]]]);
  });

  test(`thousands of geometries, as the host parses them one by one (${name})`, async () => {
    const core = await create();
    const around = (x: number, points: number): Point[] =>
      Array.from({ length: points }, (_, at) => [x + Math.cos(at), at / 3]);
    const tracks = Array.from({ length: 2000 }, (_, n) =>
      track(n, [{ frame: n % 3, features: [feature("Polygon", [around(n, 3 + (n % 9))]), feature("Point", [n, n])] }]),
    );
    load(core, tracks);
    for (const on of [0, 1, 2].map(frame)) {
      const expected = [...core.shown.frameQuery(on).trackIds.slice(0, core.shown.frameQuery(on).count)].flatMap(
        (shown) => core.shapes(id(shown), on).map(({ kind, paths }) => [shown, kind.toLowerCase(), paths]),
      );
      expect(expected.length).toBeGreaterThan(1000);
      expect(shapesOn(core, on)).toEqual(expected);
    }
  });

  test(`bounds from an origin keep digits that f32 does not have (${name})`, async () => {
    const core = await create();
    const bounds = [100_000.1, 99_000.7, 100_050.3, 99_050.9] as const;
    const far = { ...(track(0, [{ frame: 0 }, { frame: 10 }]) as { features: { bounds: unknown }[] }) };
    for (const each of far.features) each.bounds = bounds;
    load(core, [far]);
    for (const on of [0, 5].map(frame)) {
      const { bounds: near, originX, originY, count } = core.shown.frameQuery(on, [100_000, 99_000]);
      expect([count, originX, originY]).toEqual([1, 100_000, 99_000]);
      const exact = bounds.map((value, side) => value - (side % 2 === 0 ? 100_000 : 99_000));
      for (const side of [0, 1, 2, 3]) expect(near[side]).toBeCloseTo(exact[side]!, 5);
    }
    expect(core.shown.frameQuery(frame(0)).bounds[0]).toBe(Math.fround(100_000.1));
  });
}
