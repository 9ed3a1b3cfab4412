/** A detection on one frame, in pixels of the stored picture. */
import type { Bounds } from "#vision/bounds";

export interface Detection extends Bounds {
  /** 0 to 1. */
  readonly score: number;
}
