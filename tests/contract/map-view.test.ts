/** Pictures at the edges of web maps: shown on the map as far as it reaches, or only as pixels, with the reason. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeArrayBuffer } from "geotiff";
import { afterAll, beforeAll, expect, test } from "vitest";

import { buildPyramid } from "../../server/adapters/sharp/build-pyramid.ts";

const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 32, outputBytes: 2 ** 27, pixels: 2 ** 24 };
const [width, height] = [400, 200];
const degrees = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 };
const zone = (code: number) => ({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: code });

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-maps-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function geoTiff(bands: number, pixel: number, corner: readonly [number, number], system: object): Buffer {
  const values = new Int16Array(width * height * bands).map((_, n) => n % 250);
  const all = (value: number): number[] => Array.from({ length: bands }, () => value);
  const metadata = {
    width,
    height,
    SamplesPerPixel: bands,
    BitsPerSample: all(16),
    SampleFormat: all(2),
    PhotometricInterpretation: 1,
    ModelPixelScale: [pixel, pixel, 0],
    ModelTiepoint: [0, 0, 0, ...corner, 0],
    GTRasterTypeGeoKey: 1,
    ...system,
  };
  return Buffer.from(writeArrayBuffer(values as never, metadata as never) as ArrayBuffer);
}

const cut = "is cut off on the map, at the 85 degrees of latitude that web maps show.";
const dateLine = "is not shown on a map: it crosses the date line, where web maps end. Cut it there into two pictures.";

test.each([
  ["two bands of signed numbers", geoTiff(2, 10, [500_000, 5_000_000], zone(32_621)), true, []],
  ["the whole world", geoTiff(1, 0.9, [-180, 90], degrees), true, [cut]],
  ["up to the pole", geoTiff(1, 0.1, [10, 89.9], degrees), true, [cut]],
  [
    "beyond 85 degrees",
    geoTiff(1, 0.001, [10, 89], degrees),
    false,
    ["is not shown on a map: it is beyond the 85 degrees of latitude that web maps show."],
  ],
  ["over the date line, in metres", geoTiff(1, 100, [720_000, 5_000_000], zone(32_660)), false, [dateLine]],
  ["over the date line, in degrees", geoTiff(1, 0.05, [170, 10], degrees), false, [dateLine]],
])("on a map: %s", async (name, bytes, hasMap, notes) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const run = { signal: new AbortController().signal, onProgress: () => undefined };
  const targets = { pixels: `${path}.tiles`, map: `${path}.map` };
  expect(await buildPyramid({ path, ending: "tif", parts: [] }, targets, run, limits)).toEqual({ hasMap, notes });
});
