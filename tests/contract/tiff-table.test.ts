/**
 * TIFFs of each number of bands, depth, photometric interpretation and layout: shown with the right pixels, or refused
 * with advice. `WAKELINE_TIFFS=all` tests each combination; without it there is one layout for each kind of picture.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { buildPyramid } from "../../server/adapters/sharp/build-pyramid.ts";
import { tilePainter } from "../../server/adapters/sharp/draw-tiles.ts";
import { openTilePack } from "../../server/base/tile-pack.ts";
import { isSecondStorage } from "../support/storage.ts";
import { paletteAt, type TableTiff, tableTiff, tableTiffSize, tableValueAt } from "../support/large-images.ts";

const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 32, outputBytes: 2 ** 30, pixels: 2 ** 24 };
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-tiffs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const colors = { minisblack: 1, rgb: 3, palette: 1, cmyk: 4 } as const;
const layouts: readonly Pick<TableTiff, "isSeparate" | "tile">[] = [
  { isSeparate: false },
  { isSeparate: true, tile: 16 },
  { isSeparate: false, tile: 24 },
  { isSeparate: true },
  { isSeparate: false, tile: 16 },
  { isSeparate: true, tile: 24 },
];
const depths = ["uint8", "uint16", "float32"] as const;

const kinds = (["minisblack", "rgb", "palette", "cmyk"] as const).flatMap((photometric) =>
  [1, 2, 3, 4, 5].flatMap((bands) =>
    depths.flatMap((depth) =>
      ([0, 2] as const).map((extra): Omit<TableTiff, "isSeparate"> => ({ photometric, bands, depth, extra })),
    ),
  ),
);
const isKind = ({ photometric, bands, depth, extra }: Omit<TableTiff, "isSeparate">): boolean =>
  bands >= colors[photometric] &&
  (extra === 0 || bands > colors[photometric]) &&
  (photometric !== "palette" || (bands === 1 && depth === "uint8")) &&
  // One of the images refused for their number of bands is enough.
  (bands < 5 || (depth === "uint8" && extra === 0));

/** Kinds of numbers and compressions that libvips does not read. */
const odd: readonly TableTiff[] = [
  { photometric: "minisblack", bands: 1, depth: "float64", isSeparate: false },
  { photometric: "minisblack", bands: 1, depth: "float16", isSeparate: false, tile: 16 },
  { photometric: "rgb", bands: 3, depth: "uint8", isSeparate: false, tile: 16, compression: 50_000 },
  { photometric: "minisblack", bands: 1, depth: "uint8", isSeparate: false, tile: 16, compression: 34_887 },
];

const isWhole = process.env["WAKELINE_TIFFS"] === "all";
const table = kinds.filter(isKind).flatMap((kind, n): TableTiff[] => {
  const all = layouts.map((layout) => ({ ...kind, ...layout }));
  if (isWhole) return all;
  // Opacity is handled alike for gray and for 8-bit colors.
  if (kind.extra === 2 && kind.depth === "uint16") return [];
  // For a single band, writers produce planes as well.
  if (kind.bands === 1 && kind.depth === "uint8") return all.filter(({ isSeparate }) => isSeparate);
  return [all[n % all.length]!];
});

const nameOf = ({ photometric, bands, depth, isSeparate, tile, extra, compression }: TableTiff): string =>
  `${bands} x ${depth} ${photometric}, ${isSeparate ? "planes" : "pixels"} in ${tile === undefined ? "stripes" : `tiles of ${tile}`}${extra === 2 ? ", with opacity" : ""}${compression === undefined ? "" : `, compression ${compression}`}`;

/** Red, green and blue of a pixel; for CMYK the color profile decides, so approximate values are enough. */
function shownAt({ photometric, bands }: TableTiff, x: number, y: number): readonly number[] {
  const [a, b, c, d] = [0, 1, 2, 3].map((band) => tableValueAt(x, y, band)) as [number, number, number, number];
  if (photometric === "palette") return paletteAt(a);
  if (photometric === "cmyk") return [a, b, c].map((ink) => (255 - ink) * (1 - d / 255));
  return bands < 3 ? [a, a, a] : [a, b, c];
}

function maxOf({ photometric, depth }: TableTiff): number {
  if (photometric === "cmyk") return 65_535;
  return depth === "float16" ? 255 / 256 : 255;
}

function refusalOf({ bands, photometric, depth, tile, isSeparate, compression }: TableTiff): string | undefined {
  if (compression === 50_000) return "is compressed with Zstandard, which cannot be read here. Save it with Deflate";
  if (compression === 34_887) return "is compressed with LERC, which cannot be read here. Save it with Deflate";
  if (bands > 4) return "has 5 bands. Keep one, or three for red, green and blue";
  if (photometric !== "cmyk") return undefined;
  if (depth === "float32") return "has CMYK values that are not integers. Convert it to RGB.";
  return tile === 24 || (tile === 16 && isSeparate) ? "is CMYK in an unsupported tile layout. Convert it" : undefined;
}

test.skipIf(isSecondStorage()).each([...table, ...odd].map((tiff) => [nameOf(tiff), tiff] as const))(
  "%s",
  async (name, tiff) => {
    const path = join(folder, name.replaceAll(" ", "-"));
    writeFileSync(path, tableTiff(tiff));
    const run = { signal: new AbortController().signal, onProgress: () => undefined };
    const targets = { pixels: `${path}.tiles`, map: `${path}.map` };
    const built = buildPyramid({ path, ending: "tif", parts: [] }, targets, run, limits);
    const refusal = refusalOf(tiff);
    if (refusal !== undefined) return await expect(built).rejects.toThrow(refusal);
    await built;
    const bytes = readFileSync(targets.pixels);
    const pack = await openTilePack(bytes.length, async (start, end) => bytes.subarray(start, end), 2 ** 20);
    const { facts } = pack!;
    const { start, end } = pack!.rangeOf(facts.levels - 1, 0, 0)!;
    const style = tiff.depth === "uint8" ? {} : { min: 0, max: maxOf(tiff) };
    const png = await tilePainter.encodeTile(facts, bytes.subarray(start, end), "PNG", style);
    const { data, info } = await sharp(png)
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dtype = tiff.depth === "float16" ? "float32" : tiff.depth;
    expect(facts).toMatchObject({ sizeX: tableTiffSize.width, sizeY: tableTiffSize.height, dtype });
    if (tiff.photometric !== "palette") expect(facts.bandCount).toBe(tiff.bands);
    const tolerance = tiff.photometric === "cmyk" ? 100 : 1;
    for (let y = 0; y < tableTiffSize.height; y += 3) {
      for (let x = 0; x < tableTiffSize.width; x++) {
        const wanted = shownAt(tiff, x, y);
        const off = wanted.map((value, band) => Math.abs(data[(y * info.width + x) * info.channels + band]! - value));
        if (Math.max(...off) > tolerance) expect([x, y, off]).toEqual([x, y, [0, 0, 0]]);
      }
    }
  },
);
