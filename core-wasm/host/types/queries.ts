/** Asking what is shown: filters, and what is on a frame, in a track or along a timeline. */
import type { Bounds, ConfidencePair, FrameNumber, GeometryKind, Point, TrackId } from "./basics.ts";

export type AttributeScalar = number | string | boolean;

/** Names an attribute. */
export interface AttributeKey {
  /** Attributes of tracks, or of stored detections. */
  readonly belongs: "track" | "detection";
  readonly attribute: string;
  /** Login of the user whose own value is meant (`userAttributes`). Absent: the value that all share. */
  readonly user?: string;
}

/**
 * What a value is compared with. Texts that read as a number are compared as that number with numbers; booleans are
 * neither larger nor smaller than anything.
 */
export type AttributeTest =
  /** Equal to one of the values (`=`, in), or to none of them (`≠`). */
  | { readonly op: "=" | "≠"; readonly values: readonly AttributeScalar[] }
  /** One of the values is part of the text, or its beginning. Case matters. */
  | { readonly op: "contains" | "starts"; readonly values: readonly AttributeScalar[] }
  | { readonly op: ">" | "<" | ">=" | "<="; readonly value: number }
  /** Both ends included. */
  | { readonly op: "range"; readonly least: number; readonly most: number }
  /** There is a value at all. */
  | { readonly op: "exists" }
  /** The tracks with the largest numbers, each counted with its own largest; of equal ones those with smaller ids. */
  | { readonly op: "top"; readonly count: number };

/** A condition on an attribute, which tracks must meet to be shown. */
export interface AttributeFilter extends AttributeKey {
  /** Tracks whose best type is none of these pass untested. Absent or empty: all are tested. */
  readonly types?: readonly string[];
  /** What has no value (or null) is passed over; with nothing left to test, the track passes. Default false: it fails. */
  readonly ignoreUndefined?: boolean;
  readonly test: AttributeTest;
  /** For attributes of detections: how many of the stored ones must pass. Default `every`; `some` for `exists`. */
  readonly match?: "every" | "some";
}

/** What is shown: held by the core and obeyed by every query below. */
export interface TrackQuery {
  /** Least confidence by type; `default` for types not named. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** Types that are checked. Absent: all types are. */
  readonly types?: readonly string[];
  /** A track shows under its best type only, and does not fall back to its next one. Default false. */
  readonly preventCascade?: boolean;
  /** A track is shown only if it meets all of them. The first query of an attribute decodes it for all tracks. */
  readonly attributes?: readonly AttributeFilter[];
  /**
   * The type above each type, without loops. A track then shows under the deepest of its types below its best one that
   * reaches the threshold; where that is unchecked under the nearest one above it that the track has; and only then
   * under another one.
   */
  readonly hierarchy?: Readonly<Record<string, string>>;
}

/** What is shown: the tracks that pass a query, and of them what no region takes away. */
export interface TrackFilter extends TrackQuery {
  /**
   * Types whose shown detections are regions in which nothing counts: what has the middle of its box in one, on the
   * same frame, is in no draw list, hit or count of detections. Default none.
   */
  readonly suppressing?: readonly string[];
}

/** Facts about a track that are cheap to read for a list row. */
export interface TrackSummary {
  readonly id: TrackId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly keyframeCount: number;
  /** The pair the track is shown under with the current filter; `undefined` when it has none. */
  readonly shown: ConfidencePair | undefined;
  readonly pairs: readonly ConfidencePair[];
}

/** A track on one frame. */
export interface DetectionView {
  readonly trackId: TrackId;
  readonly frame: FrameNumber;
  /** Exact where a detection is stored, linear between keyframes otherwise. */
  readonly bounds: Bounds;
  /** A keyframe, as opposed to a detection that is computed, or stored without being a keyframe. */
  readonly isKeyframe: boolean;
  /** The keyframe at or before this frame interpolates towards the next one. */
  readonly interpolates: boolean;
}

/**
 * Everything visible on one frame, ready for upload: `count` entries in each array, in ascending track id. The arrays
 * are views on the core's memory, valid until the next call on the core, and may be longer than `count`.
 */
