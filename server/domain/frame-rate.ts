/**
 * Frame rates as exact fractions.
 */
import { intermittentGap } from "#schemas/video-gaps";

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

const whole = (rate: number): FrameRate => frameRateOf(rate, 1);

/**
 * Rates that containers with a coarse clock (WebM counts milliseconds) cannot express exactly. The likelier one comes
 * first and is taken unless the ticks contradict it.
 */
const commonRates = [
  ...[24, 25, 30, 50, 60, 120, 1, 2, 5, 10, 15, 20, 48, 100, 240].map(whole),
  ...[24, 30, 48, 60, 120].map((rate) => frameRateOf(rate * 1000, 1001)),
  ...[...Array(241).keys()].slice(1).map(whole),
];

/** Resolution of a picture duration stored in a container: whole nanoseconds. */
const nanosecond = 1e-9;

/**
 * The average rate of `frameCount` pictures that together last `ticks` of `1 / ticksPerSecond`: the exact fraction if
 * it is a common rate, else the first common rate that matches the whole duration to within one tick, else the exact
 * fraction after all.
 *
 * @param pictureSeconds duration of a picture, if the container stores it more precisely than its clock: it decides
 *   between common rates that the ticks do not distinguish
 */
export function averageFrameRate(
  frameCount: number,
  ticks: number,
  ticksPerSecond: number,
  pictureSeconds?: number,
): FrameRate {
  const exact = frameRateOf(frameCount * ticksPerSecond, ticks);
  const fitting = commonRates.filter(({ value }) => Math.abs((frameCount / value) * ticksPerSecond - ticks) <= 1);
  const isFine = pictureSeconds !== undefined && Math.abs((pictureSeconds * ticksPerSecond) % 1) > nanosecond;
  const named = isFine && fitting.find(({ value }) => Math.abs(1 / value - pictureSeconds) <= nanosecond);
  return named || (fitting.find(({ text }) => text === exact.text) ?? fitting[0] ?? exact);
}

/**
 * The rate at which a video is presented: the average, or that of the median gap of an intermittent recording.
 *
 * @param seconds when each picture is shown, ascending
 */
export function presentedRate(seconds: readonly number[], average: FrameRate, ticksPerSecond: number): FrameRate {
  const ticks = Math.round((intermittentGap(seconds, average.value) ?? 0) * ticksPerSecond);
  return ticks > 0 ? averageFrameRate(1, ticks, ticksPerSecond) : average;
}

/**
 * The lowest rate on whose ticks every picture begins, ffprobe's `r_frame_rate`: `average` if no picture is more than a
 * tick away from its place; otherwise the rate is variable and has a finer clock.
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

/** The annotation rate of a video: as requested, but never above its own; -1 (or nothing) requests the video's own. */
export function annotationRate(requested: number | undefined, native: number): number {
  return requested === undefined || requested === -1 ? native : Math.min(requested, native);
}

/** Keeps whole numbers of frames whole despite rounded rates. */
const frameTolerance = 1e-3;

/** Number of frames of a video of that many pictures if it is annotated at `fps`; `native` is its own rate. */
export function framesAtRate(pictures: number, native: number, fps: number): number {
  return Math.ceil((pictures / native) * fps - frameTolerance);
}

/** Rates below one picture per second are only allowed if the video's own rate is that low. */
export function isTooLowRate(fps: number, native: number): boolean {
  return fps < 1 && fps < native;
}

/**
 * Notes for users about the frame rate chosen for a video.
 * @returns sentences that continue the video's name
 */
export function rateNotes(requested: number | undefined, own: FrameRate, average: FrameRate): string[] {
  const isGuess = own.text !== average.text;
  const asked = requested !== undefined && requested !== -1 && own.value < 1 && requested > own.value;
  return [
    ...(isGuess
      ? [
          `has long gaps: ${shortNumber(average.value)} pictures a second on average, while most follow each other at ${shortNumber(own.value)} a second. The latter is used as its frame rate; every picture is a frame.`,
        ]
      : []),
    ...(asked
      ? [
          `has ${shortNumber(own.value)} pictures a second, fewer than the ${shortNumber(requested)} that you requested: its own rate is used, and every picture is a frame.`,
        ]
      : []),
  ];
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(value < 1 ? 2 : 5)));
