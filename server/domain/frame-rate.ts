/**
 * Frame rates as exact fractions.
 */

export interface FrameRate {
  /** `30000/1001`. */
  readonly text: string;
  readonly value: number;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function frameRateOf(numerator: number, denominator: number): FrameRate {
  const divisor = gcd(numerator, denominator) || 1;
  return {
    text: `${numerator / divisor}/${denominator / divisor}`,
    value: numerator / denominator,
  };
}

/** Rates that containers with a coarse clock (WebM counts milliseconds) cannot say exactly. */
const commonRates = [
  ...[24, 30, 48, 60, 120].map((rate) => frameRateOf(rate * 1000, 1001)),
  ...[...Array(241).keys()].slice(1).map((rate) => frameRateOf(rate, 1)),
];

/**
 * The average rate of `frameCount` pictures that together last `ticks` of `1 / ticksPerSecond`: the common rate when
 * the whole duration agrees with it to within one tick, else the exact fraction.
 */
export function averageFrameRate(frameCount: number, ticks: number, ticksPerSecond: number): FrameRate {
  const exact = frameRateOf(frameCount * ticksPerSecond, ticks);
  const common = commonRates.find(({ value }) => Math.abs((frameCount / value) * ticksPerSecond - ticks) <= 1);
  return common ?? exact;
}

/**
 * The lowest rate on whose clock every picture begins, what ffprobe calls `r_frame_rate`: `average` when no picture is more
 * than a tick away from its place, else the pictures come at a variable rate and have a finer clock.
 *
 * @param seconds when each picture is shown, ascending
 */
export function clockRate(seconds: readonly number[], average: FrameRate, ticksPerSecond: number): FrameRate {
  const [first = 0] = seconds;
  const slack = 1.001 / ticksPerSecond;
  if (seconds.every((time, picture) => Math.abs(time - first - picture / average.value) <= slack)) return average;
  const ticks = seconds.map((time) => Math.round((time - first) * ticksPerSecond));
  return frameRateOf(
    ticksPerSecond,
    ticks.reduce((divisor, tick) => gcd(divisor, tick), 0),
  );
}

/**
 * The annotation rate of a video: as asked for, but never above its own; -1 (or nothing) asks for the video's own.
 */
export function annotationRate(requested: number | undefined, native: number): number {
  return requested === undefined || requested === -1 ? native : Math.min(requested, native);
}
