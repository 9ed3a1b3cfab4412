/** How long a survey continues. */

/**
 * How many more frames make an interval as narrow as required, if the next frames are like those so far.
 * @param relative required half width of the interval, as a share of the value
 */
export function framesLeft(
  { value, low, high }: { readonly value: number; readonly low: number; readonly high: number },
  { frames, drawn }: { readonly frames: number; readonly drawn: number },
  relative: number,
): number {
  const half = (high - low) / 2;
  if (half === 0 || value === 0 || half <= relative * value) return 0;
  // Variances fall with 1 / n - 1 / N: with all N frames, nothing is uncertain.
  const required = (1 / drawn - 1 / frames) * ((relative * value) / half) ** 2;
  return Math.min(frames, Math.ceil(1 / (required + 1 / frames))) - drawn;
}
