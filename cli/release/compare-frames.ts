/** Which frames of a copy differ from those of a release: removed, inserted, changed or shown at another time. */
import type { ReleasedMedia } from "#schemas";

type Frames = Pick<ReleasedMedia, "seconds" | "names" | "content" | "looks">;

export interface FrameDifference {
  /** Missing in the copy; only in the copy; another picture; shown at another time. */
  readonly kind: "missing" | "added" | "changed" | "time";
  /** Frame of the release, or of the copy if `added`. */
  readonly frame: number;
  /** Its frame in the copy. */
  readonly inCopy?: number;
}

/** Container clocks are at worst in milliseconds. */
const toleranceSeconds = 0.0011;
/** Among many equal pictures, the number to search for a matching one. */
const maxScanned = 2000;

/** The differences by frame. @returns the smaller result of comparing with and without times */
export function compareFrames(release: Frames, copy: Frames): readonly FrameDifference[] {
  const offset = offsetOf(release, copy);
  const isOnTime = (a: number, b: number): boolean =>
    release.seconds === undefined ||
    copy.seconds === undefined ||
    Math.abs(copy.seconds[b]! - release.seconds[a]! - offset) <= toleranceSeconds;
  const isSame = (a: number, b: number): boolean =>
    release.content[a] === copy.content[b] && release.content[a] !== "" && isSameName(release, copy, a, b);
  // When one of several similar pictures was removed, times show which one.
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

/** The delay in seconds of most of a copy: some containers do not begin at 0. */
function offsetOf(release: Frames, copy: Frames): number {
  const released = new Set(release.content);
  const first = copy.content.findIndex((content) => content !== "" && released.has(content));
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

/** Walks both; at a difference, continues at the nearest place where they match again. */
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

/** The nearest matching pair: a change in place affects nothing after it. */
function nextSame(a: number, b: number, { release, positions, copyCount, isSame }: Aligned): readonly [number, number] {
  let best: readonly [number, number] = [release.length, copyCount];
  let cost = Number.POSITIVE_INFINITY;
  for (let toA = a; toA < release.length && toA - a <= cost; toA++) {
    const there = positions.get(release[toA]!) ?? [];
    const from = firstFrom(there, b);
    for (const toB of there.slice(from, from + maxScanned)) {
      const lost = Math.max(toA - a, toB - b);
      if (lost > cost) break;
      // At equal cost, prefers changing pictures to dropping some.
      const isBetter =
        lost < cost || (lost === cost && Math.abs(toA - a - toB + b) < Math.abs(best[0] - a - best[1] + b));
      if (!isBetter || !isSame(toA, toB)) continue;
      best = [toA, toB];
      cost = lost;
    }
  }
  return best;
}

/** Index of the first of ascending numbers that is at least `least`. */
function firstFrom(numbers: readonly number[], min: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
