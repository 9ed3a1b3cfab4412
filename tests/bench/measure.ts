/**
 * Measures contestants side by side. Fast ones run in rounds, each once per round, and slow ones afterwards, so that no
 * other contestant pays for their garbage. For computing, the fastest round of each counts: the machine's other work
 * only ever adds time. If waiting is part of the work, the median counts.
 */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export interface Contestant {
  /** The measured work. Promises are awaited. */
  readonly run: () => unknown;
  /** Runs before each round and is not measured. */
  readonly before?: () => unknown;
  /** Fewer rounds than the others, for slow work that leaves much garbage. */
  readonly rounds?: number;
}

/** In milliseconds. */
export interface Times {
  readonly fastest: number;
  readonly median: number;
  /** Least processor time. (For a single thread, Linux only counts ticks.) */
  readonly minCpu: number;
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
  // Garbage of earlier work.
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
    minCpu: Math.min(...runs.map(({ cpu }) => cpu)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
