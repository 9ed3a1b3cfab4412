/** Conversion to corner and size: COCO stores boxes as `[x, y, width, height]`. */

/**
 * The length from `low` to `high`, at least 0. The sum low + length was rounded when it was read and must be read back
 * unchanged: of the lengths that give `high`, this is the one with the fewest decimals.
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
