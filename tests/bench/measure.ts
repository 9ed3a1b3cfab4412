/** Measuring contestants side by side: each round runs all of them, and medians are compared. */

export type Contestants = Readonly<Record<string, (() => unknown) | undefined>>;

/** Median milliseconds by name; contestants that are undefined are left out. */
export function measure(contestants: Contestants, rounds: number): ReadonlyMap<string, number> {
  const present = Object.entries(contestants).flatMap(([name, run]) => (run === undefined ? [] : [{ name, run }]));
  const times = new Map(present.map(({ name }) => [name, [] as number[]]));
  // The first round warms up and does not count.
  for (let round = -1; round < rounds; round++) {
    for (const { name, run } of present) {
      const start = performance.now();
      run();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
