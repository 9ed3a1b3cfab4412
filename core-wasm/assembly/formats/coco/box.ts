/** Corners as corner and size: COCO says `[x, y, width, height]`. */

/**
 * The length from `low` to `high`, not below 0. A sum of decimals that was rounded when it was read must give back what was
 * read: of the lengths that lead from `low` to `high`, the one with the fewest decimals.
 */
export function extent(low: f64, high: f64): f64 {
  const length = high - low;
  if (length <= 0) return 0;
  for (let scale: f64 = 1; scale <= 1e15; scale *= 10) {
    const rounded = nearest(length * scale) / scale;
    if (low + rounded == high) return rounded;
  }
  return min(length, f64.MAX_VALUE);
}
