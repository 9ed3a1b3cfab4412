/** A picture as pipelines process it, scaled down for speed. */
import type { Pixels } from "#vision/pixels";

/** Its pixels are overwritten when the next picture is requested. */
export interface Picture extends Pixels {
  readonly frame: number;
  /** Pixels of the stored picture per pixel of this one, across and down. */
  readonly scaleX: number;
  readonly scaleY: number;
}
