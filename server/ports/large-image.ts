/** Large images: makes tiles of them once, and draws from tiles. */
import type { PyramidFacts } from "../base/tile-pack.ts";

export interface PyramidRun {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** An image in a file of any name. */
export interface LargeImageSource {
  readonly path: string;
  /** Extension of its original name, lower case; it determines how the file is read. */
  readonly ending: string;
  /** Files it consists of, at the paths relative to it where it expects them. */
  readonly parts: readonly { readonly place: string; readonly path: string }[];
}

/** Paths of the files to write. */
export interface PyramidTargets {
  readonly pixels: string;
  /** Image in web map projection, if the original is georeferenced. */
  readonly map: string;
}

export interface BuiltPyramid {
  readonly hasMap: boolean;
  /** Notes for users about the image, as ends of sentences. */
  readonly notes: readonly string[];
}

export type TileEncoding = "PNG" | "JPEG";

/** How values are mapped to colors; absent: as the image specifies. Values are those of the original. */
export interface TileStyle {
  readonly min?: number;
  readonly max?: number;
}

export interface PlacedTile {
  readonly bytes: Uint8Array;
  /** Pixels from the left and top of the drawn part; may be negative. */
  readonly left: number;
  readonly top: number;
}

export interface DrawnPart {
  readonly facts: PyramidFacts;
  readonly tiles: readonly PlacedTile[];
  /** Pixels to draw, at the level of the tiles. */
  readonly width: number;
  readonly height: number;
  /** Size of the output, to which they are scaled. */
  readonly outputWidth: number;
  readonly outputHeight: number;
  /** A larger output that contains it; the rest stays empty. */
  readonly within?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly encoding: TileEncoding;
  readonly style: TileStyle;
}

export interface HistogramOfBand {
  /** Number of pixels between each two neighboring edges. */
  readonly hist: number[];
  readonly bin_edges: number[];
  readonly range: [number, number];
  readonly min: number;
  readonly max: number;
  readonly samples: number;
}

export interface LargeImages {
  /**
   * Writes tile files (`base/tile-pack.ts`) for a TIFF, PNG, JPEG, NITF or VRT image.
   * @throws ImageError; the signal's reason
   */
  buildPyramid(source: LargeImageSource, targets: PyramidTargets, run: PyramidRun): Promise<BuiltPyramid>;
  /** One stored tile in the encoding that a client asks for. */
  encodeTile(facts: PyramidFacts, tile: Uint8Array, encoding: TileEncoding, style: TileStyle): Promise<Uint8Array>;
  drawPart(part: DrawnPart): Promise<Uint8Array>;
  /** Histogram of the part of these tiles, all of one level, that belongs to the image. */
  histogram(part: Pick<DrawnPart, "facts" | "tiles" | "width" | "height">, bins: number): Promise<HistogramOfBand[]>;
}
