/**
 * Bits and numbers that core and host both know. This is the one place where they are written down: `npm run generate`
 * makes assembly/border.ts of them, and of the catalogues whose positions are the core's codes (core-wasm/generate.ts).
 */

/** Bits of the column `flags` of detections. */
export const RowFlag = {
  /** Interpolate from this keyframe to the next one. */
  interpolates: 1,
  /** The source or an edit said whether to interpolate; otherwise the member is not written. */
  interpolateGiven: 2,
  /** `extra` has a geometry. */
  hasGeometry: 4,
  /** Stored, but no keyframe: shown on its frame, and passed over by interpolation. */
  notKeyframe: 8,
} as const;

/** Bits of `DrawList.flags`. */
export const DrawFlag = {
  /** The detection is a keyframe; absent: it is interpolated, or stored without being a keyframe. */
  keyframe: 1,
  /** There is geometry beyond the box (polygon, line or point); between two keyframes: there may be some. */
  geometry: 2,
} as const;

/** Bits besides the number of entries in the answer of a frame query. */
export const DrawAnswer = {
  /** An entry has geometry. */
  geometry: 1 << 30,
  /** The arrays are elsewhere than at the last query. The highest bit: the answer is negative. */
  moved: 2 ** 31,
} as const;

/** What a shape beyond the box is; heads and tails are points, and a turned box is a polygon of four points. */
export const ShapeKind = { polygon: 0, line: 1, point: 2, head: 3, tail: 4, turnedBox: 5 } as const;

/** What an op or an image speaks of. */
export const Entity = { track: 1, pairs: 2, keyframe: 3, group: 4, texts: 5, flags: 6 } as const;

/** All bits of a set of flags. */
export function allBitsOf(flags: Readonly<Record<string, number>>): number {
  return Object.values(flags).reduce((all, bit) => all | bit, 0);
}
