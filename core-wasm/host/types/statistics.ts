/** Statistics of annotations. */
import type { FrameNumber } from "./basics.ts";

/** Median, mean and extremes of a list of numbers; all 0 for an empty list. */
export interface Distribution {
  readonly min: number;
  readonly median: number;
  readonly mean: number;
  readonly max: number;
}

/** Statistics of all annotations, regardless of the filter. */
export interface Statistics {
  readonly trackCount: number;
  readonly groupCount: number;
  /** Stored detections, keyframes or not. */
  readonly detectionCount: number;
  readonly keyframeCount: number;
  /** Detections computed between keyframes. */
  readonly interpolatedCount: number;
  /** Stored detections with geometry in addition to the box. */
  readonly geometryCount: number;
  /** Frames with a detection, stored or computed; `undefined` when there are none. */
  readonly frames: { readonly first: FrameNumber; readonly last: FrameNumber; readonly count: number } | undefined;
  /** By best type, most tracks first. A track without pairs counts as `unknown`. */
  readonly types: readonly TypeStatistics[];
  /**
   * Number of frames from the first to the last detection of a track, both included; tracks without detections are left
   * out.
   */
  readonly trackLengths: Distribution;
  /** Tracks that are on a single frame. */
  readonly singleFrameTrackCount: number;
  /** Area of the boxes of stored detections, square pixels. */
  readonly areas: Distribution;
  /** Most frequent first. */
  readonly attributes: readonly AttributeStatistics[];
}

export interface TypeStatistics {
  readonly type: string;
  readonly trackCount: number;
  /** Stored detections of these tracks. */
  readonly detectionCount: number;
}

/** How often an attribute has a number, boolean or text; other JSON values are not counted. */
export interface AttributeStatistics {
  readonly name: string;
  readonly belongs: "track" | "detection";
  readonly useCount: number;
  readonly numberCount: number;
  readonly booleanCount: number;
  readonly textCount: number;
}
