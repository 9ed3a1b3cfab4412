/** Geometry, attributes, notes, rotation and length of detections, in both builds. */
import { beforeEach, describe, expect, test } from "vitest";
import { allTracks, builds, frame, id, text, utf8 } from "../testing/cores.ts";
import { drawArt, loadArt } from "../testing/track-art.ts";
import type { AnnotationCore, EditTransaction, Point } from "../types.ts";
import { ShapeKind } from "../border.ts";
import { CoreError, DrawFlag } from "../types.ts";

const triangle: readonly Point[] = [
  [1, 2],
  [9.5, 2],
  [1, 8.25],
];
const closed = [...triangle, [1, 2]];

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  function edit(run: (tx: EditTransaction) => void): void {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
  }

  function code(run: (tx: EditTransaction) => void): string {
    const before = JSON.stringify(allTracks(core));
    try {
      core.transact("edit", frame(0), run);
    } catch (error) {
      expect(JSON.stringify(allTracks(core))).toBe(before);
      if (error instanceof CoreError) return error.code;
      throw error;
    }
    return "accepted";
  }

  /** The detection of track 0 on a frame, as the wire has it. */
  function detection(at: number): Record<string, unknown> {
    const [track] = allTracks(core) as { readonly features: readonly Record<string, unknown>[] }[];
    return track?.features.find((feature) => feature["frame"] === at) ?? {};
  }

  function loadFeature(members: object): void {
    const features = [{ frame: 0, bounds: [0, 0, 9, 9], keyframe: true, ...members }];
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify([{ id: 0, features }])));
    core.reader.endLoad();
  }

  const feature = (type: string, key: string, coordinates: unknown): object => ({
    type: "Feature",
    properties: { key },
    geometry: { type, coordinates },
  });
  const collection = (...features: object[]): object => ({ type: "FeatureCollection", features });
  const geometryFlag = (at: number): number => (core.shown.frameQuery(frame(at)).flags[0] ?? 0) & DrawFlag.geometry;

  test("[V-DRAW-11] a rectangle is the bounds, and geometry stays; a polygon is kept as geometry, with holes, closed, next to others, and bounds stay", () => {
    loadArt(core, "0: K");
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle, closed as unknown as Point[]]));
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle], "second"));
    expect(detection(0)["geometry"]).toEqual(
      collection(feature("Polygon", "", [closed, closed]), feature("Polygon", "second", [closed])),
    );
    expect(detection(0)["bounds"]).toEqual([0, 0, 10, 10]);
    expect(geometryFlag(0)).toBe(DrawFlag.geometry);
    const drawn = detection(0)["geometry"];
    edit((tx) => tx.detections.setBounds(id(0), frame(0), [5, 6, 70, 80]));
    expect(detection(0)).toMatchObject({ bounds: [5, 6, 70, 80], geometry: drawn });
    edit((tx) => {
      tx.detections.setLine(id(0), frame(0), triangle.slice(1));
      tx.detections.setPoint(id(0), frame(0), [3, 4], "head");
    });
    expect(detection(0)).toMatchObject({
      bounds: [5, 6, 70, 80],
      geometry: collection(
        ...(drawn as { readonly features: object[] }).features,
        feature("LineString", "", triangle.slice(1)),
        feature("Point", "head", [3, 4]),
      ),
    });
    core.undo();
    core.undo();
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle]));
    edit((tx) => tx.detections.removeGeometry(id(0), frame(0), "Polygon", "second"));
    expect(detection(0)["geometry"]).toEqual(collection(feature("Polygon", "", [closed])));
    edit((tx) => tx.detections.removeGeometry(id(0), frame(0), "Polygon"));
    expect(["geometry" in detection(0), geometryFlag(0)]).toEqual([false, 0]);
    core.undo();
    expect(geometryFlag(0)).toBe(DrawFlag.geometry);
  });

  test("[V-DRAW-07] a ring of less than three points is refused, open or closed", () => {
    loadArt(core, "0: K");
    const two = triangle.slice(0, 2);
    expect(code((tx) => tx.detections.setPolygon(id(0), frame(0), [two]))).toBe("bad-geometry");
    expect(code((tx) => tx.detections.setPolygon(id(0), frame(0), [[...two, ...triangle.slice(0, 1)]]))).toBe(
      "bad-geometry",
    );
    expect(code((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle, []]))).toBe("bad-geometry");
    expect(code((tx) => tx.detections.setPolygon(id(0), frame(0), []))).toBe("bad-geometry");
    expect(code((tx) => tx.detections.setLine(id(0), frame(0), triangle.slice(0, 1)))).toBe("bad-geometry");
    expect(code((tx) => tx.detections.setPoint(id(0), frame(0), [1, Infinity], "head"))).toBe("bad-geometry");
    expect(code((tx) => tx.detections.removeGeometry(id(0), frame(0), "Point"))).toBe("no-such-geometry");
  });

  test("head and tail are points with the line between them", () => {
    loadArt(core, "0: K");
    edit((tx) => tx.detections.setHeadTail(id(0), frame(0), [1, 2], [3, 4]));
    edit((tx) => tx.detections.setPoint(id(0), frame(0), [5, 6], "tail"));
    const geometry = [
      feature("LineString", "HeadTails", [
        [1, 2],
        [3, 4],
      ]),
      feature("Point", "head", [1, 2]),
      feature("Point", "tail", [5, 6]),
    ];
    expect(detection(0)["geometry"]).toEqual(collection(...geometry));
    edit((tx) => tx.detections.removeGeometry(id(0), frame(0), "LineString"));
    expect(detection(0)["geometry"]).toEqual(collection(...geometry.slice(1)));
  });

  test("geometry makes an interpolated detection a keyframe, and a new one where there is none", () => {
    loadArt(core, "0: K--K");
    edit((tx) => tx.detections.setPoint(id(0), frame(1), [5, 6], "head"));
    expect([drawArt(core), detection(1)["bounds"]]).toEqual(["0: KK-K", [1, 0, 11, 10]]);
    edit((tx) => tx.detections.setPolygon(id(0), frame(5), [triangle]));
    expect([drawArt(core), detection(5)["bounds"]]).toEqual(["0: KK-K.K", [1, 2, 10, 8]]);
    core.undo();
    core.undo();
    expect(drawArt(core)).toBe("0: K--K");
  });

  test("[V-ATTR-06] attributes of a detection are set and removed, those of a user by login", () => {
    loadFeature({ attributes: { old: "x" }, unknown: [1] });
    edit((tx) => tx.detections.setAttribute(id(0), frame(0), "size", { deep: [true] }));
    edit((tx) => tx.detections.setAttribute(id(0), frame(0), "size", 4, "ann"));
    edit((tx) => tx.detections.setAttribute(id(0), frame(0), "old", undefined));
    expect(detection(0)).toMatchObject({
      attributes: { size: { deep: [true] }, userAttributes: { ann: { size: 4 } } },
      unknown: [1],
    });
    expect(detection(0)["attributes"]).not.toHaveProperty("old");
    expect(code((tx) => tx.detections.setAttribute(id(0), frame(1), "size", 1))).toBe("no-detection");
    expect(code((tx) => tx.detections.setAttribute(id(9), frame(0), "size", 1))).toBe("no-such-track");
    expect(code((tx) => tx.detections.setAttribute(id(0), frame(0), "", 1))).toBe("bad-attribute");
  });

  test("an edit leaves everything else as it was written", () => {
    const features =
      '[{"frame":0,"bounds":[0,0,1,1],"keyframe":true,"big":12345678901234567890,"attributes":{"r\\u00e9":1.50}}]';
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(`[{"id":0,"features":${features}}]`));
    core.reader.endLoad();
    edit((tx) => tx.detections.setAttribute(id(0), frame(0), "new", 1));
    const written = text(core.writer.writeTrackList([id(0)]));
    expect(written).toContain("12345678901234567890");
    expect(JSON.parse(written)).toMatchObject([{ features: [{ attributes: { ré: 1.5, new: 1 } }] }]);
    edit((tx) => tx.detections.setAttribute(id(0), frame(0), "ré", undefined));
    expect(detection(0)["attributes"]).toEqual({ new: 1 });
  });

  test("a rotated box is a polygon that says its rotation, until other points are set", () => {
    loadFeature({});
    const square: readonly Point[] = [
      [5, 0],
      [10, 5],
      [5, 10],
      [0, 5],
    ];
    const properties = (): unknown =>
      (detection(0)["geometry"] as { readonly features: readonly { properties: unknown }[] }).features[0]?.properties;
    const kind = (): number | undefined => core.shown.frameShapes(frame(0)).shapes[1];
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [square], "", 0.75));
    expect(properties()).toEqual({ key: "", rotation: 0.75 });
    expect(core.shapes(id(0), frame(0))[0]).toMatchObject({ kind: "Polygon", rotation: 0.75 });
    expect(kind()).toBe(ShapeKind.rotatedBox);
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle], ""));
    expect(properties()).toEqual({ key: "" });
    expect(kind()).toBe(ShapeKind.polygon);
    // Marked as a box but has three points: not a box.
    edit((tx) => tx.detections.setPolygon(id(0), frame(0), [triangle], "", 0.75));
    expect(kind()).toBe(ShapeKind.polygon);
    expect(code((tx) => tx.detections.setPolygon(id(0), frame(0), [square], "", NaN))).toBe("bad-geometry");
  });

  test.each([
    ["0.75", true],
    ["-1e-2", true],
    ["", false],
    ["0.75 rad", false],
    [null, false],
  ] as const)("a rotation that was stored as %j makes a box: %s", (rotation, isBox) => {
    const ring = [...Array.from({ length: 4 }, (_, at) => [at & 1, at >> 1]), [0, 0]];
    const geometry = collection({
      type: "Feature",
      properties: { key: "", rotation },
      geometry: { type: "Polygon", coordinates: [ring] },
    });
    loadFeature({ geometry });
    expect(core.shapes(id(0), frame(0))[0]?.rotation).toBe(isBox ? Number(rotation) : undefined);
    expect(core.shown.frameShapes(frame(0)).shapes[1]).toBe(isBox ? ShapeKind.rotatedBox : ShapeKind.polygon);
  });

  test("[V-DATA-05] geometry is a feature collection; its items keep key and annotationType, and are of the three stored types", () => {
    const items = [
      { ...feature("Polygon", "", [closed]), properties: { key: "", annotationType: "Polygon" } },
      {
        ...feature("LineString", "HeadTails", triangle.slice(0, 2)),
        properties: { key: "HeadTails", annotationType: "LineString" },
      },
      { ...feature("Point", "head", triangle[0]), properties: { key: "head", annotationType: "Point" } },
      { ...feature("Polygon", "box", [closed]), properties: { key: "box", annotationType: "rectangle" } },
      { ...feature("Point", "label", triangle[0]), properties: { key: "label", annotationType: "text" } },
    ];
    loadFeature({ geometry: collection(...items) });
    expect(core.shapes(id(0), frame(0)).map(({ kind, key }) => [kind, key])).toEqual([
      ["Polygon", ""],
      ["LineString", "HeadTails"],
      ["Point", "head"],
      ["Polygon", "box"],
      ["Point", "label"],
    ]);
    const moved = triangle.map(([x, y]): Point => [x + 1, y]);
    edit((tx) => {
      tx.detections.setPolygon(id(0), frame(0), [moved], "");
      tx.detections.setLine(id(0), frame(0), triangle.slice(1), "HeadTails");
      tx.detections.setPoint(id(0), frame(0), moved[0]!, "head");
    });
    const stored = detection(0)["geometry"] as { readonly features: readonly { readonly properties: unknown }[] };
    expect(stored).toMatchObject({ type: "FeatureCollection" });
    expect(stored.features.map(({ properties }) => properties)).toEqual(items.map(({ properties }) => properties));
    expect(stored.features[0]).toMatchObject({
      type: "Feature",
      geometry: { type: "Polygon", coordinates: [[...moved, moved[0]]] },
    });
  });

  test("all geometry moves, and the bounds stay", () => {
    loadFeature({
      geometry: collection(feature("Polygon", "", [closed]), feature("Point", "head", [1, 2, 7]), { type: "Feature" }),
    });
    edit((tx) => tx.detections.moveGeometry(id(0), frame(0), [10, -1]));
    expect(detection(0)).toMatchObject({
      bounds: [0, 0, 9, 9],
      geometry: collection(
        feature("Polygon", "", [closed.map(([x = 0, y = 0]) => [x + 10, y - 1])]),
        feature("Point", "head", [11, 1, 7]),
        { type: "Feature" },
      ),
    });
    core.undo();
    expect(core.shapes(id(0), frame(0))[0]?.paths).toEqual([closed]);
    expect(code((tx) => tx.detections.moveGeometry(id(0), frame(0), [NaN, 0]))).toBe("bad-geometry");
  });

  test("notes, rotation, length and further members come and go", () => {
    loadFeature({});
    edit((tx) => {
      tx.detections.setNotes(id(0), frame(0), ["a", 'b"']);
      tx.detections.setRotation(id(0), frame(0), 1.25);
      tx.detections.setLength(id(0), frame(0), 30.5);
      tx.detections.setMember(id(0), frame(0), "flick", 7);
    });
    expect(detection(0)).toMatchObject({
      notes: ["a", 'b"'],
      attributes: { rotation: 1.25 },
      fishLength: 30.5,
      flick: 7,
    });
    edit((tx) => {
      tx.detections.setNotes(id(0), frame(0), []);
      tx.detections.setRotation(id(0), frame(0), 0);
      tx.detections.setLength(id(0), frame(0), undefined);
      tx.detections.setMember(id(0), frame(0), "flick", undefined);
    });
    expect(detection(0)).toEqual({ frame: 0, bounds: [0, 0, 9, 9], keyframe: true, attributes: {} });
    expect(code((tx) => tx.detections.setLength(id(0), frame(0), Infinity))).toBe("bad-argument");
    expect(code((tx) => tx.detections.setMember(id(0), frame(0), "bounds", []))).toBe("bad-argument");
    core.undo();
    expect(detection(0)).toMatchObject({ notes: ["a", 'b"'], fishLength: 30.5 });
  });

  test("[V-TRACK-07] a stored detection that is not a keyframe becomes one, and keeps what it has", () => {
    const bounds = [0, 0, 9, 9];
    const features = [
      { frame: 0, bounds, keyframe: true, interpolate: true },
      { frame: 2, bounds, keyframe: false, attributes: { a: 1 } },
      { frame: 4, bounds, keyframe: true },
    ];
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify([{ id: 0, features }])));
    core.reader.endLoad();
    edit((tx) => tx.detections.setAttribute(id(0), frame(2), "b", 2));
    expect(detection(2)).toMatchObject({ keyframe: false, attributes: { a: 1, b: 2 } });
    edit((tx) => tx.detections.toggleKeyframe(id(0), frame(2)));
    expect(detection(2)).toMatchObject({ keyframe: true, attributes: { a: 1, b: 2 } });
    edit((tx) => tx.detections.toggleKeyframe(id(0), frame(2)));
    expect(detection(2)).toEqual({});
    for (const _ of [1, 2, 3]) core.undo();
    expect(detection(2)).toEqual(features[1]);
  });
});
