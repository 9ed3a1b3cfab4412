/**
 * Which TIFFs GDAL has to rewrite before libvips makes tiles of them: layouts and numbers that libvips cannot read, and
 * bands that it would treat as opacity although the file does not say so.
 */
import { fromFile } from "geotiff";

import { ImageError } from "../../ports/image-decoder.ts";
import { tooManyBands } from "./read-with-gdal.ts";

/** Values of PhotometricInterpretation. */
const meaning = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, cmyk: 5 } as const;
/** Values of SampleFormat. */
const formats = { integer: 1, float: 3, complexInteger: 5, complex: 6 } as const;
const maxBands = 4;

/** Values of Compression that libvips reads. It shows tiles of all others as black, without an error. */
const readable = new Set([1, 2, 3, 4, 5, 6, 7, 8, 32766, 32771, 32773, 32809, 32909, 32946, 34676, 34677, 50001]);
const namesOfCompression: ReadonlyMap<number, string> = new Map([
  [22610, "JPEG XR"],
  [33003, "JPEG 2000"],
  [33005, "JPEG 2000"],
  [34712, "JPEG 2000"],
  [34887, "LERC"],
  [34925, "LZMA"],
  [34933, "PNG"],
  [34934, "JPEG XR"],
  [50000, "Zstandard"],
  [50002, "JPEG XL"],
  [52546, "JPEG XL"],
]);

interface Layout {
  readonly samples: number;
  readonly colors: number;
  readonly isSeparate: boolean;
  readonly tile: readonly number[];
  readonly hasOpacity: boolean;
  readonly orientation: number;
  /** Value of SampleFormat. */
  readonly format: number;
  /** Of a sample. */
  readonly bits: number;
  readonly compression: number;
}

export interface Rewriting {
  readonly isWhiteZero: boolean;
}

/**
 * @returns undefined if libvips can read the file as it is, or reports its problem best @throws ImageError
 */
export async function rewritingOf(source: string): Promise<Rewriting | undefined> {
  const layout = await layoutOf(source);
  if (layout === undefined) return undefined;
  const { samples, colors, isSeparate, tile, hasOpacity, orientation, format, bits, compression } = layout;
  if (!readable.has(compression)) {
    const name = namesOfCompression.get(compression) ?? `compression ${compression}`;
    throw new ImageError(
      `is compressed with ${name}, which cannot be read here. Save it with Deflate, for example with gdal_translate -co COMPRESS=DEFLATE.`,
    );
  }
  if (samples > maxBands) throw new ImageError(tooManyBands(samples));
  if (colors === meaning.cmyk && format === formats.float) {
    throw new ImageError("has CMYK values that are not integers. Convert it to RGB.");
  }
  // libvips refuses tiled planes even with a single band.
  const isForeign = tile.length > 0 && (isSeparate || tile.some((side) => side % 16 !== 0));
  const isGray = colors === meaning.blackIsZero || colors === meaning.whiteIsZero;
  if (isForeign && colors === meaning.cmyk) {
    throw new ImageError("is CMYK in an unsupported tile layout. Convert it to RGB.");
  }
  // libvips misreads two planes in strips.
  const isMisread =
    (isGray && isSeparate && samples > 1) ||
    (isGray && samples > (hasOpacity ? 2 : 1)) ||
    (colors === meaning.rgb && samples > 3 && !hasOpacity);
  // libvips refuses 64 bits, and shows floating-point numbers of 16 bits as black.
  const isOddNumber =
    bits > 32 ||
    (format === formats.float && bits !== 32) ||
    format === formats.complex ||
    format === formats.complexInteger;
  if (!isForeign && !isMisread && !isOddNumber) return undefined;
  if (orientation !== 1) {
    throw new ImageError("has an unusual layout or kind of numbers and a rotated orientation. Save it upright.");
  }
  return { isWhiteZero: colors === meaning.whiteIsZero };
}

/** Odd tags are not a reason to refuse a file here. */
async function layoutOf(source: string): Promise<Layout | undefined> {
  try {
    const file = await fromFile(source);
    try {
      const { fileDirectory } = await file.getImage(0);
      const first = async (name: Parameters<typeof fileDirectory.hasTag>[0]): Promise<number | undefined> => {
        if (!fileDirectory.hasTag(name)) return undefined;
        const value: unknown = await fileDirectory.loadValue(name as never);
        return Number(typeof value === "object" ? (value as ArrayLike<number>)[0] : value);
      };
      const extra = (await first("ExtraSamples")) ?? 0;
      const tile = [await first("TileWidth"), await first("TileLength")];
      return {
        samples: (await first("SamplesPerPixel")) ?? 1,
        colors: (await first("PhotometricInterpretation")) ?? meaning.blackIsZero,
        isSeparate: (await first("PlanarConfiguration")) === 2,
        tile: tile.filter((side) => side !== undefined),
        hasOpacity: extra === 1 || extra === 2,
        orientation: (await first("Orientation")) ?? 1,
        format: (await first("SampleFormat")) ?? formats.integer,
        bits: (await first("BitsPerSample")) ?? 1,
        compression: (await first("Compression")) ?? 1,
      };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
