/**
 * One decoded picture on its way from a media source to the renderer. The receiver of a picture owns that reference and
 * closes it once; the pixels stay alive while any reference (a cache's, the renderer's) is open.
 */
import type { GlobeGrid } from "./globe.ts";
import type { TileSet } from "./tile-pyramid.ts";

export interface Picture {
  /** The frame that this picture belongs to, counted from 0. */
  readonly frame: number;
  /** What to draw; stretched to `width` x `height`, because stored pixels need not be square. */
  readonly image: ImageBitmap;
  /** Of a large image, of which `image` is a small overview. */
  readonly tiles?: TileSet;
  /** For an image that states its position on the globe. */
  readonly globe?: GlobeGrid;
  /** Size in image pixels, the space of annotations: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  /** Gives this reference up. Closing twice is harmless. */
  close(): void;
}

/** Pixels along one side, of pictures that are shown whole without a warning. */
const largestSidePx = 40_960;

/** Wider or higher than browsers show well as one picture. */
export function isTooLarge({ width, height }: Pick<Picture, "width" | "height">): boolean {
  return Math.max(width, height) > largestSidePx;
}
