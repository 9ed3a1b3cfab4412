/** Splits long work on the thread that answers requests, so that other work runs in between. */

/** Longest duration of a part, in milliseconds. */
const partMs = 8;
/** Reading the clock costs more than a short step. */
const stepsPerLook = 32;

/** Yields to other work when this work has used up its part. Several tasks may share one part. */
export class TimeSlices {
  #since = performance.now();
  #next: Promise<void> | undefined;

  get isOver(): boolean {
    return performance.now() - this.#since >= partMs;
  }

  /** Resolves when all other waiting work has run. */
  next(): Promise<void> {
    this.#next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#since = performance.now();
      this.#next = undefined;
    });
    return this.#next;
  }
}

/** Like `values.map`, but yields in between, for any number of values. */
export async function mapYielding<T, R>(values: readonly T[], map: (value: T) => R): Promise<R[]> {
  const turns = new TimeSlices();
  const mapped: R[] = [];
  for (const value of values) {
    mapped.push(map(value));
    if (mapped.length % stepsPerLook === 0 && turns.isOver) await turns.next();
  }
  return mapped;
}

/** How many values are sorted without a pause. */
const run = 1024;

/** Like `values.toSorted`, but yields in between; stable. */
export async function sortInTurns<T>(values: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const turns = new TimeSlices();
  let runs: T[][] = [];
  for (let begin = 0; begin < values.length; begin += run) {
    runs.push(values.slice(begin, begin + run).sort(compare));
    if (turns.isOver) await turns.next();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare, turns));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  turns: TimeSlices,
): Promise<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const takesLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0);
    merged.push((takesLeft ? left[l++] : right[r++]) as T);
    if (merged.length % stepsPerLook === 0 && turns.isOver) await turns.next();
  }
  return merged;
}
