/** Boxes in pixels of a picture, and their overlap. */

export interface Bounds {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Intersection over union; 0 when they do not touch. */
export function overlapOf(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (areaOf(a) + areaOf(b) - shared);
}

export const areaOf = ({ x1, y1, x2, y2 }: Bounds): number => (x2 - x1) * (y2 - y1);
