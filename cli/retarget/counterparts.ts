/**
 * Which old picture each new one shows, where that is certain. Two kinds of evidence must agree: the picture, which must be
 * clearly more similar to this old one than to its neighbors, and the clock, which runs evenly through a stretch of
 * pictures. Where the picture does not change, the clock of the surrounding stretch decides alone, if only one old picture
 * fits it. Everything else is refused; nothing is guessed.
 */
import { type Comparable, correlation } from "./likeness.ts";

export type Refusal =
  /** No old picture looks like it. */
  | "unlike"
  /** It could be any of several old pictures. */
  | "ambiguous"
  /** The whole stretch looks the same elsewhere in the old video. */
  | "repeated";

export interface Stretch {
  readonly first: number;
  readonly last: number;
  /** By how many seconds old times are later. */
  readonly seconds: number;
}

export interface Counterparts {
  /** The old frame of each new one; -1 where it is refused. */
  readonly old: Int32Array;
  /** How much each new frame differs from its old one: the share of variance not in common, 0 to 1. */
  readonly residual: Float32Array;
  readonly refusals: ReadonlyMap<number, Refusal>;
  readonly stretches: readonly Stretch[];
}

export interface Timed {
  readonly pictures: Comparable;
  readonly seconds: Float64Array;
}

/** Different pictures have less of their variance in common. */
const minCorrelation = 0.8;
/** By how much the second most similar old picture must be less similar. */
const minRatio = 1.35;
/** Differences below this are rounding. */
const floor = 2e-5;
/** Minimum number of certain pictures in a stretch. */
const minCertain = 5;
/** Maximum number of uncertain pictures in a row between two certain ones of a stretch. */
const maxUncertainRun = 2;

interface CertainMatch {
  readonly frame: number;
  readonly old: number;
  /** Old time minus new time. */
  readonly delta: number;
}

export function findCounterparts(old: Timed, fresh: Timed, way: Int32Array, stride: number): Counterparts {
  const count = fresh.pictures.count;
  const frames = new Int32Array(count).fill(-1);
  const residual = new Float32Array(count);
  const refusals = new Map<number, Refusal>();
  for (let frame = 0; frame < count; frame++) refusals.set(frame, way[frame]! < 0 ? "unlike" : "ambiguous");
  const stretches: Stretch[] = [];
  const reach = 5 + 2 * (stride - 1);
  for (const speed of speedsOf(old, fresh, way, reach)) {
    const certain = certainMatches(old, fresh, way, reach, speed).filter(({ frame }) => frames[frame]! < 0);
    const spread = spreadOf(old, fresh, speed);
    const all = stretchesOf(certain, spread);
    const doubtful = all.filter((one) =>
      all.some((other) => isShiftedPartOf(one, other, spread, intervalOf(old.seconds))),
    );
    for (const stretch of all) {
      if (doubtful.includes(stretch)) continue;
      const isRepeated = isAmbiguousMatch(old, fresh, stretch.certain, reach);
      const first = stretch.certain[0]!.frame;
      const last = stretch.certain.at(-1)!.frame;
      for (let frame = first; frame <= last; frame++) {
        if (frames[frame]! >= 0 || doubtful.some((one) => isNear(frame, one))) continue;
        const judged = isRepeated ? "repeated" : judge(old, fresh, frame, stretch, { way, reach, speed });
        if (typeof judged === "string") refusals.set(frame, judged);
        else {
          frames[frame] = judged.old;
          residual[frame] = judged.difference;
          refusals.delete(frame);
        }
      }
      if (!isRepeated) stretches.push({ first, last, seconds: stretch.certain[0]!.delta });
    }
  }
  return { old: frames, residual, refusals, stretches: stretches.toSorted((a, b) => a.first - b.first) };
}

/** Possible ratios of new to old seconds: equal, or equal counts of pictures; the one that explains more comes first. */
function speedsOf(old: Timed, fresh: Timed, way: Int32Array, reach: number): readonly number[] {
  const byPictures = intervalOf(old.seconds) / intervalOf(fresh.seconds);
  if (Math.abs(byPictures - 1) < 0.001) return [1];
  const explained = (speed: number): number =>
    stretchesOf(certainMatches(old, fresh, way, reach, speed), spreadOf(old, fresh, speed)).reduce(
      (sum, { certain }) => sum + certain.length,
      0,
    );
  return [1, byPictures].toSorted((a, b) => explained(b) - explained(a));
}

