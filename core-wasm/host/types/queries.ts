/** Queries of the shown annotations: filters, and the contents of a frame, a track or a timeline. */
import type { Bounds, ConfidencePair, FrameNumber, GeometryKind, Point, TrackId } from "./basics.ts";

export type AttributeScalar = number | string | boolean;

/** Identifies an attribute. */
export interface AttributeKey {
  /** Attributes of tracks, or of stored detections. */
  readonly belongs: "track" | "detection";
  readonly attribute: string;
  /** Login of the user whose own value is meant (`userAttributes`). Absent: the shared value. */
  readonly user?: string;
}

/**
 * How a value is compared. A text that spells a number is compared with numbers as that number; booleans are neither
 * larger nor smaller than anything.
 */
export type AttributeTest =
  /** Equal to one of the values (`=`, in), or to none of them (`≠`). */
  | { readonly op: "=" | "≠"; readonly values: readonly AttributeScalar[] }
  /** One of the values is part of the text, or its beginning. Case matters. */
  | { readonly op: "contains" | "starts"; readonly values: readonly AttributeScalar[] }
  | { readonly op: ">" | "<" | ">=" | "<="; readonly value: number }
  /** Both ends included. */
  | { readonly op: "range"; readonly min: number; readonly max: number }
  /** There is a value at all. */
  | { readonly op: "exists" }
  /** The tracks with the largest numbers, each ranked by its own largest; of equal ones those with smaller ids. */
  | { readonly op: "top"; readonly count: number };

/** A condition on an attribute that tracks must meet to be shown. */
export interface AttributeFilter extends AttributeKey {
  /** Only tracks whose best type is one of these are tested; others pass. Absent or empty: all are tested. */
  readonly types?: readonly string[];
  /** Ignore missing (or null) values; if there is nothing left to test, the track passes. Default false: it fails. */
  readonly ignoreUndefined?: boolean;
  readonly test: AttributeTest;
  /** For attributes of detections: how many stored detections must pass. Default `every`; `some` for `exists`. */
  readonly match?: "every" | "some";
}

/** Which tracks pass a filter. */
export interface TrackQuery {
  /** Minimum confidence by type; `default` for other types. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** The checked types. Absent: all. */
  readonly types?: readonly string[];
  /** A track is shown under its best type only, without falling back to the next one. Default false. */
  readonly preventCascade?: boolean;
  /** A track is shown only if it meets all conditions. The first query of an attribute decodes it for all tracks. */
  readonly attributes?: readonly AttributeFilter[];
  /**
   * Parent type by type, without cycles. A track is then shown under the deepest of its types below its best one that
   * reaches the threshold; if that is unchecked, under the nearest ancestor that the track has; and only then under
   * another one.
   */
  readonly hierarchy?: Readonly<Record<string, string>>;
}

/** The shown annotations: tracks that pass a query, minus detections hidden by regions. */
export interface TrackFilter extends TrackQuery {
  /**
   * Types whose shown detections are ignore regions: a detection with the center of its box in one, on the same frame,
   * is left out of draw lists, hits and detection counts. Default none.
   */
  readonly suppressing?: readonly string[];
}

/** Facts about a track for a list row, cheap to read. */
export interface TrackSummary {
  readonly id: TrackId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly keyframeCount: number;
  /** The pair that the track is shown under with the current filter; `undefined` when it has none. */
  readonly shown: ConfidencePair | undefined;
  readonly pairs: readonly ConfidencePair[];
}

/** A track on one frame. */
export interface DetectionView {
  readonly trackId: TrackId;
  readonly frame: FrameNumber;
  /** Exact where a detection is stored, linear between keyframes otherwise. */
  readonly bounds: Bounds;
  /** A keyframe, rather than a computed detection or one stored without being a keyframe. */
  readonly isKeyframe: boolean;
  /** The keyframe at or before this frame interpolates towards the next one. */
  readonly interpolates: boolean;
}

/**
 * Everything visible on one frame, ready for upload: `count` entries in each array, in ascending order of track ids.
 * The arrays are views on the core's memory, valid until the next call on the core, and may be longer than `count`.
 */
