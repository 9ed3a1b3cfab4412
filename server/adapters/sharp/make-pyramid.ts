/** Makes the tile file of one picture; runs in the process that `build-pyramid.ts` starts. */
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import sharp, { type Sharp } from "sharp";

import {
  levelsOf,
  type MapPlace,
  packHead,
  type PyramidFacts,
  type PyramidSize,
  tilesAcross,
} from "../../base/tile-pack.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import { tooManyBands } from "../gdal/read-with-gdal.ts";
import type { Geo } from "./read-geo.ts";

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Tiff"].map((format) => `VipsForeignLoad${format}`) });
sharp.cache(false);

const tileSize = 256;
/**
 * Tiles must be quick to compress, and are read often. Compared to level 3, level 2 of zlib-ng makes photographs 1 %
 * larger in the same time, and drawn maps a tenth smaller in four fifths of it; level 1 makes photographs a seventh
 * larger in three fifths.
 */
const png = { compressionLevel: 2, adaptiveFiltering: false } as const;
const progressMs = 250;
/** Of the intermediate files. */
const tilesName = "tiles";
/** Of the pixels of a tile beyond the picture. */
const outside = "white";
/** More than images in practice have. */
export const maxChannels = 1000;
/** The largest 16-bit value. */
const max = 65535;
/** Pixels of 32 bits or more that are converted to 16 in memory: 1 GiB. */
const maxWidePixels = 2 ** 28;
/** Fraction of the darkest and the lightest pixels to ignore: many of them are mixed with missing values. */
const outerShare = 0.05;
/** Margin added on both sides, as a fraction of the range of the other pixels. */
const room = 0.2;

const dtypes: Readonly<Record<string, string>> = {
  uchar: "uint8",
  char: "int8",
  ushort: "uint16",
  short: "int16",
  uint: "uint32",
  int: "int32",
  float: "float32",
  double: "float64",
};

export interface PyramidPlan {
  /** The picture. */
  readonly source: string;
  /** The tile file; intermediate files are written next to it. */
  readonly target: string;
  readonly maxPixels: number;
  readonly geo: Geo | undefined;
  /** Bands of the original, if the picture does not have all of them. */
  readonly bandCount?: number | undefined;
  /** Of the original, if the picture has another one. */
  readonly dtype?: string | undefined;
  /** For a picture that already has stored values: their meaning, and its place on a web map. */
  readonly stored?: { readonly values: PyramidFacts["values"]; readonly dtype: string; readonly map: MapPlace };
  readonly onProgress: (done: number, total: number) => void;
}

/** @throws ImageError; errors of libvips */
export async function makePyramid({
  source,
  target,
  maxPixels,
  geo,
  bandCount,
  dtype,
  stored,
  onProgress,
}: PyramidPlan): Promise<PyramidFacts> {
  const open = (): Sharp =>
    sharp(source, {
      failOn: "error",
      limitInputPixels: maxPixels,
      sequentialRead: true,
      // So that an error can state the number.
      limitInputChannels: maxChannels,
    });
  const metadata = await open().metadata();
  const { depth = "uchar", channels = 3, space = "srgb", autoOrient } = metadata;
  const { width: sizeX, height: sizeY } = autoOrient;
  if (channels > 4) throw new ImageError(tooManyBands(channels));
  const { values, image } = await prepared(open, { depth, channels, space }, geo?.nodata);
  const folder = `${target}.tiles`;
  const levels = levelsOf(sizeX, sizeY, tileSize);
  const size = { sizeX, sizeY, tileSize, levels };
  const { rows } = tilesAcross(size, levels - 1);
  let begunRows = 0;
  const watch = setInterval(() => {
    while (begunRows < rows && existsSync(tilePath(folder, levels - 1, 0, begunRows))) begunRows += 1;
    onProgress(Math.max(0, begunRows - 1), rows);
  }, progressMs);
  await mkdir(folder);
  try {
    // The layout "google" would compute all of a square around the picture, whatever the picture's shape.
    const tiles = { size: tileSize, layout: "dz", depth: "onetile", skipBlanks: -1, container: "fs" } as const;
    await image.png(png).tile(tiles).toFile(join(folder, tilesName));
  } finally {
    clearInterval(watch);
  }
  await padEdges(folder, size);
  const look = async (): Promise<Pick<PyramidFacts, "values">> =>
    values === undefined ? {} : { values: { ...values, shown: await shownOf(folder, size, values, geo?.nodata) } };
  const meant = stored === undefined ? await look() : stored.values === undefined ? {} : { values: stored.values };
  const facts: PyramidFacts = {
    ...size,
    bandCount: bandCount ?? channels,
    dtype: stored?.dtype ?? dtype ?? dtypes[depth] ?? depth,
    ...meant,
    ...(geo?.place === undefined ? {} : { geo: geo.place }),
    ...(stored === undefined ? {} : { map: stored.map }),
  };
  pack(folder, target, facts);
  await rm(folder, { recursive: true });
  return facts;
}

/** The path of a tile among the intermediate files. */
function tilePath(folder: string, z: number, x: number, y: number): string {
  return join(folder, `${tilesName}_files`, String(z), `${x}_${y}.png`);
}