/** The average time between two pictures: single times are rounded to the clock of the container. */
export function intervalOf(seconds: Float64Array): number {
  return seconds.length < 2 ? 1 : (seconds.at(-1)! - seconds[0]!) / (seconds.length - 1);
}

/** The new pictures of the path that clearly show one old picture and not one of its neighbors. */
function certainMatches(
  old: Timed,
  fresh: Timed,
  way: Int32Array,
  reach: number,
  speed: number,
): readonly CertainMatch[] {
  const certain: CertainMatch[] = [];
  for (const [frame, near] of way.entries()) {
    if (near < 0) continue;
    const { best, difference, second } = findMostSimilar(old.pictures, fresh.pictures, frame, near, reach);
    if (difference > 1 - minCorrelation || second < minRatio * difference + floor) continue;
    certain.push({ frame, old: best, delta: old.seconds[best]! - speed * fresh.seconds[frame]! });
  }
  return certain;
}

interface Similarity {
  readonly best: number;
  readonly difference: number;
  /** The difference to the next best one. */
  readonly second: number;
}

function findMostSimilar(old: Comparable, fresh: Comparable, frame: number, near: number, reach: number): Similarity {
  let [best, difference, second] = [near, Infinity, Infinity];
  for (let one = Math.max(0, near - reach); one <= Math.min(old.count - 1, near + reach); one++) {
    const own = 1 - correlation(old, one, fresh, frame);
    if (own < difference) [best, difference, second] = [one, own, difference];
    else second = Math.min(second, own);
  }
  return { best, difference, second };
}

interface FoundStretch {
  readonly certain: readonly CertainMatch[];
  /** The range of old time minus new time that fits all certain pictures. */
  readonly from: number;
  readonly to: number;
}

/** Runs of certain pictures whose clocks agree; the largest first. */
function stretchesOf(all: readonly CertainMatch[], { width, min }: Spread): readonly FoundStretch[] {
  const stretches: FoundStretch[] = [];
  const search = (certain: readonly CertainMatch[]): void => {
    if (certain.length < min) return;
    const { from, to } = densestWindow(certain, width);
    const run = findLongestRun(certain, (one) => one.delta >= from && one.delta <= to);
    if (run.inside.length < min) return;
    const deltas = run.inside.map(({ delta }) => delta);
    stretches.push({ certain: run.inside, from: Math.max(...deltas) - width, to: Math.min(...deltas) + width });
    search(certain.slice(0, run.start));
    search(certain.slice(run.end));
  };
  search(all);
  return stretches;
}

/** Pictures just before and after a doubtful stretch are in doubt, too. */
const doubtfulFrames = 15;

/**
 * Whether a stretch is a part of a larger one that is a picture or two late: if the camera moves slowly and the place in
 * the picture is slightly off, the previous picture looks more similar than the right one.
 */
function isShiftedPartOf(one: FoundStretch, other: FoundStretch, { width }: Spread, interval: number): boolean {
  if (one === other || one.certain.length > other.certain.length) return false;
  const [a, b] = [one, other].map(({ from, to }) => (from + to) / 2) as [number, number];
  return Math.abs(a - b) < 3 * interval && !overlap(one, other, width);
}

/** Whether one clock fits the certain pictures of both. */
function overlap(one: FoundStretch, other: FoundStretch, width: number): boolean {
  const min = Math.min(one.to, other.to) - width;
  const max = Math.max(one.from, other.from) + width;
  return max - min <= width + 0.0022;
}

function isNear(frame: number, { certain }: FoundStretch): boolean {
  return frame >= certain[0]!.frame - doubtfulFrames && frame <= certain.at(-1)!.frame + doubtfulFrames;
}

interface Spread {
  readonly width: number;
  /** How many certain pictures are needed: more for a wider range. */
  readonly min: number;
}

/** How far the clocks of one stretch may differ: at another rate, new pictures begin at different times within old ones. */
function spreadOf(old: Timed, fresh: Timed, speed: number): Spread {
  const [a, b] = [intervalOf(old.seconds), speed * intervalOf(fresh.seconds)];
  return Math.abs(a / b - 1) < 0.002
    ? { width: 0.25 * a, min: minCertain }
    : { width: 1.02 * a + 0.0011, min: 2 * minCertain };
}

