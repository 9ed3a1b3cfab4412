/** Rotated boxes and poses: written files are read back, and differences are in the ledger. */
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile, writeAnnotationFile } from "../annotation-formats.ts";
import { cornersOf, extentOf } from "../exchange/shapes.ts";
import { sourceOfFiles } from "../sources/source.ts";
import type { AnnotationCore, AnnotationFormat } from "../../types.ts";

const cores = await createCores(2);
const imageSize = { width: 1920, height: 1080 };
const facts = { type: "video", fps: 5, imageNames: [], datasetInfo: undefined, imageSize } as const;

interface Detection {
  readonly bounds: readonly number[];
  readonly geometry?: { readonly features: readonly { readonly properties: { readonly rotation?: number } }[] };
}

const feature = (key: string, type: string, coordinates: unknown, more: object = {}): object => ({
  type: "Feature",
  properties: { key, ...more },
  geometry: { type, coordinates },
});
const shapes = (...features: readonly object[]): object => ({ geometry: { type: "FeatureCollection", features } });
const track = (id: number, bounds: readonly number[], more: object): object => ({
  id,
  begin: id,
  end: id,
  confidencePairs: [["fish", 1]],
  attributes: {},
  features: [{ frame: id, bounds, keyframe: true, ...more }],
});

function detectionsOf(core: AnnotationCore): readonly Detection[] {
  const rows = [...core.writer.trackRows({ bounds: "exact" })];
  return rows.map(({ json }) => (JSON.parse(json) as { features: [Detection] }).features[0]);
}

async function backOf(format: AnnotationFormat, tracks: readonly object[]) {
  const [core, again] = [cores(), cores()];
  core.reader.readDiveJson(
    utf8(JSON.stringify({ version: 2, groups: {}, tracks: Object.fromEntries(tracks.entries()) })),
  );
  const { bytes, losses } = writeAnnotationFile(core, format, facts);
  const { problems } = await readAnnotationFile(again, bytes);
  expect(problems).toEqual([]);
  return { before: detectionsOf(core), after: detectionsOf(again), losses: losses.map(({ kind }) => kind) };
}

test("a rotated box comes back with its angle, an upright one as a box", async () => {
  const ring = cornersOf([500, 300, 700, 400], 0.3);
  const polygon = feature("", "Polygon", [[...ring, ring[0]]], { rotation: 0.3 });
  const tracks = [track(0, extentOf(ring), shapes(polygon)), track(1, [10, 20, 110, 60], {})];
  const { before, after, losses } = await backOf("yolo-obb", tracks);
  const [turned, upright] = after;
  expect(turned?.geometry?.features[0]?.properties.rotation).toBeCloseTo(0.3, 9);
  for (const [index, side] of (turned?.bounds ?? []).entries())
    expect(side).toBeCloseTo(before[0]?.bounds[index] ?? 0, 9);
  expect(upright?.geometry).toBeUndefined();
  expect(losses.filter((kind) => kind !== "bounds-digits")).toEqual([]);
});

test("a rotated box that reaches out of the picture is cut off, and the ledger says so", async () => {
  const ring = cornersOf([-20, 300, 200, 400], 0.3);
  const polygon = feature("", "Polygon", [[...ring, ring[0]]], { rotation: 0.3 });
  const { after, losses } = await backOf("yolo-obb", [track(0, extentOf(ring), shapes(polygon))]);
  expect(after[0]?.bounds[0]).toBe(0);
  expect(after[0]?.geometry?.features[0]?.properties.rotation).toBeUndefined();
  expect(losses).toContain("clipped");
});

test("points of poses come back with their names, hidden ones and missing ones too", async () => {
  const [head, tail] = [feature("head", "Point", [192, 108]), feature("tail", "Point", [384, 216], { visibility: 1 })];
  const ends = feature("HeadTails", "LineString", [
    [192, 108],
    [384, 216],
  ]);
  const tracks = [
    track(0, [96, 54, 480, 270], shapes(head, tail, ends)),
    track(1, [96, 54, 480, 270], shapes(feature("fin", "Point", [240, 135]))),
    track(2, [96, 54, 480, 270], {}),
  ];
  const { before, after, losses } = await backOf("yolo-pose", tracks);
  expect(after.map(({ geometry }) => geometry)).toEqual(before.map(({ geometry }) => geometry));
  expect(losses.filter((kind) => kind !== "bounds-digits")).toEqual([]);
  const line = feature("", "LineString", [
    [0, 0],
    [9, 9],
  ]);
  expect((await backOf("yolo-pose", [track(0, [96, 54, 480, 270], shapes(head, line))])).losses).toContain("geometry");
});

test("rows of four corners are rotated boxes where data.yaml says so, and polygons elsewhere", async () => {
  const row = "0 0.1 0.25 0.4 0.25 0.4 0.75 0.1 0.75 0.9\n";
  const setOf = (yaml: string) =>
    sourceOfFiles([
      { name: "data.yaml", bytes: utf8(yaml) },
      { name: "labels/a.txt", bytes: utf8(row) },
    ]);
  const core = cores();
  await readAnnotationFile(core, setOf("names: [fish]\ntask: obb\n"), { imageSize });
  expect(detectionsOf(core)).toMatchObject([{ bounds: [192, 270, 768, 810] }]);
  expect(detectionsOf(core)[0]?.geometry).toBeUndefined();
  await readAnnotationFile(core, setOf("names: [fish]\n"), { imageSize });
  expect(detectionsOf(core)[0]?.geometry).toBeDefined();
});
