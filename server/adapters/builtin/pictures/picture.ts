/** A picture as the pipelines look at it, small enough to be quick. */
import type { Pixels } from "#vision/pixels";

/** Its pixels are overwritten when the next picture is asked for. */
export interface Picture extends Pixels {
  readonly frame: number;
  /** Pixels of the stored picture for one of these, across and down. */
  readonly scaleX: number;
  readonly scaleY: number;
}