function densestWindow(
  certain: readonly CertainMatch[],
  width: number,
): { readonly from: number; readonly to: number } {
  const deltas = certain.map(({ delta }) => delta).toSorted((a, b) => a - b);
  let [best, from] = [0, 0];
  for (let start = 0, end = 0; start < deltas.length; start++) {
    while (end < deltas.length && deltas[end]! - deltas[start]! <= width) end++;
    if (end - start > best) [best, from] = [end - start, deltas[start]!];
  }
  return { from, to: from + width };
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly inside: readonly CertainMatch[];
}

/** Allows a few pictures that do not fit between those that do. */
function findLongestRun(certain: readonly CertainMatch[], fits: (one: CertainMatch) => boolean): Run {
  let best: Run = { start: 0, end: 0, inside: [] };
  let [start, inside, stray]: [number, CertainMatch[], number] = [0, [], 0];
  let end = 0;
  const close = (): void => {
    if (inside.length > best.inside.length) best = { start, end, inside };
  };
  for (const [index, one] of certain.entries()) {
    if (fits(one)) {
      if (inside.length === 0) start = index;
      inside.push(one);
      end = index + 1;
      stray = 0;
    } else if (inside.length > 0 && ++stray > maxUncertainRun) {
      close();
      [inside, stray] = [[], 0];
    }
  }
  close();
  return best;
}

interface SearchState {
  readonly way: Int32Array;
  readonly reach: number;
  readonly speed: number;
}

function judge(
  old: Timed,
  fresh: Timed,
  frame: number,
  { from, to }: FoundStretch,
  { reach, speed }: SearchState,
): Refusal | { readonly old: number; readonly difference: number } {
  const time = speed * fresh.seconds[frame]!;
  // The clocks of containers are coarse.
  const slack = Math.min(0.0011, 0.1 * intervalOf(old.seconds));
  const fitting = framesBetween(old.seconds, time + from - slack, time + to + slack);
  if (fitting.length === 0) return "ambiguous";
  const middle = fitting[fitting.length >> 1]!;
  const { best, difference, second } = findMostSimilar(old.pictures, fresh.pictures, frame, middle, reach);
  if (difference > 1 - minCorrelation) return "unlike";
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) {
    const own = 1 - correlation(old.pictures, only, fresh.pictures, frame);
    // Another picture that is clearly more similar contradicts the clock.
    return own <= minRatio * difference + floor ? { old: only, difference: own } : "ambiguous";
  }
  const isClear = second >= minRatio * difference + floor;
  return fitting.includes(best) && isClear ? { old: best, difference } : "ambiguous";
}

function framesBetween(seconds: Float64Array, from: number, to: number): readonly number[] {
  const frames: number[] = [];
  let [low, high] = [0, seconds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seconds[middle]! < from) low = middle + 1;
    else high = middle;
  }
  for (let frame = low; frame < seconds.length && seconds[frame]! <= to; frame++) frames.push(frame);
  return frames;
}

const maxCompared = 24;

/** Whether old pictures from another time are about as similar to a stretch as those that were found. */
function isAmbiguousMatch(old: Timed, fresh: Timed, certain: readonly CertainMatch[], reach: number): boolean {
  const step = Math.max(1, Math.floor(certain.length / maxCompared));
  const compared = certain.filter((_, index) => index % step === 0);
  const differenceAt = (shift: number, max: number): number => {
    let sum = 0;
    for (const { frame, old: own } of compared) {
      const other = own + shift;
      if (other < 0 || other >= old.pictures.count) continue;
      sum += 1 - correlation(old.pictures, other, fresh.pictures, frame);
      if (sum > max) return Infinity;
    }
    // Pictures outside the old video are not evidence either way.
    const inside = compared.filter(({ old: own }) => own + shift >= 0 && own + shift < old.pictures.count).length;
    return inside * 2 < compared.length ? Infinity : (sum / inside) * compared.length;
  };
  const own = differenceAt(0, Infinity);
  const limit = minRatio * own + floor * compared.length;
  for (let shift = 1 - old.pictures.count; shift < old.pictures.count; shift++)
    if (Math.abs(shift) > reach && differenceAt(shift, limit) < limit) return true;
  return false;
}
