/** Measuring contestants side by side: each round runs all of them, and medians are compared. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export interface Contestant {
  /** What is measured. A promise is waited for. */
  readonly run: () => unknown;
  /** What has to happen before each run and is not measured. */
  readonly before?: () => unknown;
  /** Fewer rounds than the others, for those that take long. */
  readonly rounds?: number;
}

export interface Times {
  /** Milliseconds. */
  readonly median: number;
  /** Least time of the processor, which other programs hardly change. (Of the thread alone, Linux tells it by ticks.) */
  readonly leastCpu: number;
}

/** Times by name. The first round warms up and does not count. */
export async function measure(
  contestants: ReadonlyMap<string, Contestant>,
  rounds: number,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map([...contestants.keys()].map((name) => [name, [] as number[]]));
  const cpuTimes = new Map([...contestants.keys()].map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, { run, before, rounds: own = rounds }] of contestants) {
      if (round >= own) continue;
      await before?.();
      const cpuStart = process.cpuUsage();
      const start = performance.now();
      const result = run();
      if (result instanceof Promise) await result;
      const time = performance.now() - start;
      const { user, system } = process.cpuUsage(cpuStart);
      // Of those that take long: the next contestant would pay for their garbage.
      if (own < rounds) collectGarbage();
      if (round < 0) continue;
      times.get(name)?.push(time);
      cpuTimes.get(name)?.push((user + system) / 1e3);
    }
  }
  const timesOf = (name: string, all: readonly number[]): Times => ({
    median: median(all),
    leastCpu: Math.min(...(cpuTimes.get(name) ?? [])),
  });
  return new Map([...times].map(([name, all]) => [name, timesOf(name, all)]));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
