/**
 * One decoded picture on its way from a media source to the renderer. The receiver owns this reference and closes it
 * once; the pixels stay alive while any reference (the cache's, the renderer's) is open.
 */
import type { GlobeGrid } from "./globe.ts";
import type { TileSet } from "./tile-pyramid.ts";

export interface Picture {
  /** Zero-based number of the picture's frame. */
  readonly frame: number;
  /** The image to draw; stretched to `width` x `height`, because stored pixels need not be square. */
  readonly image: ImageBitmap;
  /** Only for a large image, of which `image` is a small overview. */
  readonly tiles?: TileSet;
  /** For an image with georeferencing. */
  readonly globe?: GlobeGrid;
  /** Size in image pixels, the space of annotations: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  /** Releases this reference. Closing twice is harmless. */
  close(): void;
}

/** Maximum side length of pictures that are shown whole without a warning, pixels. */
const largestSidePx = 40_960;

/** Whether it is wider or higher than browsers can show well as one picture. */
export function isTooLarge({ width, height }: Pick<Picture, "width" | "height">): boolean {
  return Math.max(width, height) > largestSidePx;
}
