/** The keyframes that give boxes again, in whole pixels; those on a straight line between two others are left out. */

/** In pixels; the boxes of people between their keyframes are on straight lines up to rounding. */
const tolerance = 1e-7;

export interface Keyframe {
  readonly frame: number;
  readonly bounds: readonly [number, number, number, number];
  /** To the next keyframe. */
  readonly interpolate: boolean;
}

/** @param mustBe frames that have a keyframe in any case */
export function keyframesOf(
  frames: ArrayLike<number>,
  bounds: ArrayLike<number>,
  mustBe: ReadonlySet<number> = new Set(),
): readonly Keyframe[] {
  const keyframes: Keyframe[] = [];
  for (let at = 0; at < frames.length; at++) {
    const frame = frames[at]!;
    const isFirst = at === 0 || frames[at - 1] !== frame - 1;
    const isLast = at === frames.length - 1 || frames[at + 1] !== frame + 1;
    if (!isFirst && !isLast && !mustBe.has(frame) && isStraight(bounds, at)) continue;
    const [x1, y1, x2, y2] = [0, 1, 2, 3].map((n) => Math.round(bounds[at * 4 + n]!));
    keyframes.push({ frame, bounds: [x1!, y1!, x2!, y2!], interpolate: !isLast });
  }
  return keyframes;
}

function isStraight(bounds: ArrayLike<number>, at: number): boolean {
  for (let n = at * 4; n < at * 4 + 4; n++)
    if (Math.abs(bounds[n - 4]! - 2 * bounds[n]! + bounds[n + 4]!) > tolerance) return false;
  return true;
}
