/**
 * Counts, precision and recall of all frames, with 95 % intervals, from the frames of a survey that people looked at
 * (`draw.ts`). Frames are the sampling units: boxes of one frame resemble each other, so they never count as independent.
 *
 * The count is a stratified regression estimate, since the computed boxes of all frames are known (Cochran, Sampling
 * Techniques, 1977, chapter 7); precision and recall are ratios with linearized variances (chapter 6). Intervals are score
 * intervals (Wilson 1927) at the effective sample size (Korn and Graubard 1998): they stay within 0 and 1, and keep their
 * coverage for rare types and where a stratum shows no difference at all.
 */

/** Boxes on one frame, of one type or of all. */
export interface SurveyedFrame {
  readonly truth: number;
  readonly computed: number;
  /** Matching boxes. */
  readonly matched: number;
}

export interface SurveyedStratum {
  /** All frames of the stratum, also those that are not surveyed. */
  readonly frames: number;
  /** Computed boxes on all of them. */
  readonly computed: number;
  /** Those looked at. */
  readonly seen: readonly SurveyedFrame[];
}

/** With its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface SurveyEstimate {
  /** Boxes of the truth on all frames. */
  readonly count: Estimate;
  /** `undefined`: nothing was computed on the frames looked at. */
  readonly precision: Estimate | undefined;
  /** `undefined`: the frames looked at have no object. */
  readonly recall: Estimate | undefined;
}

const z = 1.959963984540054;
/**
 * Objects assumed in addition to those seen. Chosen by simulation: fewer make intervals too narrow for rare types, more
 * too wide where the model is nearly perfect.
 */
const rareObjects = 0.75;

export function estimateSurvey(strata: readonly SurveyedStratum[]): SurveyEstimate {
  return {
    count: estimateCount(strata),
    precision: estimateShare(
      strata,
      ({ computed }) => computed,
      (computed) => computed > 0,
    ),
    recall: estimateShare(strata, ({ truth }) => truth),
  };
}

function estimateCount(strata: readonly SurveyedStratum[]): Estimate {
  const slope = slopeOf(strata);
  let [total, seenObjects, weight] = [0, 0, 0];
  for (const { frames, computed, seen } of strata) {
    const n = Math.max(1, seen.length);
    const boxes = seen.reduce((sum, frame) => sum + frame.computed, 0);
    const objects = seen.reduce((sum, { truth }) => sum + truth, 0);
    total += (frames * objects) / n + slope * (computed - (frames * boxes) / n);
    seenObjects += objects;
    weight = Math.max(weight, (frames - seen.length) / n);
  }
  const { variance, degrees } = varianceOf(strata, ({ truth, computed }) => truth - slope * computed);
  // The rest of the frames has no fewer than 0, so the interval is one of the rest.
  const rest = Math.max(0, total - seenObjects);
  if (weight === 0) return { value: seenObjects, low: seenObjects, high: seenObjects };
  // A part of an object in the stratum whose frames stand for the most others keeps the variance of rare types from 0.
  const ratio = (variance + rareObjects * weight ** 2) / (rest + rareObjects * weight);
  const t = quantileOf(degrees);
  const [middle, half] = [(t * t * ratio) / 2, t * Math.sqrt(ratio * rest + (t * t * ratio * ratio) / 4)];
  return {
    value: seenObjects + rest,
    low: seenObjects + Math.max(0, rest + middle - half),
    high: seenObjects + rest + middle + half,
  };
}

/** How many more objects a frame has for each more computed box: combined over the strata, from 0 to 1. */
function slopeOf(strata: readonly SurveyedStratum[]): number {
  let [shared, own] = [0, 0];
  for (const { frames, seen } of strata) {
    const n = seen.length;
    if (n < 2) continue;
    const factor = (frames * (frames - n)) / n / (n - 1);
    const x = mean(seen, ({ computed }) => computed);
    const y = mean(seen, ({ truth }) => truth);
    for (const { computed, truth } of seen) {
      shared += factor * (computed - x) * (truth - y);
      own += factor * (computed - x) ** 2;
    }
  }
  return own > 0 ? Math.min(1, Math.max(0, shared / own)) : 1;
}

/** @param whole the boxes that the matched ones are a share of */
function estimateShare(
  strata: readonly SurveyedStratum[],
  whole: (frame: SurveyedFrame) => number,
  mayDiffer: (computed: number) => boolean = () => true,
): Estimate | undefined {
  let [part, all, weight] = [0, 0, 0];
  for (const { frames, computed, seen } of strata) {
    const own = frames / Math.max(1, seen.length);
    for (const frame of seen) {
      part += own * frame.matched;
      all += own * whole(frame);
    }
    if (seen.length < frames && mayDiffer(computed)) weight = Math.max(weight, own - 1);
  }
  if (all === 0) return undefined;
  const share = part / all;
  if (weight === 0) return { value: share, low: share, high: share };
  const { variance, degrees } = varianceOf(strata, (frame) => frame.matched - share * whole(frame));
  // A box that was neither computed nor drawn, in the stratum whose frames stand for the most others: one half keeps rare
  // mistakes, which the frames looked at often do not show, within the interval. The upper limit stays at the share itself:
  // it would be too low where the frames do show all mistakes.
  const missing = weight / 2;
  const guess = part / (all + missing);
  const most = Math.max(share, 1 - share);
  // If no box matches, the half one does.
  const spread = guess === 0 ? missing / (all + missing) : guess;
  const size = (spread * (1 - spread) * (all + missing) ** 2) / (variance + most ** 2 * weight * missing);
  const t = quantileOf(degrees);
  const [{ low }, { high }] = [wilson(guess, size, t), wilson(share, size, t)];
  return { value: share, low: Math.min(low, share), high: Math.max(high, share) };
}

function wilson(share: number, size: number, t: number): Pick<Estimate, "low" | "high"> {
  const squared = (t * t) / size;
  const middle = (share + squared / 2) / (1 + squared);
  const half = (t / (1 + squared)) * Math.sqrt((share * (1 - share)) / size + squared / (4 * size));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Variance of the stratified total of a number of frames, and its degrees of freedom (Satterthwaite). */
function varianceOf(
  strata: readonly SurveyedStratum[],
  read: (frame: SurveyedFrame) => number,
): { variance: number; degrees: number } {
  let [variance, squares] = [0, 0];
  for (const { frames, seen } of strata) {
    const n = seen.length;
    if (n < 2 || n === frames) continue;
    const middle = mean(seen, read);
    const spread = seen.reduce((sum, frame) => sum + (read(frame) - middle) ** 2, 0) / (n - 1);
    const part = (frames * (frames - n) * spread) / n;
    variance += part;
    squares += part ** 2 / (n - 1);
  }
  return { variance, degrees: squares > 0 ? variance ** 2 / squares : Infinity };
}

function mean(seen: readonly SurveyedFrame[], read: (frame: SurveyedFrame) => number): number {
  return seen.reduce((sum, frame) => sum + read(frame), 0) / seen.length;
}

/** The 97.5 % quantile of Student's t, by its expansion (Abramowitz and Stegun 26.7.5): to 1 % from 3 degrees on. */
export function quantileOf(degrees: number): number {
  const d = Math.max(3, degrees);
  const parts = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return parts.reduce((sum, part, n) => sum + part / d ** (n + 1), z);
}
