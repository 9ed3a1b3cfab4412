/** Intersection over union of two boxes. */
import type { Bounds } from "../types.ts";

/** 0 .. 1; 0 for boxes without area. A box with swapped corners has no area. */
export function boundsIou(a: Bounds, b: Bounds): number {
  return rowsIou(a, 0, b, 0);
}

/** For boxes in columns of four numbers per box: `a` and `b` are the positions of their first numbers. */
export function rowsIou(as: ArrayLike<number>, a: number, bs: ArrayLike<number>, b: number): number {
  const width = Math.min(as[a + 2]!, bs[b + 2]!) - Math.max(as[a]!, bs[b]!);
  if (!(width > 0)) return 0;
  const height = Math.min(as[a + 3]!, bs[b + 3]!) - Math.max(as[a + 1]!, bs[b + 1]!);
  if (!(height > 0)) return 0;
  const intersection = width * height;
  return ratio(intersection, areaOf(as, a) + areaOf(bs, b) - intersection);
}

function areaOf(bounds: ArrayLike<number>, at: number): number {
  return Math.max(0, bounds[at + 2]! - bounds[at]!) * Math.max(0, bounds[at + 3]! - bounds[at + 1]!);
}

function ratio(intersection: number, union: number): number {
  return union > 0 ? intersection / union : 0;
}
