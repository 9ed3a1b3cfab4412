/** Resource usage of a server process at one moment, and whether it grows. */
import { readdirSync, readFileSync } from "node:fs";

/** Memory in MiB, the rest are counts. */
export interface Sample {
  /** Seconds since the start of the load. */
  readonly atSeconds: number;
  /** Resident memory without mapped files: SQLite maps its database, and the system reclaims such pages. */
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  /** Sockets, timers, threads, open requests: what keeps the event loop alive. */
  readonly handles: number;
  readonly openFiles: number;
  readonly threads: number;
}

export type Measure = Exclude<keyof Sample, "atSeconds">;
export const measures: readonly Measure[] = ["rss", "heap", "external", "handles", "openFiles", "threads"];

const mib = 1024 * 1024;

/** @param metrics the text of the server's `/metrics` */
export function takeSample(pid: number, metrics: string, atSeconds: number): Sample {
  const metric = (name: string): number => {
    const match = new RegExp(`^${name} (\\S+)$`, "m").exec(metrics);
    if (match === null) throw new Error(`/metrics has no ${name}`);
    return Number(match[1]);
  };
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
  return {
    atSeconds,
    rss: field("RssAnon") / 1024,
    heap: metric("nodejs_heap_size_used_bytes") / mib,
    external: metric("nodejs_external_memory_bytes") / mib,
    handles: metric("nodejs_active_resources_total"),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field("Threads"),
  };
}

/** How a measure develops after the warm-up: level and growth. */
export interface Trend {
  readonly measure: Measure;
  /** Medians of the first and the last third after the warm-up. */
  readonly from: number;
  readonly to: number;
  /** By least squares over the lowest sample of each window: garbage fluctuates, leaked memory stays below it. */
  readonly perHour: number;
  /** From the highest sample of the first half to that of the second: memory kept for reuse has a ceiling. */
  readonly peakPerHour: number;
}

/** A leak raises both floor and ceiling; if only one rises, it is an effect of the allocator. */
export const growthOf = ({ perHour, peakPerHour }: Trend): number => Math.min(perHour, peakPerHour);

/** The fraction at the beginning that does not count: caches fill, code is compiled. */
const warmUp = 1 / 3;
/** The same for the ceilings. */
const peakWarmUp = 1 / 10;
const windows = 12;

export function trendOf(samples: readonly Sample[], measure: Measure): Trend {
  const counted = samples.slice(Math.floor(samples.length * warmUp));
  const third = Math.ceil(counted.length / 3);
  const size = Math.max(1, Math.floor(counted.length / windows));
  const lowest: { x: number; y: number }[] = [];
  for (let start = 0; start + size <= counted.length; start += size) {
    const window = counted.slice(start, start + size);
    const min = window.reduce((low, sample) => (sample[measure] < low[measure] ? sample : low));
    lowest.push({ x: min.atSeconds / 3600, y: min[measure] });
  }
  return {
    measure,
    from: median(counted.slice(0, third).map((sample) => sample[measure])),
    to: median(counted.slice(-third).map((sample) => sample[measure])),
    perHour: slopeOf(lowest),
    peakPerHour: peakGrowthOf(samples.slice(Math.floor(samples.length * peakWarmUp)), measure),
  };
}

function peakGrowthOf(samples: readonly Sample[], measure: Measure): number {
  const middle = Math.floor(samples.length / 2);
  const peak = (some: readonly Sample[]): number => Math.max(...some.map((sample) => sample[measure]));
  const hours = ((samples.at(-1)?.atSeconds ?? 0) - (samples[0]?.atSeconds ?? 0)) / 3600;
  return hours === 0 ? 0 : (peak(samples.slice(middle)) - peak(samples.slice(0, middle))) / (hours / 2);
}

function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
