/**
 * Rounding positions to whole pixels, by two rules that must not be mixed:
 *
 * - drawn shapes: halves round up, as in JavaScript, so that a shape stays where it was seen while drawing;
 * - files and the wire: halves round to even, as in Python, which has written these files so far.
 *
 * The editor's part of the first rule is in `web/editor/tools/whole-pixels.ts`.
 */

/**
 * Like JavaScript's `Math.round`, except for the sign of a zero. Adding 0.5 first would round 0.49999999999999994 up.
 */
export function roundHalfUp(value: f64): f64 {
  const below = floor(value);
  return value - below < 0.5 ? below : below + 1;
}

/** Like Python's `round`. */
// @ts-ignore: decorator
@inline
export function roundWritten(value: f64): f64 {
  return nearest(value);
}

/** Whether rounding loses nothing. */
// @ts-ignore: decorator
@inline
export function isWhole(value: f64): bool {
  return value == roundWritten(value);
}
