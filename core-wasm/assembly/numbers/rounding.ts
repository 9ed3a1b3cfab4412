/**
 * Positions on whole pixels, by two rules that must not be mixed:
 *
 * - what people draw: halves go up, as in JavaScript, so that a shape is where it was seen while it was drawn;
 * - what files and the wire say: halves go to the even one, as in Python, which has written them so far.
 *
 * The editor has its half of the first rule in `web/editor/tools/whole-pixels.ts`.
 */

/** As JavaScript's `Math.round`, but for the sign of a zero. Adding 0.5 first would round 0.49999999999999994 up. */
export function roundDrawn(value: f64): f64 {
  const below = floor(value);
  return value - below < 0.5 ? below : below + 1;
}

/** As Python's `round`. */
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
