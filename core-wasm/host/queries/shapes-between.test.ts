/** Geometry between two keyframes, for display: golden values in both builds; stored geometry is not changed. */
import { beforeEach, describe, expect, test } from "vitest";
import { ShapeKind } from "../border.ts";
import { allTracks, builds, frame, utf8 } from "../testing/cores.ts";
import type { AnnotationCore, Bounds, Point } from "../types.ts";

interface Sketch {
  readonly type: "Polygon" | "LineString" | "Point";
  readonly coordinates: unknown;
  readonly properties?: object;
}

const polygon = (...rings: readonly (readonly Point[])[]): Sketch => ({ type: "Polygon", coordinates: rings });

/** A box rotated about its center; its corners starting with the upper left one. */
function rotatedBox([x, y]: Point, halfX: number, halfY: number, degrees: number): Sketch {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corner = (dx: number, dy: number): Point => [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  const ring = [corner(-halfX, -halfY), corner(halfX, -halfY), corner(halfX, halfY), corner(-halfX, halfY)];
  return { ...polygon([...ring, ring[0]!]), properties: { rotation: (degrees * Math.PI) / 180 } };
}

const feature = (at: number, shapes: readonly Sketch[], bounds: Bounds = [0, 0, 20, 10]) => ({
  frame: at,
  bounds,
  keyframe: true,
  interpolate: true,
  attributes: {},
  ...(shapes.length > 0 && {
    geometry: {
      type: "FeatureCollection",
      features: shapes.map(({ type, coordinates, properties = { key: "" } }) => ({
        type: "Feature",
        properties: { key: "", ...properties },
        geometry: { type, coordinates },
      })),
    },
  }),
});

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;
  beforeEach(async () => {
    core = await create();
  });

  function load(...features: readonly object[]): void {
    const track = { id: 0, begin: 0, end: 100, confidencePairs: [["fish", 1]], attributes: {}, features };
    core.reader.readDiveJson(utf8(JSON.stringify({ tracks: { 0: track }, groups: {}, version: 2 })));
  }

  /** Shapes of the frame, rounded. */
  function shown(at: number): { kind: string; paths: number[][][] }[] {
    core.shown.frameQuery(frame(at));
    const { count, shapes, paths, points } = core.shown.frameShapes(frame(at));
    return Array.from({ length: count }, (_, shape) => {
      const [, kind = 0, firstPath = 0, pathCount = 0] = shapes.subarray(shape * 4, shape * 4 + 4);
      const path = (index: number): number[][] =>
        Array.from({ length: paths[index * 2 + 1]! }, (__, point) => {
          const from = (paths[index * 2]! + point) * 2;
          return [...points.subarray(from, from + 2)].map((value) => Math.round(value * 1e6) / 1e6 + 0);
        });
      const name = Object.entries(ShapeKind).find(([, value]) => value === kind)![0];
      return { kind: name, paths: Array.from({ length: pathCount }, (__, at2) => path(firstPath + at2)) };
    });
  }

  const square: readonly Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ];

  test("points of a polygon go straight to those nearest to them, wherever its ring begins and whichever way it goes", () => {
    const moved = (dx: number) => square.map(([x, y]): Point => [x + dx, y]);
    const other = moved(100).slice(0, 4);
    const begunElsewhere = [...other.slice(2), ...other.slice(0, 2)];
    for (const later of [moved(100), begunElsewhere, begunElsewhere.toReversed()]) {
      load(feature(0, [polygon(square)]), feature(10, [polygon(later)]));
      expect(shown(5)).toEqual([
        {
          kind: "polygon",
          paths: [
            [
              [50, 0],
              [60, 0],
              [60, 10],
              [50, 10],
            ],
          ],
        },
      ]);
    }
  });

  test("with other numbers of points each ring gets those of the other one, at the same share of its length", () => {
    const triangle: readonly Point[] = [
      [0, 0],
      [20, 0],
      [0, 20],
    ];
    load(feature(0, [polygon(square)]), feature(4, [polygon(triangle)]));
    const [{ paths } = { paths: [] }] = shown(2);
    // The square has points at 1/4, 1/2 and 3/4 of its length, the triangle at 0.293 and 0.707.
    expect(paths[0]).toEqual([
      [0, 0],
      [13.535534, 0],
      [15, 0.857864],
      [10, 10],
      [0.857864, 15],
      [0, 13.535534],
    ]);
  });

  test("holes match holes; shapes without a counterpart are not interpolated", () => {
    const hole: readonly Point[] = [
      [2, 2],
      [4, 2],
      [4, 4],
    ];
    load(
      feature(0, [polygon(square, hole), polygon(square)]),
      feature(2, [polygon(square, hole)]),
      { ...feature(4, [polygon(square)]), interpolate: false },
      feature(6, [polygon(square)]),
    );
    expect(shown(0)).toHaveLength(2);
    expect(shown(1).map(({ paths }) => paths.map(({ length }) => length))).toEqual([[4, 3]]);
    expect(shown(3).map(({ paths }) => paths.map(({ length }) => length))).toEqual([[4]]);
    expect(shown(5)).toEqual([]);
  });

  test.each([
    [0, 90, 45],
    [170, -170, 180],
    [-170, 170, -180],
    [30, 30, 30],
  ])("a box turned by %s and then by %s degrees is turned by %s halfway: the shorter way", (from, to, between) => {
    load(feature(0, [rotatedBox([50, 50], 20, 10, from)]), feature(10, [rotatedBox([70, 90], 40, 10, to)]));
    const expected = rotatedBox([60, 70], 30, 10, between).coordinates as number[][][];
    expect(shown(5)).toEqual([
      {
        kind: "rotatedBox",
        paths: [expected[0]!.slice(0, 4).map((point) => point.map((value) => expect.closeTo(value, 5)))],
      },
    ]);
  });

  test("a box that is upright at one end turns from or to there", () => {
    load(
      feature(0, [], [30, 40, 70, 60]),
      feature(10, [rotatedBox([50, 50], 20, 10, 60)]),
      feature(20, [], [30, 40, 70, 60]),
    );
    const expected = (rotatedBox([50, 50], 20, 10, 30).coordinates as number[][][])[0]!
      .slice(0, 4)
      .map((point) => point.map((value) => expect.closeTo(value, 5)));
    expect(shown(5)).toEqual([{ kind: "rotatedBox", paths: [expected] }]);
    expect(shown(15)).toEqual([{ kind: "rotatedBox", paths: [expected] }]);
  });

  test("lines and points go straight, heads with heads", () => {
    const line = (y: number): Sketch => ({
      type: "LineString",
      coordinates: [
        [0, y],
        [10, y],
      ],
    });
    const point = (key: string, x: number): Sketch => ({ type: "Point", coordinates: [x, 0], properties: { key } });
    load(
      feature(0, [line(0), point("head", 0), point("tail", 10)]),
      feature(4, [point("tail", 50), line(8), point("head", 40)]),
    );
    expect(shown(1)).toEqual([
      {
        kind: "line",
        paths: [
          [
            [0, 2],
            [10, 2],
          ],
        ],
      },
      { kind: "head", paths: [[[10, 0]]] },
      { kind: "tail", paths: [[[20, 0]]] },
    ]);
    // A line with a different number of points: both ends, and the points of each.
    load(
      feature(0, [line(0)]),
      feature(4, [
        {
          type: "LineString",
          coordinates: [
            [0, 8],
            [2, 8],
            [10, 8],
          ],
        },
      ]),
    );
    expect(shown(2)).toEqual([
      {
        kind: "line",
        paths: [
          [
            [0, 4],
            [2, 4],
            [10, 4],
          ],
        ],
      },
    ]);
  });

  test("asking again gives the same, takes no more room, and changes nothing that is stored", () => {
    load(
      feature(0, [polygon(square)]),
      feature(50, [polygon(square.map(([x, y]): Point => [x + 50, y]))], [50, 0, 70, 10]),
    );
    const before = allTracks(core);
    const first = shown(25);
    const room = () => core.shown.frameShapes(frame(25)).points.length;
    const used = room();
    for (let at = 1; at < 50; at += 1) shown(at);
    expect([shown(25), room()]).toEqual([first, used]);
    expect(core.shapes(0 as never, frame(25))).toEqual([]);
    expect(allTracks(core)).toEqual(before);
    expect(core.shown.hitTest(frame(25), 30, 5, 1, { box: false })).toEqual([0]);
    const { keptPaths, shapes } = core.shown.frameShapes(frame(25));
    expect(shapes[2]).toBe(keptPaths);
  });
});
