/** Large images: tiles of them, made once, and what is drawn from tiles. */
import type { PyramidFacts } from "../base/tile-pack.ts";

export interface PyramidRun {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** A picture in a file of any name. */
export interface LargeImageSource {
  readonly path: string;
  /** Of its own name, which says how it is read; lower case. */
  readonly ending: string;
  /** Files that it is made of, where it looks for them: paths relative to it. */
  readonly parts: readonly { readonly place: string; readonly path: string }[];
}

/** Files to be written. */
export interface PyramidTargets {
  readonly pixels: string;
  /** Of the image on a web map, if it says where it is. */
  readonly map: string;
}

export interface BuiltPyramid {
  readonly hasMap: boolean;
  /** What a person should know about the image, as ends of sentences. */
  readonly notes: readonly string[];
}

export type TileEncoding = "PNG" | "JPEG";

/** How values become what is seen; absent: as the image says. Numbers are those of the original. */
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
  /** Pixels of the tiles' level that are drawn. */
  readonly width: number;
  readonly height: number;
  /** What they are scaled to. */
  readonly outputWidth: number;
  readonly outputHeight: number;
  /** A larger picture that contains it; the rest of that one is empty. */
  readonly within?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly encoding: TileEncoding;
  readonly style: TileStyle;
}

export interface HistogramOfBand {
  /** How many pixels fall between two neighbouring edges. */
  readonly hist: number[];
  readonly bin_edges: number[];
  readonly range: [number, number];
  readonly min: number;
  readonly max: number;
  readonly samples: number;
}

export interface LargeImages {
  /**
   * Writes files of tiles (`base/tile-pack.ts`) of a TIFF, PNG, JPEG, NITF or VRT picture.
   * @throws ImageError; the signal's reason
   */
  buildPyramid(source: LargeImageSource, targets: PyramidTargets, run: PyramidRun): Promise<BuiltPyramid>;
  /** One stored tile as clients ask for it. */
  encodeTile(facts: PyramidFacts, tile: Uint8Array, encoding: TileEncoding, style: TileStyle): Promise<Uint8Array>;
  drawPart(part: DrawnPart): Promise<Uint8Array>;
  /** Of these tiles of one level, the part that is the image. */
  histogram(part: Pick<DrawnPart, "facts" | "tiles" | "width" | "height">, bins: number): Promise<HistogramOfBand[]>;
}
