/**
 * Measuring contestants side by side. Those that are quick run in rounds, each of them once a round, and those that
 * take long after them, so that no other contestant pays for their garbage. The fastest round of each counts for
 * computing: what else a machine does only ever adds to it. Where waiting is part of the work, the median does.
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export interface Contestant {
  /** What is measured. A promise is waited for. */
  readonly run: () => unknown;
  /** What has to happen before each run and is not measured. */
  readonly before?: () => unknown;
  /** Fewer rounds than the others, for those that take long and leave much garbage. */
  readonly rounds?: number;
}

/** In milliseconds. */
export interface Times {
  readonly fastest: number;
  readonly median: number;
  /** Least time of the processor. (Of the thread alone, Linux tells it by ticks.) */
  readonly leastCpu: number;
}

interface Run {
  readonly time: number;
  readonly cpu: number;
}

/** Times by name. The first round warms up and does not count. */
export async function measure(
  contestants: ReadonlyMap<string, Contestant>,
  rounds: number,
): Promise<ReadonlyMap<string, Times>> {
  const runs = new Map([...contestants.keys()].map((name) => [name, [] as Run[]]));
  const isSlow = ({ rounds: own }: Contestant): boolean => own !== undefined;
  // What was made before them.
  collectGarbage();
  for (const slow of [false, true]) {
    const among = [...contestants].filter(([, contestant]) => isSlow(contestant) === slow);
    for (let round = -1; round < rounds; round++) {
      for (const [name, contestant] of among) {
        if (round >= (contestant.rounds ?? rounds)) continue;
        const run = await runOnce(contestant);
        if (slow) collectGarbage();
        if (round >= 0) runs.get(name)?.push(run);
      }
    }
  }
  return new Map([...runs].map(([name, all]) => [name, timesOf(all)]));
}

async function runOnce({ run, before }: Contestant): Promise<Run> {
  await before?.();
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  const result = run();
  if (result instanceof Promise) await result;
  const time = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuStart);
  return { time, cpu: (user + system) / 1e3 };
}

function timesOf(runs: readonly Run[]): Times {
  const times = runs.map(({ time }) => time);
  return {
    fastest: Math.min(...times),
    median: median(times),
    leastCpu: Math.min(...runs.map(({ cpu }) => cpu)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
