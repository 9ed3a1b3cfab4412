/**
 * Bits and numbers shared by core and host. This is their only source: `npm run generate` makes assembly/border.ts from
 * them and from the catalogs whose positions are the core's codes (core-wasm/generate.ts).
 */

/** Bits of the column `flags` of detections. */
export const RowFlag = {
  /** Interpolate from this keyframe to the next one. */
  interpolates: 1,
  /** The source or an edit set `interpolates`; otherwise the member is not written. */
  interpolateGiven: 2,
  /** `extra` has a geometry. */
  hasGeometry: 4,
  /** Stored, but not a keyframe: shown on its frame, and ignored by interpolation. */
  notKeyframe: 8,
} as const;

/** Bits of `DrawList.flags`. */
export const DrawFlag = {
  /** The detection is a keyframe; not set: it is interpolated, or stored without being a keyframe. */
  keyframe: 1,
  /** There is geometry in addition to the box (polygon, line or point); between two keyframes: there may be some. */
  geometry: 2,
} as const;

/** Bits in the result of a frame query, next to the number of entries. */
export const DrawAnswer = {
  /** At least one entry has geometry. */
  geometry: 1 << 30,
  /** The arrays have moved since the last query. This is the highest bit: the result is negative. */
  moved: 2 ** 31,
} as const;

/** Kinds of shapes other than boxes; heads and tails are points, and a rotated box is a polygon of four points. */
export const ShapeKind = { polygon: 0, line: 1, point: 2, head: 3, tail: 4, rotatedBox: 5 } as const;

/** Subjects of an op or an image. */
export const Entity = { track: 1, pairs: 2, keyframe: 3, group: 4, texts: 5, flags: 6 } as const;

/** All bits of a set of flags. */
export function allBitsOf(flags: Readonly<Record<string, number>>): number {
  return Object.values(flags).reduce((all, bit) => all | bit, 0);
}
