/**
 * Which TIFFs GDAL has to rewrite before libvips makes tiles of them: layouts that libvips cannot read, and bands that
 * it would treat as opacity although the file does not say so.
 */
import { fromFile } from "geotiff";

import { ImageError } from "../../ports/image-decoder.ts";
import { tooManyBands } from "./read-with-gdal.ts";

/** Values of PhotometricInterpretation. */
const meaning = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, cmyk: 5 } as const;
const maxBands = 4;

interface Layout {
  readonly samples: number;
  readonly colors: number;
  readonly isSeparate: boolean;
  readonly tile: readonly number[];
  readonly hasOpacity: boolean;
  readonly orientation: number;
  readonly isFloat: boolean;
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
  const { samples, colors, isSeparate, tile, hasOpacity, orientation, isFloat } = layout;
  if (samples > maxBands) throw new ImageError(tooManyBands(samples));
  if (colors === meaning.cmyk && isFloat) {
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
  if (!isForeign && !isMisread) return undefined;
  if (orientation !== 1) throw new ImageError("has an unusual band layout and a rotated orientation. Save it upright.");
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
        isFloat: (await first("SampleFormat")) === 3,
      };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
