/** Hits in boxes are tested in queries.test.ts; those in polygons, lines and points here. */
import { expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import type { AnnotationCore, Point } from "../types.ts";

const square = (x1: number, y1: number, x2: number, y2: number): Point[] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];
const feature = (type: string, coordinates: unknown, key = ""): unknown => ({
  type: "Feature",
  properties: { key },
  geometry: { type, coordinates },
});

/** Track 0 has a box only; track 1 a polygon with a hole, a line and a point. Both boxes are [0, 0, 100, 100]. */
async function loaded(): Promise<AnnotationCore> {
  const core = await builds[1].create();
  const features = [
    feature("Polygon", [square(10, 10, 90, 90), [...square(30, 30, 70, 70), [30, 30]]]),
    feature("LineString", [
      [0, 0],
      [50, 50],
    ]),
    feature("Point", [60, 50], "head"),
    feature("MultiPolygon", []),
    null,
  ];
  const stored = { frame: 0, bounds: [0, 0, 100, 100] };
  const geometry = { type: "FeatureCollection", features };
  const tracks = [
    { id: 0, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features: [stored] },
    { id: 1, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features: [{ ...stored, geometry }] },
  ];
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.reader.endLoad();
  return core;
}

const geometryOnly = { box: false };

test("a polygon is hit inside, not in its hole, and near its edges", async () => {
  const core = await loaded();
  const hits = (x: number, y: number, tolerance = 2): readonly number[] =>
    core.shown.hitTest(frame(0), x, y, tolerance, geometryOnly);
  expect(hits(20, 50)).toEqual([1]);
  expect(hits(40, 60)).toEqual([]);
  expect(hits(69, 60)).toEqual([1]);
  expect(hits(5, 50)).toEqual([]);
  expect(hits(9, 50)).toEqual([1]);
  expect(hits(5, 50, 5)).toEqual([1]);
});

test("lines and points are hit within the tolerance", async () => {
  const core = await loaded();
  const hits = (x: number, y: number): readonly number[] => core.shown.hitTest(frame(0), x, y, 2, geometryOnly);
  expect(hits(40, 41)).toEqual([1]);
  expect(hits(52, 51)).toEqual([]);
  expect(hits(61, 51)).toEqual([1]);
  expect(hits(3, 4)).toEqual([1]);
});

test("the nearest edge of box and geometry counts", async () => {
  const core = await loaded();
  // 10 pixels from the edges of both boxes, on the outline of the polygon.
  expect(core.shown.hitTest(frame(0), 10, 50, 2)).toEqual([1, 0]);
  expect(core.shown.hitTest(frame(0), 10, 50, 2, { geometry: false })).toEqual([0, 1]);
  expect(core.shown.hitTest(frame(0), 10, 50, 2, { box: false, geometry: false })).toEqual([]);
});

test("shapes are returned as stored; other members are left out", async () => {
  const core = await loaded();
  expect(core.shapes(id(1), frame(0)).map(({ kind, key, paths }) => [kind, key, paths.length])).toEqual([
    ["Polygon", "", 2],
    ["LineString", "", 1],
    ["Point", "head", 1],
  ]);
  expect(core.shapes(id(1), frame(0))[1]?.paths).toEqual([
    [
      [0, 0],
      [50, 50],
    ],
  ]);
  expect(core.shapes(id(0), frame(0))).toEqual([]);
  expect(core.shapes(id(1), frame(7))).toEqual([]);
});
