/** Gaps between the pictures of a video, where a few long ones would distort its average rate. */

/**
 * The median gap, in seconds, of a camera that records intermittently; `undefined` from one picture per second on, where
 * the average rate counts.
 *
 * @param seconds when each picture is shown, ascending
 * @param averageRate pictures per second
 */
export function intermittentGap(seconds: ArrayLike<number>, averageRate: number): number | undefined {
  if (averageRate >= 1 || seconds.length < 2) return undefined;
  const gaps = Float64Array.from({ length: seconds.length - 1 }, (_, n) => seconds[n + 1]! - seconds[n]!);
  return gaps.sort()[(gaps.length - 1) >> 1];
}
