/** The run itself: load in generations, samples next to it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { ApiClient } from "#schemas";

import { signIn } from "../crash/crash-rounds.ts";
import { mixedWorkers, runWorkers, type Counts } from "../support/load/index.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";
import { growthOf, measures, takeSample, type Measure, type Sample, type Trend, trendOf } from "./samples.ts";

export interface SoakOptions {
  readonly seconds: number;
  readonly sampleSeconds: number;
  /** After this long the load restarts with new datasets. */
  readonly generationSeconds: number;
  /** Maximum growth per hour. */
  readonly limits: Readonly<Partial<Record<Measure, number>>>;
  readonly onSample?: (sample: Sample, counts: Counts) => void;
}

export interface SoakResult {
  readonly counts: Counts;
  readonly samples: readonly Sample[];
  readonly trends: readonly Trend[];
  /** Failures, and measures that grow. */
  readonly findings: readonly string[];
}

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-soak-"));
  const server = await startServerProcess({ dataFolder });
  const counts: Counts = {};
  const findings: string[] = [];
  try {
    const token = await signIn(server);
    const client = clientOf(server.url, token);
    const startedMs = performance.now();
    const secondsSince = (): number => (performance.now() - startedMs) / 1000;
    const ended = new AbortController();
    const sampling = sampleUntil(ended.signal, server, options, secondsSince, counts);
    for (let generation = 1; secondsSince() < options.seconds; generation++) {
      const seconds = Math.min(options.generationSeconds, options.seconds - secondsSince());
      findings.push(...(await runGeneration(client, generation, seconds, counts)));
    }
    ended.abort();
    const samples = await sampling;
    const trends = measures.map((measure) => trendOf(samples, measure));
    for (const trend of trends) {
      const { measure } = trend;
      const limit = options.limits[measure];
      if (limit === undefined || growthOf(trend) <= limit) continue;
      findings.push(`${measure} grows by ${growthOf(trend).toFixed(1)} an hour; ${limit} would be noise`);
    }
    const errors = server
      .printed()
      .split("\n")
      .filter((line) => /"level":(50|60)/.test(line));
    findings.push(...errors.slice(0, 5));
    return { counts, samples, trends, findings };
  } finally {
    await server.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** @returns what went wrong */
async function runGeneration(client: ApiClient, number: number, seconds: number, counts: Counts): Promise<string[]> {
  const workers = mixedWorkers(number, 20);
  const folders = async () => {
    const me = await client.call("user.me", {});
    return await client.call("folder.list", { parentType: "user", parentId: me?._id ?? "", limit: 0 });
  };
  const before = new Set((await folders()).map(({ _id }) => _id));
  for (const worker of workers) await worker.prepare(client);
  const failures = await runWorkers(workers, client, AbortSignal.timeout(Math.ceil(seconds * 1000)), counts);
  try {
    for (const worker of workers) await worker.settle(client);
  } catch (error) {
    failures.push(error);
  }
  for (const { _id } of await folders()) if (!before.has(_id)) await client.call("folder.delete", { id: _id });
  return failures.map((failure) => `generation ${number}: ${String(failure)}`);
}

async function sampleUntil(
  ended: AbortSignal,
  server: ServerProcess,
  { sampleSeconds, onSample }: SoakOptions,
  secondsSince: () => number,
  counts: Counts,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (!ended.aborted) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const sample = takeSample(server.pid, metrics, secondsSince());
    samples.push(sample);
    onSample?.(sample, counts);
    await sleep(sampleSeconds * 1000, undefined, { signal: ended }).catch(() => undefined);
  }
  return samples;
}
