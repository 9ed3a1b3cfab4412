/**
 * Basic types: ids, frames, bounds, pairs, points, values.
 *
 * Coordinates are image pixels, origin top left, x to the right, y down. Frames are integers counted from 0: frame n is
 * the n-th picture in presentation order.
 */

declare const brand: unique symbol;
/** A number that must not be mixed up with another kind of number. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
/** That kind of number, or a plain one such as the result of arithmetic: any number but one of another kind. */
export type PlainOr<T extends Brand<number, string>> = number & { readonly [brand]?: T[typeof brand] };

/** Identifies a track within one camera of one dataset and one annotation set; >= 0. */
export type TrackId = Brand<number, "TrackId">;
/** Identifies a group within one camera of one dataset and one annotation set; >= 0. */
export type GroupId = Brand<number, "GroupId">;
/** Index of a picture in presentation order; >= 0. */
export type FrameNumber = Brand<number, "FrameNumber">;

/** [x1, y1, x2, y2]: left, top, right, bottom in image pixels. */
export type Bounds = readonly [x1: number, y1: number, x2: number, y2: number];

/** A type name and how certain it is (0..1). Lists of pairs are sorted by confidence, descending. */
export interface ConfidencePair {
  readonly type: string;
  readonly confidence: number;
}

/** The type that a track without pairs is shown and counted under, and written with if a format needs a type. */
export const unknownType = "unknown";

/** x, y in image pixels; kept as given, not rounded. */
export type Point = readonly [x: number, y: number];

export type GeometryKind = "Polygon" | "LineString" | "Point";

/** A range of frames, both ends included. */
export type FrameRange = readonly [begin: FrameNumber, end: FrameNumber];

/** A JSON value. Numbers must be finite. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
