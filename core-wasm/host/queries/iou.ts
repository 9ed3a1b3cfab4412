/** Intersection over union of two boxes. */
import type { Bounds } from "../types.ts";

/** 0 .. 1; 0 for boxes without area. Corners in the wrong order make a box without area. */
export function boundsIou(a: Bounds, b: Bounds): number {
  const intersection = commonArea(a, b);
  return ratio(intersection, areaOf(a) + areaOf(b) - intersection);
}

function commonArea(a: Bounds, b: Bounds): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return Math.max(0, width) * Math.max(0, height);
}

function areaOf(bounds: Bounds): number {
  return Math.max(0, bounds[2] - bounds[0]) * Math.max(0, bounds[3] - bounds[1]);
}

function ratio(intersection: number, union: number): number {
  return union > 0 ? intersection / union : 0;
}