/** Makes the tiles at the right and lower edge as large as the others. */
async function padEdges(folder: string, size: PyramidSize): Promise<void> {
  for (let z = 0; z < size.levels; z++) {
    const { columns, rows } = tilesAcross(size, z);
    for (let y = 0; y < rows; y++) await padTile(tilePath(folder, z, columns - 1, y));
    for (let x = 0; x < columns - 1; x++) await padTile(tilePath(folder, z, x, rows - 1));
  }
}

async function padTile(path: string): Promise<void> {
  const tile = sharp(await readFile(path));
  const { width, height, space, depth } = await tile.metadata();
  if (width === tileSize && height === tileSize) return;
  const padded = tile.extend({ right: tileSize - width, bottom: tileSize - height, background: outside });
  const stored = depth === "ushort" ? padded.toColourspace(space) : padded;
  await writeFile(path, await stored.png(png).toBuffer());
}

type Values = NonNullable<PyramidFacts["values"]>;

interface Pixels {
  readonly depth: string;
  readonly channels: number;
  readonly space: string;
}

/** The pixels that tiles are made from, and the meaning of their values if they have more than 8 bits. */
async function prepared(
  open: () => Sharp,
  pixels: Pixels,
  nodata: number | undefined,
): Promise<{ image: Sharp; values?: Omit<Values, "shown"> }> {
  const { depth, channels } = pixels;
  if (depth === "uchar") return { image: open().autoOrient() };
  // There are no tiles of gray with opacity: the area outside the image needs three colors.
  const space = channels === 1 ? "grey16" : "rgb16";
  if (depth === "ushort") return { image: open().autoOrient().toColourspace(space), values: { offset: 0, scale: 1 } };
  if (depth === "short") {
    return { image: open().autoOrient().linear(1, 32768).toColourspace(space), values: { offset: -32768, scale: 1 } };
  }
  const { stored, width, height, bands, ...values } = await stretchedToStored(open(), pixels, nodata);
  const image = sharp(stored, { raw: { width, height, channels: bands }, limitInputPixels: false });
  return { image: image.toColourspace(space), values };
}

/**
 * Maps values that do not fit 16 bits from their minimum to their maximum; in memory, since libvips would reduce them
 * to 8 bits.
 */
async function stretchedToStored(image: Sharp, { space }: Pixels, nodata: number | undefined) {
  const { width, height } = await image.metadata();
  if (width * height > maxWidePixels) {
    throw new ImageError(`has more than ${maxWidePixels} pixels of 32 bits. Convert it to 16 bits.`);
  }
  const { data, info } = await image.toColourspace(space).raw({ depth: "float" }).toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const missing = nodata === undefined ? undefined : Math.fround(nodata);
  let [min, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value) || value === missing) continue;
    if (value < min) min = value;
    if (value > greatest) greatest = value;
  }
  const offset = Number.isFinite(min) ? min : 0;
  const scale = greatest > min ? (greatest - min) / max : 1;
  // NaN is black.
  const stored = Uint16Array.from(values, (value) =>
    Number.isFinite(value) ? Math.min(max, Math.max(0, Math.round((value - offset) / scale))) : 0,
  );
  // For gray with opacity, the opacity is dropped.
  return { stored, width, height, bands: info.channels, offset, scale };
}

/** Range of the smallest level without its few darkest and lightest pixels. */
async function shownOf(
  folder: string,
  { sizeX, sizeY, levels }: Pick<PyramidFacts, "sizeX" | "sizeY" | "levels">,
  { offset, scale }: Omit<Values, "shown">,
  nodata: number | undefined,
): Promise<Values["shown"]> {
  const tile = sharp(await readFile(tilePath(folder, 0, 0, 0)));
  const { space = "grey16" } = await tile.metadata();
  const shrink = 2 ** (levels - 1);
  // There are no pixels beyond the edge of the image.
  const part = {
    left: 0,
    top: 0,
    width: Math.max(1, Math.floor(sizeX / shrink)),
    height: Math.max(1, Math.floor(sizeY / shrink)),
  };
  const { data } = await tile
    .extract(part)
    .toColourspace(space)
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const missing = nodata === undefined ? undefined : Math.min(max, Math.max(0, Math.round((nodata - offset) / scale)));
  const seen: number[] = [];
  for (let at = 0; at + 2 <= data.length; at += 2) {
    const value = data.readUInt16LE(at);
    if (value !== missing) seen.push(value);
  }
  seen.sort((a, b) => a - b);
  const low = seen[Math.floor(seen.length * outerShare)] ?? 0;
  const high = seen[Math.ceil(seen.length * (1 - outerShare)) - 1] ?? max;
  const black = Math.max(0, Math.round(low - (high - low) * room));
  const white = Math.min(max, Math.round(high + (high - low) * room));
  return white > black ? [black, white] : [0, max];
}

/**
 * Synchronous: this process has nothing else to do, and for thousands of small files awaiting costs more than reading.
 */
function pack(folder: string, target: string, facts: PyramidFacts): void {
  const paths: string[] = [];
  for (let z = 0; z < facts.levels; z++) {
    const { columns, rows } = tilesAcross(facts, z);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) paths.push(tilePath(folder, z, x, y));
    }
  }
  const sizes = paths.map((path) => statSync(path).size);
  const file = openSync(target, "w");
  try {
    writeFileSync(file, packHead(facts, sizes));
    for (const path of paths) writeFileSync(file, readFileSync(path));
  } finally {
    closeSync(file);
  }
}
