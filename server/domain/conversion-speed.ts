/**
 * How fast this site converts videos: sums over the last conversions, in which older ones count less. Long videos weigh
 * more than short ones, whose time is mostly start-up.
 */

/** Key of the sums among the stored settings; administrators do not set it. */
export const conversionSpeedKey = "wakeline.conversion_speed";

export interface Conversion {
  /** Pixels of all frames together. */
  readonly pixels: number;
  /** Size of the original. */
  readonly bytes: number;
  readonly seconds: number;
}

export interface ConversionSpeed {
  readonly pixelsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Weight that older conversions keep with each new one. */
const kept = 0.8;

/** @param stored the sums so far; anything invalid counts as none */
export function withConversion(stored: unknown, now: Conversion): Conversion {
  const before = sumsOf(stored);
  const sum = (of: (one: Conversion) => number) => (before === undefined ? 0 : kept * of(before)) + of(now);
  return { pixels: sum((one) => one.pixels), bytes: sum((one) => one.bytes), seconds: sum((one) => one.seconds) };
}

/** `undefined`: nothing was converted yet. */
export function conversionSpeedOf(stored: unknown): ConversionSpeed | undefined {
  const sums = sumsOf(stored);
  if (sums === undefined) return undefined;
  const perSecond = (amount: number) => Math.max(1, Math.round(amount / sums.seconds));
  return { pixelsPerSecond: perSecond(sums.pixels), bytesPerSecond: perSecond(sums.bytes) };
}

function sumsOf(stored: unknown): Conversion | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { pixels, bytes, seconds } = stored as Partial<Conversion>;
  const are = [pixels, bytes, seconds].every((value) => typeof value === "number" && value > 0);
  return are ? (stored as Conversion) : undefined;
}
