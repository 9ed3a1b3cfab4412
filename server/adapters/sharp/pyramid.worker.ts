/**
 * The program that makes tiles of one image: a separate process, so that it can be stopped, and so that its memory, or
 * a crashing decoder, harms no other work. It writes a line of JSON for each step; see `build-pyramid.ts`.
 */
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import sharp from "sharp";

import type { PyramidFacts } from "../../base/tile-pack.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import type { Gdal } from "../gdal/gdal.ts";
import type { PyramidJob, PyramidLine } from "./build-pyramid.ts";
import { wordImageError } from "./image-errors.ts";
import { makePyramid, maxChannels } from "./make-pyramid.ts";
import { type Geo, isTiff, readGeo } from "./read-geo.ts";

const [jobFile = ""] = process.argv.slice(2);
const job = JSON.parse(await readFile(jobFile, "utf8")) as PyramidJob;
const { source, target, mapTarget, maxPixels, maxBytes, layout } = job;
/** GDAL can access only these two. */
const [input, output] = [join(dirname(jobFile), "in"), join(dirname(jobFile), "out")];

const send = (line: PyramidLine): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const note = (text: string): boolean => send({ note: text });

/** The file to decode, already checked. */
let picture = source;

async function build(): Promise<boolean> {
  let gdal: Gdal | undefined;
  let bandCount: number | undefined;
  let dtype: string | undefined;
  if (layout !== undefined) {
    await requirePictures(layout);
    gdal = await loadGdal();
    for (const { place, path } of [{ place: layout.name, path: source }, ...layout.parts]) {
      await mkdir(dirname(join(input, place)), { recursive: true });
      await copyFile(path, join(input, place));
    }
    const { readWithGdal } = await import("../gdal/read-with-gdal.ts");
    const read = await readWithGdal(gdal, `/input/${layout.name}`, { pixels: maxPixels, bytes: maxBytes });
    ({ tiff: picture, bandCount, dtype } = read);
    for (const text of read.notes) note(text);
  } else if (await isTiff(source)) {
    const { rewritingOf } = await import("../gdal/plain-tiff.ts");
    const rewriting = await rewritingOf(source);
    if (rewriting !== undefined) {
      gdal = await loadGdal();
      await copyFile(source, join(input, "source.tif"));
      const { readWithGdal } = await import("../gdal/read-with-gdal.ts");
      const limits = { pixels: maxPixels, bytes: maxBytes };
      const read = await readWithGdal(gdal, "/input/source.tif", limits, rewriting.isWhiteZero);
      ({ tiff: picture, bandCount, dtype } = read);
    }
  }
  const geo = await geoOf();
  const isOnMap = geo?.place !== undefined;
  const phases = isOnMap ? 2 : 1;
  const onProgress =
    (phase: number) =>
    (done: number, total: number): boolean =>
      send({ done: phase * total + done, total: phases * total });
  if (geo === undefined || !isOnMap) {
    await makePyramid({ source: picture, target, maxPixels, geo, bandCount, dtype, onProgress: onProgress(0) });
    return false;
  }
  gdal ??= await loadGdal();
  const opened = await openOnMap(gdal, picture, geo);
  const plan = { source: picture, target, maxPixels, geo: opened.geo, bandCount, dtype, onProgress: onProgress(0) };
  const facts = await makePyramid(plan);
  return opened.raster !== undefined && (await makeMap(gdal, opened.raster, facts, onProgress(1)));
}

/**
 * The sources of a VRT have been checked, but not those of a file that only turns out to be one. @throws ImageError
 */
async function requirePictures({ name, parts }: NonNullable<typeof layout>): Promise<void> {
  const { isPlainPicture } = await import("../gdal/picture-kinds.ts");
  if (!name.endsWith(".vrt") && !(await isPlainPicture(source))) {
    throw new ImageError("is not a NITF picture, whatever its name says.");
  }
  for (const { place, path } of parts) {
    if (!(await isPlainPicture(path))) throw new ImageError(`refers to "${place}", which is not a picture.`);
  }
}

async function geoOf(): Promise<Geo | undefined> {
  const { format, orientation = 1 } = await sharp(picture, {
    limitInputPixels: false,
    limitInputChannels: maxChannels,
  }).metadata();
  return format === "tiff" && orientation === 1 ? await readGeo(picture) : undefined;
}

async function loadGdal(): Promise<Gdal> {
  for (const folder of [input, output]) await mkdir(folder, { recursive: true });
  const { Gdal: GdalClass } = await import("../gdal/gdal.ts");
  return await GdalClass.load(input, output);
}

type Opened = { readonly geo: Geo; readonly raster?: Awaited<ReturnType<Gdal["open"]>> };

/** Opens the picture in GDAL with its georeference; a picture that GDAL cannot locate is shown without a map. */
async function openOnMap(gdal: Gdal, path: string, geo: Geo): Promise<Opened> {
  const { globeGrid } = await import("../gdal/map-image.ts");
  try {
    if (path === source) await copyFile(path, join(input, "picture.tif"));
    const raster = await gdal.open(path === source ? "/input/picture.tif" : "/output/picture.tif");
    const grid = await globeGrid(gdal, raster.info);
    return { raster, geo: { ...geo, ...(geo.place !== undefined && { place: { ...geo.place, grid } }) } };
  } catch (error) {
    note(`is not shown on a map: ${await reasonOf(error)}`);
    return { geo };
  }
}

/** @returns whether web map tiles were made */
async function makeMap(
  gdal: Gdal,
  raster: NonNullable<Opened["raster"]>,
  facts: PyramidFacts,
  onProgress: (done: number, total: number) => void,
): Promise<boolean> {
  const { mapImage } = await import("../gdal/map-image.ts");
  try {
    const { tiff, map, isCut } = await mapImage(gdal, raster, facts, maxPixels);
    const stored = { values: facts.values, dtype: facts.dtype, map };
    await makePyramid({ source: tiff, target: mapTarget, maxPixels, geo: undefined, stored, onProgress });
    if (isCut) note("is cut off on the map, at the 85 degrees of latitude that web maps show.");
    return true;
  } catch (error) {
    note(`is not shown on a map: ${await reasonOf(error)}`);
    return false;
  }
}

async function reasonOf(error: unknown): Promise<string> {
  const { GdalError } = await import("../gdal/gdal.ts");
  const { MapError } = await import("../gdal/map-image.ts");
  const { wordGdalError } = await import("../gdal/read-with-gdal.ts");
  if (error instanceof GdalError) return `it ${wordGdalError(error).message}`;
  if (error instanceof MapError) return `${error.message}.`;
  const worded = wordImageError(error, maxPixels);
  return worded instanceof ImageError
    ? `its picture on the map ${worded.message}`
    : `${worded instanceof Error ? worded.message : String(worded)}.`;
}

try {
  send({ isBuilt: true, hasMap: await build() });
} catch (error) {
  const worded = wordImageError(error, maxPixels);
  if (!(worded instanceof ImageError)) throw error;
  const isBrokenTiff = worded.isUnknownFormat && (await isTiff(picture));
  send({ refusal: isBrokenTiff ? "cannot be read: its directory is damaged, or cut off." : worded.message });
}