export interface DrawList {
  readonly count: number;
  /** x1, y1, x2, y2 per entry, image pixels relative to the origin, f32. */
  readonly bounds: Float32Array;
  /** The origin, subtracted from the exact bounds before they became f32; image pixels. */
  readonly originX: number;
  readonly originY: number;
  /** At least one entry has geometry in addition to its box: call `frameShapes`. */
  readonly hasGeometry: boolean;
  /** Index into `types()`. */
  readonly typeIndices: Uint32Array;
  /** Bits of `DrawFlag`. */
  readonly flags: Uint32Array;
  readonly trackIds: Uint32Array;
}

/**
 * The geometry, in addition to boxes, on one frame, stored or interpolated, as ranges in a pool in which each geometry
 * is decoded once. All arrays are views on the core's memory, valid until the next call on the core.
 */
export interface FrameShapes {
  /**
   * Identifies the pool: as long as it is the same, ranges keep their contents. A refilled core starts another pool.
   */
  readonly pool: number;
  readonly count: number;
  /**
   * Paths before this one are permanent in this pool; later ones are computed between keyframes, for this frame only.
   */
  readonly keptPaths: number;
  /** Four per shape, by ascending entry: entry of the draw list, `ShapeKind`, first path, number of paths. */
  readonly shapes: Uint32Array;
  /** Two per path of the pool: first point, number of points. Polygon: the outline, then holes, closed or open. */
  readonly paths: Uint32Array;
  /** x, y per point of the pool, image pixels as stored. */
  readonly points: Float64Array;
}

/** A polygon, line or point of a stored detection. */
export interface DetectionShape {
  readonly kind: GeometryKind;
  /** Distinguishes shapes of one kind; often empty, `head` or `tail`. */
  readonly key: string;
  /**
   * Image pixels as stored. Polygon: the outline, then holes, closed or open. Line: one path. Point: a path of one
   * point.
   */
  readonly paths: readonly (readonly Point[])[];
  /** For a polygon that is a rotated box: radians, clockwise. */
  readonly rotation?: number;
}

/** Notes on a stored detection; at least one. */
export interface NotedFrame {
  readonly frame: FrameNumber;
  readonly notes: readonly string[];
}

/** Targets of a hit test; both by default. */
export interface HitShapes {
  readonly box?: boolean;
  readonly geometry?: boolean;
}

export interface TypeCount {
  readonly type: string;
  /** Tracks shown under this type with the current thresholds, checked or not. */
  readonly trackCount: number;
}

/** The unit of a timeline's counts: detections, stored or computed, or tracks from their first to their last frame. */
export type TimelineCount = "detections" | "tracks";

/** Shown detections or tracks of one type. */
export interface TypeFrameCounts {
  readonly type: string;
  /** The number on each frame 0 .. frameCount - 1. */
  readonly counts: Uint32Array;
}

/** Shown detections or tracks. */
export interface FrameCounts {
  /** The number for all types on each frame 0 .. frameCount - 1; ignore regions do not count as detections. */
  readonly total: Uint32Array;
  readonly byType: readonly TypeFrameCounts[];
}

/**
 * The shown tracks, one entry each, in ascending order of ids: the input of an event chart. Copies, all of the same
 * length.
 */
export interface TrackSpans {
  readonly trackIds: Uint32Array;
  /** Index into `types()` of the type the track is shown under. */
  readonly typeIndices: Uint32Array;
  /** First frames. */
  readonly begins: Uint32Array;
  /** Last frames, included. */
  readonly ends: Uint32Array;
}

/** All boxes of a track, stored and computed, in ascending order of frames. Copies. */
export interface TrackBoxes {
  readonly id: TrackId;
  /** Type of the best pair; `unknown` without pairs. */
  readonly type: string;
  /** Confidence of the best pair; 1 without pairs. */
  readonly confidence: number;
  readonly frames: Uint32Array;
  /** x1, y1, x2, y2 per frame. */
  readonly bounds: Float64Array;
}

/** Data of a stored detection, other than its box, that metrics compare; at least one member is present. */
export interface DetectionMarks {
  /** For each polygon: the outline, then holes. */
  readonly polygons: readonly DetectionShape["paths"][];
  readonly head?: Point;
  readonly tail?: Point;
  /** The attribute `length`, otherwise `fishLength`: in the unit of the dataset; above 0. */
  readonly length?: number;
}

/**
 * The values of an attribute over the stored detections of a track that have one, in ascending order of frames; arrays
 * of the same length.
 */
export interface AttributeSeries {
  readonly frames: readonly FrameNumber[];
  readonly values: readonly AttributeScalar[];
}