export interface DrawList {
  readonly count: number;
  /** x1, y1, x2, y2 per entry, image pixels from the origin, f32. */
  readonly bounds: Float32Array;
  /** What was subtracted from the bounds, as exact numbers, before they became f32; image pixels. */
  readonly originX: number;
  readonly originY: number;
  /** Some entry has geometry beyond its box: ask `frameShapes`. */
  readonly hasGeometry: boolean;
  /** Index into `types()`. */
  readonly typeIndices: Uint32Array;
  /** Bits of `DrawFlag`. */
  readonly flags: Uint32Array;
  readonly trackIds: Uint32Array;
}

/**
 * The geometry beyond boxes on one frame, stored or between two keyframes that have some, as ranges into a pool in
 * which each geometry is decoded once. All arrays are views on the core's memory, valid until the next call on the
 * core.
 */
export interface FrameShapes {
  /** Names the pool: within one, ranges stay what they are. A refilled core begins another. */
  readonly pool: number;
  readonly count: number;
  /**
   * Paths before this one stay what they are in this pool; later ones are computed between keyframes, for this frame
   * alone.
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
  /** Tells shapes of one kind apart; often empty, `head` or `tail`. */
  readonly key: string;
  /** Image pixels as stored. Polygon: the outline, then holes, closed or open. Line: one path. Point: a path of one. */
  readonly paths: readonly (readonly Point[])[];
  /** Of a polygon that is a turned box: radians, clockwise. */
  readonly rotation?: number;
}

/** Notes on a stored detection; at least one. */
export interface NotedFrame {
  readonly frame: FrameNumber;
  readonly notes: readonly string[];
}

/** What can be hit; both by default. */
export interface HitShapes {
  readonly box?: boolean;
  readonly geometry?: boolean;
}

export interface TypeCount {
  readonly type: string;
  /** Tracks shown under this type with the current thresholds, checked or not. */
  readonly trackCount: number;
}

/** What a timeline counts: detections, stored or computed, or tracks from their first to their last frame. */
export type TimelineCount = "detections" | "tracks";

/** Shown detections or tracks of one type. */
export interface TypeFrameCounts {
  readonly type: string;
  /** How many on each frame 0 .. frameCount - 1. */
  readonly counts: Uint32Array;
}

/** Shown detections or tracks. */
export interface FrameCounts {
  /** Of all types on each frame 0 .. frameCount - 1; regions in which nothing counts are no detections. */
  readonly total: Uint32Array;
  readonly byType: readonly TypeFrameCounts[];
}

/** The shown tracks, an entry each in ascending id: what an event chart draws. Copies, all of the same length. */
export interface TrackSpans {
  readonly trackIds: Uint32Array;
  /** Index into `types()` of the type the track is shown under. */
  readonly typeIndices: Uint32Array;
  /** First frames. */
  readonly begins: Uint32Array;
  /** Last frames, included. */
  readonly ends: Uint32Array;
}

/** All boxes of a track, stored and computed, ascending by frame. Copies. */
export interface TrackBoxes {
  readonly id: TrackId;
  /** Of the best pair; `unknown` without one. */
  readonly type: string;
  /** Of the best pair; 1 without one. */
  readonly confidence: number;
  readonly frames: Uint32Array;
  /** x1, y1, x2, y2 a frame. */
  readonly bounds: Float64Array;
}

/** What a stored detection has beyond its box that measures compare; at least one of it. */
export interface DetectionMarks {
  /** Each: the outline, then holes. */
  readonly polygons: readonly DetectionShape["paths"][];
  readonly head?: Point;
  readonly tail?: Point;
  /** The attribute `length`, else `fishLength`: in whatever unit the dataset uses; above 0. */
  readonly length?: number;
}

/** The values of an attribute over the stored detections of a track that have one, ascending by frame; same lengths. */
export interface AttributeSeries {
  readonly frames: readonly FrameNumber[];
  readonly values: readonly AttributeScalar[];
}
