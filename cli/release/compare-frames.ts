/** Which frames of a copy differ from those of a release: what was dropped, put in, changed or shown at another time. */
import type { ReleasedMedia } from "#schemas";

type Frames = Pick<ReleasedMedia, "seconds" | "names" | "content" | "looks">;

export interface FrameDifference {
  /** The copy lacks it; only the copy has it; it is another picture; it is shown at another time. */
  readonly kind: "missing" | "added" | "changed" | "time";
  /** Of the release, or of the copy where it is `added`. */
  readonly frame: number;
  /** Where the copy has it. */
  readonly inCopy?: number;
}

/** Clocks of containers count milliseconds at worst. */
const toleranceSeconds = 0.0011;
/** Of pictures that are all alike, so many are looked at for the one that fits. */
const mostLooked = 2000;

/** The differences by frame. @returns as few of them as there can be, with times and without looked at first */
export function compareFrames(release: Frames, copy: Frames): readonly FrameDifference[] {
  const offset = offsetOf(release, copy);
  const isOnTime = (a: number, b: number): boolean =>
    release.seconds === undefined ||
    copy.seconds === undefined ||
    Math.abs(copy.seconds[b]! - release.seconds[a]! - offset) <= toleranceSeconds;
  const isSame = (a: number, b: number): boolean =>
    release.content[a] === copy.content[b] && release.content[a] !== "" && isSameName(release, copy, a, b);
  // Where a picture that looks like its neighbours was dropped, times say which one.
  const positions = new Map<string, number[]>();
  for (const [frame, content] of copy.content.entries()) {
    const known = positions.get(content);
    if (known === undefined) positions.set(content, [frame]);
    else known.push(frame);
  }
  const sides = { release: release.content, copyCount: copy.content.length, positions };
  const strict = align({ ...sides, isSame: (a, b) => isSame(a, b) && isOnTime(a, b) });
  if (strict.differences.length === 0) return [];
  const loose = align({ ...sides, isSame });
  const late = loose.pairs.filter(([a, b]) => !isOnTime(a, b)).map(([a, b]) => time(a, b));
  const all = [...loose.differences, ...late].toSorted((a, b) => a.frame - b.frame);
  // Frames at other times are one difference, however many they are.
  return strict.differences.length <= loose.differences.length + (late.length > 0 ? 1 : 0) ? strict.differences : all;
}

const time = (frame: number, inCopy: number): FrameDifference => ({ kind: "time", frame, inCopy });

/** The seconds by which most of a copy is later: some containers begin elsewhere than at 0. */
function offsetOf(release: Frames, copy: Frames): number {
  const first = copy.content.findIndex((content) => content !== "" && release.content.includes(content));
  if (first < 0 || release.seconds === undefined || copy.seconds === undefined) return 0;
  return copy.seconds[first]! - release.seconds[release.content.indexOf(copy.content[first]!)]!;
}

function isSameName(release: Frames, copy: Frames, a: number, b: number): boolean {
  return release.names === undefined || copy.names === undefined || release.names[a] === copy.names[b];
}

interface Alignment {
  readonly pairs: readonly (readonly [release: number, copy: number])[];
  readonly differences: readonly FrameDifference[];
}

interface Aligned {
  readonly release: readonly string[];
  readonly copyCount: number;
  /** Frames of the copy by content, ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly isSame: (release: number, copy: number) => boolean;
}

/** Walks both; where they differ, goes on at the nearest place where they are the same again. */
function align(sides: Aligned): Alignment {
  const { copyCount, isSame } = sides;
  const releaseCount = sides.release.length;
  const pairs: [number, number][] = [];
  const differences: FrameDifference[] = [];
  let [a, b] = [0, 0];
  while (a < releaseCount || b < copyCount) {
    if (a < releaseCount && b < copyCount && isSame(a, b)) {
      pairs.push([a++, b++]);
      continue;
    }
    const [toA, toB] = nextSame(a, b, sides);
    for (; a < toA && b < toB; a++, b++) differences.push({ kind: "changed", frame: a, inCopy: b });
    for (; a < toA; a++) differences.push({ kind: "missing", frame: a });
    for (; b < toB; b++) differences.push({ kind: "added", frame: b, inCopy: b });
  }
  return { pairs, differences };
}

/** The nearest pair that is the same: what was changed in place loses nothing after it. */
function nextSame(a: number, b: number, { release, positions, copyCount, isSame }: Aligned): readonly [number, number] {
  let best: readonly [number, number] = [release.length, copyCount];
  let cost = Number.POSITIVE_INFINITY;
  for (let toA = a; toA < release.length && toA - a <= cost; toA++) {
    const there = positions.get(release[toA]!) ?? [];
    const from = firstFrom(there, b);
    for (const toB of there.slice(from, from + mostLooked)) {
      const lost = Math.max(toA - a, toB - b);
      if (lost > cost) break;
      // Where two cost the same, the one that changes pictures instead of dropping some.
      const isBetter =
        lost < cost || (lost === cost && Math.abs(toA - a - toB + b) < Math.abs(best[0] - a - best[1] + b));
      if (!isBetter || !isSame(toA, toB)) continue;
      best = [toA, toB];
      cost = lost;
    }
  }
  return best;
}

/** Index of the first of ascending numbers that is not below `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
